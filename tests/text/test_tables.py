"""Tables, both ways."""

from typing import Any

from engawa_text import tables
from engawa_text.blocks import from_markdown

TABLE = "| a | b |\n|---|:-:|\n| 1 | **2** |"


def read() -> dict[str, Any]:
    return from_markdown(TABLE, str)[0]


def test_a_table_has_rows_of_cells_the_header_first() -> None:
    content = read()["content"]
    assert (content["type"], content["headerRows"], content["columnWidths"]) == ("tableContent", 1, [None, None])
    assert [[cell["content"][0]["text"] for cell in row["cells"]] for row in content["rows"]] == [
        ["a", "b"],
        ["1", "2"],
    ]


def test_columns_keep_their_alignment() -> None:
    cells = read()["content"]["rows"][1]["cells"]
    assert [cell["props"]["textAlignment"] for cell in cells] == ["left", "center"]


def test_a_table_is_written_as_it_was() -> None:
    assert tables.to_lines(read()["content"]) == ["| a | b |", "| --- | :---: |", "| 1 | **2** |"]


def test_older_cells_and_short_rows_are_written_too() -> None:
    content = {"rows": [{"cells": ["a|b", [{"type": "text", "text": "c\nd"}]]}, {"cells": ["e"]}, None]}
    assert tables.to_lines(content) == ["| a\\|b | c d |", "| --- | --- |", "| e |  |"]


def test_what_is_no_table_has_no_lines() -> None:
    oddities: list[object] = [None, [], {"rows": 3}, {"rows": [{"cells": []}]}]
    assert [tables.to_lines(odd) for odd in oddities] == [[], [], [], []]
