"""How an answer came about, in words: what its agent told of it."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

Job = Mapping[str, Any]


def facts(job: Job) -> list[tuple[str, str]]:
    """As name and words; what is not known is not among them. Any agent may have written it: nothing is relied on."""
    trace = _object(job.get("trace"))
    told = [("took", _took(trace)), *(("missing", each) for each in missing(job)), ("tools", _tools(trace))]
    return [(name, words) for name, words in told if words]


def missing(job: Job) -> list[str]:
    """What the answer lacks, or was made without: a reader has to know of it."""
    trace = _object(job.get("trace"))
    return list(filter(None, [_thinned(trace), _shrunk(trace), *_options(trace), _flaw(trace), _broke_off(trace)]))


def _took(trace: Job) -> str:
    tokens = [f"{trace[name]:,} {words}" for name, words in _TOKENS if type(trace.get(name)) is int]
    seconds = f"{trace['seconds']:g} s" if isinstance(trace.get("seconds"), int | float) else ""
    return ", ".join(filter(None, [seconds, *tokens]))


def _thinned(trace: Job) -> str:
    thinned = _object(trace.get("thinned"))
    if type(thinned.get("leftOut")) is not int:
        return ""
    window = f" of {trace['window']:,} tokens" if type(trace.get("window")) is int else ""
    return f"{thinned['leftOut']:,} items of the context did not fit into the model's window{window}"


def _shrunk(trace: Job) -> str:
    parts = ", ".join(map(str, _object(trace.get("shrunk"))))
    return f"the middle was cut out of: {parts}" if parts else ""


def _options(trace: Job) -> list[str]:
    left_out = trace.get("leftOut")
    return [f"left out of the request: {each}" for each in left_out] if isinstance(left_out, list) else []


def _flaw(trace: Job) -> str:
    return f"the answer is not what was asked for, after two tries: {trace['flaw']}" if trace.get("flaw") else ""


def _broke_off(trace: Job) -> str:
    return "the answer broke off at the limit of its length" if trace.get("finish") == "length" else ""


def _tools(trace: Job) -> str:
    used = trace.get("tools")
    counted = Counter(map(str, used)) if isinstance(used, list) else {}
    return ", ".join(f"{name} ({times} times)" if times > 1 else name for name, times in counted.items())


def _object(value: object) -> Job:
    return value if isinstance(value, Mapping) else {}


_TOKENS = (("inputTokens", "tokens read"), ("outputTokens", "written"))
