"""The hot loops of Super Tic-Tac-Toe: class tables, line costs, evaluation, the rule layer's state, the engine."""


def build_name() -> str:
    """Say which build of the hot loops runs: compiled, or the same source interpreted."""
    from sttt.kernel.engine import COMPILED  # noqa: PLC0415 - whoever wants one kernel module does not load them all

    return "compiled" if COMPILED else "interpreted"
