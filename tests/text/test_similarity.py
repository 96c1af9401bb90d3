"""Near-duplicates by the original rule."""

import pytest

from engawa_text.similarity import dedupe_similar_texts, normalize_comparison_text


@pytest.mark.parametrize(
    ("value", "normal"),
    [
        ("価格を 決める。", "価格を決める"),
        ("（税込）！？，：；．", "(税込)."),
        ("ＡＢＣ\u3000Straße", "abcstraße"),
        ("a\u200bb\x85c\ufeffd", "a\u200bb\x85cd"),
        ("。、!", ""),
    ],
)
def test_texts_are_compared_without_width_case_space_and_stops(value: str, normal: str) -> None:
    assert normalize_comparison_text(value) == normal


def test_what_contains_or_lies_within_a_kept_item_goes() -> None:
    assert dedupe_similar_texts(["Set the price", "set the PRICE!", "price", "Stock"], 5) == ["Set the price", "Stock"]


def test_nothing_first_hides_the_rest() -> None:
    assert dedupe_similar_texts(["。", "price", "stock"], 5) == ["。"]
    assert dedupe_similar_texts(["price", "。", "stock"], 5) == ["price", "stock"]


@pytest.mark.parametrize(("limit", "kept"), [(1, 1), (0, 1), (-3, 1), (1.5, 2), (9, 3)])
def test_the_limit_is_looked_at_after_adding(limit: float, kept: int) -> None:
    assert len(dedupe_similar_texts(["a", "b", "c"], limit)) == kept
