"""The local stack in a process of its own, which can go away and come back at the same place with its data."""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from local.dynamodb import free_port
from tools.children import Child, Failed
from tools.stack import ENDING


class Cloud:
    """`tokens` are known once it has started."""

    def __init__(self, data: Path, settings: Mapping[str, str]) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.tokens: Mapping[str, str] = {}
        self._command = [sys.executable, "-m", "local", "--json", "--port", str(self.port), "--data", str(data)]
        self._environment = {**os.environ, **settings}
        self._child: Child | None = None

    def start(self) -> None:
        """Returns when it answers. Raises Failed."""
        self._child = Child("The local stack", self._command, self._environment, piped=True, ending=ENDING)
        self.tokens = json.loads(self._child.line())["tokens"]

    def stop(self) -> None:
        """Asked, so that the emulator saves its data. Raises Failed where it ended otherwise."""
        child, self._child = self._child, None
        if child is None:
            return
        with child:
            child.check()
        if child.process.returncode:
            raise Failed(f"The local stack was told to stop and ended with exit code {child.process.returncode}.")

    def __enter__(self) -> "Cloud":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
