"""Where a setting may be said: in the file, in the environment, on the command line."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from engawa_agent.configuring import fields
from engawa_agent.errors import Exit, Stop

FORM = "ENGINE.SETTING=VALUE, such as ollama.model=qwen3; or timeout=300"


@dataclass(frozen=True)
class Given:
    """One setting as somebody said it. `engine` is "" for what stands above all engines; `is_text`: the value is a
    text that is yet to be parsed. `source` names the place in short, `where` in an error.
    """

    engine: str
    name: str
    value: Any
    is_text: bool
    source: str
    where: str


@dataclass(frozen=True)
class Sources:
    file: tuple[Given, ...]
    environ: Mapping[str, str]
    flags: tuple[Given, ...]

    def of(self, engine: str) -> Iterator[Given]:
        """The last has the last word."""
        yield from (given for given in self.file if given.engine == engine)
        yield from _from_environ(self.environ, engine)
        yield from (given for given in self.flags if given.engine == engine)

    def engines(self) -> tuple[str, ...]:
        """Those that the file or a flag names, sorted."""
        return tuple(sorted({given.engine for given in (*self.file, *self.flags)} - {""}))


def refuse(message: str, hint: str = "engawa config --help   (lists what can be set)") -> NoReturn:
    raise Stop(Exit.WRONG_USE, "E_CONFIG", message, hint) from None


def from_file(path: Path, required: bool) -> tuple[Given, ...]:
    """What `path` says; nothing where there is no such file and it is not `required`. Raises Stop."""
    content = _content(path, required)
    engines = content.pop("engines", {})
    if not isinstance(engines, dict) or not all(isinstance(table, dict) for table in engines.values()):
        refuse(f"{path.name}: engines: it must be tables, such as [engines.ollama].", f"Mend {path}")
    above = [_in_file(path, "", name, value) for name, value in content.items()]
    below = [_in_file(path, id, name, value) for id, table in engines.items() for name, value in table.items()]
    return (*above, *below)


def from_flags(flags: Sequence[str]) -> tuple[Given, ...]:
    """Each `ENGINE.SETTING=VALUE`. Raises Stop, without the flag's words: there could be a key in them."""
    return tuple(map(_from_flag, flags))


def _content(path: Path, required: bool) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        if required:
            refuse(f"ENGAWA_CONFIG names {path}, but there is no such file.", "unset ENGAWA_CONFIG, or make that file")
        return {}
    except UnicodeDecodeError as error:
        refuse(f"{path.name}: it is no text in UTF-8 (byte {error.start + 1}).", f"Mend {path}")
    except OSError as error:
        refuse(f"{path.name}: it cannot be read: {error.strerror or type(error).__name__}.", f"Mend {path}")
    except (ValueError, RecursionError) as error:  # its own words tell the line and the column
        refuse(f"{path.name}: it is no TOML: {error}.", f"Mend {path}")


def _in_file(path: Path, engine: str, name: str, value: Any) -> Given:
    where = f"engines.{engine}.{name}" if engine else name
    return Given(engine, name, value, False, path.name, f"{path.name}: {where}")


def _from_environ(environ: Mapping[str, str], engine: str) -> Iterator[Given]:
    """An empty variable is one that is not set."""
    for name, variable in _variables(environ, engine).items():
        if environ.get(variable):
            yield Given(engine, name, environ[variable], True, variable, variable)


def _variables(environ: Mapping[str, str], engine: str) -> Mapping[str, str]:
    """Variables by setting. Of somebody else's engine any that begins with its name, less its key."""
    if not engine or engine in fields.OURS:
        return {name: fields.variable(engine, name) for name in fields.kinds(engine)}
    begin = f"{fields.variable(engine, '')}_"
    if not fields.own_prefix(engine):
        return {}
    named = {name.removeprefix(begin).lower(): name for name in environ if name.startswith(begin)}
    return {name: variable for name, variable in named.items() if name not in ("", "key")}


def _from_flag(flag: str) -> Given:
    target, equals, value = flag.partition("=")
    engine, dot, name = target.strip().rpartition(".")
    if not equals or not name or (dot and not engine):
        refuse(f"--set: it must be {FORM}.")
    place = f"--set {target.strip()}"
    return Given(engine, name, value, True, place, place)
