"""Invented answers that several job types share the form of, for a deployment without an agent."""


def digest(context: str, prompt: str) -> str:
    """Up to ten of the context's own `- ` lines, then the prompt: recognisable, and plainly not a model's work."""
    lines = [line for line in context.splitlines() if line.startswith("- ")][:10]
    return "\n".join([*lines, prompt] if prompt else lines) or "-"
