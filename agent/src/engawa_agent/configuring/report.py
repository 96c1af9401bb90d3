"""What is set, for its owner to read: each value with where it comes from, and no secret."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engawa_agent.cleaning import cleaned
from engawa_agent.config import Config, Setting
from engawa_agent.key_files import Trouble

HIDDEN = "***"
SECRET_NAMES = re.compile(r"(?:^|_)(?:key|token|secret|passw(?:or)?d|credentials?|auth(?:orization)?|cookie)$|apikey")
USER_IN_URL = re.compile(r"(?<=://)[^/\s]+@")


@dataclass(frozen=True)
class Row:
    """`engine` is "" for what stands above all engines."""

    engine: str
    name: str
    value: Any
    source: str

    @property
    def title(self) -> str:
        return f"{self.engine}.{self.name}" if self.engine else self.name


@dataclass(frozen=True)
class KeyRow:
    """An engine that has a key; `trouble`: why that cannot be used, as far as can be told without asking a keyring."""

    engine: str
    source: str
    trouble: str = ""

    def document(self) -> dict[str, Any]:
        return {
            "engine": self.engine,
            "usable": not self.trouble,
            "source": self.source,
            "trouble": self.trouble or None,
        }


def rows(config: Config) -> Iterator[Row]:
    yield _row("", "order", config.order)
    yield _row("", "timeout", config.timeout)
    for id, settings in config.engines.items():
        for name, setting in settings.items():
            yield _row(id, name, setting)


def key_rows(config: Config) -> Iterator[KeyRow]:
    """Also those of engines that are not here any more."""
    for id in dict.fromkeys((*config.engines, *(config.keys.kept() if config.keys else ()))):
        try:
            origin = config.key_origin(id)
            if origin and origin.quick:
                config.engine(id).find_key()
        except Trouble as trouble:
            yield KeyRow(id, "", str(trouble))
        else:
            if origin:
                yield KeyRow(id, origin.words)


def words(value: Any) -> str:
    """A value in one line."""
    match value:
        case None:
            return "none"
        case str():
            return value
        case float():
            return f"{value:g}"
        case []:
            return "(empty)"
        case list() if all(isinstance(item, str) and item == item.strip() and item for item in value):
            return ", ".join(value)
    return json.dumps(value, ensure_ascii=False, default=str)


def _row(engine: str, name: str, setting: Setting) -> Row:
    return Row(engine, name, without_secrets(name, setting.value), setting.source)


def without_secrets(name: str, value: Any) -> Any:
    """The value as JSON has it, where neither a name nor a text's own form says that it is a secret."""
    if SECRET_NAMES.search(name.lower().replace("-", "_")) and value:
        return HIDDEN
    match value:
        case dict():
            return {key: without_secrets(str(key), item) for key, item in value.items()}
        case list() | tuple():
            return [without_secrets("", item) for item in value]
        case str() if HIDDEN in (clean := cleaned(USER_IN_URL.sub(f"{HIDDEN}@", value))):
            return clean
    return value
