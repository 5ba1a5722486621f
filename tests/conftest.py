"""Shared pytest configuration."""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

settings.register_profile("sttt", deadline=None)  # a busy machine is no failure
settings.load_profile("sttt")
