"""What a decision costs each machine: its share of a core, of the log and of the disk."""

import os
import pathlib

TICKS = os.sysconf("SC_CLK_TCK")
SIZES = "SELECT sum(commits), pg_total_relation_size('cartulary_commits') + " \
        "pg_total_relation_size('cartulary_archive') + pg_total_relation_size('cartulary_stretches'), " \
        "pg_current_wal_lsn() - '0/0'::pg_lsn FROM cartulary_shards"


def core_seconds(host, wanted=lambda name: True):
    """What the processes of a machine have taken, and those that they have waited for."""
    taken = 0
    for pid in host.pids():
        try:
            stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
        except FileNotFoundError:
            continue
        name, _, fields = stat.partition("(")[2].rpartition(")")
        if wanted(name):
            taken += sum(map(int, fields.split()[11:15])) / TICKS
    return taken


def so_far(cluster):
    """All that was taken until now, by who took it."""
    primary, writer = cluster.primary(), cluster.writer()
    standbys = [it for it in cluster.databases if it is not primary]
    others = [it for it in cluster.nodes if it is not writer]
    is_etcd = lambda name: name == "etcd"
    database = lambda hosts: sum(core_seconds(it, lambda name: not is_etcd(name)) for it in hosts)
    commits, table, log = map(int, primary.psql(SIZES).split("|"))
    return {
        "core_s": {
            "the server that writes": core_seconds(writer), "a server that sends on": sum(map(core_seconds, others)),
            "the primary": database([primary]), "a standby": database(standbys) / len(standbys),
            "an etcd": sum(core_seconds(it, is_etcd) for it in cluster.databases) / len(cluster.databases),
        },
        "commits": commits, "table": table, "log": log,
    }


def of_a_commit(before, after):
    """What each commit took between two moments: milliseconds of a core by who took them, and bytes."""
    commits = after["commits"] - before["commits"]
    each = lambda name: (after[name] - before[name]) / commits
    core = {who: round(1000 * (taken - before["core_s"][who]) / commits, 2) for who, taken in after["core_s"].items()}
    return {"commits": commits, "core_ms": core, "table_bytes": round(each("table")), "log_bytes": round(each("log"))}
