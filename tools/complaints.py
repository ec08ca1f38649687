"""Put tests that name a complaint in their docstring into its row: .check/bin/python tools/complaints.py

The list is tests/COMPLAINTS.md. A docstring that begins with "B11, B26–B28: …" names four complaints, "T5: …" a trial.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"
LIST = TESTS / "COMPLAINTS.md"
ROW = re.compile(r"^(\| ([BT]\d+) \| .* \| .* \|) (.*) \| (.*) \|$", re.MULTILINE)
NAMED = re.compile(r"([BT])(\d+)(?:–B(\d+))?")


def named(docstring: str) -> set[str]:
    """The complaints that a docstring answers: what stands before its first colon."""
    head = re.match(r"((?:[BT]\d+(?:–B\d+)?(?:, )?)+):", docstring)
    found = NAMED.findall(head[1]) if head else []
    return {f"{kind}{n:02}" if kind == "B" else f"T{n}" for kind, a, b in found for n in range(int(a), int(b or a) + 1)}


def tests() -> dict[str, set[str]]:
    """Every test, ``folder/file.py::name``, and the complaints that it names."""
    found = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        where = path.relative_to(TESTS).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[f"{where}::{node.name}"] = named(ast.get_docstring(node) or "")
    return found


def listed() -> dict[str, list[str]]:
    """The tests of each row."""
    return {name: re.findall(r"[\w/]+\.py::\w+", cell) for _, name, cell, _ in ROW.findall(LIST.read_text("utf-8"))}


def main() -> int:
    """Add what is missing; 1 if a docstring names what is not in the list."""
    known, every = listed(), tests()
    for test, complaints in every.items():
        for complaint in complaints & set(known):
            known[complaint] += [test] if test not in known[complaint] else []

    def row(match: re.Match[str]) -> str:
        shown = ", ".join(f"`{test}`" for test in known[match[2]] if test in every)
        return f"{match[1]} {shown} | {match[4]} |"

    LIST.write_text(ROW.sub(row, LIST.read_text("utf-8")), "utf-8")
    unknown = set().union(*every.values()) - set(known)
    print("Not in the list: " + ", ".join(sorted(unknown)) if unknown else f"{LIST}: up to date")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
