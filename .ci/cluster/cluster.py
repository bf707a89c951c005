"""The cluster: three nodes of the database, two of the service, and what can be asked of them."""

import json
import os
import pathlib
import subprocess
import time
import urllib.error
import urllib.request

from hosts import Host, Program, join_by_bridge, owner_of_databases

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
PATRONI = ROOT / ".tools" / "patroni" / "bin" / "patroni"
PASSWORD = "of the test"
LEASE_S = 10
PORT, ADMIN = 8080, 9090


class TooLate(Exception):
    """Something was waited for in vain."""


class Database(Host):
    """A node of the database: etcd, and PostgreSQL under Patroni."""

    def __init__(self, number, folder, members, own_clocks):
        super().__init__(f"db{number}", 10 + number, folder)
        owner = owner_of_databases()
        os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        own = {"NAME": self.name, "ADDRESS": self.address, "MEMBERS": members, "PASSWORD": PASSWORD}
        self.etcd = Program(self, "etcd", [str(DEPLOY / "etcd")],
                            own | {"DATA": str(self.folder / "etcd-data")}, owner.pw_name)
        clock = self.by_own_clock() if own_clocks else []
        self.postgres = Program(self, "postgres", [*clock, str(DEPLOY / "postgres")],
                                own | {"DATA": str(self.folder / "postgres-data"), "PATRONI": str(PATRONI)},
                                owner.pw_name)

    def kill_postgres(self):
        """Kills PostgreSQL and Patroni as a loss of power would."""
        self.postgres.hold()
        etcd = self.etcd.process.pid
        # Patroni first, so that it starts nothing again.
        for _ in range(3):
            self.signal(9, [pid for pid in self.pids() if pid != etcd])

    def psql(self, statement):
        """What a statement returns on this node, primary or standby."""
        environment = {**os.environ, "PGPASSWORD": PASSWORD, "PGCONNECT_TIMEOUT": "5"}
        asked = subprocess.run(["psql", "-h", self.address, "-U", "cartulary", "-At", "-c", statement, "cartulary"],
                               env=environment, capture_output=True, text=True, timeout=60)
        if asked.returncode:
            raise OSError(asked.stderr)
        return asked.stdout.strip()


class Node(Host):
    """A node of the service."""

    def __init__(self, name, number, folder, program, databases, shards, own_clocks):
        super().__init__(name, number, folder)
        self.url = f"http://{self.address}:{PORT}"
        hosts = ",".join(it.address for it in databases)
        settings = {
            "LOG": f"postgres://cartulary:{PASSWORD.replace(' ', '%20')}@{hosts}/cartulary",
            "DATA": self.folder / "data", "LISTEN": f"{self.address}:{PORT}", "NODE": self.url,
            "ADMIN_LISTEN": f"{self.address}:{ADMIN}", "LEASE": LEASE_S, "SHARDS": shards,
            # All clients of the test have one address.
            "REQUEST_LIMIT": "off", "QUOTA": "off", "FREE_FLOOR": 1,
            "LOG_FILTER": "info,store_postgres=debug,api::server=debug",
        }
        settings = {f"CARTULARY_{name}": str(value) for name, value in settings.items()}
        settings["RUST_BACKTRACE"] = "1"
        clock = self.by_own_clock() if own_clocks else []
        self.service = Program(self, "cartulary", [*clock, program, "serve"], settings)

    def kill(self):
        self.service.hold()
        self.signal(9)

    def ask(self, path, method="GET", port=PORT, timeout_s=10):
        """The JSON of an answer; none if there is no good one."""
        request = urllib.request.Request(f"http://{self.address}:{port}{path}", method=method,
                                         data=b"" if method == "POST" else None)
        try:
            with urllib.request.urlopen(request, timeout=timeout_s) as answer:
                return json.loads(answer.read())
        except (OSError, ValueError):
            return None


class Cluster:
    def __init__(self, folder, program, shards, own_clocks):
        join_by_bridge()
        self.folder, self.program, self.shards = folder, program, shards
        numbers = range(1, 4)
        members = ",".join(f"db{number}=10.213.88.{10 + number}" for number in numbers)
        self.databases = [Database(number, folder, members, own_clocks) for number in numbers]
        self.nodes = [self.node(f"api{number}", 20 + number, own_clocks) for number in range(1, 3)]

    def node(self, name, number, own_clocks=False):
        return Node(name, number, self.folder, self.program, self.databases, self.shards, own_clocks)

    def start(self):
        for database in self.databases:
            database.etcd.start()
            database.postgres.start()
        until("the database is there", lambda: self.is_replicated() and self.waits_for_standbys(), 300)
        for node in self.nodes:
            node.service.start()
        until("the service is there", self.is_served, 300)

    def waits_for_standbys(self):
        """Whether commits do: Patroni sets that some seconds after it has made the cluster."""
        try:
            return self.primary().psql("SHOW synchronous_standby_names").startswith("ANY 1")
        except (AttributeError, OSError):
            return False

    def members(self, without=()):
        """What Patroni says of each member, by name, asked of any that answers."""
        for database in self.databases:
            if database in without:
                continue
            try:
                with urllib.request.urlopen(f"http://{database.address}:8008/cluster", timeout=3) as answer:
                    return {it["name"]: it for it in json.loads(answer.read())["members"]}
            except (OSError, ValueError):
                pass
        return {}

    def primary(self, without=()):
        """The primary, as the others see it; none if there is none."""
        roles = {name: it["role"] for name, it in self.members(without).items() if it["state"] == "running"}
        found = [it for it in self.databases if roles.get(it.name) == "leader" and it not in without]
        return found[0] if found else None

    def is_replicated(self):
        """Whether there is a primary, and both others follow it."""
        members = self.members().values()
        states = sorted((it["role"] == "leader", it["state"]) for it in members)
        if [state for _, state in states] != ["streaming", "streaming", "running"] or not states[-1][0]:
            return False
        return len({it.get("timeline") for it in members}) == 1

    def is_served(self):
        """Whether each shard is some node's, and each node answers as one that has it does."""
        return None not in self.owners() and all(node.ask("/readyz") for node in self.nodes)

    def owners(self):
        """Where the nodes are that have the shards, in their order; none of one that nobody has."""
        owner = "CASE WHEN deadline > clock_timestamp() THEN address END"
        try:
            told = self.primary().psql(f"SELECT coalesce({owner}, '') FROM cartulary_shards ORDER BY shard")
        except (AttributeError, OSError, subprocess.TimeoutExpired):
            return [None]
        return [address or None for address in told.split("\n")]

    def writer(self):
        """The node that writes the first shard, where players are; none if none does."""
        first = self.owners()[0]
        return next((node for node in self.nodes if node.url == first), None)

    def cut(self, host, others):
        """Nothing comes from a machine to others, nor from them to it."""
        host.hear_nothing_from([it.address for it in others])
        for other in others:
            other.hear_nothing_from([host.address])

    def join(self):
        """All lines are whole again."""
        for host in [*self.databases, *self.nodes]:
            host.hear_all()


def until(what, is_so, patience_s):
    """Waits until something is so: the seconds that took."""
    begun = time.monotonic()
    while time.monotonic() - begun < patience_s:
        if is_so():
            return time.monotonic() - begun
        time.sleep(0.5)
    raise TooLate(f"not within {patience_s} s: {what}")
