// A position laid out by hand: a palette of what can stand on a cell, a board to put it
// on, and what the rules say to it.
/** @import { Field, GameView, Kit, Layout, Piece, Thing } from '../types.js' */
import * as api from '../api.js';
import { BoardView } from '../board/board.js';
import { inWords, man, paintSeats } from '../board/men.js';
import { button, h, put, s } from '../dom.js';

/** No more than this stands on one cell of any game. */
const HIGHEST = 18;

/** A thing in small. @param {GameView} game @param {Piece} piece */
function picture(game, piece) {
  const svg = s(
    'svg',
    { class: 'thing', viewBox: '-0.5 -0.5 1 1', 'aria-hidden': 'true' },
    man(game, piece, { x: 0, y: 0 }, 1),
  );
  paintSeats(svg, game);
  return svg;
}

export class Editor {
  /** @param {GameView} game @param {Kit} kit @param {Layout} layout @param {number} angle */
  constructor(game, kit, layout, angle) {
    this.game = game;
    this.kit = kit;
    this.layout = layout;
    /** What the hand puts down; nothing clears a cell. @type {number | undefined} */
    this.brush = 0;
    this.asked = 0;
    /**
     * The text of what is laid out, once the rules have nothing against it.
     * @type {string | undefined}
     */
    this.position = undefined;
    this.board = new BoardView(game, {
      angle,
      onPlay: (move) => this.touch(Number(move.mv)),
      label: `${game.title} board to lay out`,
    });
    this.palette = h('div', { class: 'palette', role: 'group', 'aria-label': 'What to put down' });
    this.fields = h('div', { class: 'fields' });
    this.verdict = h('p', { class: 'verdict', role: 'status' });
    this.text = h('input', { class: 'mono', 'aria-label': 'Position text', onchange: () => void this.read() });
    this.onVerdict = () => {};
    this.showPalette();
    this.showFields();
  }

  /** Lays out what a text says. */
  async read() {
    try {
      this.lay(await api.layout({ game: this.game.id, start: this.text.value.trim(), moves: [] }));
    } catch (error) {
      this.judge(undefined, String(error instanceof Error ? error.message : error));
    }
  }

  /** Shows another layout. @param {Layout} layout */
  lay(layout) {
    this.layout = layout;
    this.showFields();
    void this.changed();
  }

  /** Takes everything off the board. */
  clear() {
    this.lay({ ...this.layout, cells: this.layout.cells.map(() => []) });
  }

  /** @param {number} cell */
  touch(cell) {
    const cells = [...this.layout.cells];
    cells[cell] = this.after(cells[cell] ?? []);
    // Nothing that came before leads to a position that was changed by hand.
    const fields = this.layout.fields.map((word, place) => (this.kit.fields[place]?.kind === 'history' ? '-' : word));
    this.layout = { cells, fields };
    void this.changed();
  }

  /**
   * What stands on a cell after the hand has been there.
   * @param {number[]} standing
   * @returns {number[]}
   */
  after(standing) {
    if (this.brush === undefined) return [];
    if (this.kit.has_piles) return [...standing, this.brush].slice(0, HIGHEST);
    return standing[0] === this.brush ? [] : [this.brush];
  }

  /** What is laid out, as pieces. @returns {Piece[]} */
  get pieces() {
    return this.layout.cells.flatMap((things, cell) =>
      [...new Set(things)]
        .toSorted((a, b) => a - b)
        .flatMap((place) => {
          const thing = this.kit.things[place];
          const count = things.filter((other) => other === place).length;
          return thing
            ? [{ ...thing.piece, cell, text: count > 1 ? `${thing.piece.text}${count}` : thing.piece.text }]
            : [];
        }),
    );
  }

  /** Draws the board and asks the rules. */
  async changed() {
    const mine = ++this.asked;
    this.draw();
    const { position, fault } = await api.checkLayout(this.game.id, this.layout);
    if (mine !== this.asked) return;
    this.text.value = position;
    const words = position.split(' ').slice(1);
    const isOther = words.some((word, place) => word !== this.layout.fields[place]);
    if (isOther) this.layout = { ...this.layout, fields: words };
    if (isOther) this.showFields();
    this.judge(fault === null ? position : undefined, fault ?? 'This is a position.');
  }

  /** @param {string | undefined} position @param {string} words */
  judge(position, words) {
    this.position = position;
    this.verdict.textContent = words.charAt(0).toUpperCase() + words.slice(1);
    this.verdict.classList.toggle('wrong', position === undefined);
    this.onVerdict();
  }

  draw() {
    const moment = {
      ply: 0,
      mv: null,
      gestures: [],
      position: '',
      standings: [],
      headline: '',
      acting: [],
      payoffs: null,
      points: null,
      reason: null,
    };
    const everywhere = this.layout.cells.map((_, cell) => ({ seat: 0, mv: String(cell), gesture: [{ cell }] }));
    this.board.brush = this.brush === undefined ? null : (this.kit.things[this.brush]?.piece ?? null);
    void this.board.show({ ...moment, pieces: this.pieces }, undefined, false);
    this.board.let(0, everywhere);
  }

  showPalette() {
    const buttons = this.game.seats.map((_, seat) =>
      this.kit.things.flatMap((thing, place) => (thing.piece.seat === seat ? [this.thingButton(thing, place)] : [])),
    );
    // A row for each seat, unless one row holds them all.
    const rows = buttons.every((row) => row.length < 2) ? [buttons.flat()] : buttons;
    const clear = this.brushButton(h('span', { class: 'clear' }, 'Clear'), undefined, 'Clear a cell');
    put(
      this.palette,
      ...rows.map((row, place) => h('div', { class: 'row' }, ...row, place === rows.length - 1 ? clear : null)),
    );
  }

  /** @param {Thing} thing @param {number} place */
  thingButton(thing, place) {
    return this.brushButton(picture(this.game, thing.piece), place, inWords(this.game, thing.piece));
  }

  /**
   * @param {import('../dom.js').Child} label
   * @param {number | undefined} place
   * @param {string} name
   */
  brushButton(label, place, name) {
    const choose = () => {
      this.brush = place;
      this.showPalette();
      this.draw();
      /** @type {HTMLElement | null} */ (this.palette.querySelector('[aria-pressed="true"]'))?.focus();
    };
    return button(label, choose, { title: name, 'aria-label': name, 'aria-pressed': String(this.brush === place) });
  }

  showFields() {
    put(this.fields, ...this.kit.fields.flatMap((field, place) => this.inputs(field, place)));
  }

  /** @param {Field} field @param {number} place @returns {HTMLElement[]} */
  inputs(field, place) {
    const word = this.layout.fields[place] ?? '';
    const set = (/** @type {string} */ text) => {
      this.layout = { ...this.layout, fields: this.layout.fields.with(place, text) };
      void this.changed();
    };
    if (field.kind === 'turn') {
      const options = field.words.map((value, seat) => h('option', { value }, this.game.seats[seat]?.name));
      const select = h('select', { value: word, onchange: () => set(select.value) }, ...options);
      return [h('label', {}, 'To move', select)];
    }
    if (field.kind === 'number') return [this.number(field.name, word, field.most, set)];
    if (field.kind === 'history') return [];
    const counts = word.split(',');
    return this.game.seats.map((seat, index) =>
      this.number(`${seat.name}: ${field.name}`, counts[index] ?? '0', field.most, (text) => {
        const now = (this.layout.fields[place] ?? '').split(',');
        set(now.with(index, text).join(','));
      }),
    );
  }

  /**
   * @param {string} name
   * @param {string} value
   * @param {number} most
   * @param {(text: string) => void} set
   */
  number(name, value, most, set) {
    const input = h('input', {
      type: 'number',
      min: 0,
      max: most,
      value,
      onchange: () => set(String(Math.max(0, Math.round(Number(input.value))))),
    });
    return h('label', {}, name.charAt(0).toUpperCase() + name.slice(1), input);
  }
}
