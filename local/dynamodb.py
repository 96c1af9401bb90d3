"""DynamoDB on this machine: ministack as a child process on a free loopback port."""

import contextlib
import http.client
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType

from local.folder import Folder
from local.trouble import Trouble

START_SECONDS = 30.0
# Writing out a large table takes its time; killing it then would lose everything since the start.
SAVE_SECONDS = 60.0
# Whoever ends the process in which it is a context has to wait longer than that: killed before, that process leaves an
# emulator behind which is still saving, and holds the folder.
STOP_SECONDS = SAVE_SECONDS + 30.0
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT", "PYTHONPATH", "VIRTUAL_ENV")


def free_port() -> int:
    """A loopback port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Emulator:
    """A running emulator. As a context it starts at once, is usable after `wait`, and saves at the end. Raises Trouble
    where that takes longer than `save_seconds`.
    """

    def __init__(
        self,
        folder: Folder,
        caller: Mapping[str, str],
        port: int | None = None,
        save_seconds: float = SAVE_SECONDS,
    ) -> None:
        self._save_seconds = save_seconds
        self.port = port or free_port()
        self.endpoint = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self._log = folder.path / "dynamodb.log"
        self._environment = settings(folder, self.port, caller)

    def __enter__(self) -> "Emulator":
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "local.emulator"],
                cwd=Path(__file__).parents[1],
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                # Ctrl-C in a terminal reaches the whole process group; the table must outlive its functions.
                start_new_session=True,
                # Held by the child as well, so that nobody opens the folder while it is still being saved.
                pass_fds=[self._folder.lock],
            )
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._folder.kept:
            self.process.terminate()
        else:
            self.process.kill()
        saved = self._ended_within(self._save_seconds)
        if self.process.stdin:
            self.process.stdin.close()
        if not saved:
            within = f"within {self._save_seconds:g} s"
            raise Trouble(f"The embedded DynamoDB did not save its data {within}, and was killed.")

    def _ended_within(self, seconds: float) -> bool:
        """Otherwise it is killed."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
            return True
        self.process.kill()
        self.process.wait()
        return False

    def wait(self, sleep: Callable[[float], None] = time.sleep) -> None:
        """Returns when it answers. Raises Trouble when it ends instead, or takes too long."""
        deadline = time.monotonic() + START_SECONDS
        while not healthy(self.port):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise Trouble(f"The embedded DynamoDB did not start: {self._last_words()}")
            sleep(0.02)

    def _last_words(self) -> str:
        lines = self._log.read_text(encoding="utf-8", errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing.")


def settings(folder: Folder, port: int, caller: Mapping[str, str]) -> dict[str, str]:
    """Ministack's environment: nothing of the caller's that it could take for a setting of its own."""
    passed_on = {key: caller[key] for key in PASSED_ON if key in caller}
    return {
        **passed_on,
        "BIND_HOST": "127.0.0.1",
        "GATEWAY_PORT": str(port),
        "SERVICES": "dynamodb",
        "LOG_LEVEL": "ERROR",
        # Both would open further ports, on every interface.
        "IOT_MTLS_ENABLED": "0",
        "SFTP_ENABLED": "0",
        # It would remove containers that carry its label.
        "DOCKER_HOST": f"unix://{folder.path}/no-docker",
        "PERSIST_STATE": "1" if folder.kept else "0",
        "STATE_DIR": str(folder.path / "dynamodb"),
        # Where it leaves its process id.
        "TMPDIR": str(folder.path),
    }


def healthy(port: int) -> bool:
    """Whether an emulator answers on `port`."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
    try:
        connection.request("GET", "/_ministack/health")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
