"""Little boards up to equivalence, computed from the rules: their order, costs and groups; no search."""
