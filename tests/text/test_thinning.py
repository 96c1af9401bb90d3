"""A context made to fit a window, by cases."""

import json
from typing import Any

import pytest

from engawa_text import tokens
from engawa_text.thinning import thin
from engawa_text.words import EN, JA

TITLE = "# Board: B (9 items)\n\n## Items\n"


def a_section(name: str, items: int, size: int = 20) -> str:
    return f"\n## Section: {name}\n" + "".join(f"- {name}{number}".ljust(size, ".") + "\n" for number in range(items))


def by_bytes(context: str, room: int, words: Any = EN) -> str:
    return thin(context, room, tokens.size, words).text


def test_what_fits_is_the_same_string() -> None:
    context = TITLE + a_section("S", 3)
    assert thin(context, len(context), len, EN).text is context
    assert thin("", -1, len, EN).text == ""


def test_items_are_kept_whole_from_the_start_and_the_rest_is_counted() -> None:
    context = "# D\n" + "".join(f"- {number}\n" for number in range(100, 110))
    assert by_bytes(context, 31) == "# D\n- 100\n- 101\n- 102\n(7 more)\n"
    assert by_bytes(context, 50, JA) == "# D\n- 100\n- 101\n- 102\n- 103\n（ほか6件）\n"


def test_what_a_small_section_does_not_take_goes_to_the_others() -> None:
    context = "# B\n" + a_section("a", 1) + a_section("b", 50) + a_section("c", 50)
    text = by_bytes(context, 600)
    assert [text.count(f"- {name}") for name in "abc"] == [1, 12, 12]
    assert "\n\n## Section: b\n" in text


def test_lines_that_belong_to_an_item_stay_with_it() -> None:
    context = "# D\n- a\n  b\n\n  c\n- d\n  e\n" + "- f\n" * 50
    assert by_bytes(context, 31) == "# D\n- a\n  b\n\n  c\n(51 more)\n"


def test_a_code_block_is_one_item_and_has_no_headings() -> None:
    code = "```\n# x\n\n# y\n```\n"
    context = f"# D\n{code}" + "text\n" * 50
    assert by_bytes(context, 40) == f"# D\n{code}text\n(49 more)\n"


def test_an_item_that_is_too_long_alone_keeps_head_and_tail() -> None:
    text = by_bytes("# D\n\nHEAD" + "あ" * 5000 + "TAIL\n- next\n", 900)
    assert text.startswith("# D\n\nHEADああ")
    assert text.endswith("ああTAIL\n(1 more)\n")
    assert f"あ\n{EN.omitted}\nあ" in text
    assert 890 < len(text.encode()) <= 900


def test_a_code_block_that_is_cut_is_closed() -> None:
    text = by_bytes("# D\n```py\n" + "x = 1\n" * 500 + "```\nbehind it\n", 600)
    assert text.startswith("# D\n```py\nx = 1\n")
    assert text.endswith("x = 1\n```\n(1 more)\n")


@pytest.mark.parametrize("heading", ["", "## Chat: R\n"])
def test_of_a_chat_the_latest_lines_stay(heading: str) -> None:
    said = "".join(f"user: {number}\n" for number in range(100, 130))
    assert by_bytes(heading + said, 30 + len(heading)) == f"{heading}(28 more)\nuser: 128\nuser: 129\n"


def test_a_last_message_that_is_too_long_is_cut() -> None:
    text = by_bytes("user: a\n" * 9 + "ai: " + "x" * 5000, 300)
    assert text.startswith("(9 more)\nai: xxx")
    assert f"x\n{EN.omitted}\nx" in text


def test_the_latest_of_a_conversation_stays_when_not_even_all_headings_do() -> None:
    said = "".join(f"user: {number}\n" for number in range(100, 130))
    context = "# Document: D\n" + a_section("s", 4) * 50 + f"\n{EN.recent}\n{said}"
    text = by_bytes(context, 120)
    assert text.endswith(f"(more sections: 50)\n\n{EN.recent}\n(27 more)\nuser: 127\nuser: 128\nuser: 129\n")


def test_a_whole_call_keeps_both_ends() -> None:
    context = f"{EN.transcript}\n\n" + "".join(f"line {number}\n" for number in range(100, 200))
    assert by_bytes(context, 54) == f"{EN.transcript}\n\nline 100\nline 101\n(97 more)\nline 199\n"


def test_sections_lose_their_items_and_then_go_the_last_ones_first() -> None:
    context = "# B\n" + "".join(a_section(name, 2) for name in "abcd")
    assert by_bytes(context, 130).endswith("- a0................\n(1 more)\n" + rest("b") + rest("c") + rest("d"))
    assert by_bytes(context, 80) == "# B\n" + rest("a") + rest("b") + "(more sections: 2)\n"
    assert by_bytes(context, 25) == "# B\n(more sections: 4)\n"


def rest(name: str, items: int = 2) -> str:
    return f"\n## Section: {name}\n({items} more)\n"


@pytest.mark.parametrize(
    ("room", "left"),
    [(80, f"# {'n' * 13}\n{EN.omitted}\n{'n' * 14}\n"), (20, f"# {'n' * 17}\n"), (1, ""), (0, ""), (-1, "")],
)
def test_in_the_end_there_is_a_shrunk_title_and_then_nothing(room: int, left: str) -> None:
    assert by_bytes(f"# {'n' * 300}\n- a\n", room) == left


def test_no_pair_is_cut_and_halves_are_replaced() -> None:
    text = thin("# D\n\ud83d\n" + "🚀" * 5000, 500, len, EN).text
    assert text.startswith("# D\n\ufffd\n🚀")
    assert text.encode().count("🚀".encode()) > 100


def test_a_count_that_grows_with_joining_is_kept_to() -> None:
    def count(text: str) -> int:
        return len(text) + 3 * text.count("\n") + 50

    thinned = thin(TITLE + a_section("S", 90), 600, count, EN)
    assert 550 < count(thinned.text) <= 600
    assert thinned.receipt["used"] == count(thinned.text)


def test_a_long_context_is_counted_a_few_times_only() -> None:
    counted: list[str] = []

    def count(text: str) -> int:
        counted.append(text)
        return tokens.estimate(text)

    thin(TITLE + a_section("S", 20_000), 4000, count, EN)
    assert len(counted) <= 25


def test_the_receipt_names_the_sections_that_are_not_whole() -> None:
    context = "# B\n" + a_section("a", 1) + a_section("b", 20) + "\n## Notes\n" + "x" * 5000 + "\n"
    receipt = thin(context, 700, len, EN).receipt
    assert receipt == {
        "unit": "tokens",
        "room": 700,
        "wished": len(context),
        "used": receipt["used"],
        "sections": [
            {"name": "Section: b", "items": 20, "kept": 10},
            {"name": "Notes", "items": 1, "kept": 1, "cut": 1},
        ],
        "leftOut": 10,
    }
    assert 690 < receipt["used"] <= 700


def test_a_receipt_stays_small() -> None:
    context = "# B\n" + "".join(a_section("n" * 300, 5) for _ in range(500))
    receipt = thin(context, 4000, tokens.estimate, JA).receipt
    assert len(receipt["sections"]) == 20
    assert receipt["others"]["sections"] == 480
    listed = [*receipt["sections"], receipt["others"]]
    assert sum(entry["items"] - entry["kept"] for entry in listed) == receipt["leftOut"] > 2000
    assert len(json.dumps(receipt)) < 3000


def test_of_what_fits_the_receipt_says_so() -> None:
    whole = {"unit": "tokens", "room": 9, "wished": 5, "used": 5, "sections": [], "leftOut": 0}
    assert thin("# B\na", 9, len, EN).receipt == whole
