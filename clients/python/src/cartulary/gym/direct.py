"""A client on one connection of the standard library, for environments: they ask one thing at a
time, and most of what a step costs them would be the work of a general client."""
import http.client
import json
import time
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx

from cartulary.calls import Call
from cartulary.client import TIMEOUT, Client
from cartulary.problems import Problem
from cartulary.retry import Attempts


def client(url: str, token: str | None) -> Client:
    """The direct client, unless a proxy stands between."""
    at = urlsplit(url)
    is_direct = at.scheme not in getproxies() or proxy_bypass(at.hostname or "")
    return DirectClient(url, token) if is_direct else Client(url, token)


class DirectClient(Client):
    """Asks the same, and again where an answer got lost. Not for several threads at once."""

    def __init__(self, url: str, token: str | None = None) -> None:
        super().__init__(url, token)
        at = urlsplit(url)
        self._path = at.path.rstrip("/")
        kind = http.client.HTTPSConnection if at.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(at.hostname or "", at.port, timeout=TIMEOUT.read)

    def close(self) -> None:
        self._connection.close()
        super().close()

    def send(self, call: Call) -> Any:
        attempts = Attempts()
        while True:
            try:
                answer, content = self.ask(call)
            except (OSError, http.client.HTTPException) as lost:
                self._connection.close()
                time.sleep(attempts.after_loss(httpx.ReadError(f"{type(lost).__name__}: {lost}")))
                continue
            if 200 <= answer.status < 300:
                return json.loads(content) if content else None
            whole = httpx.Response(answer.status, headers=answer.getheaders(), content=content)
            time.sleep(attempts.after_refusal(Problem.of(whole)))

    def ask(self, call: Call) -> tuple[http.client.HTTPResponse, bytes]:
        """One attempt. A connection that was closed meanwhile is opened again by the next."""
        headers = {"Accept": "*/*"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if call.key:
            headers["Idempotency-Key"] = call.key
        body = None
        if call.body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(call.body).encode()
        query = f"?{urlencode(call.query, doseq=True)}" if call.query else ""
        self._connection.request(call.method, f"{self._path}{call.path}{query}", body, headers)
        answer = self._connection.getresponse()
        return answer, answer.read()
