"""Run as a program by embedded_server.py: serves one model until stdin ends.

Reads one line of JSON {model, contextTokens, threads, key}, writes one {url}. Whoever holds the other end of stdin
need not end in good order: the system closes the pipe even when that process is killed.
"""

import json
import os
import sys
from typing import Any

# Small batches: a cancelled request is noticed between two of them, about a second apart.
BATCH_TOKENS = 128


def serve() -> None:
    # The model's log goes to stderr, which nobody reads; only our one line may go to stdout.
    orders = json.loads(sys.stdin.readline())
    server = _started(orders)
    print(json.dumps({"url": server.listening_address}), flush=True)  # noqa: T201
    sys.stdin.read()
    os._exit(0)  # at once, in the middle of an answer too


def _started(orders: dict[str, Any]) -> Any:
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = orders["model"]
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [orders["key"]]
    params.n_ctx = orders["contextTokens"]
    params.n_parallel = 1
    params.n_batch = params.n_ubatch = BATCH_TOKENS
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = orders["threads"]
    params.n_threads_http = 2
    params.cache_ram_mib = 0
    params.warmup = False
    params.ui = params.endpoint_slots = False
    params.cors_origins = ""
    return xllamacpp.Server(params)


if __name__ == "__main__":
    serve()
