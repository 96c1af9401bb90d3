"""A key is not sent where anybody on the way could read it."""

import pytest

from engawa_agent.engines.ollama import Ollama
from engawa_agent.errors import EngineError
from tests.agent.engines.apis import APIS, KEY, an_engine, asked
from tests.agent.engines.ended import KEY_REFUSED, how
from tests.agent.makers import a_settings


@pytest.mark.parametrize("api", [api for api in APIS if api != "ollama"])
def test_an_address_without_encryption_gets_none(api: str) -> None:
    with pytest.raises(EngineError, match="use https://") as error:
        asked(an_engine(api, "http://models.example"))
    assert how(error.value) == KEY_REFUSED
    assert not an_engine(api, "http://models.example").check().usable


@pytest.mark.parametrize("url", ["http://models.example", "http://192.0.2.1:11434"])
def test_ollama_which_seldom_asks_for_one_is_asked_without(url: str) -> None:
    for engine in (
        Ollama(a_settings("ollama", KEY, url=url), {}),
        Ollama(a_settings("ollama", KEY), {"OLLAMA_HOST": url}),
    ):
        assert KEY not in str(engine._server().headers)


@pytest.mark.parametrize("url", ["https://models.example", "http://127.0.0.1:11434", "http://localhost:11434"])
def test_where_nobody_can_read_it_it_goes_along(url: str) -> None:
    engine = Ollama(a_settings("ollama", KEY, url=url), {})
    assert engine._server().headers == {"authorization": f"Bearer {KEY}"}
