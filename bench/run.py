"""``./check bench``: measure all ratios, print them, and fail if one is worse than it may be."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bench.measure import Measured, Ratio, measured, table
from bench.paper import ratios as of_paper
from bench.plays import ratios as of_plays
from bench.site import ratios as of_the_site
from bench.wire import ratios as over_the_wire

ALL = (of_the_site, of_plays, over_the_wire, of_paper)


def every() -> Iterator[Ratio]:
    """All ratios; add a module with a ``ratios()`` to ALL for more."""
    for ratios in ALL:
        yield from ratios()


def main(wanted: list[str]) -> int:
    """Measure those whose name contains one of the *wanted* words, or all. 1 if one is too slow, twice."""
    rows: list[Measured] = []
    for ratio in every():
        if not wanted or any(word in ratio.name for word in wanted):
            row = measured(ratio)
            rows.append(row if row.holds else min(row, measured(ratio), key=lambda one: one.factor))
    print(table(rows))
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
