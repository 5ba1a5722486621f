"""Work in processes that can be killed, here or on a cluster, and the provenance of results; no games, no matches."""
