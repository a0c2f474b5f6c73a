#!/usr/bin/env python3
"""The example bot at an address: the same messages over a WebSocket, one bot for each connection.

    python examples/bots/at_an_address.py 8400
    smallworld play --bot ws://:8400

Needs the package `websockets`, which the game brings along. Only this machine can connect; to serve
others, listen on another address, behind TLS (`wss://`).
"""

import json
import sys

from cheapest import decide
from websockets.sync.server import serve


def talk(connection):
    game = {}
    for line in connection:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "name": "cheapest, far away"}
        elif message["type"] == "decide":
            answer = {"id": message["id"], "action": decide(game, message)}
        elif message["type"] == "bye":
            return
        else:
            game = message if message["type"] == "game" else game
            continue
        connection.send(json.dumps(answer))


def main():
    with serve(talk, "127.0.0.1", int(sys.argv[1]), compression=None) as server:
        print(f"ws://127.0.0.1:{server.socket.getsockname()[1]}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
