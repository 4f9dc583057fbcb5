"""The board component in a real browser: drawing, picking, keyboard, and the cost of a move."""

import math
from itertools import product
from statistics import median

import pytest
from support.browser import violations, visit

from hexmate.coords import cell_name
from hexmate.geometry import layout

SIZES = {"hex": (4, 5), "offset": (4, 5), "square": (3, 4), "triangle": (3, 6)}
MOVE_MS = 4.0

CREATE = """async ([config, height]) => {
  const { createBoard } = await import("/static/js/board/index.js");
  const place = document.createElement("div");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`#place { width: 100%; height: ${height}px }`);
  document.adoptedStyleSheets = [sheet];
  place.id = "place";
  const heading = document.createElement("h1");
  heading.textContent = "Board";
  document.querySelector("main").replaceChildren(heading, place);
  window.chosen = [];
  window.board = createBoard(place, {
    ...config,
    label: "Board",
    describe: ({ name, stone, last }) => `${name} ${stone ?? "empty"}${last ? " last" : ""}`,
    events: {
      select: (cell, gesture) => window.chosen.push([cell, gesture]),
      secondary: (cell) => window.chosen.push(["secondary", cell]),
      arrow: (from, to) => window.chosen.push(["arrow", from, to]),
    },
  });
}"""
SCREEN = """(points) => {
  const matrix = document.querySelector("#place svg").getScreenCTM();
  return points.map(([x, y]) => {
    const p = new DOMPoint(x, y).matrixTransform(matrix);
    return [p.x, p.y];
  });
}"""


@pytest.fixture
def page(browser, pages):
    with visit(browser, pages.url + "/rules") as page:
        yield page


def create(page, height=600, **config):
    page.evaluate(CREATE, [config, height])


def put(page, **config):
    page.evaluate("(config) => board.set(config)", config)


def chosen(page):
    return page.evaluate("window.chosen.splice(0)")


@pytest.mark.parametrize("shape", SIZES)
def test_a_click_chooses_the_cell_under_it_and_no_other(page, shape):
    rows, cols = SIZES[shape]
    for rotation, mirror in product((10, 12, 3), (False, True)):
        place = layout(rows, cols, shape, rotation=rotation, mirror=mirror)
        create(page, rows=rows, cols=cols, shape=shape, rotation=rotation, mirror=mirror,
               playable="all")  # fmt: skip
        names = [cell_name(*divmod(cell, cols)) for cell in range(rows * cols)]
        points = [near(place, cell, 0.93) for cell in range(rows * cols)]
        for x, y in page.evaluate(SCREEN, points):
            page.mouse.click(x, y)
        assert [cell for cell, _ in chosen(page)] == names
        outside = [place.row_label(0, 0.2), place.column_label(0, 0.2)]
        for x, y in page.evaluate(SCREEN, outside):
            page.mouse.click(x, y)
        assert chosen(page) == []


def near(place, cell, share):
    """A point inside a cell, close to one of its corners."""
    (cx, cy), corners = place.centers[cell], place.outlines[cell]
    x, y = corners[cell % len(corners)]
    return cx + share * (x - cx), cy + share * (y - cy)


def test_cells_that_may_not_be_played_do_not_answer(page):
    create(page, rows=3, cols=3, stones={"a1": "black"}, playable="empty", turn="white")
    page.locator("[data-cell=a1]").click(force=True)
    page.locator("[data-cell=b2]").click(force=True)
    assert chosen(page) == [["b2", {"keyboard": False, "touch": False, "shift": False}]]
    put(page, playable="none")
    page.locator("[data-cell=b2]").click(force=True)
    assert chosen(page) == []


def test_the_keyboard_goes_along_rows_and_columns(page):
    create(page, rows=3, cols=4, playable="empty", turn="black")
    cells = page.locator(".board [role=gridcell]")
    assert cells.count() == 12
    assert page.locator(".board [tabindex='0']").count() == 1
    page.locator("[data-cell=a1]").focus()
    seen = []
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown", "End", "PageUp", "Home",
                "Control+End", "ArrowLeft", "ArrowUp"):  # fmt: skip
        page.keyboard.press(key)
        seen.append(page.locator(":focus").get_attribute("data-cell"))
        assert page.locator(".board [tabindex='0']").count() == 1
    assert seen == ["b1", "b2", "b3", "b3", "d3", "d1", "a1", "d3", "c3", "c2"]
    assert page.locator(".preview .stone.black").count() == 1
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert [cell for cell, gesture in chosen(page) if gesture["keyboard"]] == ["c2", "c2"]
    assert page.locator(".focus-ring").is_visible()


def test_cells_say_what_they_are(page):
    create(page, rows=3, cols=3, stones={"b2": "black"}, last="b2")
    assert spoken(page, "a1", "b2") == ["a1 empty", "b2 black last"]
    put(page, stones={"b2": "black", "c1": "white"}, last="c1")
    assert spoken(page, "b2", "c1") == ["b2 black", "c1 white last"]
    assert page.get_by_role("grid", name="Board").get_by_role("row").count() == 3
    assert violations(page) == []


def spoken(page, *cells):
    return [page.locator(f"[data-cell={cell}]").get_attribute("aria-label") for cell in cells]


def test_the_preview_shows_the_stone_to_come(page):
    create(page, rows=3, cols=3, stones={"a1": "black"}, playable="empty", turn="white")
    page.locator("[data-cell=b2]").hover(force=True)
    assert page.locator(".preview .stone.white").count() == 1
    page.locator("[data-cell=a1]").hover(force=True)
    assert page.locator(".preview .stone").count() == 0
    page.locator("[data-cell=b2]").hover(force=True)
    page.mouse.move(5, 5)
    assert page.locator(".preview .stone").count() == 0


def test_the_right_button_marks_and_draws_arrows(page):
    create(page, rows=3, cols=3)
    page.locator("[data-cell=b2]").click(button="right", force=True)
    (x, y), (to_x, to_y) = (centre(page, cell) for cell in ("a1", "c3"))
    page.mouse.move(x, y)
    page.mouse.down(button="right")
    page.mouse.move(to_x, to_y)
    page.mouse.up(button="right")
    assert chosen(page) == [["secondary", "b2"], ["arrow", "a1", "c3"]]


def centre(page, cell):
    box = page.locator(f"[data-cell={cell}]").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_every_layer_draws_and_clears(page):
    create(page, rows=4, cols=4, stones={"a1": "black", "b1": "white"})
    layers = {
        "heat": ({"c1": 1, "c2": -1}, ".heat-map path", 2),
        "marks": ({"a1": "triangle", "d4": "dot"}, ".marks path", 2),
        "labels": ({"a1": "A"}, ".texts text.label", 1),
        "numbers": ({"a1": 1, "b1": 2}, ".texts text.number", 2),
        "ghosts": ({"d1": "white"}, ".ghosts .stone.white", 1),
        "spots": ({"d1": "premove"}, ".spots .premove", 1),
        "paths": ([{"cells": ["a1", "a2"]}], ".paths .line", 1),
        "arrows": ([{"from": "a1", "to": "c3"}], ".arrows .arrow", 1),
        "chain": (["a1", "a2", "a3"], ".chain .bead", 3),
        "last": ("b1", ".last circle.white", 1),
    }
    for key, (value, selector, count) in layers.items():
        put(page, **{key: value})
        assert page.locator(f"#place {selector}").count() == count, key
        put(page, **{key: None if key == "last" else [] if isinstance(value, list) else {}})
        assert page.locator(f"#place {selector}").count() == 0, key
    put(page, stones={"b1": "black"})
    assert page.locator(".stones .stone").count() == 1
    assert page.locator(".stones .stone.black").count() == 1


def test_a_turned_board_keeps_its_stones(page):
    create(page, rows=3, cols=5, stones={"e1": "white"}, last="e1")
    for rotation, mirror in product(range(1, 13), (False, True)):
        put(page, rotation=rotation, mirror=mirror)
        box = page.locator("[data-cell=e1]").bounding_box()
        stone = page.locator(".stones .white .face").bounding_box()
        middle = [b["x"] + b["width"] / 2 for b in (box, stone)]
        assert math.isclose(*middle, abs_tol=1), (rotation, mirror)


def test_wide_and_high_windows_are_turned_apart(browser, pages):
    settings = {"landscapeRhombusRotation": 9, "portraitRhombusRotation": 3}
    with visit(browser, pages.url + "/rules", settings=settings) as page:
        create(page, rows=3, cols=3)
        page.evaluate(
            """async () => {
              const { watchOrientation } = await import("/static/js/board/orientation.js");
              const place = document.getElementById("place");
              window.turns = [];
              const present = { rotation: 10, mirror: false };
              watchOrientation(place, "hex", present, ({ rotation }) => turns.push(rotation));
            }"""
        )
        page.wait_for_timeout(100)
        page.set_viewport_size({"width": 390, "height": 844})
        page.wait_for_timeout(100)
        assert page.evaluate("window.turns") == [9, 3]


def test_a_move_on_a_large_board_is_quick_and_touches_little(page):
    create(page, rows=19, cols=19, playable="empty", turn="black", animate=False)
    page.evaluate(
        "new MutationObserver((all) => { window.touched = all.length })"
        ".observe(board.svg, {subtree: true, childList: true, attributes: true})"
    )
    times = page.evaluate(
        """async () => {
          const stones = {}, times = [];
          for (let n = 0; n < 120; n += 1) {
            const cell = "abcdefghijklmnopqrs"[(n * 7) % 19] + (((n * 11) % 19) + 1);
            const color = n % 2 ? "white" : "black";
            stones[cell] = color;
            const start = performance.now();
            board.set({stones: {...stones}, last: cell, turn: n % 2 ? "black" : "white",
                       numbers: {[cell]: n + 1}});
            board.svg.getBoundingClientRect();
            times.push(performance.now() - start);
            await new Promise((resolve) => setTimeout(resolve));
          }
          return times;
        }"""
    )
    assert median(times) < MOVE_MS, times
    assert page.evaluate("window.touched") < 40


def test_a_finger_plays(browser, pages):
    with visit(browser, pages.url + "/rules", phone=True) as page:
        create(page, height=300, rows=5, cols=5, playable="empty", turn="black")
        page.touchscreen.tap(*centre(page, "c3"))
        [[cell, gesture]] = chosen(page)
        assert (cell, gesture["touch"]) == ("c3", True)


def test_the_board_to_try_plays_a_game(page):
    for cell in ("c1", "a1", "c2", "a2", "c3", "a3", "c4", "a4", "c5"):
        page.locator(f".try-board [data-cell={cell}]").click(force=True)
    assert page.locator(".try-status").inner_text() == "Red wins."
    assert page.locator(".try-board .chain .bead").count() == 5
    page.get_by_role("button", name="Start again").click()
    assert page.locator(".try-status").inner_text() == "Red to move"
