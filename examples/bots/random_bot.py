#!/usr/bin/env python3
"""A bot that tries at random: where your own program for a Blindmate server can begin.

Needs nothing but Python. To make a player of it, change choose(); docs/bots.md and docs/server.md tell the rest.
"""

import argparse
import base64
import hashlib
import http.client
import json
import os
import random
import socket
import ssl
import struct
import sys
import threading
import time
import urllib.parse


def choose(now, log):
    """What to ask: a move in coordinates, or "any". NOW and the log are those of docs/server.md."""
    if now["may_ask_any"] and random.random() < 0.2:
        return "any"
    return random.choice(now["askable"])


class Refused(Exception):
    """The server says no, and would say it again."""


def check(status, body):
    """What to make of an answer that is no success."""
    try:
        reason = json.loads(body)["error"]
    except (ValueError, KeyError, TypeError):
        reason = f"status {status}"
    raise Refused(reason) if 400 <= status < 500 and status not in (408, 429) else ConnectionError(reason)


class WebSocket:
    """The client's half of RFC 6455, as far as JSON in text frames needs it."""

    MORE, TEXT, CLOSE, PING, PONG = 0, 1, 8, 9, 10

    def __init__(self, server, path):
        self.lock = threading.Lock()
        self.socket = server.connect()
        self.reader = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        headers = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                   "Sec-WebSocket-Key": key, **server.headers}
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        status = self.reader.readline().split() + [b"0", b"0"]
        answer = http.client.parse_headers(self.reader)
        if status[1] != b"101":
            check(int(status[1]), self.reader.read(int(answer.get("Content-Length", 0))))
        magic = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        if answer.get("Sec-WebSocket-Accept") != base64.b64encode(hashlib.sha1(magic.encode()).digest()).decode():
            raise ConnectionError("this is not a WebSocket")

    def messages(self):
        """All that the server says, until the connection ends."""
        try:
            while True:
                yield self.receive()
        except (OSError, ValueError):
            pass
        finally:
            self.reader.close()
            self.socket.close()

    def receive(self):
        message = b""
        while True:
            first, second = self.read(2)
            if first & 0x70 or second & 0x80:
                raise ConnectionError("a frame that no server may send")
            length = second
            if second == 126:
                (length,) = struct.unpack(">H", self.read(2))
            elif second == 127:
                (length,) = struct.unpack(">Q", self.read(8))
            payload = self.read(length)
            is_last, opcode = first & 0x80, first & 0x0F
            if opcode in (self.TEXT, self.MORE):
                message += payload
                if is_last:
                    return json.loads(message)
            elif opcode == self.PING:
                self.send_frame(self.PONG, payload)
            elif opcode != self.PONG:
                self.send_frame(self.CLOSE, payload[:2])
                raise ConnectionError("the server has said farewell")

    def read(self, length):
        data = self.reader.read(length)
        if len(data) < length:
            raise ConnectionError("the connection has ended")
        return data

    def send(self, message):
        self.send_frame(self.TEXT, json.dumps(message).encode())

    def send_frame(self, opcode, payload):
        length = len(payload)  # below 64 KB: a server takes no more than 4
        size = bytes([0x80 | length]) if length < 126 else struct.pack(">BH", 0x80 | 126, length)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        try:
            with self.lock:
                self.socket.sendall(bytes([0x80 | opcode]) + size + mask + masked)
        except OSError:
            pass  # messages() finds out that nobody is there

    def close(self):
        """The server answers with its own farewell, which ends messages()."""
        self.send_frame(self.CLOSE, struct.pack(">H", 1000))


class Server:
    def __init__(self, url, token):
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url} is not the address of a server; http://localhost:8080 is one")
        self.tls = ssl.create_default_context() if parts.scheme == "https" else None
        self.host, self.port = parts.hostname, parts.port or (443 if self.tls else 80)
        self.headers = {"Host": parts.netloc, "Authorization": f"Bearer {token}"}

    def connect(self):
        connection = socket.create_connection((self.host, self.port), timeout=60)  # there is a ping every 15 seconds
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self.tls.wrap_socket(connection, server_hostname=self.host) if self.tls else connection

    def get(self, path):
        connection = http.client.HTTPConnection(self.host, self.port)
        connection.sock = self.connect()
        try:
            connection.request("GET", path, headers=self.headers)
            answer = connection.getresponse()
            body = answer.read()
        except http.client.HTTPException as problem:
            raise ConnectionError("this is not a Blindmate server") from problem
        finally:
            connection.close()
        return json.loads(body) if answer.status == 200 else check(answer.status, body)

    def connections(self, path):
        """A connection, and another one whenever the last has ended."""
        pause = 0.5
        while True:
            begin = time.monotonic()
            try:
                yield WebSocket(self, path)
            except OSError as problem:
                print(f"{path}: {problem}", file=sys.stderr)
            if time.monotonic() - begin > 60:
                pause = 0.5
            time.sleep(pause)
            pause = min(2 * pause, 60)


def later(seconds, function, argument):
    timer = threading.Timer(seconds, function, [argument])
    timer.daemon = True
    timer.start()


def play(server, game):
    """Plays a game to its end, and returns what there is to say about it."""
    log, now, about = [], None, None
    for connection in server.connections(f"/ws/games/{game}"):
        asked = None  # how much was known when something was asked last
        for message in connection.messages():
            if message["type"] == "view":
                about = message.get("game") or about
                now = message["now"]
                log[message["from"]:] = message["log"]
            elif message["type"] == "error":  # asked too often, or at the wrong moment
                time.sleep(1)
                asked = None
            if now is None:
                continue
            if now["end"]:
                connection.close()
                white, black = about["white"]["name"], about["black"]["name"]
                return f"{game}: {white} - {black}, {about['rules']['name']}: {now['end']['phrase']}"
            if now["claim_in_ms"] is not None and not now["clock"]:  # the opponent has gone, and nothing else ends it
                later(now["claim_in_ms"] / 1000, connection.send, {"type": "claim"})
            if now["status"] == "playing" and now["turn"] == about["side"] and asked != len(log):
                what = choose(now, log)
                asked = len(log)
                time.sleep(0.05)  # 20 messages a second are allowed
                ask = {"type": "any"} if what == "any" else {"type": "try", "move": what}
                connection.send({**ask, "known": len(log)})


class Bot:
    """Sits in the lobby, and plays each game in a thread of its own. The lock is for all that changes."""

    def __init__(self, server, options):
        self.server, self.options = server, options
        self.lock = threading.Lock()
        self.lobby = None
        self.challenges = None  # those in the lobby
        self.own = set()  # challenges that wait for somebody
        self.said = []  # to the lobby, and not answered yet: the game that is to be accepted, None for a challenge
        self.refused = set()  # the same, for a while
        self.playing = set()
        self.ended = 0

    def run(self):
        self.check_token()
        print(f"{self.name} is in the lobby", flush=True)
        for connection in self.server.connections("/ws/lobby"):
            with self.lock:
                self.lobby, self.challenges, self.own, self.said = connection, None, set(), []
            try:
                for message in connection.messages():
                    with self.lock:
                        self.hear(message)
                        self.act()
            except OSError as problem:
                print(f"lobby: {problem}", file=sys.stderr)
            if self.is_done():
                return

    def check_token(self):
        account = self.server.get("/api/account")["account"]
        if not account:
            raise Refused("the server knows no bot with this token")
        self.name = account["name"]

    def hear(self, message):
        if message["type"] == "lobby":
            if self.challenges is None:  # the first message: what has happened while nobody listened?
                self.check_token()
                for game in self.server.get("/api/games")["games"]:
                    if game["status"] == "waiting":
                        self.own.add(game["id"])
                    elif game["status"] == "playing":
                        self.begin(game["id"])
            self.challenges = message["challenges"]
        elif message["type"] == "started":
            self.begin(message["game"])
        elif message["type"] in ("made", "accepted", "error"):
            said = self.said.pop(0)  # answers come in the order of what was said
            if message["type"] == "made" and message["game"] not in self.playing:
                self.own.add(message["game"])
            elif message["type"] == "accepted":
                self.begin(message["game"])
            elif message["type"] == "error":
                print(f"lobby: {message['message']}", file=sys.stderr)
                self.refused.add(said)
                later(10, self.forgive, said)

    def forgive(self, said):
        with self.lock:
            self.refused.discard(said)
            self.act()

    def act(self):
        """Accepts challenges and makes one, as long as there is room for more games."""
        if self.is_done():
            return self.lobby.close()
        if self.challenges is None:
            return
        for challenge in self.challenges:
            game = challenge["game"]
            is_meant = challenge["to"] == self.name or (self.options.accept_any and challenge["to"] is None)
            is_known = challenge["yours"] or game in self.playing or game in self.said or game in self.refused
            if is_meant and not is_known:
                self.say(game, {"type": "accept", "game": game})
        if self.options.challenge and not self.own and None not in self.said and None not in self.refused:
            clock = {"minutes": self.options.minutes, "increment": self.options.increment}
            settings = {"rules": self.options.rules, "colour": "random", "clock": clock, "opponent": "anyone",
                        "rated": self.options.rated}
            self.say(None, {"type": "challenge", "settings": settings})

    def say(self, said, message):
        most = self.options.most_games
        if self.options.games:
            most = min(most, self.options.games - self.ended)
        if len(self.playing) + len(self.own) + len(self.said) < most:
            self.said.append(said)
            self.lobby.send(message)

    def is_done(self):
        return self.options.games and self.ended >= self.options.games and not self.playing

    def begin(self, game):
        self.own.discard(game)
        if game not in self.playing:
            self.playing.add(game)
            threading.Thread(target=self.play, args=[game], daemon=True).start()

    def play(self, game):
        line = f"{game}: the game was lost sight of"
        try:
            line = play(self.server, game)
        except Refused as refusal:
            line = f"{game}: {refusal}"
        finally:
            print(line, flush=True)
            with self.lock:
                self.playing.discard(game)
                self.ended += 1
                self.act()


def main():
    parser = argparse.ArgumentParser(description="A bot that tries at random.")
    parser.add_argument("url", help="the server: http://localhost:8080")
    parser.add_argument("--token-file", help="a file with the bot's token; without it, BLINDMATE_TOKEN has the token")
    parser.add_argument("--accept-any", action="store_true", help="accept all challenges, not only those to the bot")
    parser.add_argument("--challenge", action="store_true", help="challenge anyone, again after each game")
    parser.add_argument("--rules", default="berkeley", help="of its challenges (%(default)s)")
    parser.add_argument("--minutes", type=float, default=5, help="on the clock of its challenges (%(default)s)")
    parser.add_argument("--increment", type=float, default=3, help="seconds for each move (%(default)s)")
    parser.add_argument("--rated", action="store_true", help="its challenges are")
    parser.add_argument("--games", type=int, help="end after so many")
    parser.add_argument("--most-games", type=int, default=4, help="at the same time (%(default)s)")
    options = parser.parse_args()
    try:
        token = os.environ.get("BLINDMATE_TOKEN", "")
        if options.token_file:
            with open(options.token_file, encoding="ascii") as file:
                token = file.read().strip()
        if not token:
            parser.error("a token is needed: --token-file FILE, or BLINDMATE_TOKEN")
        Bot(Server(options.url, token), options).run()
    except (OSError, ValueError, Refused) as problem:
        parser.error(str(problem))
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
