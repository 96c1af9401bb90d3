"""Text lengths and cuts, counted in UTF-16 code units (an emoji is 2)."""

from collections.abc import Iterable

MARKER = "\n…(truncated)"


def length(text: str) -> int:
    """The number of UTF-16 units of `text`; a lone surrogate is one."""
    return len(_encoded(text)) // 2


def take(text: str, count: int) -> str:
    """The first `count` units of `text`; what it leaves of a pair is a lone surrogate."""
    return _decoded(_encoded(text)[: 2 * max(count, 0)])


def take_last(text: str, count: int) -> str:
    """The last `count` units of `text`; what it leaves of a pair is a lone surrogate."""
    units = _encoded(text)
    return _decoded(units[max(len(units) - 2 * max(count, 0), 0) :])


def cut(text: str, limit: int) -> str:
    """`text` if it has at most `limit` units, else the first `limit` and MARKER on top of them."""
    if length(text) <= limit:
        return text
    return take(text, limit) + MARKER


def gather(parts: Iterable[str], limit: int) -> str:
    """`cut` of all parts joined, asking for no part that the limit would hide anyway."""
    gathered: list[str] = []
    total = 0
    for part in parts:
        gathered.append(part)
        total += length(part)
        if total > limit:
            break
    return cut("".join(gathered), limit)


def whole(text: str) -> str:
    """`text` as UTF-8 can carry it: halves of a pair that meet are joined, the others become U+FFFD."""
    return _encoded(text).decode("utf-16-le", "replace")


def is_whole(text: str) -> bool:
    """Whether UTF-8 can carry `text` as it is: no half of a surrogate pair is in it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _encoded(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")


def _decoded(units: bytes) -> str:
    return units.decode("utf-16-le", "surrogatepass")
