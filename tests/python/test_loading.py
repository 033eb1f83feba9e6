"""How the package finds the library, and what it says when there is none that fits."""

import re
import shutil
import tempfile
from pathlib import Path
from unittest import mock

from support import LIBRARY, ROOT, Test, python

import blindmate
from blindmate import _find, _library


class Finding(Test):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def copy_of_the_package(self, *parts):
        place = self.folder.joinpath(*parts)
        place.mkdir(parents=True, exist_ok=True)
        shutil.copytree(ROOT / "python" / "blindmate", place / "blindmate")
        return str(place)

    def imported(self, path, **environment):
        return python("-c", "import blindmate; print(blindmate.library_version(), blindmate._library.library._name)",
                      folder=self.folder, environment={"PYTHONPATH": path, "BLINDMATE_LIBRARY": None, **environment})

    def test_named_by_the_environment(self):
        done = self.imported(str(ROOT / "python"), BLINDMATE_LIBRARY=LIBRARY)
        self.assertEqual(self.assert_done(done), f"{blindmate.__version__} {LIBRARY}\n")

    def test_a_name_that_is_no_file(self):
        done = self.imported(str(ROOT / "python"), BLINDMATE_LIBRARY="nowhere.so")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr,
                         r"ImportError: BLINDMATE_LIBRARY is nowhere.so, which is not a file.*\./run --help")

    def test_of_the_checkout_that_holds_the_package(self):
        path = self.copy_of_the_package("checkout", "python")
        built = self.folder / "checkout" / "build" / "release"
        built.mkdir(parents=True)
        shutil.copy(LIBRARY, built / "libblindmate.so")
        self.assertIn(str(built), self.assert_done(self.imported(path)))

    def test_beside_the_package(self):
        path = self.copy_of_the_package("site")
        shutil.copy(LIBRARY, Path(path) / "blindmate" / "libblindmate.so")
        self.assertIn(path, self.assert_done(self.imported(path)))

    def test_nowhere(self):
        if any(place.exists() for place in _find.installed()):
            self.skipTest("a library is installed on this machine")
        done = self.imported(self.copy_of_the_package("site"))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"ImportError: libblindmate.so was not found.*`\./run --help` builds everything"
                                      r".*set BLINDMATE_LIBRARY")

    def test_not_a_library(self):
        text = self.folder / "text.so"
        text.write_text("this is no library")
        done = self.imported(str(ROOT / "python"), BLINDMATE_LIBRARY=str(text))
        self.assertRegex(done.stderr, "ImportError: .*text.so cannot be loaded")

    def test_another_library(self):
        done = self.imported(str(ROOT / "python"), BLINDMATE_LIBRARY=self.another_library())
        self.assertRegex(done.stderr, "ImportError: .* is not Blindmate's library")

    def another_library(self):
        with open("/proc/self/maps", encoding="utf-8") as maps:
            return next(line.split()[-1] for line in maps if re.search(r"/libc\.so", line))


class Fitting(Test):
    def test_versions_must_agree(self):
        for name, what, needs in (("bm_interface_version", "interface", 2), ("bm_record_version", "record", 1)):
            stranger = mock.Mock(_name="other.so", bm_interface_version=lambda: _library.INTERFACE_VERSION, bm_record_version=lambda: 1)
            setattr(stranger, name, lambda: 99)
            with self.assertRaisesRegex(ImportError, f"other.so has version 99 of the {what}, this package needs {needs}"):
                _library._declare(stranger)

    def test_every_function_must_be_there(self):
        older = mock.Mock(_name="old.so", bm_interface_version=lambda: _library.INTERFACE_VERSION, bm_record_version=lambda: 1)
        del older.bm_pgn_read
        with self.assertRaisesRegex(ImportError, "old.so is older than this package: .*bm_pgn_read"):
            _library._declare(older)

    def test_the_processor_must_have_the_instructions(self):
        self.assertEqual(_find.missing_instructions("flags\t: fpu sse2 avx avx2 bmi1 bmi2 fma\n"), [])
        self.assertEqual(_find.missing_instructions("model: x\nflags\t: fpu sse2 avx\n"), ["avx2", "bmi2", "fma"])
        self.assertEqual(_find.missing_instructions("Features: neon\n"), [])
        with mock.patch.object(Path, "read_text", return_value="flags : sse2 avx2 fma\n"), \
                mock.patch("platform.machine", return_value="x86_64"):
            with self.assertRaisesRegex(ImportError, "no bmi2.*x86-64-v3"):
                _find.check_processor()
        with mock.patch("platform.machine", return_value="riscv64"):
            _find.check_processor()

    def test_one_version_everywhere(self):
        project = re.search(r"project\(blindmate VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
        self.assertEqual((blindmate.__version__, blindmate.library_version()), (project, project))

    def test_everything_public_is_there(self):
        self.assertEqual([name for name in blindmate.__all__ if not hasattr(blindmate, name)], [])
        self.assertEqual(sorted(blindmate.__all__), sorted(set(blindmate.__all__)))
