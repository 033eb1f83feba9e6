"""Finds libblindmate.so, and says clearly what is wrong when there is none that fits.

The places, in order: the environment variable BLINDMATE_LIBRARY; build/release of the checkout that holds this package;
an installed copy, which is beside this package (pip), known to the system, or under a usual prefix.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import platform
import sys
from pathlib import Path
from typing import Iterator, List, Optional

VARIABLE = "BLINDMATE_LIBRARY"
NAME = "libblindmate.so"
PACKAGE = Path(__file__).resolve().parent
HOW_TO_BUILD = "In a checkout of Blindmate, `./run --help` builds everything."
NEEDED_INSTRUCTIONS = ("avx2", "bmi2", "fma")  # of x86-64-v3, for which the library is built


def missing_instructions(cpuinfo: str) -> List[str]:
    """Which needed instructions a text like /proc/cpuinfo lacks; none where it does not list any."""
    for line in cpuinfo.splitlines():
        if line.startswith("flags"):
            flags = line.partition(":")[2].split()
            return [name for name in NEEDED_INSTRUCTIONS if name not in flags]
    return []


def check_processor() -> None:
    """Raises ImportError on a processor on which the library would die of an illegal instruction."""
    if not sys.platform.startswith("linux") or platform.machine() not in ("x86_64", "AMD64"):
        return
    try:
        cpuinfo = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    missing = missing_instructions(cpuinfo)
    if missing:
        raise ImportError(
            f"This processor has no {', '.join(missing)}. {NAME} is built for x86-64-v3, "
            "which is Intel Haswell (2013), AMD Excavator (2015) and newer."
        )


def installed() -> Iterator[Path]:
    """Where an installed copy may be, most likely first."""
    yield PACKAGE / NAME
    found = ctypes.util.find_library("blindmate")
    if found:
        yield Path(found)
    triplet = f"{platform.machine()}-linux-gnu"
    for prefix in dict.fromkeys((sys.prefix, sys.base_prefix, "/usr/local", "/usr")):
        for folder in ("lib", f"lib/{triplet}", "lib64"):
            yield Path(prefix) / folder / NAME


def find_library() -> Path:
    """The library to load. Raises ImportError with the command that builds it when there is none."""
    named: Optional[str] = os.environ.get(VARIABLE)
    if named:
        if not Path(named).is_file():
            raise ImportError(f"{VARIABLE} is {named}, which is not a file. {HOW_TO_BUILD}")
        return Path(named)
    built = PACKAGE.parent.parent / "build" / "release" / NAME
    if built.is_file():
        return built
    for path in installed():
        if path.is_file() or not path.is_absolute():  # the system finds a bare name by itself
            return path
    raise ImportError(
        f"{NAME} was not found: not in {built.parent}, and not installed. {HOW_TO_BUILD} "
        f"If you have the library elsewhere, set {VARIABLE} to its path."
    )


def load_library() -> ctypes.CDLL:
    """The loaded library. Foreign calls by CDLL release the interpreter's lock."""
    check_processor()
    path = find_library()
    try:
        return ctypes.CDLL(str(path))
    except OSError as problem:
        raise ImportError(f"{path} cannot be loaded: {problem}. {HOW_TO_BUILD}") from problem
