"""An engine's own words of failure, made fit to be shown and stored: short, printable, without secrets."""

import re
from collections.abc import Iterable

from engawa_agent.errors import EngineError

LIMIT = 500
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# What keys look like in the wild: GitHub's, OpenAI's and Anthropic's, our own, and bearer headers.
_SECRET = re.compile(r"(gh[opusr]_|github_pat_|sk-|eng_(?:admin|member|agent)_)[\w-]{8,}|(?<=[Bb]earer )[\w.~+/=-]{8,}")


def cleaned(text: str, secrets: Iterable[str] = ()) -> str:
    """At most 500 characters of `text`, with none of `secrets` and nothing that looks like one."""
    for secret in filter(None, secrets):
        text = text.replace(secret, "***")
    text = _SECRET.sub("***", _CONTROL.sub("", text)).strip()
    return text if len(text) <= LIMIT else f"{text[:LIMIT]}…"


def from_status(status: int, text: str, secrets: Iterable[str] = ()) -> EngineError:
    """What a model server's error status means for the job."""
    said = cleaned(text, secrets) or f"status {status}"
    message = f"The model server answered {status}: {said}"
    if "quota" in said.lower() or status == 402:
        return EngineError(message, False, "out_of_quota")
    if status in (408, 429) or status >= 500:
        return EngineError(message, True, "engine_away")
    if status in (401, 403):
        return EngineError(message, False, "not_signed_in")
    if status == 413 or "context" in said.lower():
        return EngineError(message, False, "too_long")
    return EngineError(message, False, "engine_refused")
