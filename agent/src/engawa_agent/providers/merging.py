"""Job over engine configuration over built-in default, merged once, with where each value came from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from engawa_agent.providers.failures import PromptError
from engawa_agent.providers.options import LISTS, SCALARS, UNSET, Choice, Json, Options, Stop, Tool

Layers = tuple[tuple[str, Options], ...]


@dataclass(frozen=True)
class Settled:
    """The merged options: what an adapter is given, and nothing else is.

    `sources`: field to "job", "engine" or "default", whichever had the last word; of a list also each item, as
    `tools.NAME` and `stop.SEQUENCE`. A field that nobody set is in it not at all. `refused`: what a server would not
    take and was taken back.
    """

    model: str | None = None
    temperature: float | None = None
    max_tokens: int | None = None
    stop: tuple[str, ...] = ()
    response_format: Json | None = None
    tools: tuple[Tool, ...] = ()
    tool_choice: Choice | None = None
    stream: bool | None = None
    must: frozenset[str] = frozenset()
    sources: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    refused: frozenset[str] = frozenset()

    def options(self) -> Options:
        """As one layer, which says all that the merged ones said."""
        said = {name: getattr(self, name) for name in SCALARS if name in self.sources}
        if "stop" in self.sources:
            said["stop"] = Stop(self.stop) if self.stop else None
        if "tools" in self.sources:
            said["tools"] = self.tools or None
        return Options(**said, must=self.must)

    def without(self, *names: str) -> "Settled":
        """The same less some fields, which are remembered as refused. A choice goes with its tools."""
        nothing: dict[str, Any] = {name: () if name in LISTS else None for name in names}
        if "tools" in nothing:
            nothing["tool_choice"] = None
        return replace(self, **nothing, refused=self.refused | set(names))


def merge(job: Options, engine: Options, default: Options) -> Settled:
    """Scalars replace, tools unite by name, stop lists do as they say. Raises PromptError for tools that conflict."""
    layers: Layers = (("default", default), ("engine", engine), ("job", job))
    sources: dict[str, str] = {}
    fields: dict[str, Any] = {name: _scalar(name, layers, sources) for name in SCALARS}
    fields["stop"] = _stop(layers, sources)
    fields["tools"] = _tools(layers, sources)
    must = job.must | engine.must | default.must
    return Settled(**fields, must=must, sources=MappingProxyType(sources))


def _said(name: str, layers: Layers) -> Iterable[tuple[str, Any]]:
    """Who says something of a field, and what; the last has the last word."""
    return ((source, value) for source, layer in layers if (value := getattr(layer, name)) is not UNSET)


def _scalar(name: str, layers: Layers, sources: dict[str, str]) -> Any:
    value = None
    for source, said in _said(name, layers):
        value, sources[name] = said, source
    return value


def _stop(layers: Layers, sources: dict[str, str]) -> tuple[str, ...]:
    kept: dict[str, str] = {}
    for source, stop in _said("stop", layers):
        sources["stop"] = source
        if stop is None or not stop.adds:
            kept = {}
        kept |= dict.fromkeys(stop.sequences if stop else (), source)
    sources |= {f"stop.{sequence}": source for sequence, source in kept.items()}
    return tuple(kept)


def _tools(layers: Layers, sources: dict[str, str]) -> tuple[Tool, ...]:
    kept: dict[str, tuple[Tool, str]] = {}
    for source, tools in _said("tools", layers):
        sources["tools"] = source
        if tools is None:
            kept = {}
        for tool in tools or ():
            _agree(kept, tool)
            kept[tool.name] = (tool, source)
    sources |= {f"tools.{name}": source for name, (_, source) in kept.items()}
    return tuple(tool for tool, _ in kept.values())


def _agree(kept: Mapping[str, tuple[Tool, str]], tool: Tool) -> None:
    if tool.name in kept and kept[tool.name][0].schema != tool.schema:
        raise PromptError(f"Two tools with different schemas are both called {tool.name}.")
