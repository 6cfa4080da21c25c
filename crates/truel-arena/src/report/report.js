// Plays stored matches through. A match is its first picture and what changes from ply to ply; see
// replay.rs.
'use strict';
(() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const viewer = document.getElementById('viewer');
  const slider = document.getElementById('ply');
  let shown = null;
  let timer = 0;

  const element = (name, attributes, text) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    return made;
  };
  const corners = (points) => points.map((p) => `${p.x},${p.y}`).join(' ');
  const height = (outline) => Math.max(...outline.map((p) => p.y)) - Math.min(...outline.map((p) => p.y));
  const WOOD = { light: '#f1e9da', dark: '#d8c6a8' };
  const ground = (fill, colours) => {
    if (typeof fill === 'string') return WOOD[fill];
    const [kind, seat] = Object.entries(fill)[0];
    return `color-mix(in srgb, ${colours[seat]} 22%, ${kind.startsWith('light') ? WOOD.light : WOOD.dark})`;
  };

  // The board without anything on it.
  const draw = (game) => {
    const [left, top, right, bottom] = game.box;
    const svg = element('svg', {
      viewBox: `${left - 0.3} ${top - 0.3} ${right - left + 0.6} ${bottom - top + 0.6}`,
      'text-anchor': 'middle',
    });
    for (const cell of game.board.cells) {
      svg.append(
        element('polygon', {
          points: corners(cell.outline),
          fill: ground(cell.fill, game.colours),
          stroke: '#9c8f78',
          'stroke-width': 0.02,
        }),
      );
      if (game.board.names === 'inside') {
        const room = height(cell.outline);
        svg.append(
          element(
            'text',
            {
              x: cell.centre.x,
              y: cell.centre.y + 0.38 * room,
              'font-size': 0.13 * Math.min(room, 1.2),
              fill: '#7a7264',
            },
            cell.name,
          ),
        );
      }
    }
    for (const stroke of game.board.strokes) {
      const seat = typeof stroke.kind === 'string' ? null : Object.values(stroke.kind)[0];
      svg.append(
        element('polyline', {
          points: corners(stroke.points),
          fill: 'none',
          stroke: seat === null ? '#5f5544' : game.colours[seat],
          'stroke-width': seat === null ? 0.06 : 0.14,
        }),
      );
    }
    for (const label of game.board.labels)
      svg.append(
        element('text', { x: label.at.x, y: label.at.y + 0.12, 'font-size': 0.32, fill: '#7a7264' }, label.text),
      );
    const pieces = element('g', {});
    svg.append(pieces);
    return { svg, pieces };
  };

  const bright = (colour) => {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    return 0.299 * r + 0.587 * g + 0.114 * b > 150;
  };

  const place = (game, group, cell, content) => {
    const { outline, centre } = game.board.cells[cell];
    const inside = game.board.names === 'inside';
    const room = height(outline);
    const size = Math.min(room, 1.15) * (inside ? 0.86 : 1) * (content.length > 1 ? 0.7 : 1);
    content.forEach((piece, number) => {
      const x = centre.x + (number - (content.length - 1) / 2) * 0.42;
      const y = centre.y - (inside ? 0.08 * room : 0);
      const colour = piece.seat === null ? '#fdfbf5' : game.colours[piece.seat];
      const rim = `color-mix(in srgb, ${colour} 55%, black)`;
      const ink = bright(colour) ? '#222' : '#fff';
      const text = (size, fill) =>
        group.append(element('text', { x, y: y + 0.36 * size, 'font-size': size, fill }, piece.text));
      if (piece.look === 'disc') {
        group.append(
          element('circle', { cx: x, cy: y, r: 0.36 * size, fill: colour, stroke: rim, 'stroke-width': 0.05 }),
        );
        text(0.4 * size, ink);
      } else if (piece.look === 'card') {
        group.append(
          element('rect', {
            x: x - 0.35,
            y: y - 0.43,
            width: 0.7,
            height: 0.86,
            rx: 0.1,
            fill: colour,
            stroke: rim,
            'stroke-width': 0.04,
          }),
        );
        text(0.42, ink);
      } else text(0.85 * size, rim);
    });
  };

  const show = (ply) => {
    const { game, replay, pieces } = shown;
    const cells = new Map();
    for (const frame of replay.frames.slice(0, ply + 1))
      for (let at = 0; at < frame.length; at += 2) cells.set(frame[at], frame[at + 1]);
    pieces.replaceChildren();
    for (const [cell, number] of cells) place(game, pieces, cell, game.palette[number]);
    slider.value = ply;
    const last = ply === replay.frames.length - 1;
    const [, points, reason] = game.matches[replay.id];
    const move = ply === 0 ? 'Start' : `${ply}. ${replay.moves[ply - 1]}`;
    document.getElementById('viewer-move').textContent = last
      ? `${move} – ${reason}, ${points.map((p) => Math.round(p * 100) / 100).join(' : ')}`
      : move;
    shown.ply = ply;
  };
  const step = (by) => show(Math.max(0, Math.min(shown.replay.frames.length - 1, shown.ply + by)));
  const pause = () => {
    clearInterval(timer);
    timer = 0;
  };

  const open = (id, number) => {
    const game = GAMES[id];
    const replay = game?.replays.find((replay) => String(replay.id) === number);
    if (!replay) return;
    const { svg, pieces } = draw(game);
    shown = { game, replay, pieces, ply: 0 };
    document.getElementById('viewer-board').replaceChildren(svg);
    const names = game.matches[number][0].map((line, seat) => `${game.seats[seat]} ${game.names[line]}`);
    document.getElementById('viewer-title').textContent = `Match ${number}: ${names.join(', ')}`;
    slider.max = replay.frames.length - 1;
    show(0);
    if (!viewer.open) viewer.showModal();
  };

  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-match]');
    if (link) open(link.dataset.game, link.dataset.match);
  });
  slider.addEventListener('input', () => show(Number(slider.value)));
  document.getElementById('first').addEventListener('click', () => show(0));
  document.getElementById('back').addEventListener('click', () => step(-1));
  document.getElementById('on').addEventListener('click', () => step(1));
  document.getElementById('play').addEventListener('click', () => {
    if (timer) return pause();
    if (shown.ply === shown.replay.frames.length - 1) show(0);
    timer = setInterval(() => {
      step(1);
      if (shown.ply === shown.replay.frames.length - 1) pause();
    }, 500);
  });
  viewer.addEventListener('close', pause);
  viewer.addEventListener('keydown', (event) => {
    if (event.target === slider) return;
    if (event.key === 'ArrowLeft') step(-1);
    if (event.key === 'ArrowRight') step(1);
  });
  const arrive = () => {
    const [, id, number] = location.hash.match(/^#m(.+)-(\d+)$/) || [];
    if (number) open(id, number);
  };
  addEventListener('hashchange', arrive);
  arrive();
})();
