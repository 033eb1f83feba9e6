"""Every Python block of docs/python.md, in order and in one namespace, must print what it shows."""

import contextlib
import doctest
import io
import os
import re

from support import ROOT, Test

PAGE = ROOT / "docs" / "python.md"


class Docs(Test):
    def test_the_guide(self):
        text = PAGE.read_text(encoding="utf-8")
        blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        self.assertGreater(len(blocks), 15)
        options = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
        test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
        report = []
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(ROOT)  # the guide names files of the checkout
        failures, tried = doctest.DocTestRunner(optionflags=options).run(test, out=report.append)
        self.assertGreater(tried, 60)
        self.assertEqual(failures, 0, "".join(report))

    def test_every_block_is_checked(self):
        """A block with another language would not be run."""
        text = PAGE.read_text(encoding="utf-8")
        self.assertEqual(len(re.findall(r"^```\w", text, re.MULTILINE)), text.count("```python\n>>>"))

    def test_lines_and_links(self):
        for number, line in enumerate(PAGE.read_text(encoding="utf-8").splitlines(), start=1):
            if not line.startswith("|"):
                self.assertLessEqual(len(line), 100, f"line {number}")
            for link in re.findall(r"\]\(([^)#]+)\)", line):
                self.assertTrue((PAGE.parent / link).exists(), f"line {number}: {link}")

    def test_the_readme(self):
        """Its Python blocks run as they are."""
        blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"),
                            re.DOTALL | re.MULTILINE)
        for block in blocks:
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(compile(block, "README.md", "exec"), {})
            self.assertNotEqual(printed.getvalue(), "")
