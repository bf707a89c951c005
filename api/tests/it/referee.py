"""Counts again, with DuckDB and from the exported rows, what the server counted.

Usage: referee.py URL GAME. Prints how many numbers were compared.
"""
import json
import math
import sys
import urllib.parse
import urllib.request

import duckdb
from http_files import Http

URL, GAME = sys.argv[1:]
AGGREGATES = ["n", "mean", "sd", "min", "max", "median", "p10", "p99.9"]
compared = 0


def get(path, **query):
    query = urllib.parse.urlencode({"game": GAME, **query}, doseq=True)
    with urllib.request.urlopen(f"{URL}/v1/stats/{path}?{query}") as answer:
        return json.load(answer)


def percentile(values, thousandths):
    rank = max(-(-len(values) * thousandths // 1000), 1)
    return values[rank - 1]


def expect(what, told, ours):
    global compared
    compared += 1
    same = told is ours if None in (told, ours) else math.isclose(told, ours, rel_tol=1e-9, abs_tol=1e-9)
    if not same:
        sys.exit(f"{what}: the server says {told}, the rows say {ours}")


def numbers(values):
    """Each aggregate, the slow way; DuckDB for those that SQL has."""
    [(n, mean, sd, least, most)] = db.execute(
        "SELECT count(v), avg(v), stddev_samp(v), min(v), max(v) FROM (SELECT unnest(?::DOUBLE[]) v)",
        [values],
    ).fetchall()
    ranks = [percentile(values, part) if values else None for part in (500, 100, 999)]
    return [n, mean, sd, least, most, *ranks]


def rows_of(metric, keys, where):
    """The values of a metric by group: of each seat, or one of each match."""
    columns = ", ".join(f'"{key}"' for key in [*keys, metric["id"]])
    once = "DISTINCT ON (match)" if metric["per"] == "match" else ""
    groups = {}
    for *key, value in db.execute(f"SELECT {once} {columns} FROM facts WHERE {where}").fetchall():
        if value is not None:
            key = [None if part is None else str(part) for part in key]
            groups.setdefault(json.dumps(key), []).append(value)
    return {key: sorted(values) for key, values in groups.items()}


def check_query(metric, keys, where, sql):
    ours = rows_of(metric, keys, sql)
    answer = get("query", metric=metric["id"], group_by=",".join(keys) or [], where=where,
                 aggregates=",".join(AGGREGATES), min_n=0)
    told = {json.dumps(group["key"]): group["cells"] for group in answer["groups"]}
    told = {key: cells for key, cells in told.items() if cells[0]["value"]}
    if set(told) != set(ours):
        sys.exit(f"{metric['id']} by {keys} where {where}: groups {set(told) ^ set(ours)}")
    for key, cells in told.items():
        for cell, number in zip(cells, numbers(ours[key])):
            expect(f"{cell['aggregate']} of {metric['id']} in {key}", cell["value"], number)


def check_distribution(metric):
    ours = rows_of(metric, [], "true").get("[]", [])
    bars = get("distribution", metric=metric["id"])["bars"]
    expect(f"values of {metric['id']}", len(bars), len(set(ours)))
    for bar in bars:
        expect(f"{metric['id']} {bar['value']}", bar["count"], sum(math.isclose(one, bar["value"]) for one in ours))


def check_comparison(metric):
    first, second = (rows_of(metric, [], f"seat = {seat}").get("[]", []) for seat in (0, 1))
    answer = get("compare", metric=metric["id"], first="seat:0", second="seat:1", min_n=0)
    expect("first", answer["first"]["value"], numbers(first)[1])
    expect("second", answer["second"]["value"], numbers(second)[1])
    if first and second:
        expect("difference", answer["difference"]["value"], numbers(first)[1] - numbers(second)[1])


db = duckdb.connect()
db.register_filesystem(Http())
counts = []
for form in ("csv", "ndjson", "parquet"):
    reader = {"csv": "read_csv", "ndjson": "read_json", "parquet": "read_parquet"}[form]
    file = f"{reader}('{URL}/v1/exports/{GAME}.{form}')"
    counts.append(db.execute(f"SELECT count(*), sum(final_score), avg(win_index) FROM {file}").fetchall())
if not counts[0] == counts[1] == counts[2]:
    sys.exit(f"the three files differ: {counts}")
db.execute(f"CREATE TABLE facts AS FROM '{URL}/v1/exports/{GAME}.parquet'")
metrics = get("metrics")["metrics"]
for metric in metrics:
    if metric["kind"] in ("measure", "rate"):
        groups = [[], ["seats"], ["month", "seats"]]
        if metric["per"] == "seat":
            groups += [["player"], ["player", "seat"], ["rank", "player_kind"]]
            check_comparison(metric)
            check_query(metric, ["seat"], ["player:bot:greedy", "final_score:-20..60"],
                        "player = 'bot:greedy' AND final_score BETWEEN -20 AND 60")
        for keys in groups:
            check_query(metric, keys, [], "true")
        check_distribution(metric)
print(compared)
