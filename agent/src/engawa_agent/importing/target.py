"""Where a file goes: the board or document it becomes, and the ids that make a second import an update."""

from dataclasses import dataclass
from functools import reduce
from uuid import UUID, uuid5


@dataclass(frozen=True)
class Target:
    """The board (or document) with its name, and the node it stands under."""

    board_id: str
    title: str
    parent_id: str

    def id_of(self, *parts: str) -> str:
        """The same id for the same thing each time: uuid5 of the board's id and the file's own id.

        Further parts make an id of their own out of that one. No file id is empty, so what begins with an empty
        part never meets one.
        """
        return str(reduce(uuid5, parts, UUID(self.board_id)))


def id_by_name(workspace_id: str, name: str) -> str:
    """The board or document of a file, by the file's name, in one workspace."""
    return str(uuid5(UUID(workspace_id), name))
