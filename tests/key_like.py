"""Names that a key for a model would have: what kind of thing it is, or whose."""

import re

# Found as whole words of a name, and anywhere in it.
KEY_WORDS = {"key", "keys", "token", "tokens", "auth", "pwd", "private", "llm", "model", "models", "gpt", "hf"}
KEY_PARTS = re.compile(
    r"apikey|secret|passw|passphrase|credential|bearer|openai|anthropic|claude|gemini|vertex|google|azure|bedrock|copilot"
    r"|github|ollama|mistral|cohere|groq|grok|huggingface|deepseek|perplexity|togetherai|replicate|fireworks|openrouter"
)


def is_key_like(name: str) -> bool:
    words = {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}
    return bool(words & KEY_WORDS or KEY_PARTS.search(re.sub(r"[^a-z]", "", name.lower())))
