"""Compiles the kernel where Cython and a C compiler are at hand; without them the same files run interpreted.

``STTT_BUILD=interpreted`` leaves the compiler out on purpose.
"""

import os

from setuptools import Extension, setup

OPTIONS = ["-O3", "-ffp-contract=off"]
"""Contracted, a product and a sum would be rounded otherwise than Python rounds them."""

KERNEL = (
    "limits",
    "board",
    "limited_search",
    "engine",
    "solver",
    "uct",
    "qubic_threats",
    "qubic_prover",
    "qubic_engine",
    "connect_four_cells",
    "connect_four_search",
    "connect_four_solver",
    "connect_four_engine",
)


def extensions() -> list[Extension]:
    """Return the kernel's modules as optional extensions: one that does not compile is left interpreted."""
    if os.environ.get("STTT_BUILD") == "interpreted":
        return []
    try:
        from Cython.Build import cythonize  # noqa: PLC0415 - absent where the build is not isolated
    except ImportError:
        return []
    modules = [
        Extension(f"sttt.kernel.{name}", [f"sttt/kernel/{name}.py"], extra_compile_args=OPTIONS, optional=True)
        for name in KERNEL
    ]
    directives = {
        "language_level": 3,
        "boundscheck": False,
        "wraparound": False,
        "initializedcheck": False,
        "cdivision": True,
    }
    compiled: list[Extension] = cythonize(modules, build_dir="build", compiler_directives=directives, quiet=True)
    return compiled


setup(ext_modules=extensions(), options={"build_ext": {"parallel": os.cpu_count()}})
