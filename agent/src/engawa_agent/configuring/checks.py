"""What is refused of a configuration, in words by which its owner can mend it."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NoReturn

from engawa_agent.configuring import fields
from engawa_agent.configuring.sources import Given, refuse
from engawa_agent.configuring.values import Kind

LONGEST = 60  # characters of a value that an error shows
KEY_NAMES = ("key", "api_key", "apikey", "token", "secret", "password")
SEEN = "this one counts as seen: revoke it at its provider, make another"


def value_of(given: Given) -> Any:
    """The value, read. Raises Stop for a setting that does not exist or a value that is none for it."""
    known = fields.kinds(given.engine)
    ours = not given.engine or given.engine in fields.OURS
    _no_key(given, KEY_NAMES if ours else KEY_NAMES[:1])
    kind = known.get(given.name)
    if kind is not None:
        return _read(given, kind)
    return _unknown(given, known) if ours else given.value


def names(given: Iterable[Given], installed: Collection[str]) -> None:
    """Raises Stop for the id of an engine that is neither ours nor installed, and looks like one that is."""
    known = {*fields.OURS, *installed}
    for one in given:
        ids = [one.engine] if one.engine else value_of(one) if one.name == "order" else []
        for id in ids:
            if id not in known and (meant := fields.near(id, known)):
                refuse(f"{one.where}: there is no engine {id}; did you mean {meant}?", "engawa engines   (lists them)")


def variables(environ: Mapping[str, str], others: Iterable[str]) -> None:
    """Raises Stop for a variable of one of our engines that looks misspelled; `others` have variables of their own."""
    taken = {fields.prefix(id): id for id in (*others, *fields.OURS)}
    for variable in sorted(environ):
        begun = [begin for begin in taken if variable.startswith(f"ENGAWA_{begin}_")]
        engine = taken[max(begun, key=len)] if begun else ""
        if engine in fields.OURS and environ[variable]:
            _spelled(variable, engine)


def exposed(engine: str, source: str, key_from: str) -> NoReturn:
    """A key must not travel readable by anybody."""
    refuse(
        f"{source}: the address of {engine} is not encrypted, so anybody on the way could read its key ({key_from}).",
        f"Use its https:// address; or give it no key: engawa key forget {engine}",
    )


def _read(given: Given, kind: Kind) -> Any:
    try:
        return kind.read(kind.parse(given.value) if given.is_text else given.value)
    except (ValueError, TypeError, RecursionError):
        says = f", but it is {_shown(given.value)}" if kind.told else ""
        refuse(f"{given.where}: it must be {kind.expected}{says}.")


def _unknown(given: Given, known: Mapping[str, Kind]) -> NoReturn:
    if not given.engine and given.name in fields.OURS:
        refuse(f"{given.where}: an engine's table is called [engines.{given.name}].")
    meant = fields.near(given.name, known)
    guess = f"did you mean {meant}? There are" if meant else "there are"
    refuse(f"{given.where}: there is no such setting; {guess} {', '.join(known)}.")


def _no_key(given: Given, key_names: Collection[str]) -> None:
    """The value is never shown: it may well be a key that works."""
    if given.name.lower().replace("-", "_") not in key_names:
        return
    who = "other users can read command lines" if given.is_text else "this file is copied, shown and shared"
    keep = f"engawa key set {given.engine or 'ENGINE'}"
    refuse(
        f"{given.where}: a key does not belong here, as {who}; {SEEN}.", f"{keep}   (asks for it, and keeps it safe)"
    )


def _spelled(variable: str, engine: str) -> None:
    name = variable.removeprefix(f"ENGAWA_{fields.prefix(engine)}_").lower()
    known = [*fields.kinds(engine), *(["key"] if fields.takes_key(engine) else [])]
    meant = fields.near(name, known)
    if name not in known and meant:
        refuse(f"{variable}: there is no such variable; did you mean {fields.variable(engine, meant)}?")


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
