"""Cut the two faces down to what is needed. Run by hand: python tools/fonts.py [folder to put them in]

For the web one file per script and weight, so that a page loads what it shows; for print one file per weight, because
WeasyPrint confuses several files of one family. Figures are frozen to lining and tabular ones. Both faces are under the
Open Font License without a reserved name, so the cut files may keep theirs. Needs npm; the site and its tests do not.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Sequence, Set
from pathlib import Path

from fontTools import subset
from fontTools.merge import Merger
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.woff2 import WOFF2FlavorData
from vendor import ROOT, Part, copied, fetched, record

sys.path.insert(0, str(ROOT))

from companion.faces import CYRILLIC, LATIN, LATIN_EXTENDED, LETTERS, PRINT, SPARE

LITERATA = Part(
    name="Literata",
    package="@expo-google-fonts/literata",
    version="0.4.3",
    licence="OFL-1.1",
    licence_files={"OFL-Literata.txt": "LICENSE_FONT"},
)
BONA_NOVA = Part(
    name="Bona Nova",
    package="@fontsource/bona-nova",
    version="5.3.0",
    licence="OFL-1.1",
    licence_files={"OFL-BonaNova.txt": "LICENSE"},
)
OTHERS = {
    short: Part(
        name=name,
        package=f"@expo-google-fonts/{package}",
        version=version,
        licence="OFL-1.1",
        licence_files={f"OFL-{name.replace(' ', '')}.txt": "LICENSE_FONT"},
    )
    for short, name, package, version in (
        ("hebrew", "Noto Serif Hebrew", "noto-serif-hebrew", "0.4.2"),
        ("arabic", "Noto Naskh Arabic", "noto-naskh-arabic", "0.4.5"),
        ("han", "Noto Sans SC", "noto-sans-sc", "0.4.3"),
        ("hangul", "Noto Sans KR", "noto-sans-kr", "0.4.3"),
        ("pictures", "Noto Emoji", "noto-emoji", "0.4.7"),
    )
}

WEB = {"latin": LATIN, "latin-ext": LATIN_EXTENDED, "cyrillic": CYRILLIC}

KEPT = ("kern", "mark", "ccmp", "locl")
DROPPED = ("STAT", "DSIG", "gasp", "meta")
STAND_INS = {0x2010: 0x2D, 0x2011: 0x2D, 0x2012: 0x2013}  # a face without these draws its plain hyphen and en dash


def frozen(font: TTFont) -> TTFont:
    """*font* with its figures lining and tabular for good."""
    lining, tabular = replacements(font, "lnum"), replacements(font, "tnum")
    for cmap in font["cmap"].tables:
        for code in range(ord("0"), ord("9") + 1):
            glyph = lining.get(cmap.cmap[code], cmap.cmap[code])
            cmap.cmap[code] = tabular.get(glyph, glyph)
    return font


def replacements(font: TTFont, tag: str) -> dict[str, str]:
    """Which glyph stands for which where the feature *tag* is on."""
    found: dict[str, str] = {}
    table = font["GSUB"].table
    for feature in table.FeatureList.FeatureRecord:
        if feature.FeatureTag == tag:
            for index in feature.Feature.LookupListIndex:
                for part in table.LookupList.Lookup[index].SubTable:
                    found.update(getattr(getattr(part, "ExtSubTable", part), "mapping", {}))
    return found


def completed(font: TTFont) -> TTFont:
    """*font*, for lines across only, with stand-ins for dashes and signs of our own drawing where it has none."""
    across(font)
    known = font.getBestCmap()
    for code, other in STAND_INS.items():
        if code not in known and other in known:
            name_glyph(font, code, known[other])
    for code, (width, outlines) in signs(font["OS/2"].sCapHeight).items():
        if code not in known:
            add_glyph(font, code, width, outlines)
    return font


def name_glyph(font: TTFont, code: int, glyph: str) -> None:
    for cmap in font["cmap"].tables:
        if cmap.isUnicode():
            cmap.cmap[code] = glyph


Outline = list[tuple[float, float]]


def signs(cap: int) -> dict[int, tuple[int, list[Outline]]]:
    """A tick, a ballot box and a star as high as the capitals: code -> width and outlines (holes turn back)."""
    tick = [(0.06, 0.36), (0.16, 0.48), (0.36, 0.25), (0.80, 1.0), (0.95, 0.92), (0.38, 0.0)]
    box = [(0.05, 0.0), (0.05, 1.0), (1.05, 1.0), (1.05, 0.0)]
    hole = [(0.97, 0.08), (0.97, 0.92), (0.13, 0.92), (0.13, 0.08)]
    points = [(0.58 if i % 2 == 0 else 0.23, math.pi / 2 - i * math.pi / 5) for i in range(10)]
    star = [(0.6 + r * math.cos(angle), 0.46 + r * math.sin(angle)) for r, angle in points]

    def sized(outline: Outline) -> Outline:
        return [(x * cap, y * cap) for x, y in outline]

    return {
        0x2713: (round(cap * 1.02), [sized(tick[::-1])]),
        0x2610: (round(cap * 1.1), [sized(box), sized(hole)]),
        0x2605: (round(cap * 1.2), [sized(star)]),
    }


def add_glyph(font: TTFont, code: int, width: int, outlines: Iterable[Outline]) -> None:
    pen = TTGlyphPen(None)
    for first, *rest in outlines:
        pen.moveTo(first)
        for point in rest:
            pen.lineTo(point)
        pen.closePath()
    name = f"uni{code:04X}"
    glyphs, widths = font["glyf"], font["hmtx"]  # both must be read before there is one glyph more
    glyphs[name] = pen.glyph(round=round)
    widths[name] = (width, round(min(x for outline in outlines for x, _ in outline)))
    font.setGlyphOrder(list(glyphs.glyphOrder))
    name_glyph(font, code, name)


def cut(font: TTFont, wanted: Set[int], target: Path, kept: Sequence[str] = KEPT, *, quick: bool = False) -> None:
    """Write the *wanted* code points of *font* to *target*, and say what it could not give.

    *quick* leaves the outlines as they are: a little larger, but a face of thousands of glyphs opens at once.
    """
    options = subset.Options(
        layout_features=list(kept), hinting=False, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14], notdef_outline=True
    )
    options.flavor = "woff2"
    options.drop_tables += DROPPED
    missing = "".join(chr(code) for code in sorted(wanted - set(font.getBestCmap())))
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted)
    cutter.subset(font)
    font.recalcTimestamp = False
    if quick:
        font.flavorData = WOFF2FlavorData(transformedTables=())
    subset.save_font(font, str(target), options)
    print(f"{target.name:28} {target.stat().st_size:6} bytes, not in the face: {missing or 'nothing'}")


def literata(package: Path, weight: int) -> TTFont:
    style = {400: "400Regular", 700: "700Bold"}[weight]
    return completed(frozen(TTFont(package / style / f"Literata_{style}.ttf")))


def bona_nova(package: Path, weight: int) -> TTFont:
    """The package has one file a script: put together again."""
    scripts = ("latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek")
    files = [package / "files" / f"bona-nova-{script}-{weight}-normal.woff2" for script in scripts]
    font = Merger().merge(files)
    font["head"].created = font["head"].modified = TTFont(files[0])["head"].modified  # not now: same input, same bytes
    return completed(frozen(font))


def across(font: TTFont) -> TTFont:
    """*font* for lines across only."""
    for table in ("vhea", "vmtx", "VORG"):
        if table in font:
            del font[table]
    return font


JOINED = ("isol", "init", "medi", "fina", "rlig", "calt", "curs")  # what makes Arabic letters meet
SHAPED = {"hebrew": ("kern", "mark", "mkmk", "ccmp"), "arabic": ("kern", "mark", "mkmk", "ccmp", *JOINED)}
FACES: tuple[tuple[Part, str, tuple[int, ...], Callable[[Path, int], TTFont]], ...] = (
    (LITERATA, "literata", (400, 700), literata),
    (BONA_NOVA, "bona", (700,), bona_nova),
)


def main(root: Path) -> None:
    web, paper = root / "static" / "fonts", root / "printables" / "_kit" / "fonts"
    for folder in (web, paper):
        folder.mkdir(parents=True, exist_ok=True)
    made: dict[Path, list[tuple[Part, dict[str, str]]]] = {web: [], paper: []}
    for part, short, weights, read in FACES:
        files: dict[Path, dict[str, str]] = {web: {}, paper: {}}
        with fetched(part) as package:
            for folder in (web, paper):
                copied(part, package, folder)
            for weight in weights:
                for script, wanted in WEB.items():
                    name = f"{short}-{weight}-{script}.woff2"
                    cut(read(package, weight), wanted, web / name)
                    files[web][name] = f"{weight}, {script} subset, figures lining and tabular"
                name = f"print-{short}-{weight}.woff2"
                cut(read(package, weight), PRINT, paper / name)
                files[paper][name] = f"{weight}, Latin, Cyrillic and Greek subset, figures lining and tabular"
                if part is LITERATA:
                    name = f"print-letters-{weight}.woff2"
                    cut(read(package, weight), LETTERS, paper / name)
                    files[paper][name] = f"{weight}, rarer letters, for names: what companion/faces.py lists"
        for folder, names in files.items():
            made[folder].append((part, names))
    for face in SPARE:
        if (part := OTHERS.get(face.short)) is None:
            continue
        with fetched(part) as package:
            copied(part, package, paper)
            name = face.files[400]
            (file,) = package.glob("400Regular/*.ttf")
            cut(across(TTFont(file)), face.codes, paper / name, SHAPED.get(face.short, ()), quick=True)
            made[paper].append((part, {name: "400, for names: what companion/faces.py lists"}))
    for folder, parts in made.items():
        (folder / "FONTS.toml").write_text(record(parts, folder), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
