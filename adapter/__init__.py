"""The protocols in which external programs are spoken to, a folder each; no rules, no search."""
