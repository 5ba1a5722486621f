"""Work in processes that can be killed, here or on a cluster, and its provenance; no games, no matches."""
