"""Nodes and edges on their way into the table: what has to be read, what has to hold, what is written."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from engawa import edges, node_types, nodes, tree
from engawa.edges import EdgeIn
from engawa.errors import Conflict, Invalid, NotFound
from engawa.nodes import NodeIn
from engawa.step import ABSENT, EQUALS, Clause, Item
from engawa.workspace import Workspace


@dataclass
class Upsert:
    """One set of nodes and edges on its way into the table; `items` grows, parents before children.

    `moment` is each one's instant: a microsecond apart, so that siblings keep the order they were sent in.
    """

    workspace: Workspace
    nodes: dict[str, NodeIn]
    edges: dict[str, EdgeIn]
    moment: dict[str, datetime]
    found: dict[str, Item] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)

    def read(self) -> None:
        """Whatever the checks need, in one batch: what is there already, parents, boards."""
        near = {node.parentId for node in self.nodes.values()} | {edge.boardId for edge in self.edges.values()}
        wanted = {self.workspace.id, *self.nodes, *filter(None, near)}
        keys = [self.workspace.node_key(node_id) for node_id in sorted(wanted)]
        keys += [self.workspace.edge_key(edge_id) for edge_id in self.edges]
        self.found = {item["sk"]: item for item in self.workspace.get_many(keys)}

    def before(self, node_id: str) -> Item | None:
        return self.found.get(self.workspace.node_key(node_id)["sk"])

    def place(self, node: NodeIn) -> tree.Place:
        if node.type == "workspace" or node.id == self.workspace.id:
            return self._place_of_root(node)
        parent = self.parent(node)
        return tree.place_under(parent)

    def _place_of_root(self, node: NodeIn) -> tree.Place:
        if node.id != self.workspace.id or node.type != "workspace" or node.parentId:
            raise Invalid("type: there is one node of type workspace; its id is the workspace's, and no parent.")
        return tree.ROOT

    def parent(self, node: NodeIn) -> Item:
        """The parent as it will be; a node without one stands under the workspace."""
        parent_id = node.parentId or self.workspace.id
        if parent_id in self.nodes and parent_id not in self.items:
            raise Conflict("parentId: closes a circle; a node cannot be its own ancestor.")
        return self.items.get(parent_id) or nodes.live_parent(self.before(parent_id))

    def of_this_workspace(self, workspace_id: str | None) -> None:
        if workspace_id not in (None, self.workspace.id):
            raise NotFound

    def add(self, node: NodeIn) -> None:
        self.of_this_workspace(node.workspaceId)
        before = self.before(node.id)
        node_types.checked(node.type)
        nodes.may_become(before, node.type)
        place = self.place(node)
        if before and "deletedAt" not in before and before.get("parentId") != node.parentId and node.parentId:
            self._refuse_circle(node.id, node.parentId)
        self.items[node.id] = nodes.item_of(self.workspace, node, place, before, self.moment[node.id])

    def _refuse_circle(self, node_id: str, parent_id: str) -> None:
        """The ancestors as they will be: some come with this batch, the rest are read."""

        def above(some_id: str) -> Item | None:
            return self.items.get(some_id) or self.workspace.get(self.workspace.node_key(some_id))

        tree.refuse_circle(above, node_id, parent_id)

    def add_edge(self, edge: EdgeIn) -> None:
        self.of_this_workspace(edge.workspaceId)
        before = self.found.get(self.workspace.edge_key(edge.id)["sk"])
        board = self.items.get(edge.boardId) or nodes.live_parent(self.before(edge.boardId), "boardId")
        if not node_types.is_container(board["type"]):
            raise Invalid("boardId: is not a board.")
        self.items[edge.id] = edges.item_of(self.workspace, edge, before, self.moment[edge.id])

    def moved(self) -> Iterator[tuple[Item, Item]]:
        """Each node that changes its place, as it is and as it will be."""
        for node_id in self.nodes:
            before, after = self.before(node_id), self.items[node_id]
            if before and "col" in before and (after["col"], after["depth"]) != (before["col"], before["depth"]):
                yield before, after

    def write(self) -> list[Item]:
        """What follows a moved node goes ahead of it, as in a PATCH."""
        for before, after in self.moved():
            place = tree.Place(tree.container_of(after), after["depth"])
            tree.move_followers(self.workspace, before, place, after["updatedAt"])
        written = list(self.items.values())
        if len(written) == 1:
            self._write_one(written[0])
        else:
            self.workspace.put_many(written)
        return written

    def _write_one(self, item: Item) -> None:
        """Unless it was moved or deleted since it was read; a batch cannot say so, DynamoDB's has no conditions."""
        entry = self.found.get(item["sk"], {}).get("col")
        as_read = Clause("col", EQUALS, entry) if entry else Clause("col", ABSENT)
        if not self.workspace.put(item, (as_read,)).done:
            raise Conflict("Someone else changed this at the same moment; try again.")
