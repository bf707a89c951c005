"""Why the server said no, as exceptions."""
from typing import Any, Self

import httpx


class Problem(Exception):
    """An answer that is not a success (RFC 9457). `code` never changes its meaning; look at it,
    not at the text."""

    def __init__(self, status: int, body: dict[str, Any], retry_after_s: float | None = None) -> None:
        self.status = status
        self.body = body
        self.code: str = body.get("code", "")
        self.detail: str = body.get("detail", "")
        #: The paragraph of the game's rules that forbids the command, such as "5.2".
        self.rule: str | None = body.get("rule")
        #: The field of the body that is wrong, as a JSON pointer.
        self.pointer: str | None = body.get("pointer")
        #: The cells that offend.
        self.cells: list[Any] = body.get("cells") or []
        #: For how many seconds the server asks to be left alone.
        self.retry_after_s = retry_after_s
        rule = f" (rule {self.rule})" if self.rule else ""
        super().__init__(f"{status} {self.code}: {self.detail}{rule}")

    @staticmethod
    def of(answer: httpx.Response) -> "Problem":
        """The exception for an answer that is not a success."""
        body = _body(answer)
        seconds = answer.headers.get("Retry-After", "")
        kind = _KINDS.get(body.get("code", ""), Refused if body.get("rule") else Problem)
        return kind(answer.status_code, body, float(seconds) if seconds.isdigit() else None)

    def __reduce__(self) -> tuple[type[Self], tuple[int, dict[str, Any], float | None]]:
        return type(self), (self.status, self.body, self.retry_after_s)


class Refused(Problem):
    """The rules of the game forbid the command; `rule` names the paragraph."""


class Overtaken(Problem):
    """The decision was closed before the command arrived: by another seat, or by the clock
    (`timed_out`). Ask what is owed now."""


class Over(Problem):
    """The seat owes nothing any more: the match is over, or the seat has forfeited it."""


class Unreachable(Exception):
    """No answer came, however often it was asked for."""


_KINDS: dict[str, type[Problem]] = {"overtaken": Overtaken, "timed_out": Overtaken, "over": Over, "forfeited": Over}


def _body(answer: httpx.Response) -> dict[str, Any]:
    """The problem that an answer holds; if something before the server answered, what it said."""
    try:
        body = answer.json()
    except ValueError:
        body = None
    return body if isinstance(body, dict) else {"detail": answer.text[:2000]}
