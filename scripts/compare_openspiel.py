"""Compares truel's rules and speed with OpenSpiel's.

`scripts/compare-openspiel` installs OpenSpiel and runs this.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version

import pyspiel

# Simulations of a search that is timed.
SIMULATIONS = 20_000
# The least number of times that something is measured.
ROUNDS = 5


@dataclass
class Game:
    """A game in both programs."""

    id: str
    openspiel: pyspiel.Game
    # The text of each of OpenSpiel's actions in truel's notation.
    texts: list[str]
    # Why a finished match ended, in truel's words.
    reason: Callable[[pyspiel.State], str]


# OpenSpiel numbers the rotations of a cell so.
ROTATIONS = ["tlccw", "tlcw", "trccw", "trcw", "brccw", "brcw", "blccw", "blcw"]


def cell(index: int, side: int) -> str:
    """The name of a cell of a square board, counted row by row from the top left."""
    return f"{'abcdef'[index % side]}{index // side + 1}"


def pentago_reason(state: pyspiel.State) -> str:
    winner = state.returns().index(1.0) if 1.0 in state.returns() else None
    if winner is not None:
        mover = (state.move_number() - 1) % 2
        return "five" if winner == mover else "opponent_five"
    return "both_five" if has_five(state) else "full_board"


def has_five(state: pyspiel.State) -> bool:
    """Whether anybody has five in a row on OpenSpiel's board, found by walking along every line."""
    planes = state.observation_tensor(0)
    stones = [{i for i in range(36) if planes[36 * plane + i]} for plane in range(2)]
    for row, column in [(i // 6, i % 6) for i in range(36)]:
        for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            line = [(row + step * down, column + step * right) for step in range(5)]
            is_on_board = all(r < 6 and 0 <= c < 6 for r, c in line)
            if is_on_board and any(own.issuperset(6 * r + c for r, c in line) for own in stones):
                return True
    return False


def line_reason(word: str) -> Callable[[pyspiel.State], str]:
    return lambda state: word if 1.0 in state.returns() else "full-board"


def games() -> list[Game]:
    pentago = [f"{cell(i // 8, 6)}:{ROTATIONS[i % 8]}" for i in range(288)]
    return [
        Game("pentago", pyspiel.load_game("pentago"), pentago, pentago_reason),
        Game("connect-four", pyspiel.load_game("connect_four"), list("abcdefg"), line_reason("four")),
        Game("tic-tac-toe", pyspiel.load_game("tic_tac_toe"), [cell(i, 3) for i in range(9)], line_reason("line")),
    ]


class Trouble(Exception):
    """Something that keeps the comparison from being made."""


def truel(program: str, *words: str, fine: tuple[int, ...] = (0,)) -> str:
    """What truel prints."""
    done = subprocess.run([program, *words], check=False, capture_output=True, text=True)
    if done.returncode not in fine:
        raise Trouble(f"truel {' '.join(words)}: {done.stderr.strip() or done.returncode}")
    return done.stdout


class Replay:
    """A match played in OpenSpiel, with the legal moves at every ply."""

    def __init__(self, game: Game, name: str):
        self.game, self.name = game, name
        self.state = game.openspiel.new_initial_state()
        self.moves: list[str] = []
        self.legal: list[list[str]] = []

    def actions(self) -> dict[str, int]:
        return {self.game.texts[action]: action for action in self.state.legal_actions()}

    def play(self, move: str, actions: dict[str, int]):
        self.moves.append(move)
        self.legal.append(sorted(actions))
        self.state.apply_action(actions[move])

    def payoffs(self) -> list[float]:
        """OpenSpiel's returns of -1, 0 and 1 as truel's 0, ½ and 1."""
        return [(value + 1) / 2 for value in self.state.returns()]

    def trace(self) -> str:
        """What `truel conform` compares."""
        result = {"payoff": self.payoffs(), "reason": self.game.reason(self.state)}
        fields = {"id": self.name, "game": self.game.id, "moves": self.moves, "legal": self.legal, "result": result}
        return json.dumps(fields)


def replay(game: Game, record: dict) -> Replay | str:
    """A match of truel's played again in OpenSpiel, or how it differs."""
    again = Replay(game, record["id"])
    for ply, move in enumerate(record["moves"], 1):
        actions = again.actions()
        if move not in actions:
            return f"ply {ply}: truel played {move}, which OpenSpiel does not allow"
        again.play(move, actions)
    if not again.state.is_terminal():
        return "truel ends the match here, OpenSpiel goes on"
    ours, theirs = record["result"]["payoff"], again.payoffs()
    if ours != theirs:
        return f"truel's payoffs are {ours}, OpenSpiel's returns {again.state.returns()}"
    return again


def drawn(game: Game, name: str, rng: random.Random) -> Replay:
    """A random match of OpenSpiel's."""
    match = Replay(game, name)
    while not match.state.is_terminal():
        actions = match.actions()
        match.play(rng.choice(sorted(actions)), actions)
    return match


def compare(program: str, game: Game, matches: int, seed: int) -> list[str]:
    """Plays the matches through both; returns the differences."""
    ours = matches // 2
    records = truel(program, "random", game.id, "-n", str(ours), "--seed", str(seed)).splitlines()
    replayed: list[Replay] = []
    differences = []
    for record in map(json.loads, records):
        match replay(game, record):
            case Replay() as again:
                replayed.append(again)
            case difference:
                differences.append(f"{game.id}: match {record['id']}: {difference}")
    rng = random.Random(seed)
    replayed += [drawn(game, f"{game.id}-openspiel-{seed}-{i}", rng) for i in range(matches - ours)]
    traces = [match.trace() for match in replayed]
    summary = conform(program, game, traces)
    if summary["mismatches"] > 0:
        each = (conform(program, game, [trace])["first"] for trace in traces)
        differences += [f"{game.id}: {first}" for first in each if first is not None]
    legal = sum(len(moves) for match in replayed for moves in match.legal)
    print(
        f"{game.id:13} {matches:,} random matches, {ours:,} drawn by truel and {matches - ours:,} by OpenSpiel:"
        f" {summary['plies']:,} plies, {legal:,} legal moves, differences: {len(differences)}"
    )
    return differences


def conform(program: str, game: Game, traces: list[str]) -> dict:
    """What truel finds when it replays OpenSpiel's matches: legal lists, payoffs, reasons."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write("".join(f"{trace}\n" for trace in traces))
        file.flush()
        return json.loads(truel(program, "conform", game.id, file.name, "--json", fine=(0, 1)))


def playouts_of_truel(program: str, game: Game, seconds: float) -> float:
    lines = truel(program, "bench", game.id, "--json", "--seconds", str(seconds)).splitlines()
    metrics = {line["metric"]: line["value"] for line in map(json.loads, lines)}
    return metrics["playouts_per_cpu_s"]


def simulations_of_truel(program: str, game: Game, seconds: float) -> float:
    """A search of one simulation costs what starting the program costs, which is taken off."""
    spent, rounds = 0.0, 0
    while rounds < ROUNDS or spent < seconds:
        spent += cpu_of_truel(program, game, SIMULATIONS) - cpu_of_truel(program, game, 1)
        rounds += 1
    return rounds * (SIMULATIONS - 1) / spent


def cpu_of_truel(program: str, game: Game, simulations: int) -> float:
    """CPU seconds of a program that makes one search from the start position."""
    agent = f"mcts:sims={simulations},solver=off"
    process = subprocess.Popen([program, "analyse", game.id, "--agent", agent], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Trouble(f"truel analyse {game.id} --agent {agent} failed")
    return usage.ru_utime + usage.ru_stime


def search(game: Game, state: pyspiel.State, rollouts: int, simulations: int) -> float:
    """CPU seconds of one search by OpenSpiel, all of it inside one call into C++."""
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game.openspiel, evaluator, 1.4, simulations, 2000, False, 1, False)
    begin = time.process_time()
    root = bot.mcts_search(state)
    spent = time.process_time() - begin
    assert root.explore_count == simulations
    return spent


def playouts_of_openspiel(game: Game, seconds: float) -> float:
    """A search of one simulation evaluates the start position by this many random playouts."""
    state, rollouts = game.openspiel.new_initial_state(), 100
    while (spent := search(game, state, rollouts, 1)) < seconds / ROUNDS:
        rollouts *= 2
    rounds = [spent] + [search(game, state, rollouts, 1) for _ in range(ROUNDS - 1)]
    return rollouts / statistics.median(rounds)


def simulations_of_openspiel(game: Game, seconds: float) -> float:
    state, spent, rounds = game.openspiel.new_initial_state(), 0.0, 0
    while rounds < ROUNDS or spent < seconds:
        spent += search(game, state, 1, SIMULATIONS)
        rounds += 1
    return rounds * SIMULATIONS / spent


MEASURED = f"""
Per second of CPU time, one thread, from the start position.
playouts   random matches to their end
           truel:     `truel bench GAME`
           OpenSpiel: MCTSBot.mcts_search of one simulation, whose RandomRolloutEvaluator plays them all in C++
UCT sims   searches of {SIMULATIONS:,} simulations, each with one random playout; no solver
           truel:     `truel analyse GAME --agent mcts:sims={SIMULATIONS},solver=off`, less the start of the program
           OpenSpiel: MCTSBot.mcts_search, all in C++
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/compare-openspiel", description="Compare truel with OpenSpiel.")
    parser.add_argument("truel", help="the truel program")
    parser.add_argument("--matches", type=int, default=1000, help="random matches of each game (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds of a measurement (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default %(default)s)")
    args = parser.parse_args()
    if args.matches < 2:
        parser.error("--matches must be at least 2")
    print(f"{truel(args.truel, '--version').strip()} and OpenSpiel {version('open_spiel')}\n")
    both = games()
    differences = [each for game in both for each in compare(args.truel, game, args.matches, args.seed)]
    for difference in differences:
        print(difference)
    print(MEASURED, flush=True)
    columns = ["playouts truel", "OpenSpiel", "ratio", "UCT sims truel", "OpenSpiel", "ratio"]
    print(f"{'game':13}" + "".join(f"{name:>16}" for name in columns), flush=True)
    for game in both:
        rates = [
            (playouts_of_truel(args.truel, game, args.seconds), playouts_of_openspiel(game, args.seconds)),
            (simulations_of_truel(args.truel, game, args.seconds), simulations_of_openspiel(game, args.seconds)),
        ]
        columns = [f"{ours:>16,.0f}{theirs:>16,.0f}{ours / theirs:>16.1f}" for ours, theirs in rates]
        print(f"{game.id:13}" + "".join(columns), flush=True)
    return 1 if differences else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Trouble as trouble:
        print(f"scripts/compare-openspiel: {trouble}", file=sys.stderr)
        sys.exit(2)
