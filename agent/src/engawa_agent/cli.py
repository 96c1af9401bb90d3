"""The command line `engawa`: finds the command that was named, and says what went wrong."""

import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import click

from engawa_agent import __version__, output, terminal
from engawa_agent.errors import Exit, Stop, as_stop

WELCOME = """\
Engawa runs your team's AI jobs on this machine, with the engine it already has.

Leaves this machine: what the engines can do, and the answers to jobs it was given.
Never leaves it:     your files, your screen, your keys and logins, other programs' data.
                     (An engine that is itself a cloud service gets the job's text, no more.)

Next:  engawa pair --url URL     let your team's server give this machine work
       engawa login --url URL    or use a token that you have
       engawa engines            what this machine can run
       engawa run                start working; Ctrl-C stops
       engawa --help             everything else"""

EPILOG = (
    "\b\nExit codes: 0 done, 1 failed, 2 wrong use or input, 3 no engine,\n4 no access, 5 server away, 130 interrupted."
)

# name -> (module in engawa_agent.commands, what it does). Kept here so that help imports no command.
COMMANDS = {
    "admin": ("admin", "For the deployer: first tokens, and more workspaces."),
    "approve": ("approve", "Let a machine run the team's jobs, by the code it shows."),
    "ask": ("ask", "Create a job, wait for its answer, print it."),
    "config": ("config", "What is set for the engines, and where it comes from."),
    "context": ("context", "Print the text a model would read."),
    "engines": ("engines", "What this machine can run, and how to get more."),
    "export": ("export", "Write a board or document to a file."),
    "import": ("import_", "Bring a board or document in from a file."),
    "jobs": ("jobs", "The team's jobs: list, show, watch, cancel, retry."),
    "key": ("key", "The engines' keys: set, forget, list."),
    "login": ("login", "Keep a server's address and a token for it."),
    "logout": ("logout", "Give up the tokens that this machine keeps for a server."),
    "pair": ("pair", "Let this machine run a team's jobs, once a member approves."),
    "pause": ("pause", "Start no new job on this machine for a while."),
    "resume": ("resume", "End the pause."),
    "run": ("run", "Claim jobs and run them on this machine."),
    "status": ("status", "The team's agents and engines; what waits, and why."),
    "stop": ("stop", "Stop every `engawa run` of yours on this machine."),
    "token": ("token", "The team's tokens: list, create, revoke."),
}

_DEBUG = click.Option(["--debug"], is_flag=True, expose_value=False, help="Show the traceback of an error.")


class LazyGroup(click.Group):
    """Imports a command's module when the command is used, not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"engawa_agent.commands.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        if _DEBUG not in command.params:
            command.params.append(_DEBUG)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])


@click.group(cls=LazyGroup, invoke_without_command=True, epilog=EPILOG, params=[_DEBUG])
@click.version_option(__version__, message="engawa %(version)s")
@click.pass_context
def engawa(ctx: click.Context) -> None:
    """Runs your team's AI jobs on this machine, with the engine it already has."""
    if ctx.invoked_subcommand is None:
        click.echo(WELCOME)


def main(argv: Sequence[str] | None = None) -> None:
    """Run one command and leave with its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    sys.exit(_outcome(arguments))


def _outcome(arguments: list[str]) -> int:
    try:
        result = engawa.main(arguments, prog_name="engawa", standalone_mode=False)
        return result if isinstance(result, int) else Exit.DONE
    except (KeyboardInterrupt, click.Abort):
        return Exit.INTERRUPTED
    except BrokenPipeError:
        # Whoever read us has left (`engawa context ... | head`); nothing more may be flushed to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.FAILED
    except Exception as error:  # noqa: BLE001  the one place where what nobody expected is told
        return _tell(error, arguments)


def _tell(error: Exception, arguments: list[str]) -> int:
    stop = _from_click(error) or as_stop(error) or _unexpected(error)
    if _has(arguments, "--debug"):
        traceback.print_exception(error)
    if _has(arguments, "--json"):
        output.document(error={"code": stop.code, "message": stop.message, "hint": stop.hint})
    else:
        terminal.say(_words(stop), err=True)
    return stop.exit_code


def _has(arguments: list[str], flag: str) -> bool:
    """Read off the arguments themselves: a wrong one ends click's parsing before any flag is known."""
    before = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return flag in before


def _words(stop: Stop) -> str:
    next_step = f"\n  Next: {stop.hint}" if stop.hint else ""
    return f"engawa: {stop.message}{next_step}\n  Code: {stop.code}"


def _from_click(error: Exception) -> Stop | None:
    if not isinstance(error, click.ClickException):
        return None
    context: Any = getattr(error, "ctx", None)
    hint = f"{context.command_path} --help" if context else "engawa --help"
    return Stop(Exit.WRONG_USE, "E_USAGE", error.format_message(), hint)


def _unexpected(error: Exception) -> Stop:
    message = f"Something went wrong inside engawa: {type(error).__name__}: {error}"
    return Stop(Exit.FAILED, "E_INTERNAL", message, "The same command with --debug shows where.")
