"""`python -m local`: the stack until a signal, or one function on one event."""

import argparse
import json
import signal
import sys
from contextlib import redirect_stdout
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import TextIO

from local import events, folder, stack, template
from local.founding import FILE, Founding
from local.functions import Crashed
from local.http import HOST
from local.product import ENGAWA
from local.template import Template
from local.trouble import Trouble

TEMPLATE = Path(__file__).parents[1] / "template.yaml"
# Where this machine's defaults differ from the deployment's.
PARAMETERS = {"MockMode": "on"}
PORT = 4400


def parser() -> argparse.ArgumentParser:
    """The command line."""
    described = argparse.ArgumentParser(prog="python -m local", description=__doc__)
    described.add_argument("--port", type=int, default=PORT, help=f"where to listen on {HOST}; 0: a free one ({PORT})")
    described.add_argument("--data", type=Path, metavar="DIR", help="keep the data here; without it nothing is kept")
    described.add_argument(
        "--cors-origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="let the pages of ORIGIN call the API, such as http://localhost:5173; may be repeated, * lets all (none)",
    )
    described.add_argument("--json", action="store_true", help="when ready, one line of JSON with address and tokens")
    described.add_argument(
        "--invoke",
        nargs=2,
        metavar=("FUNCTION", "FILE"),
        help="call one function with the event in FILE (-: stdin)",
    )
    return described


def main(arguments: argparse.Namespace, out: TextIO) -> int:
    """The exit code: 0 done, 1 a function or the table gave up, 2 it could not start."""
    try:
        origins = {"CorsOrigins": ",".join(arguments.cors_origin)}
        described = template.read(TEMPLATE, PARAMETERS | origins)
        if arguments.invoke:
            name, file = arguments.invoke
            return invoke(described, arguments.data, name, file, out)
        return serve(described, arguments, out)
    except Trouble as trouble:
        sys.stderr.write(f"{trouble}\n")
        return 2
    except Crashed:
        return 1


def invoke(described: Template, data: Path | None, name: str, file: str, out: TextIO) -> int:
    """Prints what the function makes of the event. Raises Trouble, Crashed."""
    function = described.function(name)
    event = events.read(file)
    with folder.opened(data) as opened, stack.grounded(described, [function], opened, ENGAWA) as ground:
        admitted = events.admitted(event, ground.founding.tokens)
        print(json.dumps(ground.functions.call(function.name, admitted), ensure_ascii=False), file=out)
    return 0


def serve(described: Template, arguments: argparse.Namespace, out: TextIO) -> int:
    """Until a signal, which arrives as SystemExit. Raises Trouble."""
    with (
        folder.opened(arguments.data) as opened,
        stack.running(described, opened, arguments.port, ENGAWA) as (server, ground),
    ):
        ready = as_json if arguments.json else as_text
        print(ready(server.url, ground.founding, opened.path / FILE), file=out, flush=True)
        ground.emulator.process.wait()
        sys.stderr.write("The embedded DynamoDB ended by itself, so the stack ends too.\n")
    return 1


def as_json(url: str, founding: Founding, _: Path) -> str:
    """The ready line for a program."""
    return json.dumps({"url": url, **asdict(founding)})


def as_text(url: str, founding: Founding, file: Path) -> str:
    """The ready text for a person; tokens stay in their file."""
    return f"Engawa answers at {url}\n  workspace  {founding.workspaceId}\n  tokens     {file}\n  to stop    Ctrl-C"


def end(_number: int, _frame: FrameType | None) -> None:
    """Unwinds the main thread once; whoever is impatient must not interrupt the saving."""
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    sys.exit(0)


if __name__ == "__main__":
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, end)
    typed = parser().parse_args()
    # The functions print their log; stdout belongs to the answer alone.
    answer = sys.stdout
    with redirect_stdout(sys.stderr):
        sys.exit(main(typed, answer))
