"""A `truel serve` on 127.0.0.1 with a store of its own, for the attacks. Standard library only."""

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

# No attack may last longer than this, whatever the server does.
LONGEST = 120


def begin():
    """The binary to attack, from the command line. Ends the attack if it takes too long."""
    if len(sys.argv) != 2 or not os.access(sys.argv[1], os.X_OK):
        sys.exit(f"usage: {sys.argv[0]} TRUEL (a binary)")
    signal.signal(signal.SIGALRM, lambda *_: sys.exit(f"{sys.argv[0]}: still not done after {LONGEST} s"))
    signal.alarm(LONGEST)
    return sys.argv[1]


class Refused(Exception):
    """The server did not start. Its last line says why."""


class Server:
    """A running server; `with` ends it."""

    def __init__(self, truel, store, *options):
        command = [truel, "serve", "--port", "0", "--store", store, *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://([\d.]+):(\d+)", line)
        if not found:
            _, told = self.process.communicate()
            raise Refused((told.strip().splitlines() or ["no word"])[-1])
        self.host, self.port = found[1], int(found[2])
        # Nobody reads the remarks, and a full pipe would stop the server.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def connect(self, timeout=60, source="127.0.0.1"):
        return socket.create_connection((self.host, self.port), timeout, source_address=(source, 0))

    def ask(self, method, path, body=None, timeout=60, source="127.0.0.1", headers=()):
        """Status and answer, over a connection of its own; status 0 when the server closes it."""
        text = None if body is None else json.dumps(body)
        head = {"Content-Type": "application/json", "Connection": "close", **dict(headers)}
        connection = http.client.HTTPConnection(self.host, self.port, timeout, source_address=(source, 0))
        try:
            connection.request(method, path, text, head)
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text[:1] in (b"{", b"[") else text
        except (OSError, http.client.HTTPException):
            return 0, None
        finally:
            connection.close()

    def room(self, game="avalam"):
        """A new room of people."""
        seats = [{"kind": "person", "name": name} for name in ("Ann", "Ben")]
        status, view = self.ask("POST", "/api/rooms", {"game": game, "seats": seats})
        if status != 201:
            raise Refused(f"no room: {status} {view}")
        return view


def move(server, view, **how):
    """Plays the first legal move in a room. Status and the new view."""
    path = f"/api/rooms/{view['room']['id']}/moves"
    first = view["legal"][0]
    return server.ask("POST", path, {"seat": first["seat"], "ply": view["moment"]["ply"], "mv": first["mv"]}, **how)


@contextlib.contextmanager
def folder():
    """A folder that is gone afterwards."""
    path = tempfile.mkdtemp(prefix="truel-attack-")
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def since(start):
    return f"{time.monotonic() - start:.3f} s"
