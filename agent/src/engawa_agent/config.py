"""What the owner of this machine has set for its engines: flags over environment over config.toml, with sources."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from engawa_agent import keys as kept_keys
from engawa_agent.api import is_loopback
from engawa_agent.configuring import checks, fields, sources
from engawa_agent.configuring.sources import Given, Sources
from engawa_agent.errors import EngineError
from engawa_agent.key_files import Trouble
from engawa_agent.keys import Key, Keys, Origin
from engawa_agent.providers.options import UNSET, Options, Stop

DEFAULT_SECONDS = 600.0


@dataclass(frozen=True)
class Setting:
    """`source`: default, config.toml, the variable's name, or the flag as it was given, less its value."""

    value: Any
    source: str = "default"


@dataclass(frozen=True)
class EngineSettings:
    """What its owner has set for one engine. A value of None says explicitly none. `find_key` raises Trouble."""

    id: str
    settings: Mapping[str, Setting] = field(default_factory=dict)
    find_key: Callable[[], Key | None] = lambda: None

    def get(self, name: str, default: Any = None) -> Any:
        """The value; `default` where nothing is set, or explicitly none."""
        setting = self.settings.get(name)
        return default if setting is None or setting.value is None else setting.value

    @property
    def key(self) -> str:
        """Empty when there is none. Raises EngineError for one that is there and cannot be used."""
        try:
            found = self.find_key()
        except Trouble as trouble:
            raise EngineError(f"The key for {self.id} cannot be used: {trouble}.", False, "not_signed_in") from None
        if found and readable_on_the_way(self.get("url")):
            message = f"The key for {self.id} is not sent to an address that is not encrypted; use https://."
            raise EngineError(message, False, "not_signed_in")
        return found.value if found else ""

    def options(self) -> Options:
        """What it says of a request; not of tools, which are the job's to allow."""
        said: dict[str, Any] = {name: self._said(name) for name in ("model", "temperature", "max_tokens")}
        stop = self._said("stop")
        return Options(**said, stop=Stop(stop) if isinstance(stop, tuple) else stop)

    def _said(self, name: str) -> Any:
        return self.settings[name].value if name in self.settings else UNSET


@dataclass(frozen=True)
class Config:
    """`order`: ids of the engines that come first, () for the agent's own order. `timeout`: seconds an engine may take
    over one job. `engines`: what is set for each. `file` may be missing. Without `keys` no engine has one.
    """

    order: Setting = Setting(())
    timeout: Setting = Setting(DEFAULT_SECONDS)
    engines: Mapping[str, Mapping[str, Setting]] = field(default_factory=dict)
    file: Path = Path("config.toml")
    keys: Keys | None = None
    environ: Mapping[str, str] = field(default_factory=dict, repr=False)

    def engine(self, id: str) -> EngineSettings:
        return EngineSettings(id, self.engines.get(id, {}), lambda: self._find_key(id))

    def key_origin(self, id: str) -> Origin | None:
        """Where its key comes from, without asking a keyring; None where there is none. Raises Trouble."""
        return self.keys.origin(id, self.environ, *self._places(id)) if self.keys and fields.takes_key(id) else None

    def _find_key(self, id: str) -> Key | None:
        return self.keys.find(id, self.environ, *self._places(id)) if self.keys and fields.takes_key(id) else None

    def _places(self, id: str) -> tuple[str, str]:
        """The variable and the file, empty ones for none, from which its key may come."""
        file = self.engines.get(id, {}).get("key_file")
        return fields.key_variable(id), file.value if file else ""


def place(environ: Mapping[str, str]) -> Path:
    """Where the file is, or would be."""
    from platformdirs import user_config_path

    given = environ.get("ENGAWA_CONFIG")
    return Path(given).expanduser() if given else user_config_path("engawa", appauthor=False) / "config.toml"


def load(
    environ: Mapping[str, str],
    flags: Sequence[str] = (),
    path: Path | None = None,
    keys: Keys | None = None,
    installed: Collection[str] | None = None,
) -> Config:
    """What is set, all of it checked. `installed`: the ids of all engines on this machine. Raises Stop (E_CONFIG)."""
    file = path or place(environ)
    told = sources.from_file(file, required=path is None and bool(environ.get("ENGAWA_CONFIG")))
    everything = Sources(told, environ, sources.from_flags(flags))
    present = on_this_machine() if installed is None else installed
    checks.names((*everything.of(""), *told, *everything.flags), present)
    checks.variables(environ, (*everything.engines(), *present))
    ids = dict.fromkeys((*fields.OURS, *everything.engines(), *sorted(present)))
    above, engines = _merged(everything.of("")), {id: _merged(everything.of(id)) for id in ids}
    config = Config(engines=engines, file=file, keys=keys or kept_keys.here(environ), environ=environ, **above)
    for id in ids:
        _check_address(config, id)
    return config


def on_this_machine() -> frozenset[str]:
    """The ids of all engines that are installed, whoever wrote them."""
    from engawa_agent.engines.roster import GROUP

    return frozenset(point.name for point in entry_points(group=GROUP))


def readable_on_the_way(url: Any) -> bool:
    """Whether anybody between this machine and the server could read what is sent there."""
    try:
        return isinstance(url, str) and urlsplit(url).scheme == "http" and not is_loopback(url)
    except ValueError:  # of somebody else's engine, in a form of its own
        return False


def _merged(given: Iterable[Given]) -> dict[str, Setting]:
    return {one.name: Setting(checks.value_of(one), one.source) for one in given}


def _check_address(config: Config, id: str) -> None:
    url = config.engines[id].get("url")
    if url is None or not readable_on_the_way(url.value):
        return
    try:
        origin = config.key_origin(id)
    except Trouble:
        return  # the engine says it when it asks for its key, and sends nothing
    if origin:
        checks.exposed(id, url.source, origin.words)
