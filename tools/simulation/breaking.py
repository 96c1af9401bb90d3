"""Breaking a rule: how one function of the product becomes a wrong one."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any

from engawa.step import Item, Step
from tools.simulation.chance import replaced

Break = Callable[[Any], Any]  # the original becomes the wrong one


@dataclass(frozen=True)
class Mutant:
    """`breaks` names a module, and what is looked up in it."""

    name: str
    breaks: Mapping[tuple[Any, str], Break]

    @contextmanager
    def alive(self) -> Iterator[None]:
        with ExitStack() as meanwhile:
            for (owner, name), wrong in self.breaks.items():
                meanwhile.enter_context(replaced(owner, name, wrong(getattr(owner, name))))
            yield


def answering(value: Any) -> Break:
    """The same to every question."""
    return lambda original: lambda *args, **options: value


def being(value: Any) -> Break:
    return lambda original: value


def with_step(change: Callable[[Step, Any], Step]) -> Break:
    """`change` makes another step of the right one and its first argument, which mostly is the head."""

    def wrong(original: Callable[..., Step]) -> Callable[..., Step]:
        return lambda first, *args, **options: change(original(first, *args, **options), first)

    return wrong


def not_needing(attribute: str) -> Break:
    """The step holds whatever `attribute` is."""
    return with_step(lambda step, _: replace(step, must=tuple(c for c in step.must if c.attribute != attribute)))


def setting(**values: Callable[[Item], Any]) -> Break:
    """The step sets what `values` make of the head, where it set that attribute."""

    def change(step: Step, head: Item) -> Step:
        wrong = {name: value(head) for name, value in values.items() if name in step.sets}
        return replace(step, sets={**step.sets, **wrong})

    return with_step(change)


def leaving_out(name: str) -> Break:
    """What is set does not touch `name`."""

    def wrong(original: Callable[..., Item]) -> Callable[..., Item]:
        return lambda *args, **options: {k: v for k, v in original(*args, **options).items() if k != name}

    return wrong


def with_clauses(keep: Callable[[str], bool]) -> Break:
    """Of a tuple of clauses, those on the attributes that `keep` wants."""

    def wrong(original: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args: tuple(clause for clause in original(*args) if keep(clause.attribute))

    return wrong
