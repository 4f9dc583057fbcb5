"""Draw the icons of the web app and the project's pictures: python tools/web_icons.py

The logo is one file, icons/hexmate.svg. Phones ask for PNG files of fixed sizes, and sites that
show a link to the project for a picture of 1280 by 640; Chromium draws them.
"""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

ICONS = Path(__file__).parents[1] / "src" / "hexmate" / "web" / "static" / "icons"
PICTURES = {
    "icon-192.png": ("hexmate.svg", 192),
    "icon-512.png": ("hexmate.svg", 512),
    "maskable-192.png": ("hexmate-maskable.svg", 192),
    "maskable-512.png": ("hexmate-maskable.svg", 512),
    "touch-180.png": ("hexmate-maskable.svg", 180),
}
IMAGES = Path(__file__).parents[1] / "docs" / "images"
SOCIAL = """
<style>
  body {{ margin: 0; background: #17695c; color: #fff; }}
  main {{ display: flex; align-items: center; gap: 56px; box-sizing: border-box;
    width: 1280px; height: 640px; padding: 0 64px;
    font: 34px system-ui, "DejaVu Sans", sans-serif; }}
  h1 {{ font-size: 92px; margin: 0 0 20px; }} p {{ margin: 0; line-height: 1.4; }}
  main > svg {{ width: 600px; height: auto; flex: none; }}
</style>
<main><div><h1>Hexmate</h1><p>Play, study and solve the board game Hex.</p></div>{board}</main>
"""


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name, (source, size) in PICTURES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            drawing = (ICONS / source).read_text("utf-8")
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{drawing}")
            page.screenshot(path=ICONS / name, omit_background=True)
            page.close()
        page = browser.new_page(viewport={"width": 1280, "height": 640})
        page.set_content(SOCIAL.format(board=(IMAGES / "board.svg").read_text("utf-8")))
        page.screenshot(path=IMAGES / "social.png")
        browser.close()
    shutil.copyfile(
        ICONS / "hexmate.svg", IMAGES / "logo.svg"
    )  # pages of the documentation need it


if __name__ == "__main__":
    main()
