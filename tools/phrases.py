"""Remember what other people's texts say, without keeping them: a hash of every run of eight words.

Run by hand: python tools/phrases.py FOLDER. It reads all text files in the folder and writes tests/cases/phrases.txt,
against which a test holds our own rules. The hashes cannot be turned back into words.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from companion.rulebook import words  # noqa: E402
from tests.phrases import KEPT, hashes, written  # noqa: E402

if __name__ == "__main__":
    texts = [path.read_text("utf-8", errors="replace") for path in sorted(Path(sys.argv[1]).rglob("*.txt"))]
    found = {one for text in texts for one in hashes(words(text))}
    KEPT.write_text(written(found), "ascii")
    print(f"{len(texts)} texts, {len(found)} runs, {KEPT.stat().st_size} bytes")
