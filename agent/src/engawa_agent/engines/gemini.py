"""Google's Gemini API."""

from engawa_agent.config import EngineSettings
from engawa_agent.engines import offers
from engawa_agent.engines.hosted import Hosted, Provider
from engawa_agent.providers import gemini

GEMINI = Provider(
    id="gemini",
    name="Gemini",
    url="https://generativelanguage.googleapis.com",
    key_header="x-goog-api-key",
    models="/v1beta/models?pageSize=1000",
    offers=offers.of_gemini,
    api=gemini,
)


def engine(settings: EngineSettings) -> Hosted:
    return Hosted(GEMINI, settings)
