"""Anthropic's own API."""

from engawa_agent.config import EngineSettings
from engawa_agent.engines import offers
from engawa_agent.engines.hosted import Hosted, Provider
from engawa_agent.providers import anthropic

ANTHROPIC = Provider(
    id="anthropic",
    name="Anthropic",
    url="https://api.anthropic.com",
    key_header="x-api-key",
    models="/v1/models?limit=1000",
    offers=offers.of_list,
    api=anthropic,
    headers=anthropic.HEADERS,
)


def engine(settings: EngineSettings) -> Hosted:
    return Hosted(ANTHROPIC, settings)
