// Pictures of all pages, light, dark and on a phone: node tests/shots.mjs FOLDER
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Browser, Server, agent, person } from './harness.mjs';

const folder = process.argv[2] ?? 'shots';
const SIZES = { light: {}, dark: { colorScheme: 'dark' }, phone: { viewport: { width: 390, height: 844 } } };
const GAMES = { chexers: 24, threechess: 30, ropasci: 7, avalam: 21, 'pentago-swap': 10 };

/** The beginning of a match in which everybody plays what chance says. */
async function beginning(server, game, plies) {
  const moves = [];
  for (let ply = 0; ply < plies; ply += 1) {
    const { moment, legal } = await server.ask('/api/positions', { game, moves });
    const pick = (seat) => legal.filter((move) => move.seat === seat)[(ply * 7 + 3) % legal.filter((move) => move.seat === seat).length];
    if (moment.acting.length === 0) break;
    moves.push(moment.acting.map((seat) => pick(seat).mv).join('|'));
  }
  return moves;
}

const [server, browser] = [new Server(), new Browser()];
await server.start();
await browser.start();
mkdirSync(folder, { recursive: true });
const games = await server.ask('/api/games');
const paths = { home: '/' };
for (const [game, plies] of Object.entries(GAMES)) {
  const moves = await beginning(server, game, plies);
  const seats = games
    .find(({ id }) => id === game)
    .seats.map((_, seat) => (seat === plies % 3 ? person('Ann') : agent('champion:time=5s')));
  paths[`room-${game}`] = `/room/${await server.room({ game, moves, seats, clock: { time: 300000, increment: 2000 } })}`;
  paths[`analyse-${game}`] = `/analyse/${game}?${new URLSearchParams({ moves: moves.join(' ') })}`;
  for (const page of ['play', 'learn', 'agents']) paths[`${page}-${game}`] = `/${page}/${game}`;
}
for (const [size, options] of Object.entries(SIZES)) {
  const page = await browser.page(options);
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(server.base + path);
    await page.locator('h1').first().waitFor();
    await page.waitForTimeout(name.startsWith('analyse') ? 2000 : 600);
    await page.screenshot({ path: join(folder, `${name}-${size}.png`), fullPage: !name.startsWith('room') });
  }
  await page.context().close();
}
if (browser.errors.length > 0) console.error(browser.errors.join('\n'));
await browser.close();
await server.close();
