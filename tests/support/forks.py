"""The command in processes forked from one that has imported it, as starting Python anew takes most of a test.

A forked command is a process like any other, with arguments, streams, folder and environment of its own; only its
modules were imported before. The process that it comes from does nothing but fork.
"""

import json
import os
import signal
import socket
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

CAN_FORK = sys.platform == "linux"


def run_forked(arguments: tuple[str, ...], streams: tuple[int, int, int], timeout: float) -> int:
    """Run the command to its end with these descriptors as its streams; return its exit status.

    Raises `subprocess.TimeoutExpired` after it has killed one that takes longer.
    """
    ours, theirs = socket.socketpair()
    with ours, theirs, ours.makefile("r") as told:
        socket.send_fds(_forker(_environment_of_python()), [b"x"], [*streams, theirs.fileno()])
        theirs.close()
        ours.settimeout(timeout)
        ours.sendall(json.dumps([arguments, str(Path.cwd()), dict(os.environ)]).encode())
        ours.shutdown(socket.SHUT_WR)
        process = int(told.readline())
        try:
            return int(told.readline())
        except TimeoutError:
            os.kill(process, signal.SIGKILL)
            raise subprocess.TimeoutExpired(arguments, timeout) from None


def _environment_of_python() -> tuple[tuple[str, str], ...]:
    """Return what Python reads when it starts, and never again."""
    return tuple(sorted(item for item in os.environ.items() if item[0].startswith(("PYTHON", "LC_", "LANG"))))


@cache
def _forker(environment: tuple[tuple[str, str], ...]) -> socket.socket:  # noqa: ARG001 - one for each
    """Start the process that forks, which ends when the socket to it is closed: at the latest with this process."""
    ours, theirs = socket.socketpair()
    with theirs:
        os.posix_spawn(
            sys.executable,
            [sys.executable, __file__],
            os.environ,
            file_actions=[(os.POSIX_SPAWN_DUP2, theirs.fileno(), 0)],
        )
    return ours


def _serve() -> None:
    """Fork for each request; return in the new processes, as the command."""
    sys.path[0] = str(Path(sys.executable).parent)  # as in the installed command
    for module in (f"sttt.cli.{one}" for one, _ in import_module("sttt.cli.command_line").COMMANDS.values()):
        import_module(module)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    requests = socket.socket(fileno=0)
    while True:
        word, descriptors, *_ = socket.recv_fds(requests, 1, 4)
        if not word:
            os._exit(0)
        if not os.fork():
            requests.detach()  # what is standard input soon
            _become(descriptors)
            return
        for descriptor in descriptors:
            os.close(descriptor)


def _become(descriptors: list[int]) -> None:
    """Fork the command, tell what becomes of it, and return in it alone."""
    told = socket.socket(fileno=descriptors[3])
    arguments, folder, environment = json.loads(b"".join(iter(lambda: told.recv(1 << 16), b"")))
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if process := os.fork():
        told.sendall(f"{process}\n".encode())
        _, status = os.waitpid(process, 0)
        told.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
        os._exit(0)
    told.close()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = ["sttt", *arguments]
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        os.dup2(descriptors[number], number)
        os.close(descriptors[number])
        as_started = getattr(sys, name)
        stream = open(  # noqa: SIM115 - as long as the process
            number, "w" if number else "r", encoding=as_started.encoding, errors=as_started.errors, closefd=False
        )
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


if __name__ == "__main__":
    _serve()
    from sttt.cli import main

    sys.exit(main())
