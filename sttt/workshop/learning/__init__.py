"""Learning evaluations from labelled positions. Needs the extra ``learn``."""
