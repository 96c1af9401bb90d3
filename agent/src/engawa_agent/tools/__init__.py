"""The tools that this agent has for models, one file each. A job's type and the engine's owner have to allow each."""

from collections.abc import Mapping

from engawa_agent.toolbox import Handler
from engawa_agent.tools import read_node

BUILT_IN: Mapping[str, Handler] = {each.tool.name: each for each in (read_node.HANDLER,)}
