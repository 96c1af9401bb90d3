"""Ids: what counts as one, and new ones that sort by their time."""

import re
import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, WithJsonSchema

from engawa.errors import Invalid

UUID_TEXT = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def uuid_text(value: str) -> str:
    """`value` in lower case; ValueError where it is no UUID."""
    if not UUID_TEXT.fullmatch(value):
        raise ValueError("is not a UUID")
    return value.lower()


Id = Annotated[str, AfterValidator(uuid_text), WithJsonSchema({"type": "string", "format": "uuid"})]


def checked(value: str, field: str) -> str:
    """The same for an id in a path or a query, as an Invalid that names `field`."""
    try:
        return uuid_text(value)
    except ValueError as error:
        raise Invalid(f"{field}: {error}.") from None


def optional(query: Mapping[str, str], field: str) -> str | None:
    return checked(query[field], field) if field in query else None


def in_order(now: datetime) -> str:
    """A UUIDv7 (RFC 9562): milliseconds first, so that newest first is a backward query."""
    value = _milliseconds(now) << 80 | 0x7 << 76 | secrets.randbits(12) << 64 | 0b10 << 62 | secrets.randbits(62)
    return str(UUID(int=value))


def first_of(now: datetime) -> str:
    """What no id made from `now` on sorts before."""
    return str(UUID(int=_milliseconds(now) << 80))


def _milliseconds(now: datetime) -> int:
    return int(now.timestamp() * 1000)
