"""stub"""
from collections.abc import Iterator
from sttt.players.player import CheckStep, ProgramTerms
def check(command: str, terms: ProgramTerms, seconds: float) -> Iterator[CheckStep]:
    """x"""
    raise NotImplementedError
