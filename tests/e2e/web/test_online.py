"""Games between browsers: play, watch, disconnect and resume."""

from contextlib import ExitStack

import pytest
from playwright.sync_api import expect
from support.browser import becomes, violations, visit
from support.cut_line import Line
from support.web_player import Player, new_game
from support.web_server import ServerProcess

LOST = ("WebSocket connection", "ERR_CONNECTION", "Failed to load", "ERR_EMPTY_RESPONSE")


@pytest.fixture
def room(browser, server):
    """Opens browsers at the server, or at another address."""
    with ExitStack() as stack:
        yield lambda url=server.url, **options: stack.enter_context(
            visit(browser, url + "/rules", **options)
        )


def join(page, game: dict, color: str = "white") -> Player:
    """Open the link of a seat, and accept its terms."""
    page.goto(page.url.replace("/rules", f"/game/{game['id']}#seat={game['seats'][color]}"))
    page.get_by_role("button", name="Accept and join").click()
    return Player(page).arrive()


def test_two_browsers_play_while_a_third_watches(room):
    ada, bob, carl = room(), room(phone=True, language="fr"), room()
    ada.goto(ada.url.replace("/rules", "/play?mode=online"))
    ada.get_by_label("Rows").fill("3")
    ada.get_by_label("Rows").press("Tab")
    ada.locator(".setup-more > summary").click()
    ada.get_by_label("None", exact=True).first.check()
    ada.get_by_role("button", name="Start game").click()
    first = Player(ada).arrive()
    link = first.wait_notice("Send this link").get_by_role("textbox").input_value()
    first.wait_status("Waiting for an opponent")
    bob.goto(link)
    terms = bob.locator(".terms")
    expect(terms.get_by_role("heading", level=1)).to_contain_text("vous invite")
    for name, words in (
        ("size", "3×3"),
        ("color", "Bleu, joue en second"),
        ("clock", "Sans pendule"),
        ("swap", "Aucune"),
        ("rated", "Non"),
    ):
        expect(terms.locator(f"[data-term={name}] dd")).to_have_text(words)
    assert violations(bob) == []
    first.wait_status("Waiting for an opponent")
    terms.get_by_role("button", name="Accepter et jouer").click()
    second = Player(bob).arrive()
    assert "#seat" not in bob.url, "the secret leaves the address"
    first.wait_status("Your turn")
    game = ada.url.rsplit("/", 1)[1]
    carl.goto(carl.url.replace("/rules", "/watch"))
    carl.locator(f'a[href="/watch/{game}"]').click()
    third = Player(carl).arrive()
    expect(carl.get_by_role("button", name="Resign")).to_have_count(0)
    for mover, cell in ((first, "b2"), (second, "a1"), (first, "b1"), (second, "c1")):
        mover.cell(cell).click()
        for player in (first, second, third):
            player.page.locator(".move-list .move").filter(has_text=cell).wait_for()
    becomes(lambda: set(third.stones()), {"b2", "a1", "b1", "c1"})
    third.cell("c3").click()
    first.play("b3")
    first.wait_notice("You win!")
    second.wait_notice("Vous avez perdu")
    third.wait_notice("Red wins")
    bob.get_by_role("button", name="Revanche").click()
    first.wait_notice("You win!").get_by_role("button", name="Go to the rematch").click()
    for player in (first, second):
        player.page.wait_for_url(lambda url: game not in url)
        player.wait_stones(0)
    second.play("b2")
    first.wait_stones(1)


def test_a_move_is_taken_back_by_consent(room):
    ada, bob = room(), room()
    game = new_game(ada, white="open", mode="online")
    first, second = Player(ada).open(game["id"]), join(bob, game)
    first.play("c3")
    first.press("Request takeback")
    first.wait_notice("Takeback requested.")
    second.wait_notice("requests a takeback").get_by_role("button", name="Decline").click()
    ada.locator("[data-notice=asked]").wait_for(state="detached")
    becomes(lambda: set(first.stones()), {"c3"})
    first.press("Request takeback")
    second.wait_notice("requests a takeback").get_by_role("button", name="Accept").click()
    first.wait_stones(0)
    second.wait_stones(0)


def test_a_premove_carries_its_number(room):
    ada, bob = room(), room()
    game = new_game(ada, white="open", mode="online")
    first, second = Player(ada).open(game["id"]), join(bob, game)
    first.wait_status("Your turn")
    second.cell("d4").click()
    second.wait_notice("Premove 2: d4")
    expect(bob.locator(".spot.premove")).to_have_count(1)
    first.cell("c3").click()
    assert first.wait_moves(2) == ["c3", "d4"]
    second.wait_moves(2)
    second.cell("b2").click()
    second.wait_notice("Premove 4: b2")
    first.play("b2")
    bob.locator("[data-notice=premove]").wait_for(state="detached")
    becomes(second.moves, ["c3", "d4", "b2"])


def test_a_lost_network_comes_back_with_what_was_missed(browser, server, room):
    with Line(server.port) as line:
        ada, bob = room(), room(line.url, expected=LOST)
        game = new_game(ada, white="open", mode="online")
        first, second = Player(ada).open(game["id"]), join(bob, game)
        first.play("c3")
        second.wait_moves(1)
        line.cut()
        second.wait_status("Connection lost")
        second.cell("b2").click()
        becomes(lambda: set(second.stones()), {"c3", "b2"})
        bob.wait_for_timeout(300)
        line.mend()
        first.wait_moves(2)
        second.wait_status("to move")
        line.cut()
        second.wait_status("Connection lost")
        first.play("d4")
        line.mend()
        assert second.wait_moves(3) == ["c3", "b2", "d4"]
        second.wait_status("Your turn")
        second.play("a1")
        first.wait_moves(4)


def test_a_server_killed_in_mid_game_resumes(browser, room, tmp_path):
    with ServerProcess(tmp_path) as mortal:
        page = room(mortal.url, expected=LOST, settings={"delay": 0})
        game = new_game(page, white="ai=uct:time=1.5", rows=9, cols=9, clock="300+5")
        player = Player(page).open(game["id"])
        player.play("e5")
        player.wait_moves(2)
        player.wait_status("Your turn")
        player.cell("d4").click()
        player.wait_moves(3)
        page.locator(".player.far.to-move").wait_for()
        mortal.kill()
        player.wait_status("Connection lost")
        mortal.start()
        assert player.wait_moves(4)[2] == "d4", "the computer's turn continues after the restart"
        player.wait_status("Your turn")
        expect(page.locator(".clock.running")).to_have_count(1)
        player.play("a1")


def test_a_refused_move_is_taken_off_the_board(room):
    page = room()
    game = new_game(page)
    page.route_web_socket("**/live*", refuse_moves)
    player = Player(page).open(game["id"])
    page.wait_for_timeout(200)
    player.cell("c3").click()
    page.get_by_text("Illegal move.").wait_for()
    player.wait_stones(0)
    becomes(player.moves, [])


def refuse_moves(socket) -> None:
    server = socket.connect_to_server()

    def pass_on(message: str) -> None:
        if '"move"' in message:
            socket.send('{"type": "error", "ref": "1", "code": "illegal", "message": "no"}')
        else:
            server.send(message)

    socket.on_message(pass_on)


def test_a_seat_is_taken_once(room):
    ada, bob, carl = room(), room(), room(expected=("403", "409"))
    game = new_game(ada, white="open", mode="online")
    carl.goto(carl.url.replace("/rules", f"/game/{game['id']}#seat={game['seats']['white']}"))
    carl.locator(".terms").wait_for()
    join(bob, game)
    carl.get_by_role("button", name="Accept and join").click()
    late = Player(carl).arrive()
    carl.get_by_text("This seat is already taken. You can watch the game.").wait_for()
    late.wait_status("Red to move")


def test_an_opponent_who_left_can_be_claimed_against(room, tmp_path):
    with ServerProcess(tmp_path, settings="[limits]\nabsence = 0.5\n") as hasty:
        ada, bob = room(hasty.url), room(hasty.url)
        game = new_game(ada, white="open", mode="online")
        first, second = Player(ada).open(game["id"]), join(bob, game)
        first.wait_offer("Abort")
        first.play("c3")
        second.play("b2")
        first.wait_offer("Resign")
        first.play("d4")
        bob.goto(hasty.url + "/rules")
        first.wait_notice("left the game").get_by_role("button", name="Claim the win").click()
        first.wait_notice("You win!")
        second.open(game["id"]).wait_notice("By forfeit.")
        for page in (ada, bob):
            page.close()  # before its server ends


def test_players_and_spectators_chat_apart(room):
    ada, bob, carl = room(), room(language="fr"), room()
    game = new_game(ada, white="open", mode="online")
    first = Player(ada).open(game["id"])
    bob.goto(bob.url.replace("/rules", f"/game/{game['id']}#seat={game['seats']['white']}"))
    bob.get_by_role("button", name="Accepter et jouer").click()
    Player(bob).arrive()
    Player(carl).open(game["id"], path="/watch/")
    first.press("Chat")
    ada.get_by_role("button", name="Good luck!").click()
    bob.get_by_role("button", name="Discussion (1)").click()
    expect(bob.locator(".chat-text")).to_have_text("Bonne chance !")
    bob.get_by_label("Écrire un message").fill("<b>Merci</b> & h")
    bob.keyboard.press("Enter")
    expect(ada.locator(".chat-text").last).to_have_text("<b>Merci</b> & h")
    tops = "[...document.querySelectorAll('.actions > *:not([hidden])')].map((e) => e.offsetTop)"
    for page in (ada, bob):
        assert page.evaluate(tops) == [page.evaluate(tops)[0]] * 5, "one row of buttons"
    assert violations(ada) == violations(bob) == []
    carl.get_by_role("button", name="Chat", exact=True).click()
    carl.get_by_label("Write a message").fill("who wins?")
    carl.keyboard.press("Enter")
    expect(carl.locator(".chat-text")).to_have_text("who wins?")
    line = ada.locator(".chat-line").last
    line.get_by_role("button", name="Report this message").click()
    first.answer("Report")
    ada.get_by_text("The message was reported.").wait_for()
    line.get_by_role("button", name="Mute").click()
    expect(ada.locator(".chat-text")).to_have_text(["Good luck!"])
    ada.get_by_role("button", name="Show them").click()
    expect(ada.locator(".chat-text")).to_have_count(2)
    ada.keyboard.press("Escape")
    expect(ada.locator(".chat")).to_be_hidden()
