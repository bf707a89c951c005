"""Reads everything that is counted, by the generated client alone, and checks that the
answers are values with types.

Usage: python read_statistics.py http://127.0.0.1:8080 cartographers
"""
import csv
import io
import pkgutil
import sys
import time
from types import ModuleType
from typing import Any

import attrs
from cartulary_client import Client
from cartulary_client.api import statistics
from cartulary_client.api.statistics import (
    compare_statistics,
    get_consistency,
    get_curve,
    get_deal,
    get_distribution,
    get_export,
    get_heatmap,
    get_ratings,
    list_choices,
    list_counted_matches,
    list_metrics,
    query_statistics,
)
from cartulary_client.models import GameId, NamedAnsweredQueryAnswer, Names, Problem, ProjectionState


def check_types(value: Any) -> None:
    """Nothing is left as it was in the JSON, and nothing is there that has no name."""
    if isinstance(value, list):
        for one in value:
            check_types(one)
    elif isinstance(value, Names):
        pass  # a map by its nature: names by the ids of players
    elif attrs.has(type(value)):
        for one in attrs.asdict(value, recurse=False).values():
            check_types(one)
    elif isinstance(value, dict) and value:
        sys.exit(f"not a typed value: {value}")


def main(url: str, game: GameId) -> None:
    client = Client(base_url=url, raise_on_unexpected_status=True)
    read: set[str] = set()

    def ask(operation: ModuleType, *path: object, **query: Any) -> Any:
        """The answer of an operation, which is no problem."""
        answer = operation.sync(*path, client=client, **query)
        if answer is None or isinstance(answer, Problem):
            sys.exit(f"{operation.__name__}: {answer}")
        check_types(answer)
        read.add(operation.__name__.rpartition(".")[2])
        return answer

    counted: ProjectionState = ask(get_consistency)
    while counted.as_of_position != counted.head:
        time.sleep(0.1)
        counted = ask(get_consistency)
    ask(list_metrics, game=game)
    ask(get_distribution, game=game, metric="final_score")
    ask(get_curve, game=game, metric="final_score", group_by="player", window=2)
    ask(compare_statistics, game=game, metric="final_score", first=["seat:0"], second=["seat:1"])
    ask(list_choices, game=game, min_n=0)
    ask(get_heatmap, game=game, min_n=0)
    ask(list_counted_matches, game=game)
    ask(get_ratings, game)
    answer: NamedAnsweredQueryAnswer = ask(query_statistics, game=game, metric=["rank"], group_by=["deal"], min_n=0)
    ask(get_deal, answer.groups[0].key[0])
    rows = list(csv.DictReader(io.StringIO(ask(get_export, f"{game}.csv"))))
    scores = [int(row["final_score"]) for row in rows]
    left_out = {module.name for module in pkgutil.iter_modules(statistics.__path__)} - read
    if left_out or not scores:
        sys.exit(f"not read: {left_out}; {len(scores)} rows")
    print(f"python: {game}, {len(read)} operations read, {len(scores)} seats, best {max(scores)}")


if __name__ == "__main__":
    main(sys.argv[1], GameId(sys.argv[2]))
