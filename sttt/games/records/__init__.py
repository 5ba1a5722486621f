"""Finished games as records: their fields, JSON lines and text; no clocks, no players."""
