"""Schemas cut down to what Anthropic's constrained output knows."""

from engawa_agent.providers import schemas
from tests.agent.providers.materials import CONFLICTS, POINTS


def test_every_object_is_closed_wherever_it_stands() -> None:
    closed = schemas.closed(CONFLICTS)
    assert closed["$defs"]["Conflict"]["additionalProperties"] is False
    assert closed["items"] == {"$ref": "#/$defs/Conflict"}


def test_bounds_go_into_the_description() -> None:
    points = schemas.closed(POINTS)["properties"]["points"]
    assert points == {
        "type": "array",
        "items": {"type": "string", "description": '{"maxLength": 60}'},
        "description": '{"minItems": 3}',
    }


def test_a_description_is_kept_before_them() -> None:
    assert schemas.closed({"type": "integer", "description": "A number.", "minimum": 1}) == {
        "type": "integer",
        "description": 'A number.\n\n{"minimum": 1}',
    }


def test_an_open_object_is_closed_all_the_same() -> None:
    assert schemas.closed({"type": "object", "additionalProperties": {"type": "string"}}) == {
        "type": "object",
        "properties": {},
        "additionalProperties": False,
    }


def test_formats_that_are_known_stay() -> None:
    assert schemas.closed({"type": "string", "format": "date"})["format"] == "date"
    assert schemas.closed({"type": "string", "format": "colour"}) == {
        "type": "string",
        "description": '{"format": "colour"}',
    }


def test_the_schema_itself_is_not_touched() -> None:
    before = str(POINTS)
    schemas.closed(POINTS)
    assert str(POINTS) == before
