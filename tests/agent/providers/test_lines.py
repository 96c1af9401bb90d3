"""Lines, events and values out of cut bytes."""

import pytest

from engawa_agent.providers.lines import Events, Lines, Values


def fed(frames: Lines | Events | Values, *pieces: bytes) -> list[str]:
    return [each for piece in pieces for each in frames.feed(piece)] + list(frames.end())


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        ([b"a\nb\r\nc\rd"], ["a", "b", "c", "d"]),
        ([b"a\r", b"\nb"], ["a", "b"]),
        ([b"a\r", b"", b"\n", b"\nb"], ["a", "", "b"]),
        ([b"a\r", b"\r", b"\n", b"b"], ["a", "", "b"]),
        (["価".encode()[:1], "価".encode()[1:], b"\n"], ["価"]),
        (["a\u2028b\x85c\x0b\n".encode()], ["a\u2028b\x85c\x0b"]),
        (["\ufeffa\n\ufeffb".encode()], ["a", "\ufeffb"]),
        ([b"\xff\n"], ["\ufffd"]),
        ([b"", b"\n"], [""]),
        ([], []),
    ],
)
def test_lines_end_at_line_feeds_and_returns_alone(pieces: list[bytes], lines: list[str]) -> None:
    assert fed(Lines(), *pieces) == lines


@pytest.mark.parametrize(
    ("stream", "data"),
    [
        (b"data: a\n\ndata:b\n\n", ["a", "b"]),
        (b"data: a\ndata:  b\n\n", ["a\n b"]),
        (b": ping\n\nevent: x\nid: 1\nretry: 9\ndata: a\n\n", ["a"]),
        (b"event: nothing\n\n", []),
        (b"data: a", ["a"]),
        (b"data\n\n", [""]),
        (b"error: a\n\n", ["a"]),
    ],
)
def test_events_are_read_as_the_standard_says(stream: bytes, data: list[str]) -> None:
    assert fed(Events(), stream) == data


def test_lines_of_no_event_are_kept_aside() -> None:
    events = Events()
    assert fed(events, b'{\n"data": 1\n}\ndata: a\n\n') == ["a"]
    assert events.stray == ["{", '"data": 1', "}"]


def test_values_stand_one_a_line() -> None:
    values = Values()
    assert fed(values, b'{"a": 1}\n\n  \n{"b"', b': 2}\nno value\n{"c": 3}') == ['{"a": 1}', '{"b": 2}']
    assert values.stray == ["no value", '{"c": 3}']
