// Games of more than three seats, and matches in which fewer and fewer seats act.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SEAT_MARKS, seatDashes } from '../board/figures.js';
import { arena, makeMove } from './harness.mjs';

const { server, browser } = arena();
const SEAT = readFileSync(new URL('../../crates/truel-core/src/seat.rs', import.meta.url), 'utf8');
const MOST = Number(/const MOST: usize = (\d+)/.exec(SEAT)?.[1]);
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7'];
const ACTING = [
  [0, 1, 2, 3],
  [0, 2, 3],
  [2, 3],
  [2, 3],
];
const MOVES = ['a1|b1|c1|a2', 'b2|c2|a3', 'b3|c3'];

/** A game of four seats that the server does not have, on the board of one that it has. */
async function fourSeats() {
  const [known] = (await server.ask('/api/games')).filter(({ id }) => id === 'tic-tac-toe');
  const seats = COLOURS.map((colour, seat) => ({ name: `Seat ${seat + 1}`, colour }));
  return { ...known, id: 'four', title: 'Four', seats, is_simultaneous: true, kit: null };
}

/** The moments of a line: the cells are taken one after another. */
function momentsOf(game, moves) {
  const cellOf = (mv) => game.board.cells.findIndex(({ name }) => name === mv);
  const pieces = [];
  return [null, ...moves].map((mv, ply) => {
    const words = mv?.split('|') ?? [];
    for (const [place, word] of words.entries())
      pieces.push({ cell: cellOf(word), seat: ACTING[ply - 1][place], look: 'disc', text: '', plain: 'o' });
    return {
      ply,
      mv,
      gestures: words.map((word) => [{ cell: cellOf(word) }]),
      position: `after ${ply}`,
      pieces: [...pieces],
      standings: game.seats.map(({ name }) => `${name}: here`),
      headline: 'All choose',
      acting: ACTING[ply],
      payoffs: null,
      points: null,
      reason: null,
    };
  });
}

/** Answers for the server, for that game alone. Returns the lines that the page asked about. */
async function pretend(page, game) {
  const asked = [];
  const legal = [2, 3].flatMap((seat) => [4, 7].map((cell) => ({ seat, mv: `m${cell}`, gesture: [{ cell }] })));
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const line = route.request().postDataJSON();
    if (pathname === '/api/games') return route.fulfill({ json: [game] });
    if (pathname.endsWith('/agents')) return route.fulfill({ json: [] });
    if (pathname === '/api/moments') return route.fulfill({ json: momentsOf(game, line.moves) });
    if (pathname !== '/api/positions') return route.fulfill({ status: 204 });
    asked.push(line.moves);
    const known = line.moves.filter((mv) => MOVES.includes(mv));
    return route.fulfill({ json: { moment: momentsOf(game, known).at(-1), legal } });
  });
  return asked;
}

test('every seat that a game can have has a mark and dashes of its own, and its colour', () => {
  assert.ok(MOST >= 4, 'Seat::MOST was found');
  const seats = Array.from({ length: MOST }, (_, seat) => seat);
  assert.equal(SEAT_MARKS.length, MOST);
  assert.equal(new Set(SEAT_MARKS).size, MOST);
  assert.equal(new Set(seats.map((seat) => seatDashes(seat) ?? 'solid')).size, MOST);
  const style = readFileSync(new URL('../board.css', import.meta.url), 'utf8');
  for (const seat of seats) assert.match(style, new RegExp(`\\.seat${seat} \\{\\s+--own: var\\(--seat${seat}\\)`));
});

test('four seats have their colours and marks, and a column each, whoever still acts', async () => {
  const page = await browser.page();
  const game = await fourSeats();
  await pretend(page, game);
  await page.goto(`${server.base}/analyse/four?moves=${encodeURIComponent(MOVES.join(' '))}`);
  await page.locator('.moves li').nth(2).waitFor();
  const fills = await page
    .locator('.board .man.seat3 .body')
    .evaluateAll((nodes) => nodes.map((node) => getComputedStyle(node).fill));
  assert.deepEqual(fills, Array(3).fill('rgb(204, 121, 167)'));
  assert.equal(await page.locator('.board .man.seat3 .seat-mark').count(), 3);
  const columns = await page
    .locator('.moves li')
    .evaluateAll((rows) => rows.map((row) => [...row.children].slice(1).map((cell) => cell.textContent)));
  assert.deepEqual(columns, [
    ['a1', 'b1', 'c1', 'a2'],
    ['b2', '', 'c2', 'a3'],
    ['', '', 'b3', 'c3'],
  ]);
  await page.context().close();
  assert.deepEqual(browser.errors.splice(0), []);
});

test('only the seats that act are asked for a move, and the joint move has no other words', async () => {
  const page = await browser.page();
  const game = await fourSeats();
  const asked = await pretend(page, game);
  await page.goto(`${server.base}/analyse/four?moves=${encodeURIComponent(MOVES.slice(0, 2).join(' '))}`);
  await page.locator('.board[data-seat="2"]').waitFor();
  await makeMove(page, [{ cell: 4 }]);
  await page.getByText('And Seat 4?').waitFor();
  await makeMove(page, [{ cell: 7 }]);
  while (asked.at(-1)?.length !== 3) await page.waitForTimeout(20);
  assert.equal(asked.at(-1)[2], 'm4|m7');
  await page.context().close();
  assert.deepEqual(browser.errors.splice(0), []);
});
