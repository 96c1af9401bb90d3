"""/api/workspace, /api/nodes, /api/edges and /api/health."""

from engawa import batch, edges, ids, nodes
from engawa.answer import Answer
from engawa.api import Api, Call
from engawa.batch import BatchIn
from engawa.edges import EdgeIn
from engawa.nodes import NodeIn, NodePatch
from engawa.pages import page

api = Api()
lambda_handler = api.handle


@api.route("GET /api/health")
def health() -> dict[str, str]:
    return {"status": "ok"}


@api.route("GET /api/workspace", scope="nodes:read")
def workspace(call: Call) -> object:
    return nodes.get(call.workspace, call.workspace.id)


@api.route("GET /api/nodes", scope="nodes:read")
def list_nodes(call: Call) -> Answer:
    return page(nodes.every(call.workspace, ids.optional(call.query, "containerId")), call.query.get("cursor"))


@api.route("POST /api/nodes", scope="nodes:write", body=NodeIn)
def put_node(call: Call) -> object:
    return batch.put_node(call.workspace, call.body, call.now)


@api.route("POST /api/nodes/batch", scope="nodes:write", body=BatchIn)
def put_batch(call: Call) -> object:
    return batch.put(call.workspace, call.body, call.now)


@api.route("GET /api/nodes/{id}", scope="nodes:read")
def get_node(call: Call) -> object:
    return nodes.get(call.workspace, ids.checked(call.path["id"], "id"))


@api.route("PATCH /api/nodes/{id}", scope="nodes:write", body=NodePatch)
def patch_node(call: Call) -> object:
    return nodes.patch(call.workspace, ids.checked(call.path["id"], "id"), call.body, call.now)


@api.route("DELETE /api/nodes/{id}", scope="nodes:write")
def delete_node(call: Call) -> None:
    nodes.delete(call.workspace, ids.checked(call.path["id"], "id"), call.now)


@api.route("GET /api/edges", scope="nodes:read")
def list_edges(call: Call) -> Answer:
    return page(edges.every(call.workspace, ids.optional(call.query, "boardId")), call.query.get("cursor"))


@api.route("POST /api/edges", scope="nodes:write", body=EdgeIn)
def put_edge(call: Call) -> object:
    return batch.put_edge(call.workspace, call.body, call.now)


@api.route("DELETE /api/edges/{id}", scope="nodes:write")
def delete_edge(call: Call) -> None:
    edges.delete(call.workspace, ids.checked(call.path["id"], "id"), call.now)
