"""OpenAI's chat API in its older form, to which the many servers keep that speak it."""

from engawa_agent.providers import openai_chat
from engawa_agent.providers.api_request import ApiRequest
from engawa_agent.providers.merging import Settled
from engawa_agent.providers.openai_chat import answer, decoder
from engawa_agent.providers.prompts import Prompt

__all__ = ["answer", "decoder", "request"]


def request(prompt: Prompt, options: Settled) -> ApiRequest:
    """For `{base}/chat/completions`, the base ending in `/v1`. Raises ProviderError for what must not be left out."""
    return openai_chat.request(prompt, options, "compatible")
