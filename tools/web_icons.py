"""Draw the icons of the web app from their SVG sources: python tools/web_icons.py

Phones ask for PNG files of fixed sizes; Chromium draws them.
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

ICONS = Path(__file__).parents[1] / "src" / "hexmate" / "web" / "static" / "icons"
PICTURES = {
    "icon-192.png": ("hexmate.svg", 192),
    "icon-512.png": ("hexmate.svg", 512),
    "maskable-512.png": ("hexmate-maskable.svg", 512),
    "touch-180.png": ("hexmate-maskable.svg", 180),
}


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        for name, (source, size) in PICTURES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            drawing = (ICONS / source).read_text("utf-8")
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{drawing}")
            page.screenshot(path=ICONS / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
