"""Every minute: lost jobs go back, jobs that nobody took end."""

from engawa.api import scheduled
from engawa.sweep import sweep

lambda_handler = scheduled(sweep)
