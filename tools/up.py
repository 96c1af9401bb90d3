"""`make up`: the local stack with its data kept, and an agent, until Ctrl-C."""

import os
import shlex
import sys
import time
from pathlib import Path

from tools import engawa, stack
from tools.children import PRESSED, Child, Failed, unwind_on_signals
from tools.stack import Stack

DATA = Path(".engawa")
TOKEN_FILE = DATA / "member-token"


def run() -> None:
    """Until a signal, which arrives as SystemExit. Raises Failed when one of the two ends by itself."""
    if not engawa.usable_engines():
        engawa.call("engines", "install", "embedded")
    with stack.started("--data", str(DATA), shown=True) as stack_child:
        home = stack.ready(stack_child)
        keep(home.tokens["member"])
        sys.stdout.write(instructions(home))
        sys.stdout.flush()
        with engawa.agent(home, shown=True, ending=PRESSED) as agent:
            watch(stack_child, agent)


def keep(token: str) -> None:
    """In a file for its owner alone, so that it need not be printed."""
    TOKEN_FILE.unlink(missing_ok=True)
    with os.fdopen(os.open(TOKEN_FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(token + "\n")


def instructions(home: Stack) -> str:
    """How to use it from another terminal."""
    return (
        f"Engawa answers at {home.url}; its data is in {DATA}/. Ctrl-C stops it.\n"
        "In another terminal:\n"
        f"  export ENGAWA_URL={home.url}\n"
        f'  export ENGAWA_TOKEN="$(cat {shlex.quote(str(TOKEN_FILE.resolve()))})"\n'
        f"  {shlex.quote(engawa.COMMAND)} import FILE\n\n"
    )


def watch(*children: Child) -> None:
    """Returns never. Raises Failed when one of `children` has ended."""
    while True:
        for child in children:
            child.check()
        time.sleep(0.5)


def main() -> int:
    """The exit code: Ctrl-C is how it is meant to end."""
    unwind_on_signals()
    try:
        run()
    except SystemExit:
        return 0
    except Failed as failed:
        sys.stderr.write(f"{failed}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
