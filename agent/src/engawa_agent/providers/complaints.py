"""An error's status, headers and body, sorted into the kind of failure it is."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from typing import Any

from engawa_agent.providers import failures
from engawa_agent.providers.complaint_words import KIND_OF_NAME, KIND_OF_TEXT, MODEL, QUOTA, STATUS_OF_NAME
from engawa_agent.providers.failures import Kind, ProviderError

LONGEST = 4_000  # characters of a complaint that are looked at
_NAMED_BY = ("type", "code", "status", "reason", "error_code")


@dataclass(frozen=True)
class Complaint:
    """What an error says of itself. `names`: its types, codes and reasons in lower case."""

    message: str
    names: frozenset[str]
    code: int | None = None
    retry_after: float | None = None

    @property
    def status(self) -> int:
        """The status it stands for where it came without one."""
        known = [STATUS_OF_NAME[name] for name in self.names if name in STATUS_OF_NAME]
        return self.code or max(known, default=500)


def from_status(
    status: int, headers: Mapping[str, str], document: Any, text: str, secrets: Iterable[str]
) -> ProviderError:
    """The failure that a status other than 2xx stands for. `document`: the body as JSON or None, `text`: as it came."""
    complaint = read(document) or Complaint(_readable(text), frozenset())
    wait = complaint.retry_after if complaint.retry_after is not None else retry_after(headers)
    kind = kind_of(status, complaint, wait)
    return failures.failure(kind, complaint.message, status=status, retry_after=wait, secrets=secrets)


def read(document: Any) -> Complaint | None:
    """The complaint in a body or an event, in any of the providers' ways to put it; None if there is none."""
    found = _found(document)
    return replace(found, message=found.message[:LONGEST]) if found else None


def _found(document: Any) -> Complaint | None:
    if isinstance(document, list):
        return _found(document[0]) if document and not isinstance(document[0], list) else None
    if not isinstance(document, dict):
        return None
    error = document.get("error")
    if isinstance(error, dict):
        return _complaint(error)
    if error:
        return Complaint(str(error), frozenset())
    if document.get("type") == "error" or document.get("object") == "error":
        return _complaint(document)
    return None


def kind_of(status: int, complaint: Complaint, wait: float | None) -> Kind:
    """By name first, then by what the text says, then by status: a 400 can be all of these."""
    named = [kind for name, kind in KIND_OF_NAME.items() if name in complaint.names]
    said = [kind for pattern, kind in KIND_OF_TEXT if pattern.search(complaint.message)]
    if found := [*named, *said]:
        return found[0]
    if status in (400, 404) and MODEL.search(complaint.message):
        return failures.NO_MODEL
    return _quota(status, complaint, wait) or _by_status(status)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait. A date is measured against the answer's own, so that no clock is needed."""
    lower = {name.lower(): value for name, value in headers.items()}
    if (milliseconds := _number(lower.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    value = lower.get("retry-after")
    seconds = _number(value)
    return seconds if seconds is not None else _until(value, lower.get("date"))


def _readable(text: str) -> str:
    """What a body says that is no JSON: of a page its title, of what is no text nothing."""
    text = text[: 10 * LONGEST]
    page = re.search(r"<title[^>]*>(.*?)</title", text, re.I | re.S)
    said = page[1] if page else re.sub(r"<[^>]*>", " ", text)
    return "" if "\ufffd" in said else said[:LONGEST]


def _complaint(error: Mapping[str, Any]) -> Complaint:
    details = error.get("details")
    parts = [error, error.get("innererror"), *(details if isinstance(details, list) else [details])]
    known = [part for part in parts if isinstance(part, dict)]
    delays = [_number(str(part["retryDelay"]).removesuffix("s")) for part in known if "retryDelay" in part]
    code, message = error.get("code"), error.get("message")
    window = f" (n_ctx: {error['n_ctx']})" if type(error.get("n_ctx")) is int else ""  # llama.cpp tells it beside
    return Complaint(
        f"{message if isinstance(message, str) else dict(error)}{window}",
        frozenset(_names(known)),
        code if isinstance(code, int) and 400 <= code < 600 else None,
        delays[0] if delays else None,
    )


def _names(parts: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    for part in parts:
        yield from (str(part[key]).lower() for key in _NAMED_BY if key in part)
        if "PerDay" in str(part.get("violations", "")):
            yield "per_day"


def _quota(status: int, complaint: Complaint, wait: float | None) -> Kind | None:
    """Gemini speaks of a quota also where a minute's requests are used up, but then says how long that lasts."""
    used_up = 400 <= status < 500 and wait is None and QUOTA.search(complaint.message)
    return failures.NO_QUOTA if used_up or status == 402 else None


def _by_status(status: int) -> Kind:
    match status:
        case 401:
            return failures.NO_KEY
        case 403:
            return failures.NOT_ALLOWED
        case 404 | 405:
            return failures.NO_ADDRESS
        case 413:
            return failures.TOO_LONG
        case 425 | 429:
            return failures.BUSY
        case 408 | 504:
            return failures.SILENT
        case 501:
            return failures.REFUSED
    return failures.AWAY if status >= 500 else failures.REFUSED


def _until(value: str | None, date: str | None) -> float | None:
    try:
        return max(0.0, (parsedate_to_datetime(value or "") - parsedate_to_datetime(date or "")).total_seconds())
    except (TypeError, ValueError):
        return None


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if 0 <= number < float("inf") else None
