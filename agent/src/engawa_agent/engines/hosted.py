"""A provider's own API in the network: used when a key for it is kept on this machine and a model is chosen."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engawa_agent.config import EngineSettings
from engawa_agent.engines import Check, Progress, Reply, Request, offers
from engawa_agent.engines.conversation import line_of
from engawa_agent.engines.exchange import Server, call
from engawa_agent.engines.offers import Offer
from engawa_agent.engines.window import Window
from engawa_agent.errors import EngineError
from engawa_agent.providers.formats import Format


@dataclass(frozen=True)
class Provider:
    """`models` is the path of its list, which `offers` reads; `headers` go with every request beside the key's."""

    id: str
    name: str
    url: str
    key_header: str
    models: str
    offers: Callable[[Any], Sequence[Offer]]
    api: Format
    headers: Mapping[str, str] = field(default_factory=dict)


class Hosted:
    """An engine for one provider. A model has to be chosen: each has its price, and that is its owner's to weigh."""

    def __init__(self, provider: Provider, settings: EngineSettings) -> None:
        self.id = provider.id
        self.label = provider.name
        self._provider = provider
        self._settings = settings
        self._model = settings.get("model", "").removeprefix("models/")
        self._window = Window(settings.get("window"))

    def check(self) -> Check:
        set_key, set_model = f"engawa key set {self.id}", f"engawa config   shows where to set {self.id}.model"
        try:
            if not self._settings.key:
                return Check(False, "no key is set", set_key, "not configured")
            listed = call(self._server(), self._provider.models, headers=self._provider.headers)
        except EngineError as error:
            return offers.failed(error, set_key)
        chosen = offers.choose(self._provider.offers(listed), self._model, set_model, first_will_do=False)
        if isinstance(chosen, Check):
            return chosen
        self._window.tell(chosen.model, chosen.window)
        self.label = f"{self._provider.name} {self._model}"
        return Check(True)

    def run(self, request: Request, cancel: threading.Event, progress: Progress) -> Reply:
        line = line_of(self._settings, self._server(), self._provider.api, self._model, self._window)
        return line.ask(request, cancel, progress)

    def _server(self) -> Server:
        url = self._settings.get("url", self._provider.url).rstrip("/")
        return Server(url, self._settings.key, self._provider.key_header)
