"""What a server's refusal tells of a model's window."""

import re

# The first that is found counts, and its first group is the window. Behind each: whose words they are.
_TOLD = tuple(
    re.compile(pattern.replace("N", r"([\d,]+)"), re.I)
    for pattern in (
        r"maximum (?:context|prompt|model) length (?:is|of) N",  # OpenAI, OpenRouter, vLLM, xAI
        r"configured limit of N",  # OpenAI
        r"context size \(N",  # llama.cpp
        r"n_ctx: ?N",  # llama.cpp, LM Studio
        r"context length of only N",  # LM Studio
        r"context length \(N\)",  # SGLang
        r"N maximum context length",  # Mistral
        r"max_seq_len \(N\)",  # SiliconFlow
        r"max_new_tokens` must be <= N",  # TGI
        r"tokens? > N maximum",  # Anthropic
        r"context limit: [\d,]+ \+ [\d,]+ > N",  # Anthropic, where the answer would not fit
        r"maximum number of tokens allowed \(?N",  # Gemini
    )
)
SMALLEST, LARGEST = 256, 100_000_000


def told(message: str) -> int | None:
    """The window in tokens that a refusal names, None if it names none that can be."""
    found = next(filter(None, (pattern.search(message) for pattern in _TOLD)), None)
    number = int(found[1].replace(",", "") or 0) if found else 0
    return number if SMALLEST <= number <= LARGEST else None
