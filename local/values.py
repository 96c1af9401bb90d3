"""What a nested value of a template comes to: lists, conditions and what they leave out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from local.cloudformation import References
from local.trouble import Trouble

NOTHING = {"Ref": "AWS::NoValue"}


@dataclass(frozen=True)
class Values:
    """Resolves against one document; `lists` are its parameters that hold several values, separated by commas."""

    references: References
    conditions: Mapping[str, Any]
    lists: frozenset[str]

    @classmethod
    def of_document(cls, document: Mapping[str, Any], references: References) -> "Values":
        """`references` are those of the same document."""
        declared = document.get("Parameters") or {}
        lists = frozenset(name for name, each in declared.items() if each.get("Type") == "CommaDelimitedList")
        return cls(references, document.get("Conditions") or {}, lists)

    def of(self, value: Any, where: str) -> Any:
        """`value` with everything in it resolved; None where a condition leaves it out. Raises Trouble."""
        match value:
            case {"Fn::If": [str(name), yes, no]}:
                return self.of(yes if self.holds({"Condition": name}, where) else no, where)
            case {"Fn::Join": [str(separator), parts]}:
                return separator.join(self.of(parts, where))
            case {"Ref": str(name)} if name in self.lists:
                return [each.strip() for each in self.references.text(value, where).split(",")]
            case {"Ref": _} | {"Fn::Sub": _}:
                return None if value == NOTHING else self.references.text(value, where)
            case dict():
                found = {key: self.of(inner, where) for key, inner in value.items()}
                return {key: inner for key, inner in found.items() if inner is not None}
            case list():
                return [self.of(inner, where) for inner in value if inner != NOTHING]
        return value

    def holds(self, condition: Any, where: str) -> bool:
        """Whether `condition` is true for these parameters. Raises Trouble for one of a kind unknown here."""
        match condition:
            case {"Condition": str(name)} if name in self.conditions:
                return self.holds(self.conditions[name], where)
            case {"Fn::Not": [inner]}:
                return not self.holds(inner, where)
            case {"Fn::Equals": [one, other]}:
                return bool(self.of(one, where) == self.of(other, where))
        raise Trouble(f"The local stack can decide Not and Equals only, and {where} hangs on {condition!r}.")
