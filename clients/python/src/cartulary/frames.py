"""Statistics as data frames of pandas or polars.

`pip install cartulary[pandas]` or `cartulary[polars]`. Every number keeps its uncertainty: the
columns `n`, `lo`, `hi` and `method` stand beside it.
"""
import io
from typing import TYPE_CHECKING, Any, Literal

from cartulary import calls
from cartulary.calls import Call
from cartulary.client import Client

if TYPE_CHECKING:
    import pandas
    import polars

Facts = Literal["seats", "offers", "cells"]


def pandas_table(client: Client, question: str, **query: Any) -> "pandas.DataFrame":
    """The answer of `/v1/stats/{question}` as a table: `query`, `distribution`, `curve`, `compare`,
    `choices`, `heatmap`, `matches`. The other arguments are its query."""
    import pandas

    return pandas.read_csv(io.BytesIO(_table(client, question, query)))


def polars_table(client: Client, question: str, **query: Any) -> "polars.DataFrame":
    """The same for polars."""
    import polars

    return polars.read_csv(io.BytesIO(_table(client, question, query)), infer_schema_length=None)


def pandas_facts(client: Client, game: str, of: Facts = "seats", **query: Any) -> "pandas.DataFrame":
    """The facts underneath: a row for each seat of each finished match, for each thing that was
    offered (`offers`), or for each cell that is filled at the end (`cells`)."""
    import pandas

    return pandas.read_parquet(io.BytesIO(_facts(client, game, of, query)))


def polars_facts(client: Client, game: str, of: Facts = "seats", **query: Any) -> "polars.DataFrame":
    """The same for polars."""
    import polars

    return polars.read_parquet(io.BytesIO(_facts(client, game, of, query)))


def _table(client: Client, question: str, query: dict[str, Any]) -> bytes:
    call = Call("GET", f"/v1/stats/{question}", calls.query({**query, "format": "csv"}))
    return client.fetch(call).content


def _facts(client: Client, game: str, of: Facts, query: dict[str, Any]) -> bytes:
    part = "" if of == "seats" else f".{of}"
    return client.fetch(Call("GET", f"/v1/exports/{game}{part}.parquet", calls.query(query))).content
