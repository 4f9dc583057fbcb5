"""What a visitor does without a server: review a game, analyse, solve, do a puzzle."""

import re

from playwright.sync_api import Page, expect

from hexmate.color import BLACK, WHITE
from hexmate.puzzles.shipped import shipped_puzzles
from support.browser import PATIENCE
from support.web_player import Player


def resign_and_review(page: Page) -> list[str]:
    """End the game on the screen and review it; returns what the page says of the two players."""
    player = Player(page)
    player.press("Resign")
    player.answer("Resign")
    page.locator(".note").get_by_role("button", name="Review").click()
    sums = page.locator(".review-sums p")
    sums.nth(1).wait_for(timeout=4 * PATIENCE)
    expect(page.locator(".graph-curve")).to_have_attribute("d", re.compile("L"))
    return sums.all_inner_texts()


def analyse(page: Page, url: str) -> str:
    """Put a stone on the board of the analysis; returns the best answer."""
    page.goto(f"{url}/analyse/")
    Player(page).arrive().cell("c3").click()
    line = page.locator(".engine-line").first
    line.wait_for(timeout=PATIENCE)
    return line.inner_text()


def solve(page: Page, url: str) -> str:
    """Solve a small position; returns what is proven."""
    page.goto(f"{url}/analyse/?link=%235,c3b2")
    Player(page).arrive().press("Solve")
    found = page.locator(".solve-text")
    expect(found).to_have_text(re.compile(r"^Proven: Red wins, \d+ winning moves?\.$"))
    return found.inner_text()


def solve_puzzle(page: Page, url: str) -> None:
    """Solve a puzzle of two moves, and open it in the analysis."""
    puzzle = next(each for each in shipped_puzzles() if len(each.line) == 2)
    board = puzzle.board()
    page.goto(f"{url}/puzzles/?id={puzzle.id}")
    said = page.locator(".puzzle-said")
    for step, told in zip(puzzle.line, ("answers", "Solved!"), strict=True):
        page.locator(f".puzzle [data-cell={board.name(step.move)}]").click(force=True)
        expect(said).to_contain_text(told)
    page.locator(".puzzle").get_by_role("link", name="Analyse").click()
    Player(page).arrive().wait_stones(len(board.stones(BLACK)) + len(board.stones(WHITE)))
