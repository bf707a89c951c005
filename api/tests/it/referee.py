"""Counts again, with DuckDB and from the exported rows, what the server counted.

Usage: referee.py URL GAME. Prints how many numbers were compared.
"""
import json
import math
import sys
import urllib.parse
import urllib.request

import duckdb
import intervals
from http_files import Http

URL, GAME = sys.argv[1:]
AGGREGATES = ["n", "mean", "sd", "min", "max", "median", "p10", "p99.9"]
compared = 0


def fetch(path):
    with urllib.request.urlopen(URL + path) as answer:
        return json.load(answer)


def get(path, **query):
    query = urllib.parse.urlencode({"game": GAME, **query}, doseq=True)
    return fetch(f"/v1/stats/{path}?{query}")


def expect(what, told, ours, tolerance=1e-9):
    global compared
    compared += 1
    same = told is ours if None in (told, ours) else math.isclose(told, ours, rel_tol=tolerance, abs_tol=tolerance)
    if not same:
        sys.exit(f"{what}: the server says {told}, the rows say {ours}")


def expect_estimate(what, told, ours):
    value, lo, hi = ours
    expect(what, told["value"], value)
    # Quantiles and roots of differences of squares: six digits are enough for both.
    size = 1e-6 * (1 + abs(value or 0.0))
    expect(f"lo of {what}", told["lo"], lo, size)
    expect(f"hi of {what}", told["hi"], hi, size)


def numbers(pairs, range):
    """Each aggregate with its interval, the slow way; DuckDB for those that SQL has."""
    values = [value for _, value in pairs]
    [(n, sd, least, most)] = db.execute(
        "SELECT count(v), stddev_samp(v), min(v), max(v) FROM (SELECT unnest(?::DOUBLE[]) v)",
        [values],
    ).fetchall()
    exact = [(number, None, None) for number in (n, sd, least, most)]
    percentiles = [intervals.percentile(pairs, part) for part in (500, 100, 999)]
    return [exact[0], intervals.mean(pairs, range), *exact[1:], *percentiles]


class Rows(list):
    """Deals and values, and the most seats of a match that these are of."""
    seats = 0


def range_of(metric, rows):
    return {"win_share": (0.0, 1.0), "win_index": (0.0, float(rows.seats))}.get(metric["id"])


def rows_of(metric, keys, where):
    """Deal and value of a metric by group: of each seat, one of each match, or of each decision."""
    columns = ", ".join(f'"{key}"' for key in [*keys, "seats", "deal", metric["id"]])
    once = "DISTINCT ON (match)" if metric["per"] == "match" else ""
    table = "facts JOIN decisions USING (match, seat)" if metric["per"] == "decision" else "facts"
    groups = {}
    for *key, seats, deal, value in db.execute(f"SELECT {once} {columns} FROM {table} WHERE {where}").fetchall():
        if value is not None:
            key = [None if part is None else str(part) for part in key]
            rows = groups.setdefault(json.dumps(key), Rows())
            rows.append((deal, value))
            rows.seats = max(rows.seats, seats)
    return groups


def check_query(metric, keys, where, sql):
    ours = rows_of(metric, keys, sql)
    answer = get("query", metric=metric["id"], group_by=",".join(keys) or [], where=where,
                 aggregates=",".join(AGGREGATES), min_n=0)
    told = {json.dumps(group["key"]): group["cells"] for group in answer["groups"]}
    told = {key: cells for key, cells in told.items() if cells[0]["value"]}
    if set(told) != set(ours):
        sys.exit(f"{metric['id']} by {keys} where {where}: groups {set(told) ^ set(ours)}")
    for key, cells in told.items():
        for cell, number in zip(cells, numbers(ours[key], range_of(metric, ours[key]))):
            what = f"{cell['aggregate']} of {metric['id']} in {key}"
            expect_estimate(what, cell, number)
            expect(f"deals of {what}", cell["deals"], len(intervals.by_deal(ours[key])))


def check_distribution(metric):
    ours = [value for _, value in rows_of(metric, [], "true").get("[]", [])]
    bars = get("distribution", metric=metric["id"])["bars"]
    expect(f"values of {metric['id']}", len(bars), len(set(ours)))
    for bar in bars:
        expect(f"{metric['id']} {bar['value']}", bar["count"], sum(math.isclose(one, bar["value"]) for one in ours))


def check_comparison(metric, on, of):
    first, second = (rows_of(metric, [], f"{on} = '{one}'").get("[]", Rows()) for one in of)
    answer = get("compare", metric=metric["id"], first=f"{on}:{of[0]}", second=f"{on}:{of[1]}", min_n=0)
    ranges, what = [range_of(metric, rows) for rows in (first, second)], f"{metric['id']} by {on}"
    expect_estimate(f"first {what}", answer["first"], intervals.mean(first, ranges[0]))
    expect_estimate(f"second {what}", answer["second"], intervals.mean(second, ranges[1]))
    if not (first and second):
        return
    together, apart = intervals.difference(first, second, ranges)
    expect_estimate(f"difference of {what}", answer["difference"], together)
    expect_estimate(f"difference of {what} apart", answer["apart"], apart)
    paired = intervals.paired(first, second, ranges)
    expect(f"whether {what} can be paired", answer["paired"] is None, paired is None)
    if paired:
        expect_estimate(f"paired {what}", answer["paired"]["difference"], paired)
        told = answer["paired"]["narrower"]
        if told is not None:
            expect("narrower", told, 1 - (paired[2] - paired[1]) / (apart[2] - apart[1]), 1e-6)


def check_choices():
    seats = {}
    for match, seat, *values in db.execute(
            "SELECT match, seat, deal, final_score, win_index, player FROM facts").fetchall():
        seats[match, seat] = values
    [(most,)] = db.execute("SELECT max(seats) FROM facts").fetchall()
    score, win = (intervals.Design([(seat[0], seat[of], seat[3]) for seat in seats.values()], range)
                  for of, range in ((1, None), (2, (0.0, float(most)))))
    told = {(it["kind"], it["item"], it["round"]): it for it in get("choices", min_n=0)["choices"]}
    rows = db.execute("SELECT kind, item, round, match, seat, sum(offered), sum(taken) FROM offers "
                      "GROUP BY GROUPING SETS ((kind, item, round, match, seat), (kind, item, match, seat))")
    ours = {}
    for kind, item, round, match, seat, offered, taken in rows.fetchall():
        ours.setdefault((kind, item, round), []).append((int(offered), int(taken), *seats[match, seat][1:3]))
    if set(told) != set(ours):
        sys.exit(f"choices: {set(told) ^ set(ours)}")
    for key, of_seats in ours.items():
        offered, taken = (sum(seat[of] for seat in of_seats) for of in (0, 1))
        expect(f"offered {key}", told[key]["offered"], offered)
        expect(f"taken {key}", told[key]["taken"], taken)
        expect_estimate(f"rate of {key}", told[key]["take_rate"], score.rate(taken, offered, len(of_seats)))
        for name, took in (("with", True), ("without", False)):
            of = [seat for seat in of_seats if (seat[1] > 0) == took]
            for metric, design, at in (("score", score, 2), ("win_index", win, 3)):
                cell = told[key][f"{metric}_{name}"]
                expect(f"n of {metric} {name} {key}", cell["n"], len(of))
                expect_estimate(f"{metric} {name} {key}", cell, design.mean([seat[at] for seat in of]))


def by_rank(found):
    return {str(it["rank"]): it["count"] for it in found}


def check_heatmap():
    heatmap = get("heatmap", min_n=0)
    ranks = db.execute("SELECT rank::VARCHAR, count(*) FROM facts GROUP BY rank").fetchall()
    expect("seats by rank", by_rank(heatmap["seats"]) == dict(ranks), True)
    design = intervals.Design(db.execute("SELECT deal, rank, player FROM facts").fetchall())
    all_seats = sum(count for _, count in ranks)
    ours = {}
    for row, column, filling, rank, count in db.execute(
            'SELECT row, "column", "with", rank::VARCHAR, count(*) FROM cells JOIN facts USING (match, seat) '
            'GROUP BY ALL').fetchall():
        ours.setdefault((row, column, filling), {})[rank] = count
    told = {(*it["cell"], it["with"]): it for it in heatmap["cells"]}
    if set(told) != set(ours):
        sys.exit(f"heatmap: {set(told) ^ set(ours)}")
    for key, ranks in ours.items():
        expect(f"ranks of {key}", by_rank(told[key]["by_rank"]) == ranks, True)
        filled = sum(ranks.values())
        expect_estimate(f"share of {key}", told[key]["share"], design.rate(filled, all_seats, all_seats))


def percent_below(scores, score):
    below, equal = (sum(test(other) for other in scores) for test in (score.__gt__, score.__eq__))
    return 100 * (below + equal / 2) / len(scores)


def check_deals():
    deals = {}
    for deal, *play in db.execute("SELECT deal, match, seat, final_score, rank, player FROM facts").fetchall():
        deals.setdefault(deal, []).append(play)
    for deal, plays in deals.items():
        told = fetch(f"/v1/deals/{deal}")
        expect(f"matches of {deal}", told["matches"], len({play[0] for play in plays}))
        expect(f"plays of {deal}", len(told["plays"]), len(plays))
        scores = {(match, seat): score for match, seat, score, _, _ in plays}
        ours = {(match, seat): (score, rank, player) for match, seat, score, rank, player in plays}
        for play in told["plays"]:
            key, score = (play["match"], play["seat"]), play["final_score"]
            same = ours.get(key) == (score, play["rank"], play["player"])
            expect(f"{key} of {deal}", same, True)
            of_seat = [it for (_, seat), it in scores.items() if seat == play["seat"]]
            expect(f"percentile of {key}", play["percentile"], percent_below(list(scores.values()), score))
            expect(f"percentile of {key} at its seat", play["percentile_of_seat"], percent_below(of_seat, score))


def check_files():
    """The three forms of a file hold the same; the tables that follow are read of them."""
    for table, probe in (("", "sum(final_score), avg(win_index)"), (".offers", "sum(offered), sum(taken)"),
                         (".cells", "sum(row), count(DISTINCT \"with\")"),
                         (".decisions", "sum(decided_in_ms), count(DISTINCT stage)")):
        counts = []
        for form in ("csv", "ndjson", "parquet"):
            reader = {"csv": "read_csv", "ndjson": "read_json", "parquet": "read_parquet"}[form]
            file = f"{reader}('{URL}/v1/exports/{GAME}{table}.{form}')"
            counts.append(db.execute(f"SELECT count(*), {probe} FROM {file}").fetchall())
        if not counts[0] == counts[1] == counts[2]:
            sys.exit(f"the three files differ: {counts}")
        name = table.strip(".") or "facts"
        db.execute(f"CREATE TABLE {name} AS FROM '{URL}/v1/exports/{GAME}{table}.parquet'")


db = duckdb.connect()
db.register_filesystem(Http())
check_files()
metrics = get("metrics")["metrics"]
for metric in metrics:
    if metric["kind"] in ("measure", "rate"):
        groups = [[], ["seats"], ["month", "seats"]]
        if metric["per"] == "decision":
            groups += [["stage"], ["player", "stage"]]
        if metric["per"] != "match":
            groups += [["player"], ["player", "seat"], ["rank", "player_kind"]]
            check_comparison(metric, "seat", ("0", "1"))
            check_comparison(metric, "player", ("bot:greedy", "bot:random"))
            check_query(metric, ["seat"], ["player:bot:greedy", "final_score:-20..60"],
                        "player = 'bot:greedy' AND final_score BETWEEN -20 AND 60")
        for keys in groups:
            check_query(metric, keys, [], "true")
        check_distribution(metric)
check_choices()
check_heatmap()
check_deals()
print(compared)
