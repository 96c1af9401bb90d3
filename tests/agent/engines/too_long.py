"""How each API says that a text is too long for its model."""

from collections.abc import Mapping

from tests.agent.engines.refusals import Refusal, claude, google, ollama, openai

_LONG_CODE = "context_length_exceeded"
WINDOW = 1000
# With that window in their words, and without any number that would be one.
TOO_LONGS: Mapping[str, Mapping[str, Refusal]] = {
    "openai_chat": {
        "number": openai(
            400,
            "This model's maximum context length is 1000 tokens. However, your messages resulted in 131072 tokens. "
            "Please reduce the length of the messages.",
            "invalid_request_error",
            _LONG_CODE,
        ),
        "none": openai(
            400, "the request exceeds the available context size, try increasing it", "exceed_context_size_error"
        ),
    },
    "openai_responses": {
        "number": openai(
            400,
            "request (131072 tokens) exceeds the available context size (1000 tokens), try increasing it",
            "exceed_context_size_error",
        ),
        "none": openai(
            400,
            "Your input exceeds the context window of this model. Please adjust your input and try again.",
            "invalid_request_error",
            _LONG_CODE,
        ),
    },
    "anthropic": {
        "number": claude(400, "invalid_request_error", "prompt is too long: 131072 tokens > 1000 maximum"),
        "none": claude(413, "request_too_large", "Request exceeds the maximum size"),
    },
    "gemini": {
        "number": google(
            400,
            "INVALID_ARGUMENT",
            "The input token count (131072) exceeds the maximum number of tokens allowed (1000).",
        ),
        "none": google(400, "INVALID_ARGUMENT", "The input token count exceeds the maximum number of tokens allowed."),
    },
    "ollama": {
        "number": ollama(400, "request (131072 tokens) exceeds the available context size (1000 tokens)"),
        "none": ollama(400, "the input length exceeds the context length"),
    },
}
