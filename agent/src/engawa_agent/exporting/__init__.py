"""Nodes and edges as files for other people's tools. The writers are pure; reading and output are the edge."""
