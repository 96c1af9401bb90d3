"""What a setting's value may be: as TOML holds it, or as the text of a variable or a flag."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

DAY_SECONDS = 86_400
MOST_TOKENS = 100_000_000
MOST_THREADS = 1024
SMALLEST_WINDOW = 256  # tokens; into less not even an instruction fits
HOTTEST = 100
NONE_WORDS = ("none", "false")


@dataclass(frozen=True)
class Kind:
    """`read` takes what TOML holds, `parse` makes that of a text; both raise ValueError or TypeError for what is not as
    `expected` says. `told`: whether an error may repeat the value.
    """

    read: Callable[[Any], Any]
    parse: Callable[[str], Any]
    expected: str
    told: bool = True


def or_none(kind: Kind) -> Kind:
    """The same, or false (in a text also none): explicitly none, which is read as None."""
    return Kind(
        lambda value: None if _is_none(value) else kind.read(value),
        lambda text: False if _is_none(text) else kind.parse(text),
        f"{kind.expected}; or false for none",
        kind.told,
    )


def _is_none(value: Any) -> bool:
    return value is False or (isinstance(value, str) and value.strip().lower() in NONE_WORDS)


def _number(text: str) -> int | float:
    plain = text.strip()
    if not plain.isascii() or "_" in plain:
        raise ValueError
    return int(plain) if re.fullmatch("[+-]?[0-9]{1,18}", plain) else float(plain)


def _texts(text: str) -> Any:
    """Separated by commas; as a JSON list where an item holds one, or a line break."""
    if text.lstrip().startswith("["):
        return json.loads(text)
    return [item.strip() for item in text.split(",") if item.strip()]


def _name(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or not value.strip().isprintable():
        raise ValueError
    return value.strip()


def _names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError
    return tuple(dict.fromkeys(map(_name, value)))


def _endings(value: Any) -> tuple[str, ...] | None:
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        raise ValueError
    "".join(value).encode()  # half a character could not be sent
    return tuple(dict.fromkeys(value)) or None


def _whole(least: int, most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:  # True is an int, too
            raise ValueError
        return value

    return read


def _between(least: float, most: float) -> Callable[[Any], float]:
    def read(value: Any) -> float:
        if type(value) not in (int, float) or not least <= value <= most:  # nan is not
            raise ValueError
        return float(value)

    return read


def _url(value: Any) -> str:
    url = _name(value)
    parts = urlsplit(url)
    usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    if not usable or re.search(r"[\s?#@\\]", url):
        raise ValueError
    return url.rstrip("/")


def _one_of(*words: str) -> Callable[[Any], str]:
    return lambda value: words[words.index(value)]


def _file(value: Any) -> str:
    """A relative one would be another in each folder that a command is typed in."""
    name = _name(value)
    if not (name.startswith("~") or Path(name).is_absolute()):
        raise ValueError
    return name


def _table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError
    json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    return value


def _plain(text: str) -> str:
    return text


ADDRESS = Kind(
    _url,
    _plain,
    "an address such as http://127.0.0.1:1234/v1, without a password, ? and #",
    told=False,
)
NAME = or_none(Kind(_name, _plain, 'a name, such as "qwen3"'))
API = Kind(_one_of("chat", "responses"), _plain, '"chat" or "responses"')
TEMPERATURE = or_none(Kind(_between(0, HOTTEST), _number, f"a number, 0 to {HOTTEST}"))
ANSWER_TOKENS = or_none(Kind(_whole(1, MOST_TOKENS), _number, f"a whole number of tokens, 1 to {MOST_TOKENS:,}"))
ENDINGS = or_none(Kind(_endings, _texts, 'a list of texts, such as ["END"]'))
WINDOW = Kind(
    _whole(SMALLEST_WINDOW, MOST_TOKENS), _number, f"a whole number of tokens, {SMALLEST_WINDOW} to {MOST_TOKENS:,}"
)
SECONDS = Kind(_between(1, DAY_SECONDS), _number, f"a number of seconds, 1 to {DAY_SECONDS:,}")
NAMES = Kind(_names, _texts, 'a list of names, such as ["read_node"]')
ENGINES = Kind(_names, _texts, 'a list of engines\' ids, such as ["ollama"]; `engawa engines` lists them')
FILE = Kind(_file, _plain, "a file's whole path, such as ~/.keys/openai", told=False)
TABLE = Kind(_table, json.loads, 'a table of JSON values, such as {"top_k": 20}', told=False)
THREADS = Kind(_whole(1, MOST_THREADS), _number, f"a whole number, 1 to {MOST_THREADS:,}")
