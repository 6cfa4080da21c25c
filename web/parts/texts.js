// A line of play as text: its position, its record, a link that holds all of it; each to
// copy, and to paste another.
/** @import { GameView, LineOfPlay } from '../types.js' */
import * as api from '../api.js';
import { button, copy, copyLater, h, note } from '../dom.js';
import { go } from '../main.js';
import { analysisLink, lineOfRecord } from './record.js';

export class LineTexts {
  /**
   * @param {GameView} game
   * @param {() => LineOfPlay} line
   * @param {() => number} ply the ply looked at
   */
  constructor(game, line, ply) {
    this.game = game;
    this.line = line;
    this.ply = ply;
    this.position = h('input', { class: 'mono', 'aria-label': 'Position text', onchange: () => void this.paste() });
    this.record = h('textarea', { rows: 3, 'aria-label': 'Record', placeholder: '{"game":…,"moves":[…]}' });
    this.element = h(
      'section',
      { class: 'panel texts' },
      h('label', {}, 'Position (paste another to look at it)', this.position),
      this.buttons(),
      h(
        'details',
        {},
        h('summary', {}, 'Load a record'),
        this.record,
        button('Load', () => this.load()),
      ),
    );
  }

  /** @param {string} position */
  show(position) {
    this.position.value = position;
  }

  buttons() {
    return h(
      'div',
      { class: 'row small' },
      button('Copy position', () => void copy(this.position.value, 'Position')),
      button('Copy link to all of this', () => void copy(location.origin + this.link(), 'Link')),
      button('Copy record', () => void copyLater(() => api.lineRecord(this.line()), 'Record')),
      button('Play from here', () => this.play()),
      this.game.kit ? button('Edit position', () => this.edit()) : null,
      button('Start position', () => go(`/analyse/${this.game.id}`)),
    );
  }

  link() {
    const { game, start, moves } = this.line();
    return analysisLink(game, start, moves);
  }

  /** Lays the position out to be changed by hand. */
  edit() {
    go(`/analyse/${this.game.id}/edit?${new URLSearchParams({ position: this.position.value })}`);
  }

  /** Sets up a match that goes on from here. */
  play() {
    const { start, moves } = this.line();
    const played = moves.slice(0, this.ply());
    const query = new URLSearchParams({
      ...(start ? { position: start } : {}),
      ...(played.length > 0 ? { moves: played.join(' ') } : {}),
    });
    go(`/play/${this.game.id}?${query}`);
  }

  /** Another position's text was put in. */
  async paste() {
    const start = this.position.value.trim();
    try {
      await api.moments({ game: this.game.id, start, moves: [] });
      go(analysisLink(this.game.id, start, []));
    } catch (error) {
      note(String(error instanceof Error ? error.message : error));
    }
  }

  load() {
    try {
      const line = lineOfRecord(this.record.value);
      go(analysisLink(line.game, line.start, line.moves));
    } catch (error) {
      note(String(error instanceof Error ? error.message : error));
    }
  }
}
