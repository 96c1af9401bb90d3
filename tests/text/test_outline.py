"""A context taken apart."""

from engawa_text import outline

BOARD = '# Board: B (2 items)\n\n## Items\n- [text] "a"\n- [text] "b"\n\n\n## Section: S\n- (empty)\n'


def told(context: str) -> list[list[str]]:
    return [[part.text for part in section.parts] for section in outline.read(context)]


def test_a_board_is_its_sections() -> None:
    items = ["## Items", '- [text] "a"', '- [text] "b"']
    assert told(BOARD) == [["# Board: B (2 items)"], items, ["## Section: S", "- (empty)"]]


def test_what_is_above_any_heading_has_none() -> None:
    assert told("a: hi\nb: ho\n# x") == [["", "a: hi", "b: ho"], ["# x"]]


def test_indented_lines_belong_to_the_item_above_but_not_to_a_heading() -> None:
    assert told("# D\n  a\n- b\n\n  c\n\td\ne") == [["# D", "  a", "- b\n\n  c\n\td", "e"]]


def test_a_heading_in_code_is_none() -> None:
    assert told("# D\n```\n# x\n\n## y\n```\n# z") == [["# D", "```\n# x\n\n## y\n```"], ["# z"]]


def test_only_one_to_six_signs_and_a_space_make_a_heading() -> None:
    assert told("# \n#\n#tag\n####### seven") == [["# "], ["#", "#tag", "####### seven"]]


def test_sizes_are_bytes_with_the_newline_and_the_empty_line_above() -> None:
    sections = outline.read(BOARD + "\nあ")
    assert [part.size for part in sections[0].parts + sections[2].parts] == [21, 15, 10, 5]
    assert [section.name for section in sections] == ["Board: B (2 items)", "Items", "Section: S"]


def test_nothing_has_no_sections() -> None:
    assert outline.read("") == outline.read(" \n\n\u3000\n") == []
