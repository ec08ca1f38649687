"""Draw the icons of the installed site from static/icon.svg. Run by hand: python tools/icons.py (needs Chromium)."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.e2e.browsing import FLAGS, executable  # noqa: E402

PAPER = "#f3ebd8"
WHOLE, SAFE = 1.0, 0.8  # a maskable icon keeps its drawing within the inner four fifths
ICONS = {"192.png": (192, WHOLE), "512.png": (512, WHOLE), "mask-512.png": (512, SAFE), "touch-180.png": (180, 0.92)}


def main() -> None:
    """Write every icon."""
    svg = (ROOT / "static" / "icon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=list(FLAGS))
        for name, (size, share) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = "transparent" if share == WHOLE else PAPER
            inner = round(size * share)
            page.set_content(
                f"<style>body{{margin:0;background:{ground};display:grid;place-items:center;height:{size}px}}"
                f"svg{{width:{inner}px;height:{inner}px}}</style>{svg}"
            )
            page.screenshot(path=ROOT / "static" / "icons" / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
