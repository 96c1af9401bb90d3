"""The logins of this machine: servers and kinds of token in a file, secrets in the keyring or else in that file too."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from engawa_agent import ring, state
from engawa_agent.errors import Exit, Stop
from engawa_agent.ring import Ring

# Whoever changes the file is done by then, unless the keyring asks its owner for a password.
LOCK_SECONDS = 60.0


@dataclass(frozen=True)
class Saved:
    """What the file holds: tokens by server and kind, so that no server is sent another's; None for one that the
    keyring holds. `current` is the server that commands use where none is named.
    """

    current: str = ""
    servers: Mapping[str, Mapping[str, str | None]] = field(default_factory=dict)

    def adding(self, url: str, kind: str, token: str | None) -> "Saved":
        kinds = {**self.servers.get(url, {}), kind: token}
        return Saved(self.current, {**self.servers, url: kinds})

    def without(self, url: str, kind: str) -> "Saved":
        """Without its last kind a server is forgotten. No other becomes current by that."""
        kinds = {name: token for name, token in self.servers.get(url, {}).items() if name != kind}
        others = {name: held for name, held in self.servers.items() if name != url}
        gone = not kinds and self.current == url
        return Saved("" if gone else self.current, {**others, url: kinds} if kinds else others)


@dataclass(frozen=True)
class Place:
    """Where a token is kept. `name`: keyring or file."""

    name: str
    words: str
    file: Path

    def document(self) -> dict[str, str]:
        return {"keptIn": self.name, "file": str(self.file)}


class Logins:
    """`ring` finds the keyring when it is first needed, which takes its time; None: there is none."""

    def __init__(self, path: Path, ring: Callable[[], Ring | None]) -> None:
        self.path = path
        self._find_ring = ring

    @cached_property
    def _ring(self) -> Ring | None:
        return self._find_ring()

    def saved(self) -> Saved:
        """What is in the file; nothing when there is none. Raises Stop when it cannot be read."""
        try:
            content = state.read(self.path)
            return Saved() if content is None else _read(content)
        except (state.Damaged, LookupError, TypeError, AttributeError) as error:
            message = f"The saved login at {self.path} cannot be read ({type(error).__name__})."
            hint = "Remove that file, then: engawa login --url URL"
            raise Stop(Exit.WRONG_USE, "E_BAD_LOGIN", message, hint) from error

    def token(self, url: str, kind: str) -> str:
        """Empty when none is kept. Raises Stop."""
        kinds = self.saved().servers.get(url, {})
        if kind not in kinds:
            return ""
        return kinds[kind] or self._from_ring(url, kind)

    def keep(self, url: str, kind: str, token: str) -> Place:
        """Safe on this machine when this returns, and the server is the current one. Raises Stop."""
        with self._changing() as saved:
            return self._put(saved, url, kind, token, url)

    def exchange(self, url: str, kind: str, old: str, new: str) -> Place | None:
        """Keep `new` where `old` is kept; None, and no change, where that is another one by now. Raises Stop."""
        with self._changing() as saved:
            if self.token(url, kind) != old:
                return None
            return self._put(saved, url, kind, new, saved.current)

    def forget(self, url: str, kind: str) -> None:
        """Raises Stop."""
        with self._changing() as saved:
            if saved.servers.get(url, {}).get(kind) is None and self._ring:
                with suppress(ring.Trouble):
                    self._ring.forget(url, kind)
            self._write(saved.without(url, kind))

    def _put(self, saved: Saved, url: str, kind: str, token: str, current: str) -> Place:
        place = self._into_ring(url, kind, token)
        told = None if place.name == "keyring" else token
        changed = Saved(current, saved.adding(url, kind, told).servers)
        if changed != saved:  # what is in the keyring already must not depend on room on the disk
            self._write(changed)
        return place

    def _into_ring(self, url: str, kind: str, token: str) -> Place:
        """Where there is no keyring, or one that refuses, the file is the place."""
        private = f"{self.path}, readable by you alone"
        if self._ring is None:
            return Place("file", private, self.path)
        try:
            self._ring.keep(url, kind, token)
            return Place("keyring", str(self._ring), self.path)
        except ring.Trouble as trouble:
            return Place("file", f"{private}, as {self._ring} did not take it: {trouble}", self.path)

    def _from_ring(self, url: str, kind: str) -> str:
        try:
            if self._ring is None:
                raise ring.Trouble("there is none here, or ENGAWA_KEYRING switches it off")
            return self._ring.get(url, kind) or ""
        except ring.Trouble as trouble:
            message = f"The {kind} token for {url} is in the system's keyring, which does not give it: {trouble}."
            hint = f"Unlock the keyring; or keep a token anew: engawa login --url {url}"
            raise Stop(Exit.NO_ACCESS, "E_KEYRING", message, hint) from trouble

    @contextmanager
    def _changing(self) -> Iterator[Saved]:
        """One at a time: a token that another process keeps meanwhile must not be lost. Raises Stop."""
        from filelock import FileLock

        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with FileLock(self.path.with_suffix(".lock"), timeout=LOCK_SECONDS, mode=0o600):
                yield self.saved()
        except OSError as error:
            message = f"The login could not be kept at {self.path} ({error.strerror or type(error).__name__})."
            raise Stop(Exit.FAILED, "E_LOGIN_FILE", message, "Make room, or make that folder yours.") from error

    def _write(self, saved: Saved) -> None:
        servers = {url: dict(kinds) for url, kinds in saved.servers.items()}
        state.write(self.path, current=saved.current, servers=servers)


def here() -> Logins:
    """This user's on this machine."""
    from platformdirs import user_config_path

    path = user_config_path("engawa", appauthor=False) / "login.json"
    return Logins(path, lambda: ring.system(os.environ))


def _read(content: Mapping[str, Any]) -> Saved:
    servers = {url: dict(kinds) for url, kinds in content["servers"].items()}
    if not all(isinstance(token, str | None) for kinds in servers.values() for token in kinds.values()):
        raise TypeError("a token is a text")
    return Saved(str(content["current"]), servers)
