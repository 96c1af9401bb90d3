"""Any server of OpenAI's API: OpenAI, LM Studio, llama.cpp, vLLM. Used when its address is set."""

import threading
from urllib.parse import urlsplit

from engawa_agent.api import is_loopback
from engawa_agent.config import EngineSettings
from engawa_agent.engines import Check, Progress, Reply, Request, offers
from engawa_agent.engines.conversation import Line, line_of
from engawa_agent.engines.exchange import Server, call
from engawa_agent.engines.offers import Offer
from engawa_agent.engines.window import Window
from engawa_agent.errors import EngineError
from engawa_agent.providers import openai_chat, openai_compatible, openai_responses
from engawa_agent.providers.formats import Format

HOW_TO_SET = "export ENGAWA_OPENAI_URL=http://127.0.0.1:1234/v1   (or url = in config.toml)"
OPENAI = "api.openai.com"


class OpenAiCompatible:
    """Its own settings, not OPENAI_API_KEY: a key that is there for something else must not pay for this."""

    id = "openai-compatible"

    def __init__(self, settings: EngineSettings = EngineSettings(id)) -> None:  # noqa: B008  it is frozen
        self._settings = settings
        self._url = settings.get("url", "").rstrip("/")
        self._wanted = self._model = settings.get("model", "")
        self._window = Window(settings.get("window"))
        self.label = "OpenAI-compatible server"

    def check(self) -> Check:
        if not self._url:
            return Check(False, "no address is set", HOW_TO_SET, "not configured")
        try:
            offered = offers.of_list(call(self._server(), "/models"))
        except EngineError as error:
            return offers.failed(error, HOW_TO_SET)
        chosen = offers.choose(offered, self._wanted, HOW_TO_SET, first_will_do=not self._is_openai())
        if isinstance(chosen, Check):
            return chosen
        self._take(chosen)
        return Check(True)

    def run(self, request: Request, cancel: threading.Event, progress: Progress) -> Reply:
        return self._line().ask(request, cancel, progress)

    def _take(self, offer: Offer) -> None:
        self._model = offer.model
        self._window.tell(self._model, offer.window or self._loaded())
        self.label = f"{self._model.rpartition('/')[2]} at {self._server().name}"  # llama.cpp names it by its file

    def _loaded(self) -> int | None:
        """llama.cpp tells the window with which a model was loaded at another place than its models."""
        if not is_loopback(self._url):
            return None
        try:
            told = call(Server(self._url.removesuffix("/v1"), self._settings.key), "/props", seconds=1.0)
            number = told["default_generation_settings"]["n_ctx"]
        except (EngineError, LookupError, TypeError):
            return None
        return number if type(number) is int and number > 0 else None

    def _line(self) -> Line:
        return line_of(self._settings, self._server(), self._api(), self._model, self._window)

    def _api(self) -> Format:
        if self._settings.get("api") == "responses":
            return openai_responses
        return openai_chat if self._is_openai() else openai_compatible

    def _is_openai(self) -> bool:
        return bool(urlsplit(self._url).hostname == OPENAI)

    def _server(self) -> Server:
        return Server(self._url, self._settings.key)
