"""A note in the workspace, and a toolbox with which a model may read it."""

from engawa_agent import toolbox
from engawa_agent.api import Api
from engawa_agent.toolbox import Toolbox
from engawa_agent.tools import BUILT_IN
from tests.agent.fake_server import Answer, FakeServer
from tests.agent.makers import a_job

NOTE = "018f0000-0000-7000-8000-00000000000a"
TEXT = "価格 is 5"


def a_toolbox(cloud: FakeServer, api: Api) -> Toolbox:
    node = {"id": NOTE, "type": "sticky", "parentId": None, "name": "", "data": {"text": TEXT}}
    cloud.on(f"GET /api/nodes/{NOTE}", Answer(200, node))
    return toolbox.of_job(a_job(tools=["read_node"]), BUILT_IN, api)
