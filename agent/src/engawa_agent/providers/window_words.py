"""What a server's refusal tells of a model's window."""

import re

# OpenAI and vLLM: "maximum context length is 8192 tokens"; llama.cpp: "available context size (4096 tokens)";
# Anthropic: "208310 tokens > 200000 maximum"; Gemini: "maximum number of tokens allowed (1048576)".
_TOLD = re.compile(
    r"maximum context length (?:is|of) (?P<openai>[\d,]+)"
    r"|context size \((?P<llama>[\d,]+)"
    r"|tokens? > (?P<anthropic>[\d,]+)"
    r"|tokens allowed \((?P<gemini>[\d,]+)\)",
    re.I,
)
SMALLEST, LARGEST = 256, 100_000_000


def told(message: str) -> int | None:
    """The window in tokens that a refusal names, None if it names none that can be."""
    found = _TOLD.search(message)
    number = int("".join(filter(str.isdigit, found[found.lastgroup or 0]))) if found else 0
    return number if SMALLEST <= number <= LARGEST else None
