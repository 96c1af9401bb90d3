"""The local stack as a child process, and what its users need to reach it."""

import json
import os
import signal
import sys
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from local.dynamodb import STOP_SECONDS
from tools.children import Child, Ending

ENDING: Ending = ((signal.SIGTERM, STOP_SECONDS),)


@dataclass(frozen=True)
class Stack:
    """A stack that answers: its address, and one token of each kind."""

    url: str
    tokens: Mapping[str, str]

    def environment(self, kind: str) -> dict[str, str]:
        """This process's environment with the address and the token of that kind in it."""
        local = {"ENGAWA_URL": self.url, "ENGAWA_TOKEN": self.tokens[kind]}
        # A proxy for the world is none for this machine.
        direct = ",".join(filter(None, [os.environ.get("no_proxy") or os.environ.get("NO_PROXY"), "127.0.0.1"]))
        return {**os.environ, **local, "no_proxy": direct, "NO_PROXY": direct}

    def get(self, path: str) -> Any:
        """What the stack answers a member who asks for `path`."""
        request = urllib.request.Request(  # noqa: S310  (the stack's own address)
            self.url + path, headers={"Authorization": f"Bearer {self.tokens['member']}"}
        )
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=10) as response:
            return json.load(response)


def started(*options: str, shown: bool = False) -> Child:
    """`python -m local` on its way."""
    command = [sys.executable, "-m", "local", "--json", *options]
    return Child("The local stack", command, os.environ, shown=shown, piped=True, ending=ENDING)


def ready(child: Child) -> Stack:
    """Waits for its ready line. Raises Failed."""
    line = json.loads(child.line())
    return Stack(line["url"], line["tokens"])
