"""Wrong addresses, addresses that are not pages, and errors in the user's language."""

from playwright.sync_api import expect
from support.browser import visit

READY = "navigator.serviceWorker.ready.then((found) => found.active.state)"


def test_a_wrong_address_shows_the_site_s_own_page(browser, server):
    with visit(browser, server.url + "/nowhere", language="fr", expected=("404",)) as page:
        expect(page.get_by_role("heading", name="Page introuvable")).to_be_visible()
        assert page.title() == "Page introuvable · Hexmate"
        response = page.goto(server.url + "/play/nowhere")
        assert response is not None
        assert response.status == 404
        page.get_by_role("link", name="Aller à l’accueil").click()
        page.get_by_role("link", name="Contre l’ordinateur").wait_for()


def test_an_address_that_is_no_page_does_not_replace_the_site_offline(browser, server):
    gone = ("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "Failed to load", "404")
    with visit(browser, server.url + "/", service_workers="allow", expected=gone) as page:
        page.evaluate(READY)
        for path in ("/docs", "/healthz"):
            page.goto(server.url + path)
            expect(page.locator("#app")).to_have_count(0)
        page.context.set_offline(True)
        page.goto(server.url + "/")
        page.get_by_role("link", name="Play the computer").wait_for()


def test_errors_of_the_server_are_translated(browser, server):
    with visit(browser, server.url + "/rules") as page:
        page.evaluate(
            """async () => {
              await fetch("/api/me");
              const headers = { "Content-Type": "application/json" };
              const body = JSON.stringify({ name: "Ada Lovelace" });
              await fetch("/api/me", { method: "PATCH", headers, body });
            }"""
        )
    expected = ("409",)
    with visit(browser, server.url + "/settings", language="fr", expected=expected) as page:
        name = page.get_by_label("Votre nom")
        name.fill("Ada Lovelace")
        page.get_by_role("button", name="Enregistrer").click()
        page.get_by_text("Ce nom est déjà pris.").wait_for()
