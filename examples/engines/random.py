#!/usr/bin/env python3
"""Plays tic-tac-toe at random: a complete engine for the protocol of docs/protocol.md."""
import random
import sys

CELLS = [column + row for row in "123" for column in "abc"]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def read_position(words):  # "startpos moves b2 a1", or "fen x../.o./... x moves b3"
    board = list("." * 9 if words[0] == "startpos" else words[1].replace("/", ""))
    for move in words[words.index("moves") + 1 :] if "moves" in words else []:
        board[CELLS.index(move)] = turn(board)
    return board


def turn(board):
    return "x" if board.count("x") == board.count("o") else "o"


def result(board):
    for a, b, c in LINES:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return "p1win" if board[a] == "x" else "p2win"
    return "none" if "." in board else "draw"


board = list("." * 9)
for line in sys.stdin:
    command, *words = line.split() or [""]
    if command == "ugi":
        print("id name Random in Python\nid author truel\nugiok")
    elif command == "isready":
        print("readyok")
    elif command == "position" and words[:1] in (["startpos"], ["fen"]):
        try:
            board = read_position(words)
        except (ValueError, IndexError) as error:
            print("info string error:", error)
    elif command == "query" and words == ["gameover"]:
        print("response", "false" if result(board) == "none" else "true")
    elif command == "query" and words == ["p1turn"]:
        print("response", "true" if turn(board) == "x" else "false")
    elif command == "query" and words == ["result"]:
        print("response", result(board))
    elif command == "go":
        print("bestmove", random.choice([cell for cell, stone in zip(CELLS, board) if stone == "."] or ["none"]))
    elif command == "quit":
        break
    sys.stdout.flush()
