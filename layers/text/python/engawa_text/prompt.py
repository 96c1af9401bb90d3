"""The one text that an engine gets: instruction, context and the user's own words."""

from engawa_text import javascript, units
from engawa_text.words import JA, Words


def build(instruction: object, context: object, prompt: object, words: Words = JA) -> str:
    """The three parts of a job, the context between rules.

    `instruction`: anything but a non-empty string falls back to the general one. `context`: only None counts as
    missing. `prompt`: left out when JavaScript calls it false; printed as JavaScript prints it otherwise.
    """
    first = instruction if isinstance(instruction, str) and instruction else words.no_instruction
    middle = words.no_context if context is None else javascript.text(context)
    framed = f"{first}\n\n---\n{middle}\n---"
    if not javascript.truthy(prompt):
        return framed
    return f"{framed}\n\n{words.request.format(prompt=javascript.text(prompt))}"


def shrink(text: str, head: int = 2500, tail: int = 2500, words: Words = JA) -> str:
    """The first `head` and last `tail` units with a note between, if `text` has more than both together.

    The note (19 units in Japanese) comes on top, so a text that is barely too long grows.
    """
    if units.length(text) <= head + tail:
        return text
    return f"{units.take(text, head)}\n{words.omitted}\n{units.take_last(text, tail)}"
