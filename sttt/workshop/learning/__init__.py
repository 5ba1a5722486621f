"""Learning evaluations: what is learned, how it is fitted, the files it is written to. Needs the extra ``learn``."""
