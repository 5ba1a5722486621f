"""A program kept to its own folder: run as a script, this gives up what is not the program's, and becomes it.

What is given up, where the system can do it: files outside of the named folders and the system's own, TCP, signals to
and traces of processes that are not its own (Landlock, Linux 5.13 and later), all network (a namespace), the
environment, and large files. What this cannot hide: the names and command lines of processes in ``/proc``, and what a
root user may read of the system's folders.
"""

import ctypes
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""System calls, the same on all of Linux's architectures. Source: linux/landlock.h, as are the bits below."""
_NO_NEW_PRIVILEGES = 38
_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR, _TRUNCATE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_DEVICE = _READ_FILE | _WRITE_FILE
_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""Number of rights to files that an ABI of Landlock knows; later ones know as many as the last."""
_NET_ABI, _SCOPE_ABI = 4, 6

_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/sys", "/nix", "/gnu", "/var/lib/chicken"),
    *(
        f"/proc/{name}"
        for name in ("self", "cpuinfo", "filesystems", "loadavg", "meminfo", "stat", "sys", "uptime", "version")
    ),
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf"),
)
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "STTT_STARTED_BY")
"""Variables of the environment that a program gets to see; the last is the mark by which its processes are found."""
_JAVA = "-Xmx512m -XX:+UseSerialGC -XX:-UsePerfData"
"""Without these Java reserves address space by the machine's memory, and does not start under a limit."""
LARGEST_FILE = 64 << 20
"""Bytes of a file that it writes."""


def confining(folder: Path, others: Iterable[Path] = ()) -> list[str]:
    """Return the words before a command that confine it: it writes to `folder` alone, and reads `others` besides."""
    return [sys.executable, "-I", "-S", __file__, str(folder.resolve()), *(str(one.resolve()) for one in others), "--"]


def describe_confinement() -> str:
    """Say how far this system keeps a program to its own folder."""
    abi = _abi()
    if not abi:
        return "nothing keeps a program from the files of this user: this system has no Landlock (Linux 5.13)"
    kept = ["files outside of its own folder"]
    kept += ["TCP"] * (abi >= _NET_ABI) + ["signals to other processes"] * (abi >= _SCOPE_ABI)
    return f"a program is kept from {', '.join(kept)}, by Landlock, and from all network where a namespace can be made"


def _abi() -> int:
    """Return the version of Landlock that the system has; 0 without."""
    if not sys.platform.startswith("linux"):
        return 0
    return max(0, int(ctypes.CDLL(None).syscall(_CREATE_RULESET, None, 0, 1)))


class _Rules(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def _restrict(own: Sequence[str], others: Sequence[str]) -> None:
    """Give up all files but these folders', the system's and a few devices, and what else Landlock can take."""
    abi = _abi()
    if not abi:
        return
    library = ctypes.CDLL(None)
    everything = (1 << _RIGHTS[min(abi, max(_RIGHTS))]) - 1
    rules = _Rules(everything, 3 if abi >= _NET_ABI else 0, 3 if abi >= _SCOPE_ABI else 0)
    size = 24 if abi >= _SCOPE_ABI else 16 if abi >= _NET_ABI else 8
    ruleset = library.syscall(_CREATE_RULESET, ctypes.byref(rules), size, 0)
    allowed = [(path, everything) for path in own]
    allowed += [(path, _READ) for path in (*others, *_SYSTEM, sys.base_prefix, *_java_settings())]
    allowed += [(path, _DEVICE) for path in _DEVICES]
    for path, rights in allowed:
        with suppress(OSError):  # not on this system
            opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
            files = rights if Path(path).is_dir() else rights & (_EXECUTE | _DEVICE | _TRUNCATE)
            beneath = _Beneath(files & everything, opened)
            library.syscall(_ADD_RULE, ruleset, 1, ctypes.byref(beneath), 0)
            os.close(opened)
    library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    library.syscall(_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def _java_settings() -> list[str]:
    return [str(path) for path in Path("/etc").glob("java*")]


def _leave_network() -> None:
    """Move to a namespace without any network; a user who may not make one directly makes one of users first."""
    library = ctypes.CDLL(None)
    user, group = os.getuid(), os.getgid()
    if not hasattr(library, "unshare") or library.unshare(_NEW_NETWORK) == 0:
        return
    if library.unshare(_NEW_USER | _NEW_NETWORK) == 0:
        with suppress(OSError):
            Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
            Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
            Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")


def _limit() -> None:
    import resource  # noqa: PLC0415 - systems without it confine nothing

    for which, most in ((resource.RLIMIT_FSIZE, LARGEST_FILE), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):  # a lower limit is set already
            resource.setrlimit(which, (most, most))


def _environment(folder: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    path = os.pathsep.join([f"{sys.base_prefix}/bin", kept.get("PATH", os.defpath)])
    return kept | {"PATH": path, "HOME": folder, "TMPDIR": folder, "JAVA_TOOL_OPTIONS": _JAVA}


def main() -> None:
    """Run as ``confined.py FOLDER OTHER ... -- PROGRAM ARGUMENT ...``; exits with 127 if the program does not start."""
    split = sys.argv.index("--")
    folder, *others = sys.argv[1:split]
    command = sys.argv[split + 1 :]
    environment = _environment(folder)
    _limit()
    if sys.platform.startswith("linux"):
        _leave_network()
        _restrict([folder], others)
    try:
        os.execvpe(command[0], command, environment)  # noqa: S606 - what the user names
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        sys.exit(127)


if __name__ == "__main__":
    main()
