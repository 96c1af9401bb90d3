"""Invented answers that several job types share the form of, for a deployment without an agent."""

from engawa.orders import Frozen


def digest(frozen: Frozen) -> str:
    """Up to ten of the context's own `- ` lines, then the prompt: recognisable, and plainly not a model's work."""
    lines = [line for line in frozen.context.split("\n") if line.startswith("- ")][:10]
    return "\n".join([*lines, frozen.prompt] if frozen.prompt else lines) or "- ..."
