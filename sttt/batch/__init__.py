"""Many positions analyzed at once: JSON lines in, and answers as JSON lines as soon as each is there."""
