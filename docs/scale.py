#!/usr/bin/env python3
"""Prints the table of docs/scale.md: what so many shards would carry, by figures that were measured.

Usage: docs/scale.py     (`make cluster-test ARGS="--faults none"` measures the costs of a commit)
"""

# Milliseconds of a core for each commit, by who takes them, and bytes.
SERVER_MS, FORWARDING_MS, PRIMARY_MS, STANDBY_MS = 0.96, 0.17, 0.55, 0.07
TABLE_BYTES, LOG_BYTES = 1604, 1706
# Commits a second that one PostgreSQL took by groups of 256 with the full statement, on two cores
# that it shared with those who asked.
STATEMENT_A_SECOND = 65_000
# The machines that are assumed, and how busy they may be.
CORES, BUSY = 8, 0.5
DAY_S = 86_400


def carried(shards):
    """Decisions a second of so many shards, each with machines of its own for the server that writes,
    one that sends on, the primary and two standbys."""
    busiest_ms = max(SERVER_MS, FORWARDING_MS, PRIMARY_MS, STANDBY_MS)
    return shards * min(CORES * BUSY * 1000 / busiest_ms, STATEMENT_A_SECOND)


def main():
    print("| shards | decisions a second | machines | log between machines | tables a day |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for shards in [1, 4, 16, 64, 256]:
        decisions = carried(shards)
        log, tables = decisions * LOG_BYTES * 2 / 1e6, decisions * TABLE_BYTES * DAY_S / 1e12
        print(f"| {shards} | {decisions:,.0f} | {5 * shards} | {log:,.1f} MB/s | {tables:,.2f} TB |")


if __name__ == "__main__":
    main()
