"""The clients: players of many matches at once and those who watch them, who write down whatever
they ask, are told and are shown."""

import asyncio
import json
import random
import threading
import time

GAMES = ["cartographers", "bunny_kingdom", "builders_biomes", "big_monster"]
SEATS = [2, 3, 4]
# Whoever hears nothing for so long asks another node.
PATIENCE_S = 30
CONNECTED_S = 5
LONGEST_PAUSE_S = 2.0
# Some decisions are put to both nodes in the same moment.
TWICE = 0.02
# After some it is looked whether what was acknowledged is shown.
LOOKED_AFTER = 0.1
# What is no answer: nothing; that the request came too slowly; that it is to be put again.
PASSING = {None, 408, 503}
# While the service does not answer at all, a client goes on asking.
LOST = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, ValueError)


class History:
    """Everything that clients asked, were told and were shown, a line each, and what was done to
    the cluster."""

    def __init__(self, path):
        self.path, self.file, self.begun = path, open(path, "w"), time.monotonic()
        self.made_at, self.lock = [], threading.Lock()

    def note(self, kind, **more):
        line = {"at": round(time.monotonic() - self.begun, 3), "kind": kind, **more}
        with self.lock:
            self.file.write(json.dumps(line, separators=(",", ":")) + "\n")
        if kind == "put" and more["status"] == 200:
            self.made_at.append(time.monotonic())

    def last_made(self):
        return self.made_at[-1] if self.made_at else 0

    def close(self):
        self.file.close()


class Connection:
    """One connection of HTTP/1.1 with a node."""

    def __init__(self, node):
        self.node, self.reader, self.writer = node, None, None

    def close(self):
        if self.writer:
            self.writer.close()
        self.writer = None

    async def send(self, method, path, body=None, token=None, more=None):
        if self.writer is None:
            opened = asyncio.open_connection(self.node.address, 8080, limit=1 << 20)
            self.reader, self.writer = await asyncio.wait_for(opened, CONNECTED_S)
        content = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", f"host: {self.node.address}:8080"]
        head += [f"{name}: {value}" for name, value in (more or {}).items()]
        if token:
            head.append(f"authorization: Bearer {token}")
        if body is not None:
            head += ["content-type: application/json", f"content-length: {len(content)}"]
        self.writer.write("\r\n".join([*head, "", ""]).encode() + content)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        pairs = (line.split(": ", 1) for line in lines[1:] if ": " in line)
        return int(lines[0].split(" ")[1]), {name.lower(): value for name, value in pairs}

    async def pieces(self, headers):
        """The body, piece by piece."""
        if headers.get("transfer-encoding") != "chunked":
            yield await self.reader.readexactly(int(headers.get("content-length", 0)))
            return
        while size := int(await self.reader.readline(), 16):
            yield (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readline()

    async def ask(self, *what, **more):
        status, headers = await self.send(*what, **more)
        body = b"".join([piece async for piece in self.pieces(headers)])
        if headers.get("connection") == "close":
            self.close()
        return status, headers, body


class Client:
    """Asks one node, and the other one if that does not answer."""

    def __init__(self, nodes, history, dice, nth):
        self.nodes, self.history, self.dice = nodes, history, dice
        self.connections = [Connection(node) for node in nodes]
        self.at, self.token = nth, None

    def next_node(self):
        self.at += 1

    def connection(self):
        return self.connections[self.at % len(self.connections)]

    async def once(self, connection, method, path, noted, **more):
        """One request: status, headers and body; no status if nobody answers."""
        begun = time.monotonic()
        status, headers, body = None, {}, b""
        was_open = connection.writer is not None
        try:
            asked = connection.ask(method, path, token=self.token, **more)
            status, headers, body = await asyncio.wait_for(asked, PATIENCE_S)
        except LOST:
            connection.close()
            # The node may have closed a connection on which nothing was asked for a while.
            if was_open and time.monotonic() - begun < 0.5:
                return await self.once(connection, method, path, noted, **more)
        answer = as_json(body)
        problem = answer.get("code") if status is None or status >= 400 else None
        self.history.note(method.lower(), **noted, node=connection.node.name, status=status, code=problem,
                          retry=headers.get("retry-after"), ms=round((time.monotonic() - begun) * 1000),
                          position=answer.get("position") if method == "PUT" else None,
                          replayed=headers.get("idempotency-replayed"))
        return status, headers, answer

    async def insist(self, method, path, noted, **more):
        """Asks until there is an answer that is not about now, of any node."""
        pause = 0.1
        while True:
            status, headers, answer = await self.once(self.connection(), method, path, noted, **more)
            if status not in PASSING:
                return status, answer
            self.next_node()
            asked = headers.get("retry-after", "")
            await asyncio.sleep(max(pause, float(asked) if asked.isdigit() else 0) * self.dice.uniform(0.8, 1.2))
            pause = min(2 * pause, LONGEST_PAUSE_S)


def as_json(body):
    try:
        answer = json.loads(body) if body else {}
    except ValueError:
        return {"code": "unreadable"}
    return answer if isinstance(answer, dict) else {}


class Play:
    """A place where match after match is played, as long as matches are opened."""

    def __init__(self, plan, nth):
        self.plan, self.nth = plan, nth
        self.dice = random.Random(f"{plan.seed} {nth}")
        self.client = Client(plan.nodes, plan.history, self.dice, nth)
        self.watching = []

    async def run(self):
        key = {"idempotency-key": self.key()}
        body = {"name": f"client {self.nth}", "kind": "bot"}
        status, player = await self.client.insist("POST", "/v1/players", {}, body=body, more=key)
        assert status == 201, player
        self.client.token = player["token"]
        rounds = 0
        while rounds == 0 or self.plan.opens:
            await self.play(rounds)
            rounds += 1
        await asyncio.gather(*self.watching)

    def key(self):
        return f"{self.dice.getrandbits(128):032x}"

    async def play(self, rounds):
        """One match, from its opening to its end."""
        nth = self.nth + rounds * self.plan.matches
        game, seats = GAMES[nth % len(GAMES)], SEATS[nth // len(GAMES) % len(SEATS)]
        body = {"game": game, "seats": seats, "open_hands": nth // 12 % 2 == 0}
        key = {"idempotency-key": self.key()}
        status, opened = await self.client.insist("POST", "/v1/matches", {}, body=body, more=key)
        assert status == 201, opened
        match = opened["match"]["id"]
        self.plan.history.note("match", match=match, game=game, seats=seats, open=body["open_hands"])
        watcher = Watcher(self.plan, match, nth + 1, self.dice, body["open_hands"])
        self.watching.append(asyncio.create_task(watcher.run()))
        due = []
        while True:
            due = due or await self.due(match, seats)
            if due is None:
                break
            chosen = self.dice.choice(due)
            await asyncio.sleep(self.plan.think_s() * self.dice.uniform(0.5, 1.5))
            made = await self.decide(match, chosen)
            due = made.get("due") or []
            if made.get("over"):
                break
        self.plan.history.note("over", match=match)
        self.plan.played += 1

    async def due(self, match, seats):
        """What the seats owe; none if the match is over."""
        while True:
            found = []
            for seat in range(seats):
                path = f"/v1/matches/{match}/seats/{seat}/decision?sample=1"
                status, answer = await self.client.insist("GET", path, {"match": match})
                if status == 409 and answer["code"] == "over":
                    return None
                assert status in (200, 204), (status, answer)
                if status == 200:
                    found.append(answer)
            if found:
                return found
            # Passes that are held are closed by the server after a while.
            await asyncio.sleep(0.3)

    async def decide(self, match, due):
        """Puts a decision until it is known what came of it."""
        seat, decision, command = due["seat"], due["decision"], due["legal"][0]["command"]
        path = f"/v1/matches/{match}/seats/{seat}/decisions/{decision}?due=all&sample=1"
        noted = {"match": match, "seat": seat, "decision": decision, "command": command}
        if self.dice.random() < TWICE:
            both = [self.client.once(connection, "PUT", path, noted, body=command)
                    for connection in self.client.connections]
            await asyncio.gather(*both)
        status, answer = await self.client.insist("PUT", path, noted, body=command)
        if status == 409 and answer["code"] in ("overtaken", "over"):
            return {}
        assert status == 200, (status, answer)
        if self.dice.random() < 0.1:
            self.client.next_node()
        if self.dice.random() < LOOKED_AFTER:
            await self.look_after(match, answer["version"])
        return answer

    async def look_after(self, match, version):
        """Whoever asks after a decision was acknowledged is shown what it caused, by any node."""
        path = f"/v1/matches/{match}/events?after={version - 1}&limit=1"
        status, events = await self.client.insist("GET", path, {"match": match})
        if status != 200 or [it["step"] for it in events["items"]] != [version]:
            self.plan.history.note("stale", match=match, version=version, status=status)


class Watcher:
    """Follows a match as somebody who does not play, from its first event to its last."""

    def __init__(self, plan, match, nth, dice, is_open):
        self.plan, self.match, self.at, self.dice, self.is_open = plan, match, nth, dice, is_open
        self.last, self.ended = 0, False

    async def run(self):
        while not self.ended:
            self.at += 1
            node = self.plan.nodes[self.at % len(self.plan.nodes)]
            connection = Connection(node)
            try:
                await self.follow(connection)
            except LOST as error:
                self.plan.history.note("cut", match=self.match, node=node.name, why=type(error).__name__)
            finally:
                connection.close()
            if not self.ended:
                await asyncio.sleep(self.dice.uniform(0.2, 1.0))

    async def follow(self, connection):
        more = {"accept": "text/event-stream", "last-event-id": str(self.last)}
        sent = connection.send("GET", f"/v1/matches/{self.match}/events", more=more)
        status, headers = await asyncio.wait_for(sent, PATIENCE_S)
        if status == 204:
            self.ended = True
            return
        if status != 200:
            self.plan.history.note("get", match=self.match, node=connection.node.name, status=status, code=None,
                                   retry=headers.get("retry-after"), ms=0)
            return
        waiting, pieces = b"", connection.pieces(headers)
        # A heartbeat comes every seven seconds.
        while not self.ended:
            piece = await asyncio.wait_for(anext(pieces, None), PATIENCE_S)
            if piece is None:
                return
            *whole, waiting = (waiting + piece).split(b"\n\n")
            for message in whole:
                self.shown(message.decode())

    def shown(self, message):
        fields = dict(line.split(": ", 1) for line in message.split("\n") if ": " in line)
        if fields.get("event") == "end" or '"type":"end"' in fields.get("data", ""):
            self.ended = True
        if "id" not in fields:
            return
        step = int(fields["id"])
        self.plan.history.note("event", match=self.match, step=step, after=self.last,
                               data=json.loads(fields["data"]))
        self.last = step


class Plan:
    """What all clients share."""

    def __init__(self, nodes, history, matches, rate, seed):
        self.nodes, self.history, self.matches, self.seed = nodes, history, matches, seed
        self.rate, self.opens, self.played, self.hurry = rate, True, 0, False

    def think_s(self):
        """So long that all together put as many decisions a second as was asked for."""
        return 0 if self.hurry else self.matches / self.rate

    async def run(self, faults):
        """Plays while the faults come one after another, and then to the end."""
        loop = asyncio.get_running_loop()
        tormented = loop.create_future()

        def torment():
            error = None
            try:
                faults()
            except Exception as why:
                error = why
            loop.call_soon_threadsafe(lambda: tormented.done() or tormented.set_result(error))

        # If a client is told what it must not be told, nobody waits for the faults.
        threading.Thread(target=torment, daemon=True).start()
        async with asyncio.TaskGroup() as group:
            for nth in range(self.matches):
                group.create_task(Play(self, nth).run())
            if error := await tormented:
                raise error
            self.opens, self.hurry = False, True
