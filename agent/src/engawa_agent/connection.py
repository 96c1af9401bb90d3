"""The options that lead a command to its server: --url and --token-file."""

import functools
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from engawa_agent import keeping, settings
from engawa_agent.api import Api
from engawa_agent.settings import Access, TokenKind


@dataclass(frozen=True)
class Connection:
    """What was said on the command line; nothing is looked up before a method is called. Each raises Stop when the
    address or the token is missing or unfit.
    """

    url: str | None = None
    token_file: Path | None = None

    def address(self) -> str:
        return settings.address(self.url, os.environ, keeping.here())

    def access(self, kind: TokenKind) -> Access:
        return settings.resolve(
            kind, url=self.url, token_file=self.token_file, environ=os.environ, logins=keeping.here()
        )

    def api(self, kind: TokenKind) -> Api:
        """A client that works as `kind`, closed when the command ends."""
        return opened(self.access(kind))


def opened(access: Access) -> Api:
    """A client that is closed when the command ends."""
    api = Api(access.url, access.token)
    click.get_current_context().call_on_close(api.close)
    return api


def connection(function: Callable[..., Any]) -> Callable[..., Any]:
    """Gives the command --url and --token-file, handed to it as one argument `connection: Connection`."""

    @click.option("--url", metavar="URL", help="The server's address. Else ENGAWA_URL, else the saved login.")
    @click.option(
        "--token-file",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="A file that holds the token. Else ENGAWA_TOKEN, else the saved login.",
    )
    @functools.wraps(function)
    def wrapped(*args: Any, url: str | None, token_file: Path | None, **kwargs: Any) -> Any:
        return function(*args, connection=Connection(url, token_file), **kwargs)

    return wrapped


# Gives the command `as_json: bool`. Its stdout is then exactly one JSON document, made by `output.document`.
locale_option = click.option(
    "--locale",
    type=click.Choice(["ja", "en"]),
    default=lambda: settings.locale(os.environ),
    show_default="this terminal's language",
    help="The language of what the model reads and answers.",
)
# Gives the command `flags: tuple[str, ...]`, for `config.load`.
set_option = click.option(
    "--set",
    "flags",
    multiple=True,
    metavar="ENGINE.SETTING=VALUE",
    help="For this once, over environment and config.toml: ollama.model=qwen3. May be repeated.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
