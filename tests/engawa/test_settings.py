"""The numbers of a deployment."""

import pytest

from engawa import settings


def test_the_defaults_are_those_of_the_template() -> None:
    assert settings.read({}) == settings.Settings()


@pytest.mark.parametrize(
    ("variables", "named"),
    [
        ({"LEASE_SECONDS": "30"}, "RENEW_SECONDS"),
        ({"RENEW_SECONDS": "31"}, "RENEW_SECONDS"),
        ({"HARD_LIMIT_SECONDS": "59"}, "HARD_LIMIT_SECONDS"),
        ({"MAX_ATTEMPTS": "0"}, "MAX_ATTEMPTS"),
        ({"RETENTION_DAYS": "many"}, "RETENTION_DAYS"),
    ],
)
def test_numbers_that_contradict_each_other_are_refused_by_name(variables: dict[str, str], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        settings.read(variables)
