"""What is installed, looked up once: a registry searches all installed packages each time it is asked."""

from functools import cache

from sttt import registry

game = cache(registry.game)
strategies = cache(registry.strategies)
protocols = cache(registry.protocols)
