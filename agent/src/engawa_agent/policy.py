"""What the owner of this machine lets the agent do, whatever the cloud asks for."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from engawa_agent import quiet
from engawa_agent.engines import request_of
from engawa_agent.errors import Exit, Stop
from engawa_agent.quiet import Quiet
from engawa_text import units

DAY_SECONDS = 86_400
LONGEST_NAME = 80  # a refusal is told to the server, which takes 200 characters


@dataclass(frozen=True)
class Policy:
    """None stands for no limit. `max_characters` in UTF-16 units; `job_seconds` is the engine's time for one job."""

    engines: tuple[str, ...] | None = None
    submitters: tuple[str, ...] | None = None
    max_characters: int | None = None
    max_per_hour: int | None = None
    confirm: bool = False
    on_battery: str = "pause"
    quiet_hours: tuple[Quiet, ...] = ()
    job_seconds: float = 600.0

    def refusal(self, job: Mapping[str, Any]) -> str | None:
        """Why this job does not run here, as `it is from Aoki, who ...`; None when it may."""
        return self._submitted_by_another(job) or self._too_long(job)

    def engines_of(self, asked: Sequence[str]) -> tuple[str, ...]:
        """The engines to load: those asked for on the command line, else those that the policy names.

        Empty stands for all. Raises Stop for one that the policy does not name.
        """
        for name in asked:
            if self.engines is not None and name not in self.engines:
                message = f"--engine {name}: this machine's policy allows only {', '.join(self.engines)}."
                raise Stop(Exit.WRONG_USE, "E_POLICY", message, "Choose one of these, or change the policy.")
        return tuple(asked) or self.engines or ()

    def _submitted_by_another(self, job: Mapping[str, Any]) -> str | None:
        by = submitter(job)
        if self.submitters is None or by & set(self.submitters):
            return None
        who = f"it is from {' / '.join(sorted(by))[:LONGEST_NAME]}" if by else "it does not say who it is from"
        return f"{who}, and this machine's policy names its submitters"

    def _too_long(self, job: Mapping[str, Any]) -> str | None:
        count = characters(job)
        if self.max_characters is None or count <= self.max_characters:
            return None
        return f"it has {count:,} characters, and this machine's policy allows {self.max_characters:,}"


def submitter(job: Mapping[str, Any]) -> frozenset[str]:
    """Id and name of the token that ordered it, as far as they are told."""
    by = job.get("createdBy")
    told = (by.get("name"), by.get("id")) if isinstance(by, Mapping) else ()
    return frozenset(each for each in told if isinstance(each, str) and each)


def characters(job: Mapping[str, Any]) -> int:
    """How much an engine would get to read: instruction, context and prompt, in UTF-16 units."""
    request = request_of(job, 0)
    return sum(map(units.length, (request.instruction, request.context, request.prompt)))


def path() -> Path:
    from platformdirs import user_config_path

    return user_config_path("engawa", appauthor=False) / "policy.toml"


def load(given: Path | None) -> Policy:
    """The policy in `given` (--policy), else the one beside the saved login, else none. Raises Stop.

    Whatever is not understood is refused: a policy that is misread must not be looser than it was meant.
    """
    file = given or path()
    try:
        content = tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        if given is None:
            return Policy()
        _refuse(f"--policy {given}: there is no such file.")
    except (OSError, ValueError, RecursionError) as error:
        _refuse(f"The policy {file} cannot be read: {error}")
    return Policy(**{key: _value(file, key, value) for key, value in content.items()})


def _value(file: Path, key: str, value: Any) -> Any:
    if key not in KEYS:
        _refuse(f"The policy {file} has an unknown key, {key!r}. The keys are: {', '.join(KEYS)}.")
    read, expected = KEYS[key]
    try:
        return read(value)
    except (ValueError, TypeError, LookupError):
        _refuse(f"The policy {file} says {key} = {_shown(value)}, but it must be {expected}.")


def _refuse(message: str) -> NoReturn:
    raise Stop(Exit.WRONG_USE, "E_BAD_POLICY", message, "Mend it; nothing runs under a policy that is not understood.")


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _names(value: Any) -> tuple[str, ...]:
    """An empty list could mean nobody or everybody."""
    if not isinstance(value, list) or not value or not all(isinstance(name, str) and name.strip() for name in value):
        raise ValueError(value)
    return tuple(dict.fromkeys(name.strip() for name in value))


def _count(value: Any) -> int:
    if type(value) is not int or value < 1:  # True is an int, too
        raise ValueError(value)
    return value


def _seconds(value: Any) -> float:
    if type(value) not in (int, float) or not 1 <= value <= DAY_SECONDS:
        raise ValueError(value)
    return float(value)


def _yes_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(value)
    return value


def _battery(value: Any) -> str:
    return {"pause": "pause", "run": "run"}[value]


def _hours(value: Any) -> tuple[Quiet, ...]:
    if not isinstance(value, list):
        raise ValueError(value)
    return tuple(quiet.parse(_text(one)) for one in value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(value)
    return value


# key -> (reads its value, raising when it is not what the words say, what it must be)
KEYS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "engines": (_names, 'a list of engines\' ids, such as ["ollama"]; `engawa engines` lists them'),
    "submitters": (_names, 'a list of tokens\' names or ids, such as ["Aoki"]'),
    "max_characters": (_count, "a whole number, 1 or more"),
    "max_per_hour": (_count, "a whole number, 1 or more"),
    "confirm": (_yes_no, "true or false"),
    "on_battery": (_battery, '"pause" or "run"'),
    "quiet_hours": (_hours, 'a list of times of day, such as ["22:00-07:00", "Mon-Fri 12:00-13:00"]'),
    "job_seconds": (_seconds, f"a number of seconds, 1 to {DAY_SECONDS}"),
}
