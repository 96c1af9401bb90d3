"""The keys for engines: from the environment, a file of their owner's, or where `engawa key set` kept them."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from engawa_agent import key_files, ring, state
from engawa_agent.errors import Exit, Stop
from engawa_agent.keeping import Place
from engawa_agent.key_files import Trouble, usable
from engawa_agent.ring import Ring

IDS = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
RING_KIND = "key"
IN_RING = "the system's keyring"


@dataclass(frozen=True)
class Key:
    """`source`: where it comes from, in words."""

    value: str = field(repr=False)
    source: str


@dataclass(frozen=True)
class Origin:
    """Where a key comes from. `quick`: `read`, which raises Trouble, asks nobody for a password."""

    words: str
    read: Callable[[], str]
    quick: bool = True


class Keys:
    """One key for each engine. What is kept is a file for each in `folder`, which holds the key where no keyring does.

    `ring` finds the keyring when it is first needed; None: there is none.
    """

    def __init__(self, folder: Path, ring: Callable[[], Ring | None]) -> None:
        self.folder = folder
        self._find_ring = ring
        self._given_by_ring: dict[str, Key] = {}

    @cached_property
    def _ring(self) -> Ring | None:
        return self._find_ring()

    def origin(self, engine: str, environ: Mapping[str, str], variable: str = "", key_file: str = "") -> Origin | None:
        """Where this engine's key comes from, without asking a keyring; None where it has none. Raises Trouble."""
        if variable and environ.get(variable):
            return Origin(variable, lambda: environ[variable])
        if key_file:
            return Origin(f"{key_file} (key_file)", lambda: key_files.text(key_files.named(key_file)))
        return self._kept(engine)

    def find(self, engine: str, environ: Mapping[str, str], variable: str = "", key_file: str = "") -> Key | None:
        """The key itself. What the keyring gave once it is not asked for again. Raises Trouble."""
        origin = self.origin(engine, environ, variable, key_file)
        if origin is None or origin.quick:
            return Key(usable(origin.read(), origin.words), origin.words) if origin else None
        if engine not in self._given_by_ring:
            value = origin.read()
            if not value:
                return None  # somebody took it out of the keyring
            self._given_by_ring[engine] = Key(usable(value, origin.words), origin.words)
        return self._given_by_ring[engine]

    def kept(self) -> tuple[str, ...]:
        """The engines whose keys are kept here, sorted."""
        return tuple(sorted(path.name for path in self.folder.glob("*") if IDS.fullmatch(path.name)))

    def keep(self, engine: str, value: str) -> Place:
        """Safe on this machine when this returns. Raises Stop."""
        self._given_by_ring.pop(engine, None)
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            place = self._into_ring(engine, value)
            state.write(place.file, key=None if place.name == "keyring" else value)
        except OSError as error:
            raise _unkept(self.folder, error) from error
        return place

    def forget(self, engine: str) -> bool:
        """Whether there was one. Raises Stop where a keyring holds it and does not let go of it."""
        self._given_by_ring.pop(engine, None)
        if engine not in self.kept():
            return False
        if self._is_in_ring(engine):
            self._out_of_ring(engine)
        try:
            (self.folder / engine).unlink(missing_ok=True)
        except OSError as error:
            raise _unkept(self.folder, error) from error
        return True

    def _kept(self, engine: str) -> Origin | None:
        if engine not in self.kept():
            return None
        path = self.folder / engine
        content = _content(path)
        if content is None:
            return Origin(IN_RING, lambda: self._from_ring(engine), quick=False)
        return Origin(str(path), lambda: content)

    def _is_in_ring(self, engine: str) -> bool:
        """A file that is damaged may go, too."""
        try:
            return _content(self.folder / engine) is None
        except Trouble:
            return False

    def _into_ring(self, engine: str, value: str) -> Place:
        """Where there is no keyring, or one that refuses, the file is the place."""
        path = self.folder / engine
        words = f"{path}, readable by you alone"
        if self._ring is None:
            return Place("file", words, path)
        try:
            self._ring.keep(_service(engine), RING_KIND, value)
            return Place("keyring", str(self._ring), path)
        except ring.Trouble as trouble:
            return Place("file", f"{words}, as {self._ring} did not take it: {trouble}", path)

    def _from_ring(self, engine: str) -> str:
        if self._ring is None:
            raise Trouble(f"it is in {IN_RING}, but there is none here, or ENGAWA_KEYRING switches it off")
        try:
            return self._ring.get(_service(engine), RING_KIND) or ""
        except ring.Trouble as trouble:
            raise Trouble(f"{self._ring} does not give it: {trouble}") from None

    def _out_of_ring(self, engine: str) -> None:
        try:
            if self._from_ring(engine) and self._ring:
                self._ring.forget(_service(engine), RING_KIND)
        except (Trouble, ring.Trouble) as trouble:
            message = f"The key for {engine} cannot be forgotten: {trouble}."
            hint = (
                f"Unlock the keyring; or remove `engawa {_service(engine)}` in it, and the file {self.folder / engine}"
            )
            raise Stop(Exit.FAILED, "E_KEYRING", message, hint) from trouble


def here(environ: Mapping[str, str] = os.environ) -> Keys:
    """This user's on this machine."""
    from platformdirs import user_config_path

    return Keys(user_config_path("engawa", appauthor=False) / "keys", lambda: ring.system(environ))


def _service(engine: str) -> str:
    """A login's is an address, so they cannot be taken for each other."""
    return f"key of {engine}"


def _content(path: Path) -> str | None:
    """None for a key that the keyring holds."""
    key_files.text(path)  # refuses one that others can read
    try:
        key = (state.read(path) or {})["key"]
    except (state.Damaged, LookupError):
        raise Trouble(f"{path} is damaged; keep the key anew: engawa key set {path.name}") from None
    return key if isinstance(key, str | None) else ""


def _unkept(folder: Path, error: OSError) -> Stop:
    message = f"{folder}, where keys are kept, cannot be used: {error.strerror or type(error).__name__}."
    return Stop(Exit.FAILED, "E_KEY_FILE", message, "Make room, or make that folder yours.")
