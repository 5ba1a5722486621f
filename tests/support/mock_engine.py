"""Our engine of UGI and our bot of 4x4x4 tic-tac-toe, each with one thing wrong: ``mock_engine.py PROTOCOL KIND``."""

import os
import sys
import time
from collections.abc import Callable, Iterator

from adapter.qubic_stdio.__main__ import Conversation
from adapter.ugi.bot import UgiBot
from adapter.ugi.options import EngineOptions
from sttt.players.registry import make_player

HEARD: dict[str, Callable[[str], str]] = {
    "is deaf to stop": lambda line: "" if line == "stop" else line,
    "stops by itself": lambda line: line.replace("infinite", "nodes 1"),
    "dies of what it does not know": lambda line: os._exit(3) if line == "xyzzy" else line,
    "stays": lambda line: time.sleep(600) or "" if line in ("quit", "exit") else line,
    "knows no fen": lambda line: "position startpos" if " fen " in line else line,
    "knows no padding": lambda line: "x" if "\0" in line else line,
}
SAID: dict[str, Callable[[str], str]] = {
    "has no author": lambda line: "" if line.startswith("id author") else line,
    "never says ugiok": lambda line: "" if line == "ugiok" else line,
    "lies about the result": lambda line: line.replace("p1win", "draw"),
    "plays what is illegal": lambda line: "bestmove 9,9" if line.startswith("bestmove") else line,
    "is no engine for nodes": lambda line: "" if line.startswith("bestmove") else line,
    "garbles info": lambda line: line.replace("score cp ", "score cp about "),
    "goes on talking": lambda line: f"{line}\nwell" if line.startswith("bestmove") else line,
    "sees no error": lambda line: "" if line == "ERROR" else line,
    "sees no end": lambda line: "" if line == "GAMEOVER" else line,
    "sees errors everywhere": lambda line: "ERROR" if line.startswith("B,") else line,
    "is always at the origin": lambda line: "R,9,0,0" if line.startswith("R,") else line,
}


class Source:
    """Standard input as the kind hears it."""

    def __init__(self, kind: str) -> None:
        self._change = HEARD.get(kind, str)

    def readline(self, _size: int = 0) -> bytes:
        for line in self._lines():
            return line
        return b""

    def _lines(self) -> Iterator[bytes]:
        while line := sys.stdin.buffer.readline():
            changed = self._change(line.decode("latin-1").removesuffix("\n"))
            yield f"{changed}\n".encode("latin-1")


class Output:
    """Standard output as the kind speaks."""

    def __init__(self, kind: str) -> None:
        self._change = SAID.get(kind, str)

    def write(self, line: bytes) -> None:
        changed = self._change(line.decode().removesuffix("\n").rstrip("\0"))
        if changed:
            os.write(1, f"{changed}\n".encode())

    def flush(self) -> None:
        pass


def main(protocol: str, kind: str) -> None:
    source, sink = Source(kind), Output(kind)
    if protocol == "ugi":
        UgiBot(source, sink, EngineOptions("three-by-four", "three-by-four-easy")).run()
    else:
        Conversation(source, sink, make_player("qubic-blocks", 1), 1.0).run()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
