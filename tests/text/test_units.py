"""Lengths and cuts in UTF-16 units."""

from engawa_text import units


def test_an_emoji_is_two_units() -> None:
    assert [units.length(text) for text in ("", "a", "あ", "🚀", "\ud83d")] == [0, 1, 1, 2, 1]


def test_a_text_of_the_limit_stays() -> None:
    assert units.cut("あ🚀", 3) == "あ🚀"


def test_a_longer_text_is_cut_and_marked_on_top_of_the_limit() -> None:
    assert units.cut("abcd", 3) == "abc\n…(truncated)"
    assert units.length(units.MARKER) == 13


def test_a_cut_may_fall_inside_a_pair() -> None:
    assert units.cut("a🚀b", 2) == "a\ud83d\n…(truncated)"


def test_the_end_of_a_text_may_begin_inside_a_pair() -> None:
    assert units.take_last("a🚀b", 2) == "\ude80b"
    assert units.take_last("ab", 0) == ""


def test_no_units_and_fewer_are_the_marker_alone() -> None:
    assert units.cut("abc", 0) == units.cut("abc", -1) == units.MARKER


def test_gathering_asks_for_no_more_than_can_be_seen() -> None:
    parts = iter(["abc", "def", "ghi", "jkl"])
    assert units.gather(parts, 4) == "abcd\n…(truncated)"
    assert list(parts) == ["ghi", "jkl"]


def test_gathering_parts_within_the_limit_joins_them() -> None:
    assert units.gather(["ab", "cd"], 4) == "abcd"


def test_halves_of_pairs_are_replaced_and_those_that_meet_are_joined() -> None:
    assert units.whole("a\ud83db\ude80") == "a\ufffdb\ufffd"
    assert units.whole("\ud83d\ud83d\ude80") == "\ufffd🚀"
