"""Bring the front-end files of others anew: htmx for the site, axe for the tests. Run by hand: python tools/vendor.py

Change a version below, run this, look at the differences, run ./check. Needs npm; the site and its tests do not.
"""

from __future__ import annotations

import hashlib
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, kw_only=True)
class Part:
    """Something that others made: *files* are copied as they are, new name -> path in the package."""

    name: str
    package: str
    version: str
    licence: str
    licence_files: Mapping[str, str]
    files: Mapping[str, str] = field(default_factory=dict)


SITE = (
    Part(
        name="htmx",
        package="htmx.org",
        version="4.0.1",
        licence="0BSD",
        licence_files={"htmx-LICENSE.txt": "LICENSE"},
        files={"htmx.min.js": "dist/htmx.min.js"},
    ),
)
TESTS = (
    Part(
        name="axe-core",
        package="axe-core",
        version="4.14.1",
        licence="MPL-2.0",
        licence_files={"axe-LICENSE.txt": "LICENSE", "axe-LICENSE-3RD-PARTY.txt": "LICENSE-3RD-PARTY.txt"},
        files={"axe.min.js": "axe.min.js"},
    ),
)


@contextmanager
def fetched(part: Part) -> Iterator[Path]:
    """The unpacked package of *part*, in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        asked = f"{part.package}@{part.version}"
        subprocess.run(
            ["npm", "pack", "--silent", "--pack-destination", folder, asked],
            check=True,
            cwd=folder,
            stdout=subprocess.DEVNULL,
        )
        (packed,) = Path(folder).glob("*.tgz")
        with tarfile.open(packed) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder, "package")


def copied(part: Part, package: Path, target: Path) -> None:
    """Put the files and licences of *part* into *target*."""
    for name, source in {**part.licence_files, **part.files}.items():
        (target / name).write_bytes((package / source).read_bytes())


def record(parts: Iterable[tuple[Part, Mapping[str, str]]], folder: Path) -> str:
    """What lies in *folder*, as TOML: each part with its version, licence and source, each file with its hash.

    Beside each part stands where each of its files comes from: name -> description.
    """
    lines = ["# Written by tools/. What others made, where it is from, and what it is allowed to be used for."]
    for part, files in parts:
        licences = ", ".join(f'"{name}"' for name in part.licence_files)
        lines += [
            "",
            "[[part]]",
            f'name = "{part.name}"',
            f'version = "{part.version}"',
            f'licence = "{part.licence}"',
            f"licence_files = [{licences}]",
            f'source = "npm package {part.package} {part.version}"',
        ]
        for name, source in files.items():
            digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
            lines += ["[[part.file]]", f'name = "{name}"', f'from = "{source}"', f'sha256 = "{digest}"']
    return "\n".join(lines) + "\n"


def bring(parts: tuple[Part, ...], target: Path) -> None:
    """Fetch *parts* into *target* and write down what they are."""
    target.mkdir(parents=True, exist_ok=True)
    for part in parts:
        with fetched(part) as package:
            copied(part, package, target)
    (target / "VENDOR.toml").write_text(record([(part, part.files) for part in parts], target), "utf-8")


if __name__ == "__main__":
    bring(SITE, ROOT / "static" / "vendor")
    bring(TESTS, ROOT / "tests" / "vendor")
