"""What servers say of a text that is too long: understood as that, and the window in it read."""

import json
from typing import Any

import pytest

from engawa_agent.providers import openai_chat, window_words
from engawa_agent.providers.failures import ProviderError


def refused(status: int, body: Any) -> ProviderError:
    with pytest.raises(ProviderError) as error:
        openai_chat.answer(json.dumps(body).encode(), status, {})
    return error.value


def an_error(message: str, **fields: Any) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", **fields}}


LONG = {"code": "context_length_exceeded"}
WORDS: dict[str, tuple[int, Any, int | None]] = {
    "OpenAI": (
        400,
        an_error(
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 8312.", **LONG
        ),
        8192,
    ),
    "OpenAI, a limit of one's own": (
        400,
        an_error(
            "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 477469.", **LONG
        ),
        272000,
    ),
    "OpenRouter": (
        400,
        an_error("This endpoint's maximum context length is 32768 tokens. However, you requested about 42832 tokens."),
        32768,
    ),
    "Groq": (400, an_error("Please reduce the length of the messages or completion.", **LONG), None),
    "Mistral": (
        400,
        {
            "object": "error",
            "message": "Prompt contains 66930 tokens and 0 draft tokens, too large for model with 32768 maximum "
            "context length",
            "type": "invalid_request_error",
            "code": "3051",
        },
        32768,
    ),
    "xAI": (
        400,
        {
            "code": "Client specified an invalid argument",
            "error": "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
        },
        131072,
    ),
    "SiliconFlow": (
        400,
        {"code": 20015, "message": "length of prompt_tokens (163280) must be less than max_seq_len (32768)."},
        32768,
    ),
    "LM Studio": (
        400,
        {
            "error": "Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded "
            "with context length of only 7866 tokens, which is not enough."
        },
        7866,
    ),
    "LM Studio, later": (
        400,
        {
            "error": "The number of tokens to keep from the initial prompt is greater than the context length "
            "(n_keep: 13055>= n_ctx: 4096). Try to load the model with a larger context length."
        },
        4096,
    ),
    "llama.cpp": (
        400,
        an_error("request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it"),
        4096,
    ),
    "vLLM": (
        400,
        an_error(
            "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 8192 "
            "tokens and your request has 1210 input tokens (8192 > 8192 - 1210)."
        ),
        8192,
    ),
    "vLLM, of the prompt alone": (
        400,
        an_error(
            "The decoder prompt (length 5000) is longer than the maximum model length of 4096. Make sure that "
            "`max_model_len` is no smaller than the number of text tokens."
        ),
        4096,
    ),
    "vLLM, a wrong number": (
        400,
        an_error("This model's maximum context length is 3 tokens. However, your request has 8 input tokens."),
        None,
    ),
    "SGLang": (
        400,
        {"object": "error", "message": "The input (5000 tokens) is longer than the model's context length (4096)."},
        4096,
    ),
    "TGI": (
        422,
        {
            "error": "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` "
            "tokens and 100 `max_new_tokens`",
            "error_type": "validation",
        },
        4096,
    ),
    "Anthropic": (400, an_error("prompt is too long: 208310 tokens > 200000 maximum"), 200000),
    "Anthropic, with the answer": (
        400,
        an_error("input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length"),
        200000,
    ),
    "Gemini": (
        400,
        an_error("The input token count (2845475) exceeds the maximum number of tokens allowed (1048576)."),
        1048576,
    ),
    "Gemini, without brackets": (
        400,
        an_error("The input token count exceeds the maximum number of tokens allowed 1048576."),
        1048576,
    ),
    "Ollama": (400, {"error": "prompt too long; exceeded max context length by 4 tokens"}, None),
}


@pytest.mark.parametrize("server", WORDS)
def test_it_is_understood_as_too_long(server: str) -> None:
    status, body, _ = WORDS[server]
    assert (refused(status, body).code, refused(status, body).retryable) == ("too_long", False)


@pytest.mark.parametrize("server", WORDS)
def test_the_window_in_it_is_read(server: str) -> None:
    """Without it three tries at a quarter less each are all there is, which never fit a board of ten windows."""
    status, body, window = WORDS[server]
    assert window_words.told(refused(status, body).message) == window


def test_a_window_in_a_field_of_its_own_is_read() -> None:
    """As llama.cpp tells it beside its words."""
    words, ours = "the request exceeds the available context size, try increasing it", "exceed_context_size_error"
    error = refused(400, an_error(words, **{"type": ours, "n_prompt_tokens": 5000, "n_ctx": 4096}))
    assert window_words.told(error.message) == 4096
