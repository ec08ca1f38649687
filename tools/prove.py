"""Try again what /about tells of, and write down what came out: .check/bin/python tools/prove.py [key …]

Without a key, all trials in their long form; that takes a while and wants a machine that has nothing else to do. What a
test measures it hands over by ``record_property``; figures of one that fails, or was not asked for, stay as they are.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench import load  # noqa: E402
from companion.web.proofs import FILE, PROOFS, Proof, trials  # noqa: E402

SECONDS_OF_LOAD = 600.0
ALIKE = ("nights", "guesses", "windows", "tables", "minutes")  # the same in each form of a test; all else adds up
Figures = dict[str, int]


class Measured:
    """What the tests hand over, of each the long form where there is one."""

    def __init__(self) -> None:
        self.found: dict[bool, list[Figures]] = defaultdict(list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called by pytest for every part of a test."""
        if report.when == "call" and report.passed:
            self.found["long" in report.keywords].append(dict(report.user_properties))  # type: ignore[arg-type]

    def figures(self) -> Figures:
        """Of all forms of one test together."""
        rows = self.found.get(True) or self.found.get(False, [])
        names = {name for row in rows for name in row}
        return {n: max(r[n] for r in rows) if n in ALIKE else sum(r[n] for r in rows) for n in sorted(names)}


def tried(proof: Proof) -> Figures | None:
    """What *proof* came to; None if it failed."""
    if proof.test.startswith("bench/"):
        return load.figures(SECONDS_OF_LOAD)
    measured = Measured()
    status = pytest.main([str(ROOT / proof.test), "-q", "-m", "long or not long"], plugins=[measured])
    return measured.figures() if status == 0 else None


def text(known: dict[str, dict[str, Any]]) -> str:
    """The file of all figures."""
    head = "# What the trials on /about came to. Written by tools/prove.py; not by hand.\n"
    order = [proof.key for proof in PROOFS if proof.key in known]
    rows = {key: [f"{name} = {value}\n" for name, value in known[key].items()] for key in order}
    return head + "".join(f"\n[{key}]\n{''.join(rows[key])}" for key in order)


def main(keys: list[str]) -> int:
    """1 if a trial failed."""
    known, failed = {key: dict(value) for key, value in trials().items()}, []
    for proof in PROOFS:
        if keys and proof.key not in keys:
            continue
        figures = tried(proof)
        if figures is None:
            failed.append(proof.key)
            continue
        known[proof.key] = {"day": datetime.now(UTC).date().isoformat(), **figures}
        FILE.write_text(text(known), "utf-8")
    print(f"{FILE}: {'failed, and left as they were: ' + ', '.join(failed) if failed else 'all as tried'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
