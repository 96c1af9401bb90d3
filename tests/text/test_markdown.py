"""Blocks to Markdown."""

import pytest

from engawa_text.blocks import from_markdown, to_markdown
from tests.text.making import a_block, nested

EVERYTHING = """\
# Title *it*

Text **bold ~~struck~~** [link](http://h)
second line

- a
  - b

    under b

  2. two
- [ ] open
- [x] done
-
- - first
3. three
4. four

> quote
>
> - in it
>
>   deeper
>
> > inner

````js
```
code
````

| a | b |
| --- | ---: |
| 1 | 2 |

![alt](u.png "cap")

---

\\# no heading
"""


def test_everything_comes_back_as_the_same_blocks() -> None:
    blocks = from_markdown(EVERYTHING, str)
    assert from_markdown(to_markdown(blocks), str) == blocks


def test_what_was_written_is_written_the_same_again() -> None:
    written = to_markdown(from_markdown(EVERYTHING, str))
    assert to_markdown(from_markdown(written, str)) == written


@pytest.mark.parametrize("text", ["# a", "- b", "+ c", "1. d", "12) e", "=== f", "a\n---", "|a|\n|-|", "a\n\nb", "> g"])
def test_a_line_that_looks_like_markup_stays_text(text: str) -> None:
    (block,) = from_markdown(to_markdown([a_block("paragraph", text)]), str)
    assert (block["type"], block["content"][0]["text"]) == ("paragraph", text)


def test_numbers_count_up_from_their_start() -> None:
    items = [a_block("numberedListItem", "a", start=5), a_block("numberedListItem", "b"), a_block("paragraph", "c")]
    assert to_markdown([*items, a_block("numberedListItem", "d")]) == "5. a\n6. b\n\nc\n\n1. d\n"


def test_nested_paragraphs_come_after_their_parent() -> None:
    assert to_markdown([a_block("paragraph", "a", a_block("paragraph", "b"))]) == "a\n\nb\n"


def test_blocks_of_other_kinds_keep_their_words() -> None:
    blocks = [a_block("toggleListItem", "t"), a_block("callout", "c"), a_block("video", url="v.mp4", name="V")]
    assert to_markdown(blocks) == "- t\n\nc\n\n[V](v.mp4)\n"


def test_a_thousand_levels_are_written() -> None:
    assert "innermost" in to_markdown(nested(1000))


@pytest.mark.parametrize("odd", [None, "text", [None, 3, []], [{}], [{"type": ["x"], "props": 1, "content": {}}]])
def test_what_is_no_block_is_nothing(odd: object) -> None:
    assert to_markdown(odd) == ""
