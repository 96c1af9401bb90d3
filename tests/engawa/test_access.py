"""Tokens, on moto."""

import pytest

from engawa import access, founding, token_form, tokens
from engawa.errors import Forbidden, Unauthorized
from engawa.table import Table
from makers import NOW, WORKSPACE_ID


def a_token(table: Table, kind: str = "member") -> str:
    return tokens.mint(table, kind, WORKSPACE_ID, "laptop", NOW)


def test_a_token_names_its_workspace_and_kind(table: Table) -> None:
    found = access.verify(table, f"Bearer {a_token(table)}", NOW)
    assert (found.kind, found.workspace_id) == ("member", WORKSPACE_ID)


def test_the_text_of_a_token_is_nowhere_in_the_table(table: Table) -> None:
    text = a_token(table)
    secret = text.split("_")[3]
    item = table.get({"pk": f"TOKEN#{text.split('_')[2]}", "sk": "TOKEN"})
    assert item is not None
    assert secret not in str(item)


LONG_ID = "eng_member_" + "a" * 3000 + "_x"
NONE_OF_OURS = ["Bearer eng_member_x_y_z", "Bearer " + "a" * 9999, f"Bearer {LONG_ID}_{token_form.checksum(LONG_ID)}"]


@pytest.mark.parametrize("header", [None, "", "Bearer", "Basic abc", "Bearer \ud83d", *NONE_OF_OURS])
def test_what_is_no_token_is_unauthorized(table: Table, header: str | None) -> None:
    with pytest.raises(Unauthorized):
        access.verify(table, header, NOW)


def test_a_wrong_secret_is_unauthorized_even_with_a_right_checksum(table: Table) -> None:
    right, other = a_token(table), a_token(table)
    mixed = "_".join([*right.split("_")[:3], other.split("_")[3]])
    with pytest.raises(Unauthorized):
        access.verify(table, f"Bearer {mixed}_{token_form.checksum(mixed)}", NOW)


def test_a_typo_is_found_without_a_look_up() -> None:
    unreachable = Table(client=None, name="")
    with pytest.raises(Unauthorized):
        access.verify(unreachable, "Bearer eng_member_0123456789abcdef_" + "a" * 64 + "_00000000", NOW)


@pytest.mark.parametrize(
    ("kind", "scope"), [("member", "agent:work"), ("agent", "nodes:read"), ("agent", "jobs:write")]
)
def test_a_kind_has_its_scopes_and_no_others(table: Table, kind: str, scope: str) -> None:
    with pytest.raises(Forbidden, match=scope):
        access.verify(table, f"Bearer {a_token(table, kind)}", NOW).must_have(scope)


def test_founding_makes_a_token_of_each_kind(table: Table) -> None:
    made = founding.found(table, "Aoki's team", NOW)
    kinds = {kind: access.verify(table, f"Bearer {text}", NOW) for kind, text in made.tokens.items()}
    assert [token.kind for token in kinds.values()] == list(kinds) == ["admin", "member", "agent"]
