"""Three layers of options, merged: by example, and whatever they hold."""

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engawa_agent.providers.failures import PromptError
from engawa_agent.providers.merging import Settled, merge
from engawa_agent.providers.options import LISTS, NONE, SCALARS, UNSET, Choice, Json, Options, Stop, Tool

ANY = settings(max_examples=50, deadline=None)
ONE, TWO, THREE = Tool("one"), Tool("two", "Counts."), Tool("three", schema={"type": "object", "required": ["a"]})
NAMES = tuple(field.name for field in fields(Options) if field.name != "must")


def each_of(*values: object) -> st.SearchStrategy[Any]:
    return st.sampled_from([UNSET, NONE, *values])


stops = st.builds(Stop, st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=3).map(tuple), st.booleans())
tools = st.lists(st.sampled_from([ONE, TWO, THREE]), max_size=3).map(tuple)
layers = st.builds(
    Options,
    model=each_of("small", "large"),
    temperature=each_of(0.0, 0.7),
    max_tokens=each_of(0, 500),
    stop=st.one_of(each_of(), stops),
    response_format=each_of(Json(), Json({"type": "object"})),
    tools=st.one_of(each_of(), tools),
    tool_choice=each_of(Choice("auto"), Choice("named", "one")),
    stream=each_of(True, False),
    must=st.frozensets(st.sampled_from(NAMES), max_size=2),
)


def values(settled: Settled) -> dict[str, Any]:
    return {name: getattr(settled, name) for name in (*NAMES, "must")}


@ANY
@given(layers, layers, layers, layers, st.sampled_from(NAMES), st.sampled_from(["job", "engine", "default"]))
def test_setting_one_option_never_changes_another(
    job: Options, engine: Options, default: Options, other: Options, name: str, layer: str
) -> None:
    before = {"job": job, "engine": engine, "default": default}
    after = before | {layer: replace(before[layer], **{name: getattr(other, name)})}
    was, now = values(merge(**before)), values(merge(**after))
    assert {key: now[key] for key in now if key != name} == {key: was[key] for key in was if key != name}


@ANY
@given(layers, layers, layers)
def test_merging_twice_is_merging_once(job: Options, engine: Options, default: Options) -> None:
    once = merge(job, engine, default)
    assert values(merge(once.options(), engine, default)) == values(once)
    assert values(merge(once.options(), Options(), Options())) == values(once)


@ANY
@given(layers, layers, layers)
def test_every_source_is_right(job: Options, engine: Options, default: Options) -> None:
    """A field's source is the last that said something of it; what an item is said to come from has it."""
    settled, said_by = merge(job, engine, default), {"job": job, "engine": engine, "default": default}
    for name in NAMES:
        said = [source for source, layer in said_by.items() if getattr(layer, name) is not UNSET]
        assert settled.sources.get(name) == (said[0] if said else None)
        if name in SCALARS and said:
            assert getattr(settled, name) == getattr(said_by[said[0]], name)
    for tool in settled.tools:
        assert tool in said_by[settled.sources[f"tools.{tool.name}"]].tools
    for sequence in settled.stop:
        assert sequence in said_by[settled.sources[f"stop.{sequence}"]].stop.sequences
    listed = {f"tools.{tool.name}" for tool in settled.tools} | {f"stop.{sequence}" for sequence in settled.stop}
    assert {name for name in settled.sources if name.partition(".")[0] in LISTS and "." in name} == listed


def test_tools_unite_by_name_and_the_job_has_the_last_word() -> None:
    renamed = replace(TWO, description="Counts better.")
    settled = merge(Options(tools=(renamed,)), Options(tools=(ONE, TWO)), Options())
    assert settled.tools == (ONE, renamed)
    assert dict(settled.sources) == {"tools": "job", "tools.one": "engine", "tools.two": "job"}


@pytest.mark.parametrize("layer", ["engine", "job"])
def test_two_schemas_under_one_name_are_an_error_that_names_it(layer: str) -> None:
    other = replace(ONE, schema={"type": "object", "required": ["x"]})
    said = {"job": Options(tools=(ONE,)), "engine": Options(), "default": Options()}
    said[layer] = Options(tools=(*(said[layer].tools or ()), other)) if layer == "job" else Options(tools=(other,))
    with pytest.raises(PromptError, match="both called one"):
        merge(**said)


def test_none_takes_away_what_stands_lower_and_unset_does_not() -> None:
    engine = Options(temperature=0.7, tools=(ONE,), stop=Stop(("END",)))
    assert merge(Options(temperature=NONE, tools=NONE, stop=NONE), engine, Options()) == replace(
        Settled(), sources={"temperature": "job", "tools": "job", "stop": "job"}
    )
    assert merge(Options(), engine, Options()).temperature == 0.7


def test_a_stop_list_replaces_or_adds_as_it_declares() -> None:
    default = Options(stop=Stop(("END",)))
    assert merge(Options(stop=Stop(("###",))), Options(), default).stop == ("###",)
    added = merge(Options(stop=Stop(("###", "END"), adds=True)), Options(), default)
    assert added.stop == ("END", "###")
    assert dict(added.sources) == {"stop": "job", "stop.END": "job", "stop.###": "job"}


def test_what_must_be_is_what_anybody_says_must_be() -> None:
    assert merge(Options(must=frozenset("a")), Options(must=frozenset("b")), Options()).must == {"a", "b"}


def test_what_is_taken_back_is_remembered_and_a_choice_goes_with_its_tools() -> None:
    settled = merge(Options(tools=(ONE,), tool_choice=Choice("auto"), temperature=0.7), Options(), Options())
    left = settled.without("tools")
    assert (left.tools, left.tool_choice, left.temperature, left.refused) == ((), None, 0.7, {"tools"})


def test_settled_options_cannot_be_changed() -> None:
    settled = merge(Options(temperature=0.7), Options(), Options())
    with pytest.raises(AttributeError):
        settled.temperature = 0.1  # type: ignore[misc]
    with pytest.raises(TypeError):
        settled.sources["temperature"] = "engine"  # type: ignore[index]
