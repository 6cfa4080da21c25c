// The shapes of what the server sends and takes, as the document at /api describes them.

/** @typedef {{ x: number, y: number }} Point */

/** @typedef {'light' | 'dark' | { 'light-of': number } | { 'dark-of': number }} Fill */

/**
 * @typedef {object} Cell
 * @property {string} name
 * @property {Point[]} outline
 * @property {Point} centre
 * @property {Fill} fill
 */

/**
 * @typedef {object} Stroke
 * @property {'border' | { 'edge-of': number }} kind
 * @property {Point[]} points
 */

/**
 * @typedef {object} Board
 * @property {Cell[]} cells
 * @property {Stroke[]} strokes
 * @property {{ at: Point, text: string }[]} labels
 * @property {'edge' | 'inside'} names
 */

/**
 * @typedef {object} Game
 * @property {string} id
 * @property {string} title
 * @property {string} about
 * @property {string} origin
 * @property {{ name: string, colour: string }[]} seats
 * @property {boolean} is_simultaneous
 * @property {[number, number]} bounds
 * @property {number} draw
 * @property {string} position
 * @property {Board} board
 * @property {Kit | null} kit
 */

/**
 * What can stand on a cell: its word in the position text, and how it is drawn.
 * @typedef {{ word: string, piece: Piece }} Thing
 */

/**
 * @typedef {{ kind: 'turn', words: string[] } | { kind: 'counts' | 'number', name: string, most:
 * number } | { kind: 'history' }} Field
 */

/**
 * What a position's text is put together from.
 * @typedef {object} Kit
 * @property {number[][]} rows
 * @property {Thing[]} things
 * @property {string | null} empty
 * @property {boolean} has_piles
 * @property {Field[]} fields
 */

/**
 * A position taken apart: things by cell, and the words after the rows.
 * @typedef {{ cells: number[][], fields: string[] }} Layout
 */

/**
 * @typedef {object} Piece
 * @property {number} cell
 * @property {number | null} seat
 * @property {'disc' | 'sign' | 'card'} look
 * @property {string} text
 * @property {string} plain
 */

/** @typedef {{ cell: number, choice?: undefined } | { choice: string, cell?: undefined }} Touch */

/** @typedef {Touch[]} Gesture */

/**
 * @typedef {object} Moment
 * @property {number} ply
 * @property {string | null} mv
 * @property {Gesture} gesture
 * @property {string} position
 * @property {Piece[]} pieces
 * @property {string[]} standings
 * @property {string} headline
 * @property {number[]} acting
 * @property {number[] | null} payoffs
 * @property {number[] | null} points
 * @property {string | null} reason
 */

/** @typedef {{ seat: number, mv: string, gesture: Gesture }} Legal */

/**
 * What a legal move would change: cells, and what would stand on them.
 * @typedef {{ seat: number, mv: string, changed: number[], pieces: Piece[], payoffs: number[] |
 * null }} Outcome
 */

/**
 * A strength as people know it.
 * @typedef {{ name: string, title: string, plain: string, has_time: boolean, spec: string }} Level
 */

/**
 * The strengths of a game, and how long its matches usually are.
 * @typedef {{ levels: Level[], usual_plies: number }} Levels
 */

/**
 * @typedef {object} Line
 * @property {string} game
 * @property {string} [start]
 * @property {string[]} moves
 */

/** @typedef {{ kind: 'person', name: string } | { kind: 'agent', agent: string }} Sitter */

/**
 * @typedef {object} Clock
 * @property {number} time
 * @property {number} increment
 * @property {number[]} [left]
 * @property {number} [since]
 */

/**
 * @typedef {object} Wish
 * @property {string} game
 * @property {string | null} [start]
 * @property {string[]} [moves]
 * @property {Sitter[]} seats
 * @property {string | null} [time]
 * @property {Clock | null} [clock]
 */

/**
 * @typedef {object} Room
 * @property {string} id
 * @property {string} game
 * @property {string} [start]
 * @property {string[]} moves
 * @property {string[]} undone
 * @property {Sitter[]} seats
 * @property {number[]} chosen
 * @property {{ seat: number, why: 'resigned' | 'time', payoffs: number[] } | null} ended
 * @property {string | null} time
 * @property {{ time: number, increment: number, left: number[], since: number } | null} clock
 * @property {number} touched
 * @property {number} version
 */

/**
 * A room in a list.
 * @typedef {{ id: string, game: string, touched: number, seats: Sitter[], plies: number, is_over:
 * boolean }} Listed
 */

/**
 * @typedef {object} RoomView
 * @property {Room} room
 * @property {Moment} moment
 * @property {Legal[]} legal
 * @property {number[]} thinking
 */

/**
 * What a seat may expect: how likely it wins, draws and loses, which add up to 1, and how many
 * points that makes.
 * @typedef {{ win: number, draw: number, lose: number, points: number }} Chances
 */

/**
 * A move that an agent compares with others.
 * @typedef {object} Candidate
 * @property {number} seat the seat that makes the move
 * @property {string} mv
 * @property {number} weight its share in a mixed strategy
 * @property {number} value the agent's own number for the seat that moves
 * @property {number[]} values the same for each seat
 * @property {Chances[]} chances for each seat; none where the move was not searched
 * @property {'exact' | 'at-most'} bound
 * @property {boolean} is_proven
 * @property {number} visits
 * @property {string[]} line the play that the agent expects, this move first
 * @property {Gesture} gesture
 */

/**
 * @typedef {object} Thought
 * @property {number} seat
 * @property {number[]} value the agent's own numbers
 * @property {Chances[]} chances
 * @property {boolean} is_calibrated whether the chances were fitted to results of this agent
 * @property {number} depth
 * @property {number} nodes
 * @property {boolean} is_proven
 * @property {Candidate[]} candidates
 * @property {Candidate[]} replies
 * @property {string[]} line
 * @property {boolean} is_final
 */

/**
 * @typedef {object} Agent
 * @property {string} name
 * @property {string} plain
 * @property {string} about
 * @property {string} source
 * @property {boolean} is_usual
 * @property {{ name: string, default: string, pattern: string, about: string }[]} params
 */

/**
 * @typedef {{ id: string, name: string, games: string[], format: string, done: number, total:
 * number, concurrency: number, is_running: boolean }} Cup
 */

/** @typedef {{ value: number, low: number, high: number }} Estimate */

/**
 * @typedef {{ matches: number, wins: number, draws: number, losses: number, points: Estimate | null
 * }} Counts
 */

/**
 * One entrant's line of a table.
 * @typedef {Counts & { entrant: string, agent: string, faults: number, elo: Estimate | null,
 *   by_seat: Counts[] }} Standing
 */

/**
 * One game's table.
 * @typedef {object} CupTable
 * @property {string} game
 * @property {number} matches
 * @property {Standing[]} lines
 * @property {{ a: number, b: number, matches: number, score: Estimate, superiority: number }[]}
 *   meetings
 * @property {Counts[]} seats
 */

/** @typedef {Line & { id: number, seats: string[] }} LiveMatch */

/** @typedef {Cup & { tables: CupTable[], live: LiveMatch[] }} CupStandings */

/** @typedef {{ seat: number, kind: string, told: string, evidence?: string[] }} Fault */

/** @typedef {LiveMatch & { points: number[], reason: string, faults: Fault[] }} PlayedMatch */

/**
 * @typedef {{ kind: 'began' } & LiveMatch | { kind: 'moved', id: number, ply: number, mv: string
 * } | { kind: 'stored', id: number, done: number, total: number } | { kind: 'ended' }} Happening
 */

/**
 * What a tournament is made from.
 * @typedef {object} Call
 * @property {string} name
 * @property {string} game
 * @property {string[]} agents
 * @property {string} format
 * @property {number} blocks
 * @property {number} [rounds]
 * @property {string} [time]
 * @property {number} opening
 * @property {number} seed
 * @property {number} [concurrency]
 */

/**
 * What a page leaves behind when the next one is shown.
 * @typedef {() => void} Leave
 */

/**
 * A page: fills its element and tells how to leave it.
 * @typedef {(into: HTMLElement, words: string[], query: URLSearchParams) => Promise<Leave | void>}
 *   Page
 */

export {};
