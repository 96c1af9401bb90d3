"""`make demo`: the main job, from a board that somebody has to a model's answers, on this machine alone."""

import os
import sys
from typing import Any

from rich.console import Console

from tools import engawa, stack
from tools.children import PRESSED, Failed, unwind_on_signals
from tools.narration import Narration
from tools.stack import Stack

BOARD = "tests/data/launch.canvas"
# Each job type with the words that a member would add to it.
JOBS = {
    "summarize_board": (),
    "brainstorm": ("--prompt", "Give 5 ideas that make the launch week calmer for the support team."),
}
# Far longer than a small machine needs for the embedded model.
JOB_SECONDS = "600"
# Where there is no terminal to ask.
COLUMNS = 100


def play(narration: Narration) -> None:
    """All of it; whatever was started is stopped when this returns or raises. Raises Failed."""
    narration.say("A board goes in, a language model on this machine reads it, and its answers come back.\n")
    with stack.started("--port", "0") as started:
        # The stack starts while the engines are looked at, and the agent while the board is brought in.
        find_engine(narration)
        home = narration.step(
            "python -m local", lambda: stack.ready(started), lambda ready: f"functions and table at {ready.url}"
        )
        with engawa.agent(home, ending=PRESSED) as agent:
            board_id = bring_in(narration, home)
            show_context(narration, home, board_id)
            ready = narration.step(
                "engawa run", lambda: engawa.until_online(home, agent), lambda online: f"ready: {names(online)}"
            )
            be_frank(narration, ready)
            for job_type, words in JOBS.items():
                answer(narration, home, board_id, job_type, *words)
    narration.end("in all, and everything is stopped again. To keep it running: make up")


def find_engine(narration: Narration) -> None:
    """Where nothing can run a model yet, the embedded one is installed."""
    found = narration.step(
        "engawa engines", engawa.usable_engines, lambda engines: f"ready: {names(engines) or 'none yet'}"
    )
    if not found:
        narration.say("         A small model that needs no account is installed now; it takes 200 MB.")
        engawa.call("engines", "install", "embedded", shown=True)


def bring_in(narration: Narration, home: Stack) -> str:
    """The id of the imported board."""
    board: dict[str, Any] = narration.step(
        f"engawa import {BOARD}",
        lambda: engawa.call("import", BOARD, environment=home.environment("member")),
        lambda board: f'board "{board["name"]}": {board["nodes"]} nodes, {board["edges"]} arrows',
    )
    return str(board["id"])


def show_context(narration: Narration, home: Stack, board_id: str) -> None:
    """What the model is going to read, before it reads it."""
    options = ("board", board_id, "--locale", "en")
    context: dict[str, Any] = narration.step(
        "engawa context board",
        lambda: engawa.call("context", *options, environment=home.environment("member")),
        lambda context: f"{len(context['text']):,} characters",
    )
    narration.show(context["text"], "what a model reads")


def answer(narration: Narration, home: Stack, board_id: str, job_type: str, *words: str) -> None:
    """One job, from its creation to its answer."""
    options = (job_type, "--target", board_id, "--locale", "en", "--timeout", JOB_SECONDS, *words)
    done: dict[str, Any] = narration.step(
        f"engawa ask {job_type}",
        lambda: engawa.call("ask", *options, environment=home.environment("member"))["job"],
        lambda job: f"answered by {job['engine']}",
    )
    narration.show(text_of(done), job_type)


def be_frank(narration: Narration, engines: list[dict[str, Any]]) -> None:
    """Before its answers are read, and not after."""
    if [engine["id"] for engine in engines] == ["embedded"]:
        narration.note("This model is tiny: it shows the path, not what good answers are like.")
        narration.note("`.venv/bin/engawa engines` tells how this machine gets a better one.")


def names(engines: list[dict[str, Any]]) -> str:
    """Engines as a person reads them, the preferred one first."""
    return ", ".join(engine["label"] for engine in engines)


def text_of(job: dict[str, Any]) -> str:
    """A list as lines, everything else as the model wrote it."""
    if isinstance(job["parsed"], list):
        return "\n".join(f"- {item}" for item in job["parsed"])
    return str(job["result"])


def main() -> int:
    """The exit code."""
    unwind_on_signals()
    # A demo has the machine to itself; an agent in daily use leaves a core to others.
    os.environ.setdefault("ENGAWA_EMBEDDED_THREADS", "2" if (os.cpu_count() or 1) > 1 else "1")
    console = Console(highlight=False)
    try:
        play(Narration(console if console.is_terminal else Console(highlight=False, width=COLUMNS)))
    except Failed as failed:
        sys.stderr.write(f"\n{failed}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
