"""Engawa on one machine: the functions behind a real HTTP server, DynamoDB embedded. For development only."""
