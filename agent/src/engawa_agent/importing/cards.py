"""Whether a text reads as a sticky or as a text card.

The rule: a sticky is what fits on one, 200 units of text at most, and is no Markdown layout: no line of it
begins like a heading, list item, quote, callout, table, code fence or display formula. Everything else is a card.
"""

import re

from engawa_text.units import length

STICKY_UNITS = 200
_LAYOUT = re.compile(r"^ {0,3}(#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|>|\||```|~~~|\$\$)", re.MULTILINE)


def is_sticky(text: str) -> bool:
    return length(text) <= STICKY_UNITS and not _LAYOUT.search(text)
