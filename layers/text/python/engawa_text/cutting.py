"""One text made to fit so many bytes: its head, a mark, its tail."""

from engawa_text import fences, tokens
from engawa_text.words import Words

# Head and tail together: with less than that between them, a mark says more than they do.
_LEAST = 16


def cut(text: str, room: int, words: Words) -> str:
    """`text` in at most `room` UTF-8 bytes, the mark (that of `prompt.shrink`) within them; as it is if it fits.

    Too little room for a mark leaves the head alone. A code block that the cut leaves open is closed. `text` has no
    halves of surrogate pairs, and no cut makes one.
    """
    if tokens.size(text) <= room:
        return text
    data, room = text.encode(), max(room, 0)
    given = room
    while (over := tokens.size(made := _closed(_cut(data, given, words))) - room) > 0:
        given -= over  # Closing lines come on top.
    return made


def _cut(data: bytes, room: int, words: Words) -> str:
    mark = f"\n{words.omitted}\n"
    kept = room - tokens.size(mark)
    if kept < _LEAST:
        return _decoded(data[: max(room, 0)])
    head = _decoded(data[: kept - kept // 2]).rstrip("\n")
    tail = _decoded(data[len(data) - kept // 2 :]).lstrip("\n")
    if b"```" in data or b"~~~" in data:
        return _joined(data, head, mark, tail)
    return head + mark + tail


def _joined(data: bytes, head: str, mark: str, tail: str) -> str:
    """A block that both ends lie in stays open across the mark; one that only one of them lies in ends or begins there.

    Else the tail of a text behind a block would be read as code.
    """
    opened = fences.left_open(head)
    resumed = fences.left_open(_decoded(data[: len(data) - len(tail.encode())]))
    if opened == resumed:
        return head + mark + tail
    return head + (f"\n{opened}" if opened else "") + mark + (f"{resumed}\n" if resumed else "") + tail


def _closed(text: str) -> str:
    closing = fences.left_open(text)
    return f"{text}\n{closing}" if closing else text


def _decoded(part: bytes) -> str:
    """Without the letter that the cut went through."""
    return part.decode("utf-8", "ignore")
