"""Decisions, open questions and tasks."""

import pytest

from engawa_text import units
from engawa_text.context import agreements
from engawa_text.words import EN, JA
from tests.text.making import a_node


def test_each_kind_in_its_order() -> None:
    nodes = [
        a_node("t", "task", text="ship", done=True, dueDate="2026-12-01", assignee={"name": "Mori"}),
        a_node("q", "open_question", text="who?"),
        a_node("e", "decision", text="late", createdAt="2026-11-29T08:00:00.5Z"),
        a_node("d", "decision", text="early\nday", createdAt="2026-11-29T08:00:00Z"),
    ]
    assert agreements.told(nodes, EN) == (
        '## Decisions and tasks (what the project agreed on)\n- [decided] "early / day"\n- [decided] "late"\n'
        '- [open] "who?"\n- [x] "ship" (due: 2026-12-01, owner: Mori)'
    )


def test_japanese_has_its_own_words() -> None:
    task = a_node("t", "task", text="出荷", dueDate="", assignee={"name": ""})
    assert agreements.told([task], JA).endswith('\n- [ ] "出荷" (期限: , 担当: )')


@pytest.mark.parametrize("done", [1, 1.0, "true", None, [True]])
def test_only_true_ticks_the_box(done: object) -> None:
    assert agreements.told([a_node("t", "task", text="x", done=done, status="done")], EN).endswith('\n- [ ] "x"')


@pytest.mark.parametrize("assignee", ["Aoki", {"name": 5}, {}, ["Aoki"], None])
def test_an_owner_needs_a_name(assignee: object) -> None:
    assert agreements.told([a_node("t", "task", text="x", assignee=assignee, dueDate=3)], EN).endswith('- [ ] "x"')


def test_without_a_text_the_name_is_told() -> None:
    assert agreements.told([a_node("d", "decision", name="N", text=4)], EN).endswith('[decided] "N"')


def test_nothing_agreed_is_nothing() -> None:
    assert agreements.told([a_node("s", "sticky", text="x")], EN) == ""


def test_the_block_has_a_limit_of_its_own() -> None:
    told = agreements.told([a_node("d", "decision", text="x" * 2000)], EN)
    assert units.length(told) == 1213
