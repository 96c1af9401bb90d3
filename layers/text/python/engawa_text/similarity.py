"""Near-duplicates among short texts, by the original rule: one contains the other."""

import re
import unicodedata
from collections.abc import Iterable

from engawa_text import javascript

# Full-width forms are ASCII already when this looks, so （） survive as () and ． as a full stop.
_IGNORED = re.compile(rf"[{javascript.SPACE}、。,:;!?]+")


def normalize_comparison_text(value: str) -> str:
    """NFKC, lower case, then without JavaScript's white space and `、。,:;!?`; not normalised a second time."""
    return _IGNORED.sub("", unicodedata.normalize("NFKC", value).lower())


def dedupe_similar_texts(items: Iterable[str], max_items: float) -> list[str]:
    """The items that neither contain nor lie within one kept before, as they were given.

    The limit is looked at after adding, so at least one item is kept. An item that normalises to nothing lies within
    every other: kept first, it hides all the rest.
    """
    kept: list[str] = []
    seen: list[str] = []
    for item in items:
        text = normalize_comparison_text(item)
        if any(text in other or other in text for other in seen):
            continue
        kept.append(item)
        seen.append(text)
        if len(kept) >= max_items:
            break
    return kept
