#!/usr/bin/env python3
"""Plays tic-tac-toe at random: a complete engine for the protocol of docs/protocol.md."""

import random
import sys

CELLS = "a1 b1 c1 a2 b2 c2 a3 b3 c3".split()
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def turn(board):
    return "x" if board.count("x") == board.count("o") else "o"


def result(board):
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != ".":
            return "p1win" if board[a] == "x" else "p2win"
    return "none" if "." in board else "draw"


board = list("." * 9)
for line in sys.stdin:
    match line.split():
        case ["ugi"]:
            print("id name Random in Python\nugiok")
        case ["isready"]:
            print("readyok")
        case ["position", "startpos", *_] | ["position", "fen", _, *_] as words:
            board = list("." * 9 if words[1] == "startpos" else words[2].replace("/", ""))
            for move in words[words.index("moves") + 1 :] if "moves" in words else []:
                board[CELLS.index(move)] = turn(board)
        case ["query", "gameover"]:
            print("response", "false" if result(board) == "none" else "true")
        case ["query", "p1turn"]:
            print("response", "true" if turn(board) == "x" else "false")
        case ["query", "result"]:
            print("response", result(board))
        case ["go", *_]:
            print("bestmove", random.choice([cell for cell in CELLS if board[CELLS.index(cell)] == "."] or ["none"]))
        case ["quit"]:
            break
    sys.stdout.flush()
