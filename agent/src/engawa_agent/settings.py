"""Which server and which token: flags before environment before what `engawa login` saved."""

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from engawa_agent.api import is_loopback
from engawa_agent.errors import Exit, Stop

TokenKind = Literal["admin", "member", "agent"]
# An admin's token can do what a member's can; only an agent's own token belongs on a machine that runs jobs.
SUITS: dict[str, tuple[TokenKind, ...]] = {"member": ("member", "admin"), "agent": ("agent",)}


@dataclass(frozen=True)
class Access:
    """A server's address without a slash at its end, and a token for it."""

    url: str
    token: str


@dataclass(frozen=True)
class Saved:
    """What `engawa login` keeps: tokens by server and kind, so that no server is sent another's token."""

    current: str = ""
    servers: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def adding(self, url: str, kind: str, token: str) -> "Saved":
        kinds = {**self.servers.get(url, {}), kind: token}
        return Saved(url, {**self.servers, url: kinds})


def kind_of(token: str) -> str | None:
    """The kind that is written in a token (`eng_<kind>_...`), or None for one in another form."""
    parts = token.split("_")
    return parts[1] if len(parts) >= 5 and parts[0] == "eng" else None


def resolve(
    wanted: Literal["member", "agent"],
    *,
    url: str | None,
    token_file: Path | None,
    environ: Mapping[str, str],
    saved: Saved,
) -> Access:
    """The server and token for a command that works as `wanted`. Raises Stop when one is missing or unfit."""
    address = clean_url(url or environ.get("ENGAWA_URL") or saved.current)
    token = _given(token_file, environ) or _kept(saved, address, wanted)
    if not token:
        message = f"No {wanted} token for {address} on this machine."
        raise Stop(Exit.NO_ACCESS, "E_NO_TOKEN", message, f"engawa login --url {address}")
    _check_kind(token, wanted)
    return Access(address, token)


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


def saved_path() -> Path:
    from platformdirs import user_config_path

    return user_config_path("engawa", appauthor=False) / "login.json"


def load(path: Path) -> Saved:
    """What is saved there; nothing when there is no such file. Raises Stop when it cannot be read."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return Saved(str(content["current"]), {url: dict(kinds) for url, kinds in content["servers"].items()})
    except FileNotFoundError:
        return Saved()
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        message = f"The saved login at {path} cannot be read ({type(error).__name__})."
        raise Stop(Exit.WRONG_USE, "E_BAD_LOGIN", message, "Remove that file, then: engawa login --url URL") from error


def save(path: Path, saved: Saved) -> None:
    """Written whole or not at all, readable by its owner alone from its first byte."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    content = {
        "schema": 1,
        "current": saved.current,
        "servers": {u: dict(k) for u, k in saved.servers.items()},
    }
    handle, name = tempfile.mkstemp(dir=path.parent)  # mkstemp makes it 0600
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(content, file, indent=2)
    Path(name).replace(path)


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


def _kept(saved: Saved, url: str, wanted: str) -> str:
    kinds = saved.servers.get(url, {})
    return next((kinds[kind] for kind in SUITS[wanted] if kind in kinds), "")


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
