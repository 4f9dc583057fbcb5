"""The nginx configuration of the documentation, in front of a server."""

import re
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from support.raw_http import RawClient, get
from support.web_served import Visitor, served

DOCS = (Path(__file__).parents[3] / "docs" / "server.md").read_text("utf-8")

pytestmark = pytest.mark.programs


def sample(port: int, server: str) -> str:
    """The first sample, without TLS, on a local port."""
    text = re.findall(r"```nginx\n(.*?)```", DOCS, re.DOTALL)[0]
    text, count = re.subn(r"listen 443 ssl;", f"listen 127.0.0.1:{port};", text)
    text = re.sub(r" *ssl_certificate.*\n", "", text)
    text, passed = re.subn(r"http://127\.0\.0\.1:8000", server, text)
    assert (count, passed) == (1, 1)
    return text


@contextmanager
def nginx(folder: Path, server: str):
    """Run nginx for the duration of the block; yields its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/log;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{places}{sample(port, server)}\n}}\n"
    )
    program = shutil.which("nginx") or "/usr/sbin/nginx"  # where Debian has it, off most paths
    command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", f"{folder}/log"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    try:
        end = time.monotonic() + 30
        while not _listens(port):
            assert process.poll() is None, process.stderr.read()
            assert time.monotonic() < end
            time.sleep(0.02)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)
        process.stderr.close()


def _listens(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def codes(url, address, count=6):
    found = []
    for number in range(count):
        with RawClient(url, address) as client:
            client.send(get("/api/me", f"X-Forwarded-For: 10.0.0.{number}"))
            found.append(client.status())
    return found


def test_the_sample_configuration_of_nginx(new_database, tmp_path):
    settings = {
        "trusted_proxies": ["127.0.0.1"],
        "limits": {"people": 0.05, "requests": 1e4},
        "hosts": ["127.0.0.1", "localhost"],
    }
    with served(new_database("sqlite"), **settings) as server, nginx(tmp_path, server) as url:
        assert 429 in codes(url, "127.0.0.2"), "a client cannot name another address"
        assert 429 not in codes(url, "127.0.0.3", 3), "each client has limits of its own"
        with Visitor(url) as ada, ada.at(ada.game()) as live:
            assert live.ask(type="ping")["type"] == "pong"
            assert ada.http.post("/api/games", json={}, headers={"Origin": url}).status_code == 422
            origin = {"Origin": url.replace("http", "ftp")}
            assert ada.http.post("/api/games", json={}, headers=origin).status_code == 403
        assert httpx.get(f"{url}/").status_code == 200
