"""Every protocol of ours names what it is made of: the names lead somewhere, and are followed when first used alone."""

import inspect
import subprocess
import sys
from functools import partial

import pytest
from support import house

from sttt.entry_points import named, named_part
from sttt.errors import PlayerError
from sttt.players import registry
from sttt.players.player import DEFAULT_PROGRAM_TERMS, ProgramTerms, RefereeTerms, WireProtocol

OURS = sorted(registry.PROTOCOLS.names())
TAKES = {
    "connect": ("REST", DEFAULT_PROGRAM_TERMS),
    "check": ("REST", DEFAULT_PROGRAM_TERMS, 1.0),
    "examine": ("REST", DEFAULT_PROGRAM_TERMS, 1.0, 1, 2),
    "referee": (("first", "second"), RefereeTerms(1.0, None, print)),
    "bot": ("super-ttt", None),
    "parse_position": ("TEXT",),
    "format_turn": ((0,),),
}
"""The arguments of each part."""
LIGHT = ("parse_position", "format_turn")
"""The parts that a bot has loaded anyway."""
BOTS = sorted(name for name in house.MODULES if name.startswith("adapter.") and name.endswith(".__main__"))
STARTS_PROGRAMS = ("remote", "check")
"""The modules of a protocol's folder that a bot has no need of."""


def fresh_python(script: str) -> str:
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True, timeout=200)
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("part", TAKES)
@pytest.mark.parametrize("name", OURS)
def test_a_named_part_is_there_and_takes_what_it_is_called_with(name: str, part: str) -> None:
    function = getattr(registry.protocol(name), part)
    if isinstance(function, partial):
        function = named_part(*function.args)
    else:
        assert function is None or part in LIGHT, "a part that is not named is loaded with the protocol"
    if function is not None:
        inspect.signature(function).bind(*TAKES[part])


def test_looking_for_protocols_loads_none_of_their_named_parts() -> None:
    script = "import sys; from sttt.players import registry; registry.protocols(); print(*sys.modules)"
    loaded = set(fresh_python(script).split())
    halves = {f"{module}.{half}" for module in house.MODULES for half in (*STARTS_PROGRAMS, "bot")}
    assert {one for one in loaded & halves if one.startswith("adapter.")} <= {"adapter.scheme.bot"}  # of its interface


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_loads_nothing_that_starts_programs(bot: str) -> None:
    loaded = fresh_python(f"import sys, {bot}; print(*sys.modules)").split()
    assert bot in loaded
    assert [one for one in loaded if one.startswith("adapter.") and one.endswith(STARTS_PROGRAMS)] == []
    assert "adapter.programs.process" not in loaded


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("adapter.nowhere.remote:Player", "No module named 'adapter.nowhere'"),
        ("adapter.cs540.remote:NoPlayer", "has no attribute 'NoPlayer'"),
    ],
    ids=["no module", "no function"],
)
def test_a_part_that_cannot_be_loaded_is_an_error_that_names_it(target: str, told: str) -> None:
    part = named(target)
    with pytest.raises(PlayerError, match=f"^{target} cannot be used: .*{told}.*; expected a function to import$"):
        part("REST", DEFAULT_PROGRAM_TERMS)


@pytest.mark.parametrize("target", ["adapter.cs540.remote", ":connect", "adapter.cs540.remote:", "a b:c"])
def test_a_name_that_is_no_part_is_refused_at_once(target: str) -> None:
    with pytest.raises(ValueError, match="expected MODULE:FUNCTION"):
        named(target)


def test_a_strangers_protocol_may_have_functions_of_its_own() -> None:
    def connect(rest: str, _terms: ProgramTerms) -> str:
        return rest

    protocol = WireProtocol("mine", "mine", None, connect, str, str)  # type: ignore[arg-type]
    assert protocol.connect("REST", DEFAULT_PROGRAM_TERMS) == "REST"
