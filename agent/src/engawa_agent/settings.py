"""Which server and which token: flags before environment before what is kept on this machine."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from engawa_agent.api import is_loopback
from engawa_agent.errors import Exit, Stop
from engawa_agent.keeping import Logins

TokenKind = Literal["admin", "member", "agent"]
# An admin's token can do what a member's can; only an agent's own token belongs on a machine that runs jobs.
SUITS: dict[str, tuple[TokenKind, ...]] = {"admin": ("admin",), "member": ("member", "admin"), "agent": ("agent",)}
WAY_IN: dict[str, str] = {
    "admin": "engawa admin bootstrap --stack NAME for a new deployment; with a token: engawa login --url {url}",
    "member": "engawa login --url {url}",
    "agent": "engawa pair --url {url}   (somebody of the team approves it), or with a token: engawa login --url {url}",
}


@dataclass(frozen=True)
class Access:
    """A server's address without a slash at its end, and a token for it; `kept`: the one that this machine keeps."""

    url: str
    token: str = field(repr=False)
    kept: bool


def kind_of(token: str) -> str | None:
    """The kind that is written in a token (`eng_<kind>_<id>_...`), or None for one in another form."""
    parts = token.split("_")
    return parts[1] if len(parts) >= 5 and parts[0] == "eng" else None


def id_of(token: str) -> str | None:
    """The id that is written in it, by which an admin revokes it; no secret."""
    return token.split("_")[2] if kind_of(token) else None


def address(url: str | None, environ: Mapping[str, str], logins: Logins) -> str:
    """The server's address. Raises Stop when none is known, or one that cannot be used."""
    return clean_url(url or environ.get("ENGAWA_URL") or logins.saved().current)


def resolve(
    wanted: TokenKind,
    *,
    url: str | None,
    token_file: Path | None,
    environ: Mapping[str, str],
    logins: Logins,
) -> Access:
    """The server and token for a command that works as `wanted`. Raises Stop when one is missing or unfit."""
    server = address(url, environ, logins)
    given = _given(token_file, environ)
    token = given or _kept(logins, server, wanted)
    if not token:
        message = f"No {wanted} token for {server} on this machine."
        raise Stop(Exit.NO_ACCESS, "E_NO_TOKEN", message, WAY_IN[wanted].format(url=server))
    _check_kind(token, wanted)
    return Access(server, token, kept=not given)


def clean_url(url: str) -> str:
    """Raises Stop when there is none, or one over which a token would travel readable by anybody."""
    if not url:
        message = "No server is known: neither --url nor ENGAWA_URL is set, and nobody logged in here."
        raise Stop(Exit.WRONG_USE, "E_NO_URL", message, "engawa login --url URL")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Stop(
            Exit.WRONG_USE,
            "E_BAD_URL",
            f"The address given by --url or ENGAWA_URL is none: {url}",
            "It looks like https://example.com, or http://127.0.0.1:4400 on this machine.",
        )
    if parts.scheme == "http" and not is_loopback(url):
        message = f"{url} is not encrypted, so anybody on the way could read the token and the texts."
        raise Stop(Exit.WRONG_USE, "E_BAD_URL", message, "Use its https:// address.")
    return url.rstrip("/")


def _given(token_file: Path | None, environ: Mapping[str, str]) -> str:
    if token_file is None:
        return environ.get("ENGAWA_TOKEN", "").strip()
    try:
        token = token_file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise Stop(Exit.WRONG_USE, "E_TOKEN_FILE", f"--token-file {token_file} cannot be read: {error}") from error
    if not token:
        raise Stop(Exit.WRONG_USE, "E_TOKEN_FILE", f"--token-file {token_file} is empty.")
    return token


def _kept(logins: Logins, url: str, wanted: str) -> str:
    return next(filter(None, (logins.token(url, kind) for kind in SUITS[wanted])), "")


def _check_kind(token: str, wanted: str) -> None:
    """A token in another form is left to the server to judge."""
    kind = kind_of(token)
    if kind in SUITS["member"] + SUITS["agent"] and kind not in SUITS[wanted]:
        message = f"This needs a token of kind {wanted}, but the one given is of kind {kind}."
        raise Stop(Exit.NO_ACCESS, "E_WRONG_TOKEN", message, "engawa login --url URL   (with the other token)")


def locale(environ: Mapping[str, str]) -> str:
    """`ja` in a Japanese terminal, `en` in any other: the first of POSIX's variables that is set decides."""
    spoken = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    return "ja" if spoken.lower().startswith("ja") else "en"
