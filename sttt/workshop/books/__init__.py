"""Building the opening books that ship."""
