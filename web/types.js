// The shapes of what the server sends and takes. Made from its OpenAPI document by
// `npm run types`; do not edit.

/**
 * An agent of the catalogue.
 * @typedef {object} AgentView
 * @property {string} about One line on how it thinks, for people who know searches.
 * @property {boolean} is_usual Whether it is the default agent.
 * @property {string} name
 * @property {ParamView[]} params
 * @property {string} plain What it does, in a sentence for people who know no searches.
 * @property {string} source Where it comes from; empty for general searches.
 */

/**
 * A board without anything on it.
 * @typedef {object} Board
 * @property {Cell[]} cells Its cells, by their numbers.
 * @property {number} columns_per_unit Columns of a terminal for each unit.
 * @property {Label[]} labels Texts beside the board.
 * @property {CellNames} names Where the names of cells are written.
 * @property {Stroke[]} strokes Lines over the cells.
 */

/**
 * A candidate move.
 * @typedef {object} CandidateView
 * @property {string} bound Whether `value` is the move's value or only an upper bound.
 * @property {ChancesView[]} chances The chances of each seat after it; empty if the move was not
 *   searched. If `value` is a bound, so are the mover's points.
 * @property {Touch[]} gesture The cells and choices to touch, in order.
 * @property {boolean} is_proven
 * @property {string[]} line The expected line of play, beginning with this move.
 * @property {string} mv
 * @property {number} seat The seat that makes it.
 * @property {number} value Its value to the seat that moves, on the agent's own scale.
 * @property {number[]} values Its value to each seat. If `value` is a bound, only the number of the
 *   seat that moves has a meaning.
 * @property {number} visits Simulations or nodes spent on it; 0 with an upper bound: nothing is
 *   known about the move.
 * @property {number} weight Its share in a mixed strategy.
 */

/**
 * A cell of the board.
 * @typedef {object} Cell
 * @property {Point} centre Its middle.
 * @property {Fill} fill Its ground.
 * @property {string} name Its name in the notation.
 * @property {Point[]} outline Its corners in order.
 */

/**
 * Where the names of cells are written.
 * @typedef {'edge' | 'inside'} CellNames
 */

/**
 * The chances of one seat, which add up to 1, and its expected points, from 0 to 1.
 * @typedef {object} ChancesView
 * @property {number} draw The chance of anything between a win and a loss.
 * @property {number} lose The chance to get no points.
 * @property {number} points The expected points.
 * @property {number} win The chance to get all points.
 */

/**
 * A move that a person chooses.
 * @typedef {object} ChosenMove
 * @property {string} mv The move.
 * @property {number} ply The number of plies that the person has seen.
 * @property {number} seat The seat that moves.
 */

/**
 * The time of all seats, in milliseconds.
 * @typedef {object} Clock
 * @property {number} [increment] Added for each move.
 * @property {number[]} [left] What each seat had left at `since`.
 * @property {number} [since] When the seats that must move began to think, in milliseconds since
 *   1970.
 * @property {number} time At the beginning.
 */

/**
 * How an entrant fared, or a seat.
 * @typedef {object} Counts
 * @property {number} draws In first place with others.
 * @property {number} losses Behind somebody.
 * @property {number} matches How many seats were taken in all matches.
 * @property {Estimate | null} points Mean points from 0 to 1; nothing without matches.
 * @property {number} wins Alone in first place.
 */

/**
 * The end of a match that the rules of the game did not bring about.
 * @typedef {object} EarlyEnd
 * @property {number[]} payoffs The payoff of each seat.
 * @property {number} seat The seat that resigned or ran out of time.
 * @property {EndReason} why The reason.
 */

/**
 * An Elo difference with its interval; an end that is missing is without bound.
 * @typedef {object} EloRange
 * @property {number | null} high The upper end.
 * @property {number | null} low The lower end.
 * @property {number | null} value The best guess.
 */

/**
 * Why a match ended early.
 * @typedef {'resigned' | 'time'} EndReason
 */

/**
 * An error as it is sent.
 * @typedef {object} ErrorBody
 * @property {string} error What is wrong, in one line.
 */

/**
 * A number with its 95 % interval.
 * @typedef {object} Estimate
 * @property {number} high The upper end.
 * @property {number} low The lower end.
 * @property {number} value The best guess.
 */

/**
 * What went wrong in a match.
 * @typedef {object} Fault
 * @property {string[]} [evidence] The last lines in and out.
 * @property {string} kind Its kind, such as `time-out`.
 * @property {number} seat Whose fault it was.
 * @property {string} told One sentence.
 */

/**
 * A word of the position text after the rows.
 * @typedef {(
 *   | { kind: 'turn', words: string[] }
 *   | { kind: 'counts', most: number, name: string }
 *   | { kind: 'number', most: number, name: string }
 *   | { kind: 'history' }
 * )} Field
 */

/**
 * The ground of a cell.
 * @typedef {(
 *   | 'light'
 *   | 'dark'
 *   | { 'light-of': number, 'dark-of'?: undefined }
 *   | { 'dark-of': number, 'light-of'?: undefined }
 * )} Fill
 */

/**
 * The ply to continue from.
 * @typedef {object} ForkPoint
 * @property {number} ply The ply.
 */

/**
 * One game's table.
 * @typedef {object} GameTable
 * @property {string} game The game's id.
 * @property {number} groups Groups of entrants that no match joins; ratings compare only within a
 *   group.
 * @property {Standing[]} lines Everybody, the best first.
 * @property {number} matches How many matches it rests on.
 * @property {Meeting[]} meetings Everybody against everybody whom they met.
 * @property {Counts[]} seats How each seat fared, whoever sat there.
 */

/**
 * What never changes about a game.
 * @typedef {object} GameView
 * @property {string} about One sentence that describes the game.
 * @property {Board} board The empty board.
 * @property {number[]} bounds The smallest and the largest payoff.
 * @property {number} draw The payoff of a draw.
 * @property {string} id Its name in addresses and files.
 * @property {boolean} is_simultaneous Whether all seats choose at the same instant.
 * @property {Kit | null} kit The parts for laying out a position by hand, if the game supports it.
 * @property {string} origin Where the game and its referee come from.
 * @property {string} position How a position is written.
 * @property {SeatView[]} seats The seats in order.
 * @property {string} title Its name for people.
 */

/**
 * A position laid out by hand.
 * @typedef {object} HandLayout
 * @property {string} game The game's id.
 * @property {Layout} layout The pieces on each cell, and the words after the rows.
 */

/**
 * The parts that a position text is made from.
 * @typedef {object} Kit
 * @property {string | null} empty The sign of an empty cell; without one, a number counts empty
 *   cells.
 * @property {Field[]} fields The words after the rows.
 * @property {boolean} has_piles Whether several things can stand on one cell.
 * @property {number[][]} rows The cells of each row of the text.
 * @property {Thing[]} things What can stand on a cell.
 */

/**
 * A text beside the board.
 * @typedef {object} Label
 * @property {Point} at Where it stands.
 * @property {string} text What it says.
 */

/**
 * A position taken apart.
 * @typedef {object} Layout
 * @property {number[][]} cells The things on each cell, by their place in the kit.
 * @property {string[]} fields The words after the rows.
 */

/**
 * Whether a layout is a position of the game.
 * @typedef {object} LayoutVerdict
 * @property {string | null} fault Why it is no position; null if it is one.
 * @property {string} position Its position text.
 */

/**
 * A legal move and its gesture.
 * @typedef {object} LegalMove
 * @property {Touch[]} gesture The cells and choices to touch, in order.
 * @property {string} mv Its text.
 * @property {number} seat The seat that may make it.
 */

/**
 * A level of strength; its name is also an agent's name.
 * @typedef {object} LevelView
 * @property {boolean} has_time Whether it plays better with more time.
 * @property {string} name
 * @property {string} plain What it does, in a sentence for people who know no searches.
 * @property {string} spec The agent that plays at this level.
 * @property {string} title
 */

/**
 * The levels of a game, and the usual length of its matches.
 * @typedef {object} LevelsView
 * @property {LevelView[]} levels The weakest first.
 * @property {number} usual_plies The mean number of plies of a match between agents that look one
 *   move ahead.
 */

/**
 * A line of play: where it begins, and its joint moves.
 * @typedef {object} LineOfPlay
 * @property {string} game The game's id.
 * @property {string[]} moves Joint moves from there, as records write them.
 * @property {string | null} [start] A position text; the start position when left out.
 */

/**
 * @typedef {object} OwnLiveMatch
 * @property {number} id Its number.
 * @property {string[]} seats Who sits where.
 */

/**
 * A match that is being played.
 * @typedef {LineOfPlay & OwnLiveMatch} LiveMatch
 */

/**
 * How a piece is drawn.
 * @typedef {'disc' | 'sign' | 'card'} Look
 */

/**
 * @typedef {object} OwnMatchView
 * @property {Fault[]} faults Faults of entrants, with the evidence.
 * @property {number} id Its number.
 * @property {number[]} points The points of each seat, from 0 to 1.
 * @property {string} reason Why it ended.
 * @property {string[]} seats Who sat where.
 */

/**
 * A match that was played.
 * @typedef {LineOfPlay & OwnMatchView} MatchView
 */

/**
 * Two entrants in the matches in which both sat.
 * @typedef {object} Meeting
 * @property {number} a The place of the first in the table.
 * @property {number} b The place of the second.
 * @property {string} balance Whether everybody sat everywhere equally often.
 * @property {EloRange} elo The same as a difference of strength.
 * @property {number} matches The matches in which both sat.
 * @property {Estimate} score How often the first was above the second; a shared place counts half.
 * @property {number} superiority How likely it is that the first is better.
 */

/**
 * One moment of a match.
 * @typedef {object} Moment
 * @property {number[]} acting The seats that must move; empty once the match is over.
 * @property {Touch[][]} gestures The gesture of that move, for each seat that moved.
 * @property {string} headline Who must move, or how the match ended.
 * @property {string | null} mv The joint move that led here.
 * @property {number[] | null} payoffs The payoff of each seat, once the match is over.
 * @property {Piece[]} pieces The pieces on the board.
 * @property {number} ply Plies played since the line began.
 * @property {number[] | null} points The points of each seat, from 0 to 1, once the match is over.
 * @property {string} position The position's text.
 * @property {string | null} reason Why it ended.
 * @property {string[]} standings One line for each seat.
 */

/**
 * The effect of a legal move.
 * @typedef {object} MoveEffect
 * @property {number[]} changed The cells that would change; none if other seats choose at the same
 *   instant.
 * @property {string} mv Its text.
 * @property {number[] | null} payoffs The payoff of each seat, if the move ends the match.
 * @property {Piece[]} pieces The pieces on those cells after the move.
 * @property {number} seat The seat that may make it.
 */

/**
 * A request for a new room.
 * @typedef {object} NewRoom
 * @property {Clock | null} [clock] A clock for every seat.
 * @property {string} game The game's id.
 * @property {string[]} [moves] Joint moves that have been played already.
 * @property {SeatConfig[]} seats Who sits where.
 * @property {string | null} [start] A position text; the start position when left out.
 * @property {string | null} [time] The time agents take for a move if their spec has none.
 */

/**
 * A request for a new tournament.
 * @typedef {object} NewTournament
 * @property {string[]} agents The specs of the agents that take part.
 * @property {number} blocks Blocks for each group of agents that meet; a block has every seating
 *   once.
 * @property {number | null} [concurrency] Matches at once; two when left out, or one if the server
 *   has a single thread.
 * @property {'round-robin' | 'gauntlet' | 'swiss' | 'knock-out' | 'ladder'} format `round-robin`,
 *   `gauntlet` (the first agent meets all others), `swiss`, `knock-out` or `ladder`.
 * @property {string} game The game's id.
 * @property {string} name Its name for people.
 * @property {number} [opening] Random plies at the beginning of each match.
 * @property {number | null} [rounds] The rounds of a Swiss tournament.
 * @property {number} [seed] Random seed.
 * @property {string | null} [time] The time of each seat, such as `100ms/move` or `30s/game`; no
 *   limit when left out.
 */

/**
 * A parameter of an agent.
 * @typedef {object} ParamView
 * @property {string} about
 * @property {string} default
 * @property {string} name
 * @property {string} pattern
 */

/**
 * A piece on the board.
 * @typedef {object} Piece
 * @property {number} cell The number of its cell.
 * @property {Look} look How it is drawn.
 * @property {string} plain The same in plain letters.
 * @property {number | null} seat Whose it is, if anybody's.
 * @property {string} text What is written on it.
 */

/**
 * A place on the board, in units of a cell.
 * @typedef {object} Point
 * @property {number} x To the right.
 * @property {number} y Down.
 */

/**
 * A position and its legal moves.
 * @typedef {object} PositionView
 * @property {LegalMove[]} legal
 * @property {Moment} moment
 */

/**
 * @typedef {object} OwnPublicRoom
 * @property {number[]} chosen The seats whose moves are in while others still think.
 * @property {Clock | null} [clock] The clock, if there is one.
 * @property {EarlyEnd | null} [ended] How the match ended, if the rules of the game did not end it.
 * @property {string} id Its name in addresses.
 * @property {SeatConfig[]} seats Who sits where.
 * @property {string | null} [time] The time agents take for a move if their spec has none, such as
 *   `1s`.
 * @property {number} touched When the room was last changed, in milliseconds since 1970.
 * @property {string[]} undone Moves taken back, the next one last.
 * @property {number} version The number of changes, so that nobody acts on an old picture.
 */

/**
 * A room as everybody may see it. It has no place for hidden moves.
 * @typedef {LineOfPlay & OwnPublicRoom} PublicRoom
 */

/**
 * A seat that gives up.
 * @typedef {object} Resignation
 * @property {number} seat The seat.
 */

/**
 * A room in a list.
 * @typedef {object} RoomSummary
 * @property {string} game The game's id.
 * @property {string} id Its name in addresses.
 * @property {boolean} is_over Whether the match is over.
 * @property {number} plies The number of plies played.
 * @property {SeatConfig[]} seats Who sits where.
 * @property {number} touched When the room was last changed, in milliseconds since 1970.
 */

/**
 * What a page needs to show a room.
 * @typedef {object} RoomView
 * @property {LegalMove[]} legal The legal moves.
 * @property {Moment} moment Its current position.
 * @property {PublicRoom} room The room, without hidden moves.
 * @property {number[]} thinking The seats whose agents are thinking.
 */

/**
 * Who sits in a seat.
 * @typedef {{ kind: 'person', name?: string } | { agent: string, kind: 'agent' }} SeatConfig
 */

/**
 * A seat's name and colour.
 * @typedef {object} SeatView
 * @property {string} colour Its colour, as in CSS.
 * @property {string} name Its name for people.
 */

/**
 * One entrant in a table.
 * @typedef {object} Standing
 * @property {string} agent Its agent.
 * @property {Counts[]} by_seat Seat by seat.
 * @property {number} draws In first place with others.
 * @property {Estimate | null} elo Its strength against the mean of the field.
 * @property {string} entrant Its name.
 * @property {number} faults Its faults.
 * @property {Record<string, number>} faults_by_kind Its faults by kind.
 * @property {number} losses Behind somebody.
 * @property {number} matches How many seats it took in all matches.
 * @property {Estimate | null} points Mean points from 0 to 1; nothing without matches.
 * @property {number} wins Alone in first place.
 */

/**
 * A tournament that was started.
 * @typedef {object} StartedTournament
 * @property {string} id Its name in addresses.
 */

/**
 * A line on the board.
 * @typedef {object} Stroke
 * @property {StrokeKind} kind What it means.
 * @property {Point[]} points Its corners in order.
 */

/**
 * What a line on the board means.
 * @typedef {'border' | { 'edge-of': number }} StrokeKind
 */

/**
 * What can stand on a cell.
 * @typedef {object} Thing
 * @property {Piece} piece How it is drawn; its cell means nothing.
 * @property {string} word Its word in the position text.
 */

/**
 * The analysis so far.
 * @typedef {object} ThoughtView
 * @property {CandidateView[]} candidates Its moves, best first.
 * @property {ChancesView[]} chances The chances of each seat.
 * @property {number} depth
 * @property {boolean} is_calibrated Whether the chances were fitted to match results, rather than
 *   assumed.
 * @property {boolean} is_final Whether this is the last event.
 * @property {boolean} is_proven
 * @property {string[]} line The line of play that it expects.
 * @property {number} nodes
 * @property {CandidateView[]} replies The moves that other seats are expected to choose at the same
 *   instant, seat by seat.
 * @property {number} seat The seat that the agent thinks for.
 * @property {number[]} value The agent's own numbers, one for each seat; only the agent knows their
 *   scale.
 */

/**
 * The ply to go to.
 * @typedef {object} ToPly
 * @property {number | null} [ply] The ply; the nearest turn of a person when left out.
 */

/**
 * One entrant in all games together.
 * @typedef {object} Total
 * @property {number} draws In first place with others.
 * @property {string} entrant Its name.
 * @property {number} faults Its faults.
 * @property {number} losses Behind somebody.
 * @property {number} matches How many matches it sat in.
 * @property {number | null} points Its mean points over all matches.
 * @property {number} wins Alone in first place.
 */

/**
 * One touch of the hand that makes a move.
 * @typedef {{ cell: number, choice?: undefined } | { choice: string, cell?: undefined }} Touch
 */

/**
 * An event of a tournament.
 * @typedef {(
 *   | LiveMatch & { kind: 'began' }
 *   | { id: number, kind: 'moved', mv: string, ply: number }
 *   | { done: number, id: number, kind: 'stored', total: number }
 *   | { kind: 'ended' }
 * )} TournamentEvent
 */

/**
 * @typedef {object} OwnTournamentStandings
 * @property {LiveMatch[]} live Matches that are being played.
 * @property {GameTable[]} tables A table for each game.
 * @property {Total[]} totals Each entrant's total over all games.
 */

/**
 * A tournament in full.
 * @typedef {TournamentView & OwnTournamentStandings} TournamentStandings
 */

/**
 * A tournament in a list.
 * @typedef {object} TournamentView
 * @property {number} concurrency Matches played at once.
 * @property {number} done Matches played.
 * @property {string} format The format, which says who meets whom.
 * @property {string[]} games The ids of its games.
 * @property {string} id Its name in addresses.
 * @property {boolean} is_running Whether it is being played now.
 * @property {string} name Its name for people.
 * @property {number} total Matches known so far; a format that pairs by results adds more.
 */

export {};
