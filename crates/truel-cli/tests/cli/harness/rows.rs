//! Every subcommand in one table: how it runs, what it reads, what it writes, and how it goes on
//! until somebody stops it.
//!
//! In the arguments, `IN` stands for a file to read, `OUT` for one to write, and `DIR` for an empty
//! folder of its own.

/// What belongs into the file that a command reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reads {
    /// It reads no file.
    Nothing,
    /// A file that must be there and make sense.
    File,
    /// A file of its own, which it makes when there is none or an empty one.
    Own,
    /// Logs, of which a wrong one is told beside the right ones.
    Logs,
    /// Lines on standard input, of which a wrong one is told and passed over.
    Lines,
    /// A person's lines on standard input.
    Person,
}

/// How a command takes Ctrl-C while it works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stops {
    /// It is over before anybody could press it.
    AtOnce,
    /// It ends with 130, or by the signal itself.
    Interrupted,
    /// This is how one ends it.
    Done,
}

pub(super) struct Row {
    /// The command, and its own subcommand if it has one.
    pub(super) name: &'static str,
    /// A short run that prints something; nothing for those that run until they are stopped.
    pub(super) prints: &'static str,
    pub(super) reads: Reads,
    /// A run that reads `IN`.
    pub(super) read: &'static str,
    /// Runs that write `OUT`.
    pub(super) write: &'static [&'static str],
    pub(super) stops: Stops,
    /// A run that goes on for minutes.
    pub(super) long: &'static str,
}

const PLAIN: Row = Row {
    name: "",
    prints: "",
    reads: Reads::Nothing,
    read: "",
    write: &[],
    stops: Stops::AtOnce,
    long: "",
};

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "games",
        prints: "games",
        ..PLAIN
    },
    Row {
        name: "tour",
        prints: "tour",
        ..PLAIN
    },
    Row {
        name: "legal",
        prints: "legal avalam",
        ..PLAIN
    },
    Row {
        name: "agents",
        prints: "agents chexers",
        ..PLAIN
    },
    Row {
        name: "completions",
        prints: "completions fish",
        ..PLAIN
    },
    Row {
        name: "man",
        prints: "man",
        ..PLAIN
    },
    Row {
        name: "show",
        prints: "show threechess",
        write: &["show avalam --svg OUT"],
        ..PLAIN
    },
    Row {
        name: "perft",
        prints: "perft avalam 2 --divide",
        stops: Stops::Interrupted,
        long: "perft avalam 8",
        ..PLAIN
    },
    Row {
        name: "bench",
        prints: "bench tic-tac-toe --seconds 0",
        stops: Stops::Interrupted,
        long: "bench avalam --seconds 300",
        ..PLAIN
    },
    Row {
        name: "conform",
        prints: "conform tic-tac-toe RECORDS",
        reads: Reads::File,
        read: "conform tic-tac-toe IN",
        ..PLAIN
    },
    Row {
        name: "verify",
        prints: "verify RECORDS",
        reads: Reads::File,
        read: "verify IN",
        ..PLAIN
    },
    Row {
        name: "prove",
        prints: "prove pentago-swap --tasks 0",
        reads: Reads::Own,
        read: "prove pentago-swap --tasks 0 --resume IN",
        write: &[
            "prove pentago-swap --tasks 0 --out OUT",
            "prove pentago-swap --tasks 0 --resume OUT",
        ],
        stops: Stops::Interrupted,
        long: "prove pentago-swap --out OUT",
    },
    Row {
        name: "random",
        prints: "random avalam -n 200",
        write: &["random avalam -n 50 --out OUT"],
        stops: Stops::Interrupted,
        long: "random threechess -n 100000000 --out OUT",
        ..PLAIN
    },
    Row {
        name: "analyse",
        prints: "analyse tic-tac-toe --time 10ms",
        stops: Stops::Done,
        long: "analyse avalam --time infinite",
        ..PLAIN
    },
    Row {
        name: "solve",
        prints: "solve tic-tac-toe",
        stops: Stops::Interrupted,
        long: "solve avalam",
        ..PLAIN
    },
    Row {
        name: "play",
        prints: "play tic-tac-toe random random",
        reads: Reads::Person,
        read: "play tic-tac-toe random",
        write: &["play tic-tac-toe random random --out OUT"],
        stops: Stops::Interrupted,
        long: "play avalam mcts:time=600s random",
    },
    Row {
        name: "match",
        prints: "match tic-tac-toe random random -n 2",
        reads: Reads::File,
        read: "match tic-tac-toe random random -n 2 --opening IN",
        write: &["match tic-tac-toe random random -n 2 --out OUT"],
        stops: Stops::Interrupted,
        long: "match tic-tac-toe random random -n 100000000 --out OUT",
    },
    Row {
        name: "field",
        prints: "field tic-tac-toe random --against random -n 2",
        reads: Reads::Own,
        read: "field tic-tac-toe random --against random -n 2 --out IN",
        write: &[
            "field tic-tac-toe random --against random -n 2 --out OUT",
            "field tic-tac-toe random --against random -n 2 --page OUT",
        ],
        stops: Stops::Interrupted,
        long: "field tic-tac-toe random --against random -n 100000000",
    },
    Row {
        name: "rate",
        prints: "rate tic-tac-toe --time 1ms/move -n 1",
        reads: Reads::Own,
        read: "rate tic-tac-toe --time 1ms/move -n 1 --out IN",
        write: &[
            "rate tic-tac-toe --time 1ms/move -n 1 --out OUT",
            "rate tic-tac-toe --time 1ms/move -n 1 --write OUT",
        ],
        stops: Stops::Interrupted,
        long: "rate tic-tac-toe --time 1ms/move -n 100000000 --out DIR/ratings.sqlite",
    },
    Row {
        name: "sprt",
        prints: "sprt tic-tac-toe random random --most 4",
        reads: Reads::File,
        read: "sprt tic-tac-toe random random --most 4 --opening IN",
        stops: Stops::Interrupted,
        long: "sprt tic-tac-toe random random --elo1 1 --most 100000000",
        ..PLAIN
    },
    Row {
        name: "tune",
        prints: "tune tic-tac-toe mcts:sims=5 --param c=0.2..3:0.2 -n 1",
        reads: Reads::Own,
        read: "tune tic-tac-toe mcts:sims=5 --param c=0.2..3:0.2 -n 1 --resume IN",
        write: &["tune tic-tac-toe mcts:sims=5 --param c=0.2..3:0.2 -n 1 --resume OUT"],
        stops: Stops::Interrupted,
        long: "tune tic-tac-toe mcts:sims=5 --param c=0.2..3:0.2 -n 100000000 --resume OUT",
    },
    Row {
        name: "reproduce",
        prints: "reproduce",
        write: &["reproduce ropasci --quick --save OUT/inside"],
        stops: Stops::Interrupted,
        long: "reproduce ropasci",
        ..PLAIN
    },
    Row {
        name: "serve",
        reads: Reads::Own,
        read: "serve --port 0 --store IN",
        write: &["serve --port 0 --store OUT"],
        stops: Stops::Done,
        long: "serve --port 0 --store DIR/rooms.sqlite",
        ..PLAIN
    },
    Row {
        name: "book",
        prints: "book tic-tac-toe --agent mcts:sims=5 --plies 1",
        write: &["book tic-tac-toe --agent mcts:sims=5 --plies 1 --out OUT"],
        stops: Stops::Interrupted,
        long: "book avalam --agent mcts:time=50ms --plies 9 --width 9 --out OUT",
        ..PLAIN
    },
    Row {
        name: "calibrate",
        prints: "calibrate tic-tac-toe greedy -n 5 --nodes 100 --players 50",
        reads: Reads::Own,
        read: "calibrate tic-tac-toe greedy -n 5 --nodes 100 --players 50 --out IN",
        write: &["calibrate tic-tac-toe greedy -n 5 --nodes 100 --players 50 --out OUT"],
        stops: Stops::Interrupted,
        long: "calibrate tic-tac-toe greedy -n 1000000 --out OUT",
    },
    Row {
        name: "tournament",
        prints: "tournament PLAN",
        reads: Reads::File,
        read: "tournament IN",
        stops: Stops::Interrupted,
        long: "tournament LONG",
        ..PLAIN
    },
    Row {
        name: "tournament new",
        write: &["tournament new OUT"],
        ..PLAIN
    },
    Row {
        name: "results",
        prints: "results STORE",
        reads: Reads::File,
        read: "results IN",
        ..PLAIN
    },
    Row {
        name: "export",
        prints: "export STORE",
        reads: Reads::File,
        read: "export IN",
        write: &["export STORE --out OUT", "export STORE --format csv --out OUT"],
        ..PLAIN
    },
    Row {
        name: "report",
        prints: "report STORE --json",
        reads: Reads::File,
        read: "report IN",
        write: &["report STORE --out OUT"],
        ..PLAIN
    },
    Row {
        name: "replay",
        prints: "replay STORE 1",
        reads: Reads::File,
        read: "replay IN 1",
        stops: Stops::Interrupted,
        long: "replay STORE 1 --delay 300",
        ..PLAIN
    },
    Row {
        name: "engine",
        reads: Reads::Lines,
        read: "engine random",
        stops: Stops::Interrupted,
        long: "engine random",
        ..PLAIN
    },
    Row {
        name: "check-engine",
        prints: "check-engine --positions 1 TRUEL engine random",
        reads: Reads::File,
        read: "check-engine IN",
        stops: Stops::Interrupted,
        long: "check-engine sleep 600",
        ..PLAIN
    },
    Row {
        name: "export-player",
        write: &["export-player chexers random OUT/inside"],
        ..PLAIN
    },
    Row {
        name: "pentago-client",
        stops: Stops::Interrupted,
        long: "pentago-client 127.0.0.1 PORT",
        ..PLAIN
    },
    Row {
        name: "import",
        prints: "import ropasci LOG",
        reads: Reads::Logs,
        read: "import ropasci IN",
        write: &["import ropasci LOG --out OUT"],
        ..PLAIN
    },
];
