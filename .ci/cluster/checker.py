"""The checker: what clients were told and shown, against what is there in the end."""

import collections
import csv
import io
import json
import pathlib
import subprocess
import tempfile
import urllib.request

from clients import GAMES
from cluster import ADMIN, until

# What a player may be told. Others may be faster, and a match may be over.
FINE = {200, 201, 204}
REFUSED = 503
# A machine that is short of time may take a client for a slow one.
UNANSWERED = {None, 408}
CLOSED = {(409, "overtaken"), (409, "over")}


class Faulty(Exception):
    """Something is not as it was told."""


def lines(path):
    with open(path) as history:
        return [json.loads(line) for line in history]


def check_answers(history):
    """Every answer is a good one, or 503 with when to ask again, and no decision has two."""
    wrong, made = collections.Counter(), {}
    for it in history:
        wrong["a fault in which nothing went on"] += it["kind"] == "meanwhile" and it["flowed_after_s"] is None
        wrong["an answer without what was acknowledged before"] += it["kind"] == "stale"
        if it["kind"] not in ("put", "post", "get") or it["status"] in UNANSWERED:
            continue
        status, code = it["status"], it["code"]
        if status == REFUSED and it["retry"] is None:
            wrong[f"503 {code} without Retry-After for {it['kind'].upper()}"] += 1
        elif status not in FINE and status != REFUSED and (status, code) not in CLOSED:
            wrong[f"{status} {code} for {it['kind'].upper()}"] += 1
        if it["kind"] == "put" and status == 200:
            key = it["match"], it["seat"], it["decision"]
            if made.setdefault(key, it["position"]) != it["position"]:
                wrong["two answers to one decision"] += 1
    return wrong, made


def commits(text):
    """The commits of a record."""
    return [json.loads(line) for line in text.splitlines()]


def fetch(node, path, port=8080, accept="*/*"):
    request = urllib.request.Request(f"http://{node.address}:{port}{path}", headers={"accept": accept})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return answer.read()


def agrees(shown, final):
    """Whether what was shown is still so: what was hidden then may be known now."""
    if shown is None:
        return True
    if isinstance(shown, dict):
        return isinstance(final, dict) and all(name in final and agrees(it, final[name]) for name, it in shown.items())
    if isinstance(shown, list):
        return isinstance(final, list) and len(shown) == len(final) and all(map(agrees, shown, final))
    return shown == final


def is_still_there(shown, final):
    """Whether an event is what it was when it was shown, but for what was hidden then."""
    hidden = final is None or shown["event"] != final["event"]
    return final is not None and agrees(shown | ({"text": None} if hidden else {}), final)


class Checker:
    def __init__(self, cluster, program, history):
        self.cluster, self.program = cluster, program
        self.history = lines(history)
        self.wrong, self.made = check_answers(self.history)
        self.matches = {it["match"]: it for it in self.history if it["kind"] == "match"}
        self.shown, self.example = collections.defaultdict(list), None
        for it in self.history:
            if it["kind"] == "event":
                self.shown[it["match"]].append(it)

    def check(self, say):
        """Everything; what was counted."""
        found = {"decisions_acknowledged": len(self.made), "matches": len(self.matches)}
        self.check_followers()
        found |= self.check_records()
        say("records were compared")
        found |= self.check_log()
        say("the log was read on all three nodes of the database")
        found |= self.check_statistics()
        found["wrong"] = dict(self.wrong)
        if self.example:
            found["an_event_gone"] = self.example
        return found

    def check_followers(self):
        """Each node that was played on counts to the end, without a start that would mend it."""
        for node in self.cluster.nodes:
            until(f"{node.name} has counted all that was played", lambda: self.has_counted(node), 240)
            state = node.ask("/readyz")
            if not (state and state["status"] == "ready"):
                self.wrong[f"{node.name} counts no more"] += 1

    def check_records(self):
        """Every decision that was acknowledged is in the record once, as it was put and at the
        position that was told; every event that was shown is still there; every chain holds."""
        by_match = collections.defaultdict(list)
        for (match, seat, decision), position in self.made.items():
            by_match[match].append((seat, decision, position))
        lost = gone = events = valid = 0
        with tempfile.TemporaryDirectory() as folder:
            for nth, match in enumerate(self.matches):
                node = self.cluster.nodes[nth % 2]
                record = fetch(node, f"/v1/matches/{match}/record").decode()
                decided = collections.defaultdict(list)
                for commit in commits(record):
                    cause = commit["public"]["cause"]
                    if cause["decision"] is not None:
                        decided[cause["seat"], cause["decision"]].append(commit["position"])
                for seat, decision, position in by_match[match]:
                    lost += decided[seat, decision] != [number(position)]
                self.wrong["a decision stands in a record twice"] += sum(len(it) > 1 for it in decided.values())
                valid += self.is_valid(record, pathlib.Path(folder, "record.ndjson"))
                gone += self.gone(node, match)
                events += len(self.shown[match])
        self.wrong = +self.wrong
        return {"lost": lost, "events_shown": events, "events_gone": gone, "valid_records": valid}

    def is_valid(self, record, path):
        path.write_text(record)
        told = subprocess.run([self.program, "verify", str(path)], capture_output=True, text=True)
        verdict = json.loads(told.stdout or "{}")
        is_valid = told.returncode == 0 and verdict.get("valid") and verdict.get("finished")
        if not is_valid:
            self.wrong["a record that is not valid"] += 1
        return bool(is_valid)

    def gone(self, node, match):
        """How many events that were shown are not there, or otherwise."""
        events = fetch(node, f"/v1/matches/{match}/events", accept="application/x-ndjson").decode()
        final = {it["step"]: it for it in map(json.loads, events.splitlines())}
        gone = 0
        for it in self.shown[match]:
            if it["step"] != it["after"] + 1:
                self.wrong["a stream that left out events"] += 1
            if not is_still_there(it["data"], final.get(it["step"])):
                gone += 1
                self.example = self.example or {"shown": it["data"], "there": final.get(it["step"])}
        if len(self.shown[match]) != len(final):
            self.wrong["a stream that did not show all events"] += 1
        return gone

    def check_log(self):
        """No shard lacks a commit that it has counted, and the three nodes of the database hold the same."""
        # A commit with a key stands in a row beside the match that is packed. What a position leaves, divided
        # by the count of shards, is its shard.
        counted = "SELECT string_agg(commits::text, ' ' ORDER BY shard) FROM cartulary_shards"
        there = "SELECT string_agg(n::text, ' ' ORDER BY shard) FROM (SELECT shard, sum(n) AS n FROM (" \
                "SELECT shard, count(*) AS n FROM cartulary_commits AS row WHERE NOT EXISTS (SELECT " \
                "FROM cartulary_archive WHERE stream = row.stream AND next_version >= row.next_version) GROUP BY 1 " \
                f"UNION ALL SELECT last_position % {self.cluster.shards}, sum(commits) FROM cartulary_archive GROUP BY 1 " \
                "UNION ALL SELECT shard, 0 AS n FROM cartulary_shards) AS parts GROUP BY shard) AS shards"
        statement = f"SELECT ({counted}), ({there}), " \
                    "(SELECT coalesce(sum(commits), 0) FROM cartulary_archive), " \
                    "(SELECT md5(string_agg(md5(stream || version || line || coalesce(erasable, '')), '' " \
                    "ORDER BY position)) FROM cartulary_commits), " \
                    "(SELECT md5(string_agg(md5(stream || hash::text || body::text), '' ORDER BY stream)) " \
                    "FROM cartulary_archive)"
        # Nobody plays any more, and standbys follow within moments.
        same = lambda: len({database.psql(statement) for database in self.cluster.databases}) == 1
        until("the nodes of the database hold the same", same, 60)
        counted, there, packed, _, _ = self.cluster.databases[0].psql(statement).split("|")
        if counted != there:
            self.wrong[f"a shard without some of its commits: {there} of {counted}"] += 1
        return {"commits": list(map(int, counted.split())), "packed": int(packed)}

    def check_statistics(self):
        """Those of each node equal a rebuild, and those of a node that has nothing but the log."""
        facts = []
        for node in [*self.cluster.nodes, self.cluster.node("fresh", 31)]:
            for other in [*self.cluster.nodes]:
                if other is not node:
                    other.service.stop()
            node.service.start()
            until(f"{node.name} serves", lambda: self.writes(node), 240)
            until(f"{node.name} has counted all", lambda: self.has_counted(node), 240)
            state = node.ask("/projections/consistency", "POST", ADMIN, 600)
            if not (state and state["last_check"]["consistent"]):
                self.wrong[f"statistics of {node.name} that are not those of a rebuild"] += 1
            facts.append({game: rows(fetch(node, f"/v1/exports/{game}.csv?include=foreknown")) for game in GAMES})
            self.integrity = node.ask("/integrity")
        if facts[1:] != facts[:-1]:
            self.wrong["statistics that differ between nodes"] += 1
        return {"seats_counted": sum(map(len, facts[0].values())), "end_of_log": self.integrity}

    def writes(self, node):
        state = node.ask("/v1/projections/consistency")
        return state is not None and set(self.cluster.owners()) == {node.url}

    @staticmethod
    def has_counted(node):
        state = node.ask("/v1/projections/consistency")
        return state and state["as_of_position"] == state["head"]


def rows(text):
    """The rows of a table, in an order of their own."""
    return sorted(csv.reader(io.StringIO(text.decode())))[1:]


def number(position):
    """The number of a commit in the position that a client is told."""
    return int(position.rpartition("-")[2], 16) if position else None


def summary(history):
    """What each fault meant for the clients: for how long nothing was acknowledged, how many were
    refused and how many not answered, and how soon the service went on while the fault lasted."""
    told, open_since, flowed = [], None, None
    acknowledged = sorted(it["at"] for it in history if it["kind"] == "put" and it["status"] == 200)
    for it in history:
        if it["kind"] == "meanwhile":
            flowed = it["flowed_after_s"]
        if it["kind"] != "fault":
            continue
        if it["what"] == "begins":
            open_since, flowed = it["at"], None
            continue
        asked = [at for at in history if at["kind"] == "put" and open_since <= at["at"] <= it["at"]]
        made = [at for at in acknowledged if open_since <= at <= it["at"]]
        pauses = [after - before for before, after in zip([open_since, *made], [*made, it["at"]])]
        told.append({
            "fault": it["name"], "lasted_s": round(it["at"] - open_since, 1), "made": len(made),
            "longest_refusal_s": round(max(pauses), 1), "went_on_meanwhile_after_s": flowed,
            "refused": sum(at["status"] == REFUSED for at in asked),
            "unanswered": sum(at["status"] in UNANSWERED for at in asked),
        })
    return told


