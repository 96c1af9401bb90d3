"""Which engines there are, in the order in which they are preferred, and which of them work now."""

import inspect
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from engawa_agent.cleaning import cleaned
from engawa_agent.config import Config, EngineSettings
from engawa_agent.engines import Check, Engine, Progress, Reply, Request
from engawa_agent.errors import Cancelled, EngineError, Exit, Stop

GROUP = "engawa_agent.engines"
# The better ones first. Others' engines come before the embedded model, which is what is left when nothing else is.
ORDER = (
    "copilot-cli",
    "claude-code",
    "codex-cli",
    "gemini-cli",
    "apple-ai",
    "ollama",
    "openai-compatible",
    "anthropic",
    "gemini",
)
LAST = ("embedded",)
ONLY_BY_NAME = ("mock",)


@dataclass(frozen=True)
class Checked:
    engine: Engine
    check: Check


class Broken:
    """Stands in for an engine of somebody's that cannot be loaded, so that it hides no other."""

    def __init__(self, name: str, reason: str) -> None:
        self.id = name
        self.label = name
        self._reason = reason

    def check(self) -> Check:
        return Check(False, self._reason, f"pip uninstall or update the package of {self.id}", "broken")

    def run(self, request: Request, cancel: threading.Event, progress: Progress) -> Reply:
        raise EngineError(self._reason, True, "engine_failed")


def load(
    only: Sequence[str] = (), config: Config | None = None, points: Iterable[EntryPoint] | None = None
) -> list[Engine]:
    """The engines named in `only`, in that order; without it all but the mock, those first that `config` puts first.
    Raises Stop for an unknown name.
    """
    known = {point.name: point for point in (entry_points(group=GROUP) if points is None else points)}
    for name in only:
        if name not in known:
            message = f"{name}: there is no such engine. There are: {', '.join(ordered(known))}."
            raise Stop(Exit.WRONG_USE, "E_UNKNOWN_ENGINE", message, "engawa engines")
    config = config or Config()
    first = tuple(config.order.value)
    names = only or [name for name in ordered(known, first) if name not in ONLY_BY_NAME]
    return [_loaded(known[name], config.engine(name)) for name in dict.fromkeys(names)]


def ordered(names: Iterable[str], first: Sequence[str] = ()) -> list[str]:
    """By preference: those in `first`, then as we know them, then others' engines, then what is left."""

    def place(name: str) -> tuple[int, str]:
        if name in first:
            return first.index(name) - len(first), name
        if name in ORDER:
            return ORDER.index(name), name
        return len(ORDER) + (LAST + ONLY_BY_NAME).index(name) + 1 if name in LAST + ONLY_BY_NAME else len(ORDER), name

    return sorted(names, key=place)


def check_all(engines: Sequence[Engine]) -> list[Checked]:
    """Check them side by side, in their order: a slow or a dead one holds up no other."""
    with ThreadPoolExecutor(max_workers=max(1, len(engines))) as pool:
        return [Checked(engine, check) for engine, check in zip(engines, pool.map(_checked, engines), strict=True)]


def run(engine: Engine, request: Request, cancel: threading.Event, progress: Progress) -> Reply:
    """Run an engine, whoever wrote it: whatever else it raises becomes an EngineError."""
    try:
        return engine.run(request, cancel, progress)
    except (Cancelled, EngineError):
        raise
    except Exception as error:
        message = f"{engine.id} broke: {type(error).__name__}: {cleaned(str(error))}"
        raise EngineError(message, True, "engine_failed") from error


def no_engine(checked: Sequence[Checked]) -> Stop:
    """What to say when nothing can be used: which were looked for, why not, and how to get one."""
    lines = [f"  {one.engine.id}: {one.check.state} - {one.check.reason}" for one in checked]
    message = "\n".join(["No engine on this machine can be used. Looked for:", *lines])
    return Stop(Exit.NO_ENGINE, "E_NO_ENGINE", message, _way_out(checked))


def _way_out(checked: Sequence[Checked]) -> str:
    if any(one.engine.id in LAST for one in checked):
        return "engawa engines install embedded   (a small model, 200 MB, no account), or see: engawa engines"
    return next((one.check.how_to_get for one in checked if one.check.how_to_get), "engawa engines")


def _loaded(point: EntryPoint, settings: EngineSettings) -> Engine:
    try:
        make = point.load()
        engine: Engine = make(settings) if "settings" in inspect.signature(make).parameters else make()
        return engine
    except Exception as error:  # noqa: BLE001  others' code
        return Broken(point.name, f"it cannot be loaded: {type(error).__name__}: {cleaned(str(error))}")


def _checked(engine: Engine) -> Check:
    try:
        return engine.check()
    except Exception as error:  # noqa: BLE001  others' code
        return Check(False, f"its check broke: {type(error).__name__}: {cleaned(str(error))}", "", "broken")
