"""The child process that serves the embedded model on this machine's loopback, and its end of the pipe."""

import atexit
import json
import secrets
import select
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any

from engawa_agent.engines.exchange import Server, call
from engawa_agent.errors import Cancelled, EngineError
from engawa_agent.processes import end_group

START_SECONDS = 60.0


class EmbeddedServer:
    """Guarded by a key that only this agent knows: other users of the machine can reach its port too."""

    def __init__(self, process: "subprocess.Popen[bytes]", key: str) -> None:
        self._process = process
        self._key = key
        self.http = Server("")

    @classmethod
    def start(cls, model: Path, context_tokens: int, threads: int) -> "EmbeddedServer":
        """Start it without waiting. The child ends when our end of its stdin closes, however this process ends."""
        process = subprocess.Popen(
            [sys.executable, "-m", "engawa_agent.engines.embedded_child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        server = cls(process, secrets.token_urlsafe(24))
        orders = {"model": str(model), "contextTokens": context_tokens, "threads": threads, "key": server._key}
        _pipe(process.stdin).write(json.dumps(orders).encode() + b"\n")
        _pipe(process.stdin).flush()
        atexit.register(server.close)
        return server

    def alive(self) -> bool:
        return self._process.poll() is None

    def wait(self, cancel: threading.Event) -> None:
        """Until it serves. Raises Cancelled or EngineError."""
        if self.http.url:
            return
        deadline = time.monotonic() + START_SECONDS
        while not _readable(_pipe(self._process.stdout)):
            if cancel.is_set():
                raise Cancelled
            if time.monotonic() > deadline:
                self.close()
                raise EngineError("The embedded model did not start in time.", True, "silent")
        self.http = Server(self._address(), self._key)

    def count(self, text: str) -> int:
        """The tokens of a text, by the model's own tokenizer."""
        answer: Any = call(self.http, "/tokenize", {"content": text})
        return len(answer["tokens"])

    def close(self) -> None:
        atexit.unregister(self.close)
        _pipe(self._process.stdin).close()
        end_group(self._process)
        _pipe(self._process.stdout).close()

    def _address(self) -> str:
        line = _pipe(self._process.stdout).readline()
        if not line:
            raise EngineError("The embedded model could not be started.", True, "engine_failed")
        return str(json.loads(line)["url"])


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _readable(pipe: IO[bytes]) -> bool:
    """Also at its end, which is what is read of a child that died."""
    return bool(select.select([pipe], [], [], 0.05)[0])
