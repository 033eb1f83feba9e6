"""pip install without a network, in an environment that sees the system's numpy."""

import os
import subprocess
import tempfile
import venv
import zipfile
from pathlib import Path

from support import LIBRARY, ROOT, Test, python

SHOW = "import blindmate, sys; print(blindmate.__file__); print(blindmate.Game().ask('e2e4'))"


class Install(Test):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = Path(cls.temporary.name)
        venv.create(cls.folder / "venv", system_site_packages=True, with_pip=True)
        cls.python = str(cls.folder / "venv" / "bin" / "python")

    def pip(self, *arguments):
        command = [self.python, "-m", "pip", "--disable-pip-version-check", *map(str, arguments)]
        environment = {**os.environ, "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
        environment.pop("PYTHONPATH", None)
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def imported(self):
        """From a folder without the package, so that only the installed one can be found."""
        built = (ROOT / "build" / "release" / "libblindmate.so").is_file()
        return self.assert_done(python("-c", SHOW, folder=self.folder, executable=self.python, environment={
            "PYTHONPATH": None, "BLINDMATE_LIBRARY": None if built else LIBRARY})).splitlines()

    def test_installed_and_gone_again(self):
        before = sorted(path for path in (ROOT / "python").rglob("*"))
        self.pip("install", ROOT / "python")
        file, said = self.imported()
        self.assertTrue(file.startswith(str(self.folder)), file)
        self.assertEqual(said, "White has moved.")
        self.assertIn("Version: ", self.pip("show", "blindmate"))
        self.pip("uninstall", "--yes", "blindmate")
        self.assertEqual(sorted(path for path in (ROOT / "python").rglob("*")), before, "the checkout was changed")

    def test_installed_for_those_who_edit(self):
        self.pip("install", "--editable", ROOT / "python")
        file, said = self.imported()
        self.assertEqual((file, said), (str(ROOT / "python" / "blindmate" / "__init__.py"), "White has moved."))
        self.pip("uninstall", "--yes", "blindmate")

    def test_a_wheel_has_everything(self):
        self.pip("wheel", "--no-deps", "--wheel-dir", self.folder / "wheels", ROOT / "python")
        (wheel,) = (self.folder / "wheels").glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            names = set(archive.namelist())
            self.assertIsNone(archive.testzip())
        modules = {f"blindmate/{path.name}" for path in (ROOT / "python" / "blindmate").glob("*.py")}
        self.assertEqual(modules - names, set())
        self.assertIn("blindmate/py.typed", names)

    def test_sources(self):
        done = python("-c", "import blindmate_build; print(blindmate_build.build_sdist('.'))", folder=self.folder,
                      environment={"PYTHONPATH": str(ROOT / "python" / "backend")})
        name = self.assert_done(done).strip()
        self.pip("wheel", "--no-deps", "--wheel-dir", self.folder / "from-sources", name)
        (wheel,) = (self.folder / "from-sources").glob("*.whl")
        self.assertIn("py3-none-any", wheel.name)
