"""The command `engawa`, run as its users run it."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tools.children import ASKED, Child, Ending, Failed
from tools.stack import Stack

COMMAND = str(Path(sys.executable).with_name("engawa"))
ONLINE_SECONDS = 60.0


def call(*arguments: str, environment: Mapping[str, str] = os.environ, shown: bool = False) -> Any:
    """What `engawa ... --json` prints, read; with `shown` its stderr is the user's to see. Raises Failed."""
    done = subprocess.run(
        [COMMAND, *arguments, "--json"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=None if shown else subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        raise Failed(f"engawa {' '.join(arguments)} failed ({done.returncode}).\n{_reason(done.stdout, done.stderr)}")
    return json.loads(done.stdout)


def _reason(printed: str, said: str | None) -> str:
    try:
        error = json.loads(printed)["error"]
        return f"{error['message']} ({error['code']})"
    except (ValueError, LookupError, TypeError):
        return f"{said or ''}{printed}".strip()


def usable_engines() -> list[dict[str, Any]]:
    """The engines of this machine that work, the preferred one first."""
    return [engine for engine in call("engines")["engines"] if engine["usable"]]


def agent(stack: Stack, *, shown: bool = False, ending: Ending = ASKED) -> Child:
    """`engawa run` on its way."""
    command = [COMMAND, "run"]
    return Child("The agent", command, stack.environment("agent"), shown=shown, ending=ending)


def until_online(stack: Stack, child: Child, sleep: Callable[[float], None] = time.sleep) -> list[dict[str, str]]:
    """The runners that the agent announced, once the stack has heard of it. Raises Failed."""
    deadline = time.monotonic() + ONLINE_SECONDS
    while (status := stack.get("/api/ai/status"))["agent"] != "online":
        child.check()
        if time.monotonic() > deadline:
            raise Failed(f"The agent was not online after {ONLINE_SECONDS:.0f} s.")
        sleep(0.1)
    runners: list[dict[str, str]] = status["runners"]
    return runners
