"""The connection of environments: what is sent, and what is asked for again."""
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from cartulary import Problem, Unreachable
from cartulary.calls import Call, query
from cartulary.gym.direct import DirectClient
from cartulary.retry import ATTEMPTS

#: An answer: status, headers, body. Without a status the line goes dead instead.
Answer = tuple[int | None, dict[str, str], bytes]


class Scripted(HTTPServer):
    """A server that gives the answers it was told to, and keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers: list[Answer] = []
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Scripted

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.server.asked.append((self.command, self.path, dict(self.headers), body))
        status, headers, content = self.server.answers.pop(0)
        if status is None:
            self.close_connection = True
            return
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_PUT = do_POST = do_GET

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Scripted]:
    with Scripted() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def client(server: Scripted) -> Iterator[DirectClient]:
    client = DirectClient(f"http://127.0.0.1:{server.server_port}/", "secret")
    yield client
    client.close()


@pytest.fixture
def pauses_s(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What would have been waited for, in seconds."""
    pauses_s: list[float] = []
    monkeypatch.setattr("cartulary.gym.direct.time.sleep", pauses_s.append)
    return pauses_s


def test_a_call_is_sent_whole(server: Scripted, client: DirectClient) -> None:
    server.answers = [(200, {}, b'{"done": true}'), (204, {}, b"")]
    asked = query({"with_": ["view", "legal"], "wait": 5, "where": ["seats=2", "won=true"]})
    assert client.send(Call("PUT", "/v1/here", asked, {"name": "ä"}, "key-1")) == {"done": True}
    assert client.send(Call("GET", "/v1/there")) is None
    (method, path, headers, body), second = server.asked
    assert (method, path) == ("PUT", "/v1/here?with=view%2Clegal&wait=5&where=seats%3D2&where=won%3Dtrue")
    assert headers["Authorization"] == "Bearer secret"
    assert headers["Idempotency-Key"] == "key-1"
    assert headers["Content-Type"] == "application/json"
    assert json.loads(body) == {"name": "ä"}
    assert second[:2] == ("GET", "/v1/there")
    assert "Content-Type" not in second[2] and second[3] == b""


def test_a_lost_answer_is_asked_for_again(server: Scripted, client: DirectClient, pauses_s: list[float]) -> None:
    server.answers = [(None, {}, b""), (None, {}, b""), (200, {}, b"[7]")]
    assert client.send(Call("POST", "/v1/matches", body={}, key="key-2")) == [7]
    assert len(pauses_s) == 2
    assert {headers["Idempotency-Key"] for _, _, headers, _ in server.asked} == {"key-2"}


def test_a_busy_server_is_waited_for(server: Scripted, client: DirectClient, pauses_s: list[float]) -> None:
    server.answers = [(503, {"Retry-After": "7"}, b'{"code": "busy"}'), (200, {}, b"1")]
    assert client.send(Call("GET", "/")) == 1
    assert pauses_s == [7.0]


def test_a_refusal_is_raised(server: Scripted, client: DirectClient) -> None:
    server.answers = [(422, {}, b'{"code": "not_a_shape", "rule": "4.2"}')]
    with pytest.raises(Problem) as problem:
        client.send(Call("PUT", "/"))
    assert (problem.value.status, problem.value.code) == (422, "not_a_shape")


def test_a_server_that_is_away_is_given_up(pauses_s: list[float]) -> None:
    with Scripted() as gone:
        client = DirectClient(f"http://127.0.0.1:{gone.server_port}")
    with pytest.raises(Unreachable):
        client.send(Call("GET", "/"))
    assert len(pauses_s) == ATTEMPTS - 1
    client.close()
