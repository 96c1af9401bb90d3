"""How the providers name their failures, and what those that go by no name say."""

import re
from collections.abc import Mapping
from typing import Final

from engawa_agent.providers import failures
from engawa_agent.providers.failures import Kind

# In lower case, the more telling ones first: an error often has a general type and a code of its own.
KIND_OF_NAME: Final[Mapping[str, Kind]] = {
    "insufficient_quota": failures.NO_QUOTA,
    "billing_error": failures.NO_QUOTA,
    "billing_hard_limit_reached": failures.NO_QUOTA,
    "billing_not_active": failures.NO_QUOTA,
    "enforced_spend_limit_reached": failures.NO_QUOTA,
    "contract_spend_limit_reached": failures.NO_QUOTA,
    "linked_organization_spend_limit_reached": failures.NO_QUOTA,
    "linked_organization_billing_unavailable": failures.NO_QUOTA,
    "per_day": failures.NO_QUOTA,
    "api_key_invalid": failures.NO_KEY,
    "api_key_expired": failures.NO_KEY,
    "invalid_api_key": failures.NO_KEY,
    "authentication_error": failures.NO_KEY,
    "context_length_exceeded": failures.TOO_LONG,
    "exceed_context_size_error": failures.TOO_LONG,
    "request_too_large": failures.TOO_LONG,
    "content_filter": failures.FILTERED,
    "content_policy_violation": failures.FILTERED,
    "responsibleaipolicyviolation": failures.FILTERED,
    "invalid_prompt": failures.FILTERED,
    "bio_policy": failures.FILTERED,
    "misalignment_policy_violation": failures.FILTERED,
    "image_content_policy_violation": failures.FILTERED,
    "model_not_found": failures.NO_MODEL,
}
# In a stream an error has no status of its own, but a name.
STATUS_OF_NAME: Final[Mapping[str, int]] = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
    "api_error": 500,
    "server_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
KIND_OF_TEXT: Final[tuple[tuple[re.Pattern[str], Kind], ...]] = (
    (
        re.compile(r"credit balance|spend(ing)? (limit|cap)|usage limits?\b|insufficient (balance|credit|funds)", re.I),
        failures.NO_QUOTA,
    ),
    (
        re.compile(
            r"context (length|size|window|limit)|maximum (context|prompt|model) length|max_seq_len"
            r"|max_new_tokens` must be|(prompt|input|request) (is )?too (long|large)"
            r"|(input|prompt) (token count|length)\b.{0,40}\bexceed|exceeds? the (available )?context"
            r"|context the overflows",
            re.I,
        ),
        failures.TOO_LONG,
    ),
    (re.compile(r"content management policy|content filter|usage policy|safety system", re.I), failures.FILTERED),
)
MODEL: Final = re.compile(r"\bmodels?\b.{0,200}?(not found|not exist)|^model: ", re.I)
QUOTA: Final = re.compile(r"\bquota\b", re.I)
