"""Puts the pure text rules into the wheel: one source, the layer's folder, and no copy of it in the repository."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

IN_REPOSITORY = "../layers/text/python/engawa_text"
IN_SDIST = "engawa_text"


class TextRules(BuildHookInterface):  # type: ignore[misc]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable install reads the folder itself (dev-mode-dirs): a copy would hide later changes to it."""
        if version != "editable":
            inside = Path(self.root, IN_SDIST)
            source = inside if inside.is_dir() else Path(self.root, IN_REPOSITORY)
            build_data["force_include"][str(source.resolve())] = "engawa_text"
