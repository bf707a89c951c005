"""The machines of the cluster: network namespaces joined by a bridge, and the programs in them.

Whatever is started here lives in namespaces of the test's own (`run`), so all of it is gone when
the test is, however that ends.
"""

import os
import pathlib
import pwd
import signal
import subprocess
import threading
import time

NETWORK = "10.213.88"
# Where the clients are.
OUTSIDE = f"{NETWORK}.1"
OWN_CLOCK = pathlib.Path(__file__).resolve().parent / "own_clock"
FAKETIME = sorted(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))


def ip(*arguments):
    subprocess.run(["ip", *arguments], check=True)


def join_by_bridge():
    """The bridge that all machines and the clients are at."""
    ip("link", "set", "lo", "up")
    ip("link", "add", "bridge", "type", "bridge")
    ip("addr", "add", f"{OUTSIDE}/24", "dev", "bridge")
    ip("link", "set", "bridge", "up")


class Host:
    """A machine: a network namespace with one address, and a clock of its own."""

    def __init__(self, name, number, folder):
        self.name, self.address = name, f"{NETWORK}.{number}"
        self.folder = folder / name
        self.folder.mkdir(mode=0o755)
        self.clock = self.folder / "clock"
        self.programs = []
        ip("netns", "add", name)
        ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("link", "set", name, "master", "bridge", "up")
        for arguments in ["addr add {}/24 dev eth0", "link set eth0 up", "link set lo up"]:
            ip("-n", name, *arguments.format(self.address).split())
        # Packets are dropped where they come in: whoever sends them hears nothing, as on a line
        # that is cut.
        self.nft("""
            table inet cut {
                set from { type ipv4_addr; }
                chain input { type filter hook input priority 0; ip saddr @from drop; }
            }
        """)
        self.set_clock(0)

    def nft(self, rules):
        subprocess.run(["ip", "netns", "exec", self.name, "nft", "-f", "-"], input=rules, text=True, check=True)

    def hear_nothing_from(self, addresses):
        self.nft(f"add element inet cut from {{ {', '.join(addresses)} }}")

    def hear_all(self):
        self.nft("flush set inet cut from")

    def set_clock(self, ahead_s):
        """By how many seconds the clock is ahead, of whoever is started with it."""
        # It is read while it is written.
        new = self.clock.with_suffix(".new")
        new.write_text(f"+{ahead_s}\n")
        new.chmod(0o644)
        new.rename(self.clock)

    def by_own_clock(self):
        """How a program is called that goes by the clock of this machine."""
        return ["env", f"LD_PRELOAD={FAKETIME[-1]}", f"FAKETIME_TIMESTAMP_FILE={self.clock}",
                "FAKETIME_CACHE_DURATION=1", "FAKETIME_DONT_FAKE_MONOTONIC=1", f"PYTHONPATH={OWN_CLOCK}"]

    def pids(self):
        """All processes of this machine."""
        told = subprocess.run(["ip", "netns", "pids", self.name], capture_output=True, text=True, check=True)
        return [int(pid) for pid in told.stdout.split()]

    def signal(self, number, pids=None):
        for pid in self.pids() if pids is None else pids:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def pause(self):
        # What is started between two looks is stopped by the second.
        for _ in range(3):
            self.signal(signal.SIGSTOP)

    def resume(self):
        self.signal(signal.SIGCONT)


class Program:
    """A program on a machine that is started again when it ends, as a service manager does it,
    unless it is held."""

    AGAIN_AFTER_S = 1

    def __init__(self, host, name, command, environment, user=None):
        self.host, self.name, self.user = host, name, user
        self.command = ["nsenter", f"--net=/run/netns/{host.name}", *self._as(user), *command]
        self.environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **environment}
        self.log = open(host.folder / f"{name}.log", "ab")
        self.process, self.held, self.starts = None, True, 0
        host.programs.append(self)
        threading.Thread(target=self._keep, daemon=True).start()

    @staticmethod
    def _as(user):
        return [] if user is None else ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]

    def start(self):
        self.held = False

    def _keep(self):
        while True:
            if self.held:
                time.sleep(0.1)
                continue
            self.starts += 1
            self.process = subprocess.Popen(self.command, env=self.environment, stdin=subprocess.DEVNULL,
                                            stdout=self.log, stderr=self.log, start_new_session=True)
            code = self.process.wait()
            self.log.write(f"--- ended with {code}\n".encode())
            self.log.flush()
            time.sleep(self.AGAIN_AFTER_S)

    def hold(self):
        """It is not started again until `start`."""
        self.held = True

    def stop(self):
        self.hold()
        if self.process and self.process.poll() is None:
            self.process.terminate()
            while self.process.poll() is None:
                time.sleep(0.1)


def owner_of_databases():
    """Whom PostgreSQL runs as: it refuses to be root."""
    for name in ["postgres", "nobody"]:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            pass
    raise SystemExit("there is no user that PostgreSQL could run as")
