"""Statistics as frames, the same in both libraries."""
import random
from typing import Any

import pytest

from cartulary import Client
from cartulary.frames import pandas_facts, pandas_table, polars_facts, polars_table
from cartulary.types import Game


@pytest.fixture
def counted(url: str) -> tuple[Client, str]:
    """A client, and the position at which a match of its is counted."""
    client = Client(url)
    client.register("counted")
    match = client.open("cartographers", 2)
    position = ""
    for turn in match.turns():
        made = turn.play(random.choice(turn.legal))
        position = made["position"] if made else position
    return client, position


QUERY: dict[str, Any] = {"game": "cartographers", "metric": "final_score", "group_by": ["seats", "seat"], "min_n": 1}


def test_a_query_is_a_table_with_its_uncertainty(counted: tuple[Client, str]) -> None:
    client, position = counted
    by_pandas = pandas_table(client, "query", at_least=position, **QUERY)
    by_polars = polars_table(client, "query", at_least=position, **QUERY)
    assert list(by_pandas.columns) == by_polars.columns
    assert {"n", "lo", "hi", "method", "seat"} <= set(by_polars.columns)
    assert by_pandas["n"].sum() == by_polars["n"].sum() >= 2


def test_facts_are_a_row_for_each_seat(counted: tuple[Client, str]) -> None:
    client, position = counted
    mine: dict[str, Any] = {"at_least": position, "where": ["seats:2", "seat:0"]}
    by_pandas = pandas_facts(client, "cartographers", **mine)
    by_polars = polars_facts(client, "cartographers", **mine)
    assert by_pandas["final_score"].sum() == by_polars["final_score"].sum()
    assert set(by_polars["seat"]) == {0}
    assert len(polars_facts(client, "cartographers", "cells", **mine)) > len(by_polars)
