"""An engine's own words of failure, made fit to be shown and stored: short, printable, without secrets."""

import re
from collections.abc import Iterable

LIMIT = 500
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# What keys look like in the wild: GitHub's, OpenAI's and Anthropic's, Google's, our own, and bearer headers.
_SECRET = re.compile(
    r"(gh[opusr]_|github_pat_|sk-|AIza|eng_(?:admin|member|agent)_)[\w-]{8,}|(?<=[Bb]earer )[\w.~+/=-]{8,}"
)


def cleaned(text: str, secrets: Iterable[str] = ()) -> str:
    """At most 500 characters of `text`, with none of `secrets` and nothing that looks like one."""
    for secret in filter(None, secrets):
        text = text.replace(secret, "***")
    text = _SECRET.sub("***", _CONTROL.sub("", text)).strip()
    return text if len(text) <= LIMIT else f"{text[:LIMIT]}…"
