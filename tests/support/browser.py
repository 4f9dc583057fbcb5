"""A real browser for tests of pages: Chromium, driven by Playwright, watched for faults."""

import json
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Route, expect

from support.static_server import STATIC

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
STORED = "hexmate.settings"
SOFTWARE_GPU = ("--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader")
PATIENCE = 60_000
"""Milliseconds to wait for something to happen; long, since the machine may be very busy."""

expect.set_options(timeout=PATIENCE)


def executable() -> str:
    """Chromium's program; `make test` installs it."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))


def launch(playwright: Playwright, *, gpu: bool = False) -> Browser:
    """Start Chromium, with a GPU in software if wanted."""
    arguments = ["--no-sandbox", "--disable-gpu", "--mute-audio", *(SOFTWARE_GPU if gpu else ())]
    return playwright.chromium.launch(executable_path=executable(), args=arguments)


@contextmanager
def visit(
    browser: Browser,
    url: str,
    *,
    phone: bool = False,
    language: str = "en",
    settings: dict[str, Any] | str | None = None,
    motion: bool = False,
    replace: dict[str, str] | None = None,
    expected: tuple[str, ...] = (),
    **options: Any,
) -> Iterator[Page]:
    """Open an address in a fresh profile; fails at the end if the page reported an error.

    `settings` is what this browser remembers, as an object or raw text; `replace` has scripts to
    serve instead of the real ones; `expected` has parts of messages that are not faults.
    """
    context = browser.new_context(
        viewport=PHONE if phone else DESKTOP,
        has_touch=phone,
        locale=language,
        reduced_motion="no-preference" if motion else "reduce",
        **{"service_workers": "block"} | options,
    )
    if settings is not None:
        remember(context, settings)
    for address, text in (replace or {}).items():
        context.route(address, script(text))
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    faults = watch(page)
    page.goto(url)
    page.wait_for_selector("main h1")
    try:
        yield page
    finally:
        context.close()
    known = ("Service Worker registration blocked", *expected)
    unknown = [fault for fault in faults if not any(part in fault for part in known)]
    assert unknown == [], unknown


def becomes(read: Callable[[], Any], wanted: Any) -> None:
    """Wait until the page has what is wanted: a click may be answered before it is painted."""
    end = time.monotonic() + PATIENCE / 1000
    while (found := read()) != wanted and time.monotonic() < end:
        time.sleep(0.02)
    assert found == wanted


def script(text: str) -> Callable[[Route], None]:
    """Answer a request with a script."""
    return lambda route: route.fulfill(body=text, content_type="text/javascript")


def bracketed(language: str = "en") -> dict[str, str]:
    """The dictionary of a language with every text in brackets, for `visit(replace=...)`."""
    source = (STATIC / "js" / "i18n" / f"{language}.js").read_text("utf-8")
    assert source.count("export default {") == 1
    source = source.replace("export default {", "const texts = {")
    wrap = "Object.entries(texts).map(([key, text]) => [key, `⟦${text}⟧`])"
    return {f"**/i18n/{language}.js": f"{source}\nexport default Object.fromEntries({wrap});"}


def remember(context: BrowserContext, settings: dict[str, Any] | str) -> None:
    """Give a browser these settings, unless it already has some."""
    kept = settings if isinstance(settings, str) else json.dumps(settings)
    name, value = json.dumps(STORED), json.dumps(kept)
    context.add_init_script(
        f"if (!localStorage.getItem({name})) localStorage.setItem({name}, {value})"
    )


def watch(page: Page) -> list[str]:
    """The list of the page's errors and warnings, filled as they come."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console",
        lambda message: (
            faults.append(f"{message.text} ({message.location['url']})")
            if message.type in ("error", "warning")
            else None
        ),
    )
    return faults


def violations(page: Page) -> list[str]:
    """What axe reports for the page in its present state."""
    page.evaluate(AXE.read_text("utf-8"))
    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{found['id']}: {node['target']} {node['failureSummary']}"
        for found in result["violations"]
        for node in found["nodes"]
    ]
