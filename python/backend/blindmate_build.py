"""The build backend of the Python package (PEP 517 and 660), in plain Python.

A wheel has the package and, when it has been built, libblindmate.so beside it; then the wheel is for this platform
only. Without the library the wheel is for every platform, and an installed library is looked for at the import.
"""

import base64
import hashlib
import io
import re
import sysconfig
import tarfile
import zipfile
from pathlib import Path

NAME = "blindmate"
LIBRARY = "libblindmate.so"
ROOT = Path(__file__).resolve().parent.parent  # the folder of pyproject.toml
BUILT = ROOT.parent / "build" / "release" / LIBRARY
DATE = (2020, 1, 1, 0, 0, 0)  # the same files make the same wheel


def version():
    text = (ROOT / NAME / "_version.py").read_text(encoding="utf-8")
    return re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE).group(1)


def metadata():
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {NAME}",
        f"Version: {version()}",
        "Summary: Kriegspiel: referee, belief states, mates, players, and an environment for learning",
        "License: GPL-3.0-or-later",
        "Requires-Python: >=3.9",
        "Requires-Dist: numpy",
        "Description-Content-Type: text/markdown",
        "",
        (ROOT / "README.md").read_text(encoding="utf-8"),
    ]
    return "\n".join(lines).encode()


def tag(with_library):
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform()) if with_library else "any"
    return f"py3-none-{platform}"


def package_files():
    """Path inside the wheel and content of each file of the package."""
    for path in sorted((ROOT / NAME).iterdir()):
        if path.suffix == ".py" or path.name == "py.typed":
            yield f"{NAME}/{path.name}", path.read_bytes()


class Wheel:
    """A wheel that is being written; the list of its files is added at the end."""

    def __init__(self, folder, with_library):
        self.tag = tag(with_library)
        self.name = f"{NAME}-{version()}-{self.tag}.whl"
        self.info = f"{NAME}-{version()}.dist-info"
        self.zip = zipfile.ZipFile(Path(folder) / self.name, "w", zipfile.ZIP_DEFLATED)
        self.record = []

    def add(self, path, content):
        entry = zipfile.ZipInfo(path, DATE)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = 0o100644 << 16
        self.zip.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append(f"{path},sha256={digest},{len(content)}\n")

    def close(self):
        pure = "true" if self.tag.endswith("any") else "false"
        about = f"Wheel-Version: 1.0\nGenerator: blindmate_build\nRoot-Is-Purelib: {pure}\nTag: {self.tag}\n"
        self.add(f"{self.info}/METADATA", metadata())
        self.add(f"{self.info}/WHEEL", about.encode())
        self.record.append(f"{self.info}/RECORD,,\n")
        self.zip.writestr(zipfile.ZipInfo(f"{self.info}/RECORD", DATE), "".join(self.record))
        self.zip.close()
        return self.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    wheel = Wheel(wheel_directory, BUILT.is_file())
    for path, content in package_files():
        wheel.add(path, content)
    if BUILT.is_file():
        wheel.add(f"{NAME}/{LIBRARY}", BUILT.read_bytes())
    return wheel.close()


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """Points to this folder, whose package finds the library of the checkout."""
    wheel = Wheel(wheel_directory, False)
    wheel.add(f"{NAME}.pth", f"{ROOT}\n".encode())
    return wheel.close()


def build_sdist(sdist_directory, config_settings=None):
    """The sources of the package, without the library."""
    folder = f"{NAME}-{version()}"
    files = {f"{folder}/PKG-INFO": metadata()}
    for name in ("pyproject.toml", "README.md", "backend/blindmate_build.py"):
        files[f"{folder}/{name}"] = (ROOT / name).read_bytes()
    files.update((f"{folder}/{path}", content) for path, content in package_files())
    name = f"{folder}.tar.gz"
    with tarfile.open(Path(sdist_directory) / name, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for path, content in sorted(files.items()):
            entry = tarfile.TarInfo(path)
            entry.size = len(content)
            entry.mode = 0o644
            archive.addfile(entry, io.BytesIO(content))
    return name
