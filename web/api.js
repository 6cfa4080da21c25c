// What the pages ask of the server. Refusals become errors with the server's own line.
/**
 * @import { AgentView, GameView, Layout, LegalMove, LevelsView, LineOfPlay, MatchView, Moment,
 *   MoveEffect, NewRoom, NewTournament, RoomSummary, RoomView, ThoughtView, TournamentEvent,
 *   TournamentStandings, TournamentView } from './types.js'
 */

import { answers, find, lose, onceBack, took, Unreachable } from './lost.js';

/** Between two tries to hear events again, in milliseconds: at first, and at most. */
const [SOON, LATE] = [500, 15000];

/** @template T @param {string} path @param {unknown} [body] @returns {Promise<T>} */
async function ask(path, body) {
  const options =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, options).catch(() => {
    lose();
    throw new Unreachable();
  });
  if (!took(response)) throw new Unreachable();
  if (!response.ok) throw new Error(await refusal(response));
  if (response.status === 204) return /** @type {T} */ (undefined);
  if (!response.headers.get('content-type')?.includes('json')) throw new Error(`this server does not know ${path}`);
  return response.json();
}

/** @param {Response} response */
async function refusal(response) {
  const text = await response.text();
  try {
    return String(JSON.parse(text).error ?? text);
  } catch {
    return text || `the server answered ${response.status}`;
  }
}

/** @type {Promise<GameView[]> | undefined} */
let known;

/** All games, asked for until they are known. */
export function games() {
  known ??= /** @type {Promise<GameView[]>} */ (ask('/api/games')).catch((error) => {
    known = undefined;
    throw error;
  });
  return known;
}

/** The game with this id. @param {string} id */
export async function game(id) {
  const found = (await games()).find((game) => game.id === id);
  if (!found) throw new Error(`there is no game \`${id}\``);
  return found;
}

/** @type {Map<string, Promise<Moment>>} */
const starts = new Map();

/** The start position of a game, asked for once. @param {string} id @returns {Promise<Moment>} */
export function start(id) {
  const asked = starts.get(id) ?? moments({ game: id, moves: [] }).then(([first]) => /** @type {Moment} */ (first));
  starts.set(id, asked);
  asked.catch(() => starts.delete(id));
  return asked;
}

/** The agents of a game. @param {string} id @returns {Promise<AgentView[]>} */
export const agents = (id) => ask(`/api/games/${id}/agents`);

/**
 * Where a line leads, with what may be played there.
 * @param {LineOfPlay} line
 * @returns {Promise<{ moment: Moment, legal: LegalMove[] }>}
 */
export const position = (line) => ask('/api/positions', line);

/**
 * What each legal move after a line would do.
 * @param {LineOfPlay} line
 * @returns {Promise<MoveEffect[]>}
 */
export const outcomes = (line) => ask('/api/outcomes', line);

/**
 * The strengths at which a game can be played.
 * @param {string} id
 * @returns {Promise<LevelsView>}
 */
export const levels = (id) => ask(`/api/games/${id}/levels`);

/**
 * A line's end taken apart, to be changed by hand.
 * @param {LineOfPlay} line
 * @returns {Promise<Layout>}
 */
export const layout = (line) => ask('/api/layouts', line);

/**
 * The text of a layout, and what the rules have against it.
 * @param {string} game
 * @param {Layout} layout
 * @returns {Promise<{ position: string, fault: string | null }>}
 */
export const checkLayout = (game, layout) => ask('/api/layouts/check', { game, layout });

/** A line as a record. @param {LineOfPlay} line @returns {Promise<object>} */
export const lineRecord = (line) => ask('/api/records', line);

/** A room's match as a record. @param {string} id @returns {Promise<object>} */
export const roomRecord = (id) => ask(`/api/rooms/${id}/record`);

/**
 * A match of a tournament as a record, as text: a seed has more digits than a number here can hold.
 * @param {string} id
 * @param {number} number
 */
export async function tournamentRecord(id, number) {
  const response = await fetch(`/api/tournaments/${id}/matches/${number}/record`);
  if (!response.ok) throw new Error(await refusal(response));
  return response.text();
}

/** Every moment of a line. @param {LineOfPlay} line @returns {Promise<Moment[]>} */
export const moments = (line) => ask('/api/moments', line);

/** The rooms changed last. @returns {Promise<RoomSummary[]>} */
export const rooms = () => ask('/api/rooms');

/** A new room. @param {NewRoom} wish @returns {Promise<RoomView>} */
export const makeRoom = (wish) => ask('/api/rooms', wish);

/** A room. @param {string} id @returns {Promise<RoomView>} */
export const room = (id) => ask(`/api/rooms/${id}`);

/**
 * Does something in a room: moves, undo, redo, resign, rematch, fork.
 * @param {string} id
 * @param {string} what
 * @param {object} [body]
 * @returns {Promise<RoomView>}
 */
export const inRoom = (id, what, body = {}) => ask(`/api/rooms/${id}/${what}`, body);

/**
 * Hears events until the returned function is called. When the stream breaks off it is opened
 * again, later and later while that does not help, and at once when the server is back; `gone` is
 * called when the server has no such stream any more.
 * @param {string} path
 * @param {(data: any) => void} hear
 * @param {() => void} [gone]
 */
function listen(path, hear, gone = () => {}) {
  /** @type {EventSource | undefined} */
  let events;
  let [isOver, pause, timer] = [false, SOON, 0];
  const open = () => {
    window.clearTimeout(timer);
    events?.close();
    const stream = new EventSource(path);
    events = stream;
    stream.onopen = find;
    stream.onmessage = (event) => {
      pause = SOON;
      hear(JSON.parse(event.data));
    };
    stream.onerror = () => void broken(stream);
  };
  const broken = async (/** @type {EventSource} */ stream) => {
    // Closed already: the server has answered, and not with a stream.
    const isRefused = stream.readyState === EventSource.CLOSED;
    stream.close();
    const isThere = await answers();
    if (isOver || stream !== events || !isThere) return;
    if (isRefused && pause > SOON) return gone();
    timer = window.setTimeout(open, pause);
    pause = Math.min(LATE, pause * 2);
  };
  const forget = onceBack(open);
  open();
  return () => {
    isOver = true;
    window.clearTimeout(timer);
    forget();
    events?.close();
  };
}

/**
 * Hears of every change of a room until the returned function is called.
 * @param {string} id
 * @param {(view: RoomView) => void} hear
 */
export const watchRoom = (id, hear) => listen(`/api/rooms/${id}/events`, hear);

/**
 * Hears an agent's thoughts until its last word or until the returned function is called.
 * @param {{ game: string, position: string, agent?: string, seat?: number, time?: string,
 *   candidates?: number, also?: string }} question
 * @param {(thought: ThoughtView) => void} hear
 * @param {() => void} [fail]
 */
export function think(question, hear, fail = () => {}) {
  const words = Object.entries(question).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(words.map(([name, value]) => [name, String(value)]));
  const events = new EventSource(`/api/analysis?${query}`);
  events.onmessage = (event) => {
    /** @type {ThoughtView} */
    const thought = JSON.parse(event.data);
    if (thought.is_final) events.close();
    hear(thought);
  };
  events.onerror = () => {
    events.close();
    void answers();
    fail();
  };
  return () => events.close();
}

/**
 * An agent's last word.
 * @param {Parameters<typeof think>[0]} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<ThoughtView>}
 */
export function thought(question, signal) {
  return new Promise((resolve, reject) => {
    const stop = think(
      question,
      (thought) => thought.is_final && resolve(thought),
      () => reject(new Error('the agent has no answer')),
    );
    signal?.addEventListener('abort', () => {
      stop();
      reject(new Error('not wanted any more'));
    });
  });
}

/** All tournaments. @returns {Promise<TournamentView[]>} */
export const tournaments = () => ask('/api/tournaments');

/** Starts a tournament. @param {NewTournament} call @returns {Promise<{ id: string }>} */
export const makeTournament = (call) => ask('/api/tournaments', call);

/** How a tournament stands. @param {string} id @returns {Promise<TournamentStandings>} */
export const tournament = (id) => ask(`/api/tournaments/${id}`);

/**
 * Some of its matches, the newest first.
 * @param {string} id
 * @param {number} skip
 * @param {number} most
 * @returns {Promise<MatchView[]>}
 */
export const tournamentMatches = (id, skip, most) => ask(`/api/tournaments/${id}/matches?skip=${skip}&most=${most}`);

/** One of its matches. @param {string} id @param {string} number @returns {Promise<MatchView>} */
export const tournamentMatch = (id, number) => ask(`/api/tournaments/${id}/matches/${number}`);

/**
 * Stops it or goes on with it.
 * @param {string} id
 * @param {'stop' | 'resume'} what
 * @returns {Promise<void>}
 */
export const steerTournament = (id, what) => ask(`/api/tournaments/${id}/${what}`, {});

/**
 * Hears what happens in a tournament until the returned function is called; `gone` is called when
 * nothing more will come.
 * @param {string} id
 * @param {(happening: TournamentEvent) => void} hear
 * @param {() => void} [gone]
 */
export function watchTournament(id, hear, gone = () => {}) {
  return listen(`/api/tournaments/${id}/events`, hear, gone);
}
