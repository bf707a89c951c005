"""A client on one connection of libcurl, for environments: they ask one thing at a time, and most of
what a step costs them would be the work of a general client."""
import io
import json
import time
from collections.abc import Mapping
from email.parser import BytesHeaderParser
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

import certifi
import httpx
import pycurl

from cartulary.calls import Call
from cartulary.client import TIMEOUT, Client
from cartulary.problems import Problem
from cartulary.retry import Attempts


class DirectClient(Client):
    """Asks the same, and again where an answer got lost. Not for several threads at once."""

    def __init__(self, url: str, token: str | None = None) -> None:
        super().__init__(url, token)
        self._url = url.rstrip("/")
        self._curl = pycurl.Curl()

    def close(self) -> None:
        self._curl.close()
        super().close()

    def send(self, call: Call) -> Any:
        attempts = Attempts()
        while True:
            try:
                status, headers, content = self._ask(call)
            except pycurl.error as lost:
                time.sleep(attempts.after_loss(httpx.ReadError(str(lost))))
                continue
            if 200 <= status < 300:
                return json.loads(content) if content else None
            _, _, named = headers.partition(b"\r\n")
            whole = httpx.Response(status, headers=BytesHeaderParser().parsebytes(named).items(), content=content)
            time.sleep(attempts.after_refusal(Problem.of(whole)))

    def _ask(self, call: Call) -> tuple[int, bytes, bytes]:
        """One attempt: the status, the head of the answer and its body. A connection that was closed
        meanwhile is opened again."""
        curl, head, content = self._curl, io.BytesIO(), io.BytesIO()
        curl.reset()
        curl.setopt(pycurl.URL, f"{self._url}{call.path}{_query(call.query)}")
        curl.setopt(pycurl.HTTPHEADER, self._headers(call))
        if call.body is not None:
            curl.setopt(pycurl.POSTFIELDS, json.dumps(call.body).encode())
        curl.setopt(pycurl.CUSTOMREQUEST, call.method)
        curl.setopt(pycurl.CAINFO, certifi.where())
        curl.setopt(pycurl.CONNECTTIMEOUT_MS, int(1000 * (TIMEOUT.connect or 0)))
        curl.setopt(pycurl.TIMEOUT_MS, int(1000 * (TIMEOUT.read or 0)))
        curl.setopt(pycurl.NOSIGNAL, True)
        curl.setopt(pycurl.WRITEHEADER, head)
        curl.setopt(pycurl.WRITEDATA, content)
        curl.perform()
        return curl.getinfo(pycurl.RESPONSE_CODE), head.getvalue(), content.getvalue()

    def _headers(self, call: Call) -> list[str]:
        headers = ["Accept: */*", "Expect:"]
        if self.token:
            headers.append(f"Authorization: Bearer {self.token}")
        if call.key:
            headers.append(f"Idempotency-Key: {call.key}")
        if call.body is not None:
            headers.append("Content-Type: application/json")
        return headers


def _query(asked: Mapping[str, Any]) -> str:
    items = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in asked.items())
    return f"?{_written(items)}" if items else ""


@lru_cache
def _written(items: tuple[tuple[str, Any], ...]) -> str:
    """Every step asks the same."""
    return urlencode(items, doseq=True)
