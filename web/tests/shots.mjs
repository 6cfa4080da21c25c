// Pictures of all pages, light, dark and on a phone: node tests/shots.mjs FOLDER [NAME …]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { agent, Browser, person, randomMatches, Server } from './harness.mjs';

const [folder = 'shots', ...wanted] = process.argv.slice(2);
const SIZES = { light: {}, dark: { colorScheme: 'dark' }, phone: { viewport: { width: 375, height: 812 } } };
/** Names as long as they may be. */
const [LONG, LONGER] = ['Bartholomew-Maximilian von Hohenzollern-S', 'Wolfeschlegelsteinhausenbergerdorffwelche'].map(
  (name) => name.slice(0, 40),
);
const GAMES = { chexers: 24, threechess: 30, ropasci: 7, avalam: 21, 'pentago-swap': 10 };

/** The beginning of a match in which everybody plays what chance says. */
async function beginning(server, game, plies) {
  const moves = [];
  for (let ply = 0; ply < plies; ply += 1) {
    const { moment, legal } = await server.ask('/api/positions', { game, moves });
    const pick = (seat) =>
      legal.filter((move) => move.seat === seat)[(ply * 7 + 3) % legal.filter((move) => move.seat === seat).length];
    if (moment.acting.length === 0) break;
    moves.push(moment.acting.map((seat) => pick(seat).mv).join('|'));
  }
  return moves;
}

/** Starts a tournament; one that is `over` is waited for. */
async function tournament(server, call, isOver) {
  const { id } = await server.ask('/api/tournaments', { format: 'round-robin', opening: 2, seed: 1, ...call });
  for (;;) {
    const now = await server.ask(`/api/tournaments/${id}`).catch(() => undefined);
    if (now && (!isOver || now.done === now.total)) return id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Every page by a name: where it is, and what must be there before its picture is taken. */
async function pages(server) {
  const games = await server.ask('/api/games');
  const paths = { home: ['/', '.game .man'] };
  for (const [game, plies] of Object.entries(GAMES)) {
    const moves = await beginning(server, game, plies);
    const { seats } = games.find(({ id }) => id === game);
    const sitters = seats.map((_, seat) => (seat === plies % 3 ? person('Ann') : agent('champion:time=5s')));
    const room = await server.room({ game, moves, seats: sitters, clock: { time: 300000, increment: 2000 } });
    const query = new URLSearchParams({ moves: moves.join(' ') });
    const { moment } = await server.ask('/api/positions', { game, moves });
    paths[`room-${game}`] = [`/room/${room}`, '.board .man'];
    paths[`analyse-${game}`] = [`/analyse/${game}?${query}`, '.candidates tbody tr'];
    paths[`edit-${game}`] = [
      `/analyse/${game}/edit?${new URLSearchParams({ position: moment.position })}`,
      '.verdict:not(:empty)',
    ];
    for (const [page, ready] of [
      ['play', '.sitter'],
      ['learn', '.diagram .hit'],
      ['agents', '.agent'],
    ])
      paths[`${page}-${game}`] = [`/${page}/${game}`, ready];
  }
  const names = await server.room({
    game: 'chexers',
    seats: [person(LONG), person(LONGER), agent('champion:time=5s,rival=0.61,third=0.41,scale=6.1')],
    clock: { time: 3600000, increment: 2000 },
  });
  paths['names-room'] = [`/room/${names}`, '.board .man'];
  const [over] = randomMatches('avalam', 1);
  const done = await server.room({ game: 'avalam', moves: over.moves, seats: [person('Ann'), person('Ben')] });
  paths.review = [`/room/${done}`, '.review:has(.progress:empty) .curve[points*=","]'];
  const spring = await tournament(
    server,
    {
      name: 'Spring tournament',
      game: 'pentago-swap',
      agents: ['champion', 'greedy', 'alphabeta:depth=1', 'random'],
      blocks: 4,
      time: '10ms/move',
    },
    true,
  );
  const [match] = await server.ask(`/api/tournaments/${spring}/matches`);
  const wide = await tournament(
    server,
    {
      name: 'A tournament with an extremely long name',
      game: 'pentago-swap',
      agents: [
        'alphabeta:depth=1,table=16,reductions=off',
        'alphabeta:depth=1,table=8,reductions=off',
        'mcts:sims=20,c=0.71,rollout=egreedy(0.4,5)',
      ],
      blocks: 2,
    },
    true,
  );
  paths['names-tournament'] = [`/watch/${wide}`, '.match-list li'];
  const live = await tournament(
    server,
    {
      name: 'Long tournament',
      game: 'chexers',
      agents: ['champion:time=30ms', 'mcts:time=30ms', 'greedy'],
      blocks: 400,
    },
    false,
  );
  await tournament(
    server,
    { name: 'Towers', game: 'avalam', agents: ['champion:time=100ms', 'mcts:time=100ms', 'greedy'], blocks: 400 },
    false,
  );
  paths.watch = ['/watch', '.live .man'];
  paths['tournament-live'] = [`/watch/${live}`, '.live .man'];
  paths['tournament-over'] = [`/watch/${spring}`, '.match-list li'];
  paths['tournament-agent'] = [`/watch/${spring}/agent/greedy`, '.match-list li'];
  paths['tournament-match'] = [`/watch/${spring}/match/${match.id}`, '.seat'];
  paths.trouble = ['/nowhere', '.trouble'];
  return paths;
}

/** Takes every wanted picture. */
async function shoot(server, browser) {
  const all = Object.entries(await pages(server));
  const chosen = all.filter(([name]) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)));
  for (const [size, options] of Object.entries(SIZES)) {
    const page = await browser.page(options);
    for (const [name, [path, ready]] of chosen) {
      await page.goto(server.base + path);
      await page.locator(ready).first().waitFor({ timeout: 120000, state: 'attached' });
      await page.waitForTimeout(/^(analyse|watch|tournament-live)/.test(name) ? 2500 : 500);
      await page.screenshot({ path: join(folder, `${name}-${size}.png`), fullPage: !name.startsWith('room') });
    }
    await page.context().close();
  }
  if (browser.errors.length > 0) throw new Error(browser.errors.join('\n'));
}

const [server, browser] = [new Server(), new Browser()];
await server.start();
await browser.start();
mkdirSync(folder, { recursive: true });
try {
  await shoot(server, browser);
} finally {
  await browser.close();
  await server.close();
}
