"""Shared pytest configuration."""

import signal
import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

settings.register_profile("sttt", deadline=None)  # a busy machine is no failure
settings.load_profile("sttt")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell leaves it to what it starts in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)  # or the commands under test would ignore Ctrl-C too
