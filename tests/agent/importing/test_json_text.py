import json

import pytest

from engawa_agent.importing import json_text
from engawa_agent.importing.json_text import MAX_LEVELS, load, under
from engawa_agent.importing.trouble import BadFile


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ('{"a": 1\n "b": 2}', "line 2, column 2", "a comma is missing"),
        ('{"text": "say "hi""}', "line 1, column 16", "a quote inside a text"),
        ('{"text": "one\ntwo"}', "line 1, column 14", "a line break"),
        ('{"a": 1,}', "line 1, column 9", "a name in double quotes is missing"),
        ('{"a": ', "line 1, column 7", "the file ends before"),
        ('{"a": 1}}', "line 1, column 9", "something follows"),
        ('{"a": "b', "line 1, column 7", "no closing quote"),
        ('{"a": "\\x"}', "line 1, column 8", "is not JSON: invalid"),
    ],
)
def test_what_is_not_json_is_told_with_its_place(text: str, place: str, what: str) -> None:
    with pytest.raises(BadFile) as told:
        load(text)
    assert told.value.place == place
    assert what in told.value.what


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999", "9" * 5000])
def test_a_number_that_json_cannot_hold_is_told_with_its_pointer(number: str) -> None:
    with pytest.raises(BadFile) as told:
        load('{"nodes": [{"x": ' + number + "}]}")
    assert told.value.place == "/nodes/0/x"


@pytest.mark.parametrize("text", ["", "  \r\n\t ", "{}"])
def test_an_empty_file_is_an_empty_object(text: str) -> None:
    assert load(text).value == {}


def test_endless_nesting_has_a_place() -> None:
    with pytest.raises(BadFile, match=f"line 1, column {MAX_LEVELS + 1} is nested too deeply"):
        load("[" * 100_000)


def test_as_many_levels_as_allowed_are_read() -> None:
    assert load("[" * MAX_LEVELS + "]" * MAX_LEVELS).value


def test_brackets_inside_a_text_are_no_levels() -> None:
    text = json.dumps({"text": "[" * 200 + ' " ' + "{" * 200})
    assert load(text).value == json.loads(text)


def test_half_a_surrogate_pair_is_replaced_and_told() -> None:
    loaded = load('{"text": "a\\ud83d"}')
    assert loaded.value == {"text": "a\ufffd"}
    assert [note.place for note in loaded.notes] == ["/text"]


def test_a_whole_surrogate_pair_is_one_character() -> None:
    loaded = load('{"text": "\\ud83d\\ude00"}')
    assert (loaded.value["text"], loaded.notes) == ("😀", [])


def test_a_name_given_twice_is_told() -> None:
    loaded = load('[{"x": 1, "x": 2}]')
    assert loaded.value == [{"x": 2}]
    assert [note.place for note in loaded.notes] == ["/0/x"]


def test_a_pointer_escapes_as_rfc_6901_says() -> None:
    assert under("/nodes/3", "a/b~c") == "/nodes/3/a~1b~0c"


def test_a_long_text_without_an_end_is_told_quickly() -> None:
    with pytest.raises(BadFile, match="no closing quote"):
        json_text.load('"' + "a\\\\" * 500_000)
