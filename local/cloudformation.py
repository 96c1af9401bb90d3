"""CloudFormation's YAML: its short tags, and what a reference means on this machine."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from local.trouble import Trouble

REGION = "us-east-1"
ACCOUNT = "000000000000"
PSEUDO_PARAMETERS = {
    "AWS::AccountId": ACCOUNT,
    "AWS::Partition": "aws",
    "AWS::Region": REGION,
    "AWS::StackName": "local",
    "AWS::URLSuffix": "amazonaws.com",
}


class _Loader(yaml.SafeLoader):
    """YAML in which `!Ref X` reads as `{"Ref": "X"}` and `!Sub X` as `{"Fn::Sub": "X"}`."""


def _tagged(loader: _Loader, tag: str, node: yaml.Node) -> dict[str, Any]:
    key = tag if tag in ("Ref", "Condition") else f"Fn::{tag}"
    if isinstance(node, yaml.MappingNode):
        return {key: loader.construct_mapping(node, deep=True)}
    if isinstance(node, yaml.SequenceNode):
        return {key: loader.construct_sequence(node, deep=True)}
    return {key: loader.construct_scalar(node)}  # type: ignore[arg-type]  # the only kind of node left


_Loader.add_multi_constructor("!", _tagged)


def load(path: Path) -> dict[str, Any]:
    """The document at `path`, tags in their long form. Raises Trouble."""
    try:
        document = yaml.load(path.read_text(encoding="utf-8"), _Loader)  # noqa: S506  (a SafeLoader)
    except OSError as error:
        raise Trouble(f"{path} cannot be read: {error.strerror}.") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise Trouble(f"{path} is not YAML{_place(error)}.") from error
    if not isinstance(document, dict) or not isinstance(document.get("Resources"), dict):
        raise Trouble(f"{path} has no Resources.")
    return document


def _place(error: Exception) -> str:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
        return f": line {error.problem_mark.line + 1}, {error.problem}"
    return f": {error}"


@dataclass(frozen=True)
class References:
    """The names that a template's values may refer to: parameters, and resources by their logical ids."""

    parameters: Mapping[str, Any]
    resources: frozenset[str]

    @classmethod
    def of(cls, document: Mapping[str, Any], parameters: Mapping[str, str]) -> "References":
        """`parameters` win over the template's defaults, as `--parameter-overrides` do."""
        declared = document.get("Parameters") or {}
        defaults = {name: each["Default"] for name, each in declared.items() if "Default" in each}
        given = {name: value for name, value in parameters.items() if name in declared}
        return cls({**PSEUDO_PARAMETERS, **defaults, **given}, frozenset(document["Resources"]))

    def text(self, value: Any, where: str) -> str:
        """`value` as the string that CloudFormation would make of it. Raises Trouble that names `where`."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, str | int | float):
            return str(value)
        match value:
            case {"Ref": str(name)}:
                return self._named(name, where)
            case {"Fn::Sub": str(pattern)}:
                return re.sub(r"\$\{([^!}]+)\}", lambda found: self._named(found[1], where), pattern)
        raise Trouble(f"The local stack can resolve Ref and Sub only, and {where} is {value!r}.")

    def names_resource(self, value: Any) -> bool:
        """Whether `value` is one of the stack's own resources."""
        return isinstance(value, dict) and value.get("Ref") in self.resources

    def _named(self, name: str, where: str) -> str:
        if name in self.parameters:
            return self.text(self.parameters[name], where)
        # A resource goes by its logical id here.
        if name in self.resources:
            return name
        raise Trouble(f"{where} refers to {name}, which has no default and is no resource.")
