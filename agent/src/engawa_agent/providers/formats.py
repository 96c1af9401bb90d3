"""What each API's file in this folder has, so that an engine can be given any of them."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from engawa_agent.providers.answers import Answer
from engawa_agent.providers.api_request import ApiRequest
from engawa_agent.providers.merging import Settled
from engawa_agent.providers.prompts import Prompt
from engawa_agent.providers.streaming import Decoder


class Format(Protocol):
    """A module is one: `openai_chat`, `openai_responses`, `anthropic`, `gemini`, `ollama`."""

    def request(self, prompt: Prompt, options: Settled) -> ApiRequest:
        """What to send. Raises ProviderError for what must not be left out, PromptError for what makes no request."""

    def answer(self, body: bytes, status: int, headers: Mapping[str, str], secrets: Iterable[str] = ()) -> Answer:
        """What a whole answer says. Raises ProviderError, without `secrets` in its text."""

    def decoder(self, secrets: Iterable[str] = ()) -> Decoder:
        """To be fed with an answer that is streamed."""
