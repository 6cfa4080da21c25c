// The board as it lies on the screen: every point turned round the middle, so that a seat
// has its own side below.
/** @import { Board, GameView, Piece, Point } from '../types.js' */

/**
 * @typedef {object} LaidCell
 * @property {Point} centre
 * @property {Point[]} outline
 * @property {number} height the room for a piece
 */

/**
 * A board turned by an angle.
 * @typedef {object} Lay
 * @property {number} angle in degrees
 * @property {Point} middle
 * @property {LaidCell[]} cells
 * @property {Point[][]} strokes
 * @property {Point[]} labels
 * @property {{ x: number, y: number, width: number, height: number }} box
 */

const MARGIN = 0.22;

/** The middle of the cells. @param {Board} board @returns {Point} */
export function middleOf(board) {
  const box = boxOf(board.cells.flatMap((cell) => cell.outline));
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Point[]} points */
function boxOf(points) {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/**
 * A point turned round the middle.
 * @param {Point} point
 * @param {Point} middle
 * @param {number} angle
 * @returns {Point}
 */
export function turned(point, middle, angle) {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [x, y] = [point.x - middle.x, point.y - middle.y];
  return { x: middle.x + x * cos - y * sin, y: middle.y + x * sin + y * cos };
}

/** Lays a board out. @param {Board} board @param {number} angle @returns {Lay} */
export function lay(board, angle) {
  const middle = middleOf(board);
  const turn = (/** @type {Point} */ point) => (angle % 360 === 0 ? point : turned(point, middle, angle));
  const cells = board.cells.map((cell) => {
    const outline = cell.outline.map(turn);
    return { outline, centre: turn(cell.centre), height: boxOf(outline).height };
  });
  const strokes = board.strokes.map((stroke) => stroke.points.map(turn));
  const labels = board.labels.map((label) => turn(label.at));
  const around = labels.flatMap((at) => [
    { x: at.x - 0.3, y: at.y - 0.3 },
    { x: at.x + 0.3, y: at.y + 0.3 },
  ]);
  const box = boxOf([...cells.flatMap((cell) => cell.outline), ...strokes.flat(), ...around]);
  return { angle, middle, cells, strokes, labels, box: grown(box) };
}

/** @param {{ x: number, y: number, width: number, height: number }} box */
function grown(box) {
  return { x: box.x - MARGIN, y: box.y - MARGIN, width: box.width + 2 * MARGIN, height: box.height + 2 * MARGIN };
}

/** Distance of two points. @param {Point} a @param {Point} b */
export const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * The smallest turn that lays every cell on a cell, of those that people would accept.
 * @param {Board} board
 */
export function turnStep(board) {
  const middle = middleOf(board);
  const centres = board.cells.map((cell) => cell.centre);
  const isKept = (/** @type {number} */ angle) =>
    centres.every((centre) => {
      const to = turned(centre, middle, angle);
      return centres.some((other) => distance(other, to) < 0.05);
    });
  return [60, 120, 180].find(isKept) ?? 0;
}

/**
 * The cells that are a seat's own at the start: where its men stand, or else those in its colour.
 * @param {GameView} game
 * @param {Piece[]} pieces
 * @param {number} seat
 */
function homeOf(game, pieces, seat) {
  const own = pieces.filter((piece) => piece.seat === seat).map((piece) => piece.cell);
  if (pieces.length > 0) return own;
  const isTinted = (/** @type {import('../types.js').Cell} */ { fill }) =>
    typeof fill !== 'string' && Object.values(fill)[0] === seat;
  return game.board.cells.flatMap((cell, index) => (isTinted(cell) ? [index] : []));
}

/**
 * The turn that brings a seat's side to the bottom.
 * @param {GameView} game
 * @param {Piece[]} startPieces
 * @param {number} seat
 */
export function facing(game, startPieces, seat) {
  const step = turnStep(game.board);
  const home = homeOf(game, startPieces, seat).map((index) => game.board.cells[index]?.centre ?? { x: 0, y: 0 });
  if (step === 0 || home.length === 0) return 0;
  const middle = middleOf(game.board);
  const mean = {
    x: home.reduce((sum, point) => sum + point.x, 0) / home.length,
    y: home.reduce((sum, point) => sum + point.y, 0) / home.length,
  };
  if (distance(mean, middle) < 0.5) return 0;
  const angles = Array.from({ length: 360 / step }, (_, turn) => turn * step);
  const depth = (/** @type {number} */ angle) => turned(mean, middle, angle).y;
  return angles.reduce((best, angle) => (depth(angle) > depth(best) + 0.01 ? angle : best), 0);
}

/** Points as SVG writes them. @param {Point[]} points */
export const corners = (points) => points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');

/** A number short enough to read. @param {number} value */
export const round = (value) => Math.round(value * 1000) / 1000;

/**
 * The cell next to another in a direction on the screen, if there is one.
 * @param {Lay} lay
 * @param {number} from
 * @param {Point} way
 * @returns {number | undefined}
 */
export function cellTowards(lay, from, way) {
  const here = lay.cells[from]?.centre ?? lay.middle;
  let best = /** @type {number | undefined} */ (undefined);
  let least = Infinity;
  lay.cells.forEach(({ centre }, index) => {
    const [x, y] = [centre.x - here.x, centre.y - here.y];
    const along = x * way.x + y * way.y;
    const aside = Math.abs(x * way.y - y * way.x);
    // The nearest first, so that no row of hexagons is passed over.
    const cost = Math.hypot(x, y) + 0.7 * aside;
    if (index !== from && along > 0.2 && aside < 1.8 * along && cost < least) [best, least] = [index, cost];
  });
  return best;
}
