"""What is done to the cluster, one after another, while it is played on."""

import time

from cluster import LEASE_S, until
from hosts import OUTSIDE

# A node of the database is replaced after Patroni's ttl and a round of its loop; whoever waits
# longer than this waits for nothing.
PATIENCE_S = 300
# A fault in which nothing goes on is mended after this.
MEANWHILE_S = 150
# As long as the database's `ttl`, and what a fail-over takes.
LONG_S = 60


class Faults:
    """Each fault is a method: it does something, waits, and mends it."""

    NAMES = ["primary_killed", "primary_paused", "primary_cut_from_standbys", "primary_left_alone",
             "node_killed", "node_paused", "node_cut", "etcd_lost", "etcd_lost_and_primary_killed",
             "clock_forward"]

    def __init__(self, cluster, history, say):
        self.cluster, self.history, self.say = cluster, history, say

    def run(self, names):
        for name in names:
            self.settle()
            self.note(name, "begins")
            getattr(self, name)()
            self.settle()
            self.note(name, "ends")
            self.say(f"{name} is over")

    def note(self, name, what):
        self.history.note("fault", name=name, what=what)

    def settle(self):
        """Waits until all is as it should be, and stays so for some seconds."""
        for _ in range(3):
            until("the database is replicated", self.cluster.is_replicated, PATIENCE_S)
            until("commits wait for standbys", self.cluster.waits_for_standbys, PATIENCE_S)
            until("each node answers", self.cluster.is_served, PATIENCE_S)
            self.flows(PATIENCE_S)
            time.sleep(2)

    def flows(self, patience_s):
        """Waits until decisions are acknowledged that were put after now: the seconds that took."""
        begun = time.monotonic()
        return until("decisions are made", lambda: self.history.last_made() > begun + 0.5, patience_s)

    def flows_meanwhile(self, at_least_s):
        """Waits so long while the fault lasts, and until decisions are made, if they are."""
        begun, flowed = time.monotonic(), None
        while time.monotonic() - begun < max(at_least_s, 0) or flowed is None:
            # Not of the moment in which the fault began.
            if flowed is None and self.history.last_made() > begun + 5:
                flowed = time.monotonic() - begun
            if time.monotonic() - begun > MEANWHILE_S:
                break
            time.sleep(0.5)
        self.history.note("meanwhile", flowed_after_s=flowed and round(flowed, 1))

    # Of the database.

    def primary_killed(self):
        primary = self.cluster.primary()
        primary.kill_postgres()
        self.flows_meanwhile(20)
        primary.postgres.start()

    def primary_paused(self):
        """Everything on its machine stands still, for longer than it may say nothing."""
        primary = self.cluster.primary()
        primary.pause()
        try:
            self.flows_meanwhile(LONG_S)
        finally:
            primary.resume()

    def primary_cut_from_standbys(self):
        """The nodes of the service reach all three."""
        primary = self.cluster.primary()
        self.cluster.cut(primary, [it for it in self.cluster.databases if it != primary])
        try:
            self.flows_meanwhile(LONG_S)
        finally:
            self.cluster.join()

    def primary_left_alone(self):
        """Its Patroni is killed, and it is cut from its standbys: nobody tells it to step down."""
        primary = self.cluster.primary()
        primary.postgres.hold()
        primary.postgres.process.kill()
        self.cluster.cut(primary, [it for it in self.cluster.databases if it != primary])
        try:
            self.flows_meanwhile(LONG_S)
        finally:
            self.cluster.join()
            primary.postgres.start()

    def etcd_lost(self):
        """Two of three: nobody can become the primary, and the one there is stays it."""
        lost = self.cluster.databases[:2]
        self.kill_etcd(lost)
        self.flows_meanwhile(LONG_S)
        for database in lost:
            database.etcd.start()

    def etcd_lost_and_primary_killed(self):
        """Nothing can be written until etcd is back."""
        primary = self.cluster.primary()
        lost = self.cluster.databases[:2]
        self.kill_etcd(lost)
        primary.kill_postgres()
        time.sleep(LONG_S)
        for database in lost:
            database.etcd.start()
        self.flows_meanwhile(0)
        primary.postgres.start()

    def kill_etcd(self, databases):
        for database in databases:
            database.etcd.hold()
            database.etcd.process.kill()

    # Of the service.

    def node_killed(self):
        node = self.writer()
        node.kill()
        self.flows_meanwhile(2 * LEASE_S)
        node.service.start()

    def node_paused(self):
        node = self.writer()
        node.pause()
        try:
            self.flows_meanwhile(3 * LEASE_S)
        finally:
            node.resume()

    def node_cut(self):
        """From everybody: the database, the other node, the clients."""
        node = self.writer()
        others = [it for it in [*self.cluster.databases, *self.cluster.nodes] if it != node]
        self.cluster.cut(node, others)
        node.hear_nothing_from([OUTSIDE])
        try:
            self.flows_meanwhile(3 * LEASE_S)
        finally:
            self.cluster.join()

    def writer(self):
        until("a node writes", self.cluster.writer, PATIENCE_S)
        return self.cluster.writer() or self.cluster.nodes[0]

    # Of clocks.

    def clock_forward(self):
        """Two minutes, longer than any lease: on the primary's machine, then on the node's that
        writes; then the primary is killed, and one goes on whose clock is right."""
        primary, node = self.cluster.primary(), self.writer()
        primary.set_clock(120)
        self.flows_meanwhile(2 * LEASE_S)
        node.set_clock(120)
        self.flows_meanwhile(2 * LEASE_S)
        primary.kill_postgres()
        self.flows_meanwhile(20)
        primary.set_clock(0)
        node.set_clock(0)
        primary.postgres.start()

