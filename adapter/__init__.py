"""The protocols in which external programs are spoken to, one module or folder each."""
