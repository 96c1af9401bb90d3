"""What a token looks like: `eng_<kind>_<id>_<secret>_<crc32>`, so that a typo or a scanner needs no look-up."""

import hashlib
import hmac
import re
import secrets
from zlib import crc32

KINDS = ("admin", "member", "agent")
SECRET = re.compile(r"[0-9a-f]{64}")
TOKEN = re.compile(
    rf"(?P<unsigned>eng_(?P<kind>{'|'.join(KINDS)})_(?P<id>[0-9a-f]{{16}})_{SECRET.pattern})_(?P<crc>[0-9a-f]{{8}})"
)


def new_id() -> str:
    return secrets.token_hex(8)


def text(kind: str, token_id: str, secret: str | None = None) -> str:
    """A whole token; without `secret` (64 hexadecimal digits) one of 256 random bits."""
    unsigned = f"eng_{kind}_{token_id}_{secret or secrets.token_hex(32)}"
    return f"{unsigned}_{checksum(unsigned)}"


def checksum(unsigned: str) -> str:
    return f"{crc32(unsigned.encode()):08x}"


def id_of(text: str) -> str | None:
    """The id in a well-formed token; None for what its form or checksum shows to be none."""
    found = TOKEN.fullmatch(text)
    return found["id"] if found and hmac.compare_digest(checksum(found["unsigned"]), found["crc"]) else None


def digest(text: str) -> str:
    """SHA-256 is enough without salt or stretching: 256 random bits cannot be guessed."""
    return hashlib.sha256(text.encode()).hexdigest()


def matches(stored: str, text: str) -> bool:
    """In constant time."""
    return hmac.compare_digest(stored, digest(text))
