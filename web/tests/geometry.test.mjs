// The arrow keys lead from any cell of any board to any other, however the board lies.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cellTowards, lay, turnStep } from '../board/geometry.js';
import { Server } from './harness.mjs';

const server = new Server();
before(() => server.start());
after(() => server.close());

const WAYS = [
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: 0, y: 1 },
  { x: 0, y: -1 },
];

/** The cells that the arrow keys lead to from a cell. */
function reached(laid, from) {
  const [seen, open] = [new Set([from]), [from]];
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    for (const next of WAYS.map((way) => cellTowards(laid, cell, way))) {
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return seen.size;
}

test('no cell is out of reach of the arrow keys', async () => {
  for (const { id, board } of await server.ask('/api/games')) {
    const step = turnStep(board) || 360;
    for (let angle = 0; angle < 360; angle += step) {
      const laid = lay(board, angle);
      for (const cell of board.cells.keys()) {
        assert.equal(reached(laid, cell), board.cells.length, `${id} turned by ${angle} from cell ${cell}`);
      }
    }
  }
});
