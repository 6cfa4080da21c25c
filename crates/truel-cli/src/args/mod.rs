//! The command line as typed.

mod agents;
pub(crate) mod arena;
mod bench;
mod courses;
mod engine;
mod serve;
mod tournament;

use std::path::PathBuf;

use clap::{Args as Group, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub(crate) use agents::{Agents, Analyse, MakeBook, Play};
pub(crate) use bench::Bench;
pub(crate) use courses::{ExportPlayer, Import, PentagoClient};
pub(crate) use engine::{CheckEngine, Engine};
pub(crate) use serve::Serve;
pub(crate) use tournament::{Export, ExportFormat, Replay, Report, Results, Tournament, TournamentCommand};

/// Board games with three seats, with simultaneous moves, and for two.
#[derive(Parser, Debug)]
#[command(
    name = "truel",
    version = env!("CARGO_PKG_VERSION"),
    long_version = crate::cpu::VERSION,
    about,
    long_about = "Board games with three seats, with simultaneous moves, and for two.\n\n\
                  Without a command, truel starts the web arena, as `truel serve` does.",
    after_help = "Exit codes: 0 done, 1 the answer is no (a check failed), 2 trouble (wrong input, a broken file),\n\
                  130 stopped by Ctrl-C.",
    disable_help_subcommand = true
)]
pub(crate) struct Args {
    /// When to use colour; `auto` means on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    pub color: When,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// When to use colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the games
    Games(Games),
    /// Draw a position in the terminal or as SVG
    #[command(
        after_help = "Examples:\n  truel show chexers\n  truel show avalam --moves \"e4d4 c1d1 d1d2\"\n  \
                            truel show connect-four --position \"7/7/7/7/7/3y3 r\" --svg board.svg"
    )]
    Show(Show),
    /// List the legal moves of a position
    Legal(Legal),
    /// Count the move sequences of a given length
    #[command(
        after_help = "Examples:\n  truel perft threechess 4\n  truel perft chexers 3 --divide\n  \
                            truel perft pentago-swap 6 --layers"
    )]
    Perft(Perft),
    /// Replay traces or records, and compare every ply with the rules
    #[command(after_help = "Exit codes: 0 all agree, 1 a disagreement (the first is explained), 2 a broken file.")]
    Conform(Conform),
    /// Check stores and records for damage, and proofs against the rules
    #[command(
        after_help = "Examples:\n  truel verify cup.sqlite\n  truel verify old/*.jsonl.gz\n  \
                            truel export cup.sqlite | truel verify -\n\n\
                            Exit codes: 0 all is well, 1 something is damaged (one line for each), 2 trouble."
    )]
    Verify(Verify),
    /// Prove who wins a game, as far as it goes, and write the proof to a file
    #[command(
        after_help = "Examples:\n  truel prove pentago-swap --resume pentago.work --out pentago-swap.proof --for 2h\n  \
                            truel verify pentago-swap.proof\n\n\
                            Ctrl-C ends and writes what is proved. With --resume, the same command goes on from \
                            there and gives the same proof. docs/solved.md says how far each game is solved."
    )]
    Prove(Prove),
    /// Measure the speed of rules, searches and clocks on this machine
    Bench(Bench),
    /// Play random matches and write their records
    #[command(
        after_help = "Examples:\n  truel random chexers -n 100 --seed 7 --out chexers.jsonl\n  \
                            truel random threechess -n 3 --cap 300"
    )]
    Random(Random),
    /// List the agents and their parameters
    #[command(
        after_help = "Examples:\n  truel agents\n  truel agents chexers\n  truel agents chexers mcts\n\n\
                            Write an agent as in `mcts:time=1s,c=0.7`. Parameters that you leave out have their \
                            defaults."
    )]
    Agents(Agents),
    /// Show what an agent thinks of a position: moves, values, expected line
    #[command(
        after_help = "Examples:\n  truel analyse avalam --time 5s\n  truel analyse ropasci --agent \
                      regret:sims=20000\n  \
                            truel analyse chexers --moves \"-3,1>-2,0\" --time infinite\n\n\
                            Ctrl-C ends the search and prints the result. Alpha-beta and its relatives know the value \
                            of the best \
                            move only.\nFor all other moves they print an upper bound."
    )]
    Analyse(Analyse),
    /// Prove the result of a position: who can force what, in how many plies, by which line
    #[command(after_help = "Examples:\n  truel solve tic-tac-toe\n  \
                            truel solve connect-four --moves \"d d d d d b\" --time 1m\n  \
                            truel solve goofspiel --position \"4d 1,2,3,4/1,2,3,4 0,0\" --json\n\n\
                            With three seats it asks for each what it can force against both others. Where seats move \
                            at once, it finds the exact value and both mixed strategies.\n\
                            Exit codes: 0 the result is known, 1 it is not known within the limits, 2 trouble, 130 \
                            stopped by Ctrl-C.")]
    Solve(Solve),
    /// Play a match in the terminal against agents
    #[command(
        after_help = "Examples:\n  truel play connect-four\n  truel play chexers mcts greedy --time 2s/move\n  \
                            truel play avalam alphabeta:depth=3 human\n  truel play tic-tac-toe human human\n\n\
                            At the prompt, `?` lists the commands. When the input is not a terminal, moves are read \
                            line by line.\n\
                            Exit codes: 0 the match was finished or you left it, 1 the input ended before the match, 2 \
                            trouble."
    )]
    Play(Play),
    /// Play agents against each other: every seating plays the same opening
    #[command(
        after_help = "Examples:\n  truel match avalam alphabeta:depth=4 mcts:sims=2000 -n 20\n  \
                            truel match chexers mcts paranoid maxn -n 60 --time 100ms/move --concurrency 2\n  \
                            truel match tic-tac-toe random \"cmd:python3 my_agent.py\" --json"
    )]
    Match(arena::Match),
    /// Play one agent against every other, or every two of them, in all seatings
    #[command(
        after_help = "Examples:\n  truel field chexers champion --time 100ms/move -n 60 --concurrency 2\n  \
                            truel field avalam my-agent --against champion --against mcts --out field.jsonl\n  \
                            truel field threechess champion --out field.jsonl --page field.html\n\n\
                            Stopped with --out, the same command goes on where it was."
    )]
    Field(arena::Field),
    /// Rate all agents of a game against each other
    #[command(
        after_help = "Examples:\n  truel rate chexers --concurrency 2 --out chexers.sqlite\n  \
                            truel rate avalam --time 100ms/move --measure cpu -n 100 --out avalam.sqlite\n  \
                            truel rate avalam --measure cpu -n 100 --out avalam.sqlite --write docs/strength.md\n\n\
                            Every agent of the game plays with its default parameters. Stopped with --out, the same \
                            command goes on\nwhere it was; `truel report`, `results`, `replay` and `export` read the \
                            file too.\n`<!-- ratings:GAME top 5 -->` in a file of --write asks for the best five only."
    )]
    Rate(arena::Rate),
    /// Test whether one agent is better than another, in as few matches as possible
    #[command(
        after_help = "Exit codes: 0 it is better, or the test is undecided (see the output), 1 it is not, 2 \
                      trouble.\n\n\
                            Example:\n  truel sprt pentago-swap mcts:sims=2000,c=1 mcts:sims=2000 --elo1 50"
    )]
    Sprt(arena::Sprt),
    /// Tune an agent's parameters in matches against itself
    #[command(
        after_help = "Example:\n  truel tune pentago-swap mcts:sims=500 --param c=0.2..3:0.2 -n 300 --resume c.json"
    )]
    Tune(arena::Tune),
    /// Fit agents' values to match results, so that they read as chances to win
    #[command(after_help = "Examples:\n  truel calibrate connect-four\n  \
                            truel calibrate chexers champion mcts -n 200 --out chexers.toml\n\n\
                            docs/statistics.md explains the numbers. Ctrl-C ends after the current agent. \
                            With --out, the same command continues from there.")]
    Calibrate(arena::Calibrate),
    /// Repeat the experiments of the reports, and compare claims with measurements
    #[command(
        after_help = "Examples:\n  truel reproduce\n  truel reproduce threechess --quick\n  \
                            truel reproduce chexers --only C1,C9 --save docs/reports"
    )]
    Reproduce(arena::Reproduce),
    /// Start the web arena: play, analyse and watch in a browser
    #[command(
        after_help = "Examples:\n  truel serve\n  truel serve --port 8080 --store club.sqlite\n  \
                            truel serve --host 0.0.0.0 --token \"$(openssl rand -hex 16)\""
    )]
    Serve(Serve),
    /// Print a short tour of the command line
    Tour,
    /// Compute an opening book with a long search
    #[command(
        after_help = "Example:\n  truel book chexers --agent champion:time=2s --plies 6 --width 3 --out chexers.txt"
    )]
    Book(MakeBook),
    /// Run a tournament, or continue one that was interrupted
    #[command(
        after_help = "Examples:\n  truel tournament new cup.toml\n  truel tournament cup.toml\n  \
                            truel results cup.sqlite\n\n\
                            Ctrl-C finishes the matches that are running, stores them and prints the standings."
    )]
    Tournament(Tournament),
    /// Print the standings of a tournament, the results by pair and by seat
    Results(Results),
    /// Export the matches of a tournament as records or as a table
    #[command(after_help = "Examples:\n  truel export cup.sqlite --out cup.jsonl\n  \
                            truel export cup.sqlite --format csv | head")]
    Export(Export),
    /// Write a tournament as a web page: standings, charts, faults, matches on a board
    #[command(
        after_help = "Examples:\n  truel report cup.sqlite\n  truel report cup.sqlite --json | jq .games[0].lines\n  \
                            truel match avalam greedy mcts --out a.jsonl && truel report a.jsonl"
    )]
    Report(Report),
    /// Show a match of a tournament ply by ply
    #[command(
        after_help = "Examples:\n  truel replay cup.sqlite 17\n  truel replay cup.sqlite 17 --ply 12\n  \
                            truel replay cup.sqlite 17 --delay 0.5\n  truel replay matches.jsonl 3\n\n\
                            On a terminal, Enter goes forward, `b` goes back, a number jumps to that ply and `q` quits."
    )]
    Replay(Replay),
    /// Speak the engine protocol (UGI and its extension) on standard input and output
    #[command(after_help = "docs/protocol.md describes the protocol. A first exchange:\n  \
                            printf 'ugi\\nposition startpos\\ngo movetime 100\\n' | truel engine mcts --game avalam")]
    Engine(Engine),
    /// Test whether a program follows the engine protocol
    #[command(after_help = "Examples:\n  truel check-engine python3 my_agent.py\n  \
                            truel check-engine --game chexers --memory 500 ./my_agent --fast\n\n\
                            Exit codes: 0 all is well, 1 the program has errors, 2 trouble.")]
    CheckEngine(CheckEngine),
    /// Export an agent as a player for a contest's own referee (chexers, ropasci, avalam)
    #[command(after_help = "Examples:\n  truel export-player chexers champion sparring\n  \
                            truel export-player avalam champion sparring --time 2s/move\n\n\
                            docs/courses.md explains how to run it there.")]
    ExportPlayer(ExportPlayer),
    /// Join the server of the pentago-swap contest with an agent
    #[command(after_help = "Example:\n  truel pentago-client localhost 8123 --agent champion")]
    PentagoClient(PentagoClient),
    /// Convert logs of the contests' own referees to records, and check every move
    #[command(
        after_help = "Examples:\n  truel import ropasci round-1/*.txt --out round-1.jsonl\n  \
                            truel import pentago-swap logs/game*.log | truel conform pentago-swap /dev/stdin\n\n\
                            Exit codes: 0 all is well, 1 a log has errors (each is printed as FILE:LINE: why), 2 \
                            trouble."
    )]
    Import(Import),
    /// Clean up after an arena that has ended; the arena starts it
    #[command(hide = true)]
    Keeper {
        /// The arena's process id
        arena: u32,
    },
    /// Print a completion script for a shell
    #[command(after_help = "Example:\n  truel completions bash > ~/.local/share/bash-completion/completions/truel")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, for packages
    #[command(hide = true)]
    Man,
}

/// A game at a position.
#[derive(Group, Debug)]
pub(crate) struct Position {
    /// The game's id, as `truel games` lists it
    pub game: String,
    /// Moves to play first, separated by spaces; simultaneous moves are joined by `|`
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// The position to start from, instead of the start position
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
}

#[derive(Group, Debug)]
pub(crate) struct Games {
    /// Print one JSON object per game
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Show {
    #[command(flatten)]
    pub at: Position,
    /// Write the board as SVG to this file (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Print the scene as one JSON object
    #[arg(long, conflicts_with = "svg")]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Legal {
    #[command(flatten)]
    pub at: Position,
    /// Print one JSON object per acting seat, with count and hash
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub at: Position,
    /// Time limit of each question, such as 500ms or 10m [default: none]
    #[arg(long, value_name = "T")]
    pub time: Option<String>,
    /// Number of positions to visit at most, for each question [default: any number]
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Plies to look ahead; what is not forced within them counts as not forced [default: 2000]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=2000))]
    pub depth: Option<u32>,
    /// Memory for the table of positions, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = table_size)]
    pub memory: usize,
    /// Print one JSON object per question
    #[arg(long)]
    pub json: bool,
}

/// The size of a table that fits into some machine.
fn table_size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| (1..=1 << 20).contains(size));
    size.ok_or_else(|| "a number of megabytes from 1 to 1048576".to_owned())
}

#[derive(Group, Debug)]
pub(crate) struct Perft {
    #[command(flatten)]
    pub at: Position,
    /// Plies to count
    pub depth: u32,
    /// Also print the count of each first move
    #[arg(long)]
    pub divide: bool,
    /// Merge sequences that reach the same position: faster, needs more memory
    #[arg(long, conflicts_with = "divide")]
    pub layers: bool,
    /// Print JSON objects
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Conform {
    /// The game's id, as `truel games` lists it
    pub game: String,
    /// Files of traces, records or (goofspiel) exact values: JSON Lines, plain or gzip
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Verify {
    /// Stores of tournaments or of the web arena, proofs, or files of records: JSON Lines, plain or
    /// gzip, `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Threads that check a proof
    #[arg(long, value_name = "K", default_value = "1")]
    pub threads: std::num::NonZero<usize>,
    /// Print one JSON object per file
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Prove {
    /// The game's id; pentago-swap is the only one so far
    pub game: String,
    /// Write the proof to this file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Note what is done in this file, and go on from it if it exists
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Stop after this time, such as 30s, 20m or 2h [default: when all is proved]
    #[arg(long = "for", value_name = "TIME")]
    pub time: Option<String>,
    /// Stop after so many rounds; each gives an open task eight times the nodes of the one before
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=12))]
    pub rounds: u32,
    /// Stop after so many tasks
    #[arg(long, value_name = "N")]
    pub tasks: Option<usize>,
    /// Threads; each takes up to 256 MiB
    #[arg(long, value_name = "K", default_value = "1")]
    pub threads: std::num::NonZero<usize>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Random {
    /// The game's id, as `truel games` lists it
    pub game: String,
    /// Number of matches to play
    #[arg(short = 'n', long = "matches", value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub matches: u64,
    /// Random seed; the same seed gives the same matches
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Write the records to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Ply limit; a match that reaches it is a draw
    #[arg(long, value_name = "PLIES")]
    pub cap: Option<u32>,
    /// The position to start from, instead of the start position
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
}
