"""The numbers of a deployment, from its environment, checked against each other once."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """In seconds, except days and what is counted. A limit of 0 is none."""

    lease: int = 60
    renew: int = 20
    hard_limit: int = 1800
    max_attempts: int = 3
    retry_backoff: int = 30
    expire_after: int = 86_400
    retention_days: int = 30
    max_open_jobs: int = 1000  # of one workspace
    max_creations_a_minute: int = 120  # of one workspace
    mock_mode: bool = False

    @property
    def retention(self) -> int:
        return self.retention_days * 86_400


def read(environment: Mapping[str, str]) -> Settings:
    """Settings from LEASE_SECONDS and its siblings; ValueError names what is wrong."""
    return checked(
        Settings(
            lease=number(environment, "LEASE_SECONDS", 60),
            renew=number(environment, "RENEW_SECONDS", 20),
            hard_limit=number(environment, "HARD_LIMIT_SECONDS", 1800),
            max_attempts=number(environment, "MAX_ATTEMPTS", 3),
            retry_backoff=number(environment, "RETRY_BACKOFF_SECONDS", 30, least=0),
            expire_after=number(environment, "EXPIRE_AFTER_SECONDS", 86_400),
            retention_days=number(environment, "RETENTION_DAYS", 30),
            max_open_jobs=number(environment, "MAX_OPEN_JOBS", 1000, least=0),
            max_creations_a_minute=number(environment, "MAX_CREATIONS_A_MINUTE", 120, least=0),
            mock_mode=environment.get("MOCK_MODE", "off") == "on",
        )
    )


def number(environment: Mapping[str, str], name: str, default: int, least: int = 1) -> int:
    text = environment.get(name, str(default))
    if not text.isdecimal() or int(text) < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {text!r}.")
    return int(text)


def checked(settings: Settings) -> Settings:
    if settings.renew * 2 > settings.lease:
        raise ValueError("RENEW_SECONDS may be at most half of LEASE_SECONDS, or one lost renewal loses the job.")
    if settings.lease > settings.hard_limit:
        raise ValueError("LEASE_SECONDS may not be longer than HARD_LIMIT_SECONDS.")
    return settings
