// How long a click takes in a browser: node tests/latency.mjs [MOVES] Two people at one screen,
// then one against two quick agents. Prints milliseconds from the click that completes a move until
// the board shows it, and until the next click of a person is taken.
import { agent, Browser, middle, person, Server } from './harness.mjs';

const count = Number(process.argv[2] ?? 20);
const [server, browser] = [new Server(), new Browser()];
await server.start();
await browser.start();

/** The median, the largest, and how many there are. */
function told(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]);
  return `median ${at(0.5)} ms, 90 % ${at(0.9)} ms, longest ${at(1)} ms (${values.length} moves)`;
}

/** Plays moves as fast as the page takes them and measures in the page itself. */
async function measure(name, { step, ...wish }, seatAt) {
  const page = await browser.page({ reducedMotion: 'no-preference' });
  const id = await server.room(wish);
  await page.goto(`${server.base}/room/${id}`);
  const [shown, taken, ready] = [[], [], []];
  let ply = 0;
  for (let move = 0; move < count; move += 1) {
    const seat = seatAt(ply);
    await page.locator(`.board[data-ply="${ply}"][data-seat="${seat}"]`).waitFor();
    const { legal } = await server.ask(`/api/rooms/${id}`);
    const moves = legal.filter((one) => one.seat === seat && one.gesture.every((touch) => touch.cell !== undefined));
    if (moves.length === 0) break;
    const { gesture } = moves[(move * 7) % moves.length];
    const next = ply + step;
    for (const { cell } of gesture.slice(0, -1)) {
      const at = await middle(page, cell);
      await page.mouse.click(at.x, at.y);
    }
    // The page notes when it is clicked, when the list shows the move, and when somebody may move
    // again.
    await page.evaluate(
      ([next, moves]) => {
        const note = {};
        window.noted = note;
        document.addEventListener('pointerup', () => (note.clicked ??= performance.now()), {
          once: true,
          capture: true,
        });
        const look = () => {
          const board = document.querySelector('.board');
          if (note.clicked && document.querySelectorAll('.move').length >= moves) note.shown ??= performance.now();
          if (note.clicked && Number(board.dataset.ply) === next && board.dataset.seat !== '')
            note.taken ??= performance.now();
          if (!note.taken || !note.shown) requestAnimationFrame(look);
        };
        look();
      },
      [next, ply + 1],
    );
    const at = await middle(page, gesture.at(-1).cell);
    await page.mouse.click(at.x, at.y);
    // When the server itself would take the next move.
    const begun = performance.now();
    for (;;) {
      const view = await server.ask(`/api/rooms/${id}`);
      if (view.moment.ply >= next || view.moment.payoffs) break;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    ready.push(performance.now() - begun);
    const noted = await page
      .waitForFunction(() => window.noted.taken && window.noted.shown && window.noted, undefined, { timeout: 20000 })
      .then((handle) => handle.jsonValue())
      .catch(() => undefined);
    if (!noted) break;
    shown.push(noted.shown - noted.clicked);
    taken.push(noted.taken - noted.clicked);
    ply = next;
  }
  console.log(
    `${name}\n  the server is ready   ${told(ready)}\n  the move is shown     ${told(shown)}\n  the next click counts ${told(taken)}`,
  );
  await page.context().close();
}

try {
  await measure(
    'two people at one screen, avalam',
    { game: 'avalam', seats: [person(), person()], step: 1 },
    (ply) => ply % 2,
  );
  await measure(
    'a person against an agent at 50 ms a move, avalam',
    { game: 'avalam', seats: [person(), agent('mcts:time=50ms')], step: 2 },
    () => 0,
  );
  await measure(
    'a person against two agents at 50 ms a move, chexers',
    { game: 'chexers', seats: [person(), agent('mcts:time=50ms'), agent('mcts:time=50ms')], step: 3 },
    () => 0,
  );
} finally {
  await browser.close();
  await server.close();
}
