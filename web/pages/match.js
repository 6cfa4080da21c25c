// A stored match of a tournament, played again.
/** @import { GameView, MatchView, Moment } from '../types.js' */
/** @import { Page } from '../main.js' */
import * as api from '../api.js';
import { BoardView } from '../board/board.js';
import { seatBadge } from '../board/men.js';
import { button, copyLater, h, link, put } from '../dom.js';
import { signButton } from '../icons.js';
import { MoveList, stepKeys } from '../parts/moves.js';
import { analysisLink } from '../parts/record.js';
import { Review } from '../parts/review.js';
import { headlineOf, reasonText, standing } from '../parts/words.js';

class MatchPage {
  /**
   * @param {string} tournament
   * @param {MatchView} match
   * @param {GameView} game
   * @param {Moment[]} moments
   */
  constructor(tournament, match, game, moments) {
    this.tournament = tournament;
    this.match = match;
    this.game = game;
    this.moments = moments;
    this.ply = 0;
    this.board = new BoardView(game);
    this.moveList = new MoveList(game, (ply) => this.look(ply));
    // A tournament may be going by the clock on the same machine, so nothing is searched unasked.
    this.review = new Review(game, {
      look: (ply) => this.look(ply),
      point: (hints) => this.board.hint(hints),
      board: this.board.element,
      moves: this.moveList,
      isAsked: true,
    });
    this.seats = h('section', { class: 'seats' });
    this.headline = h('h1', { class: 'headline' });
  }

  /** @param {HTMLElement} into */
  build(into) {
    document.title = `Match ${this.match.id} · truel`;
    const { match } = this;
    into.classList.add('table');
    const controls = h(
      'div',
      { class: 'controls row small' },
      signButton('turn', 'Turn the board', () => this.board.flip()),
      h('a', { class: 'button', href: analysisLink(match.game, match.start, match.moves) }, 'Analyse'),
      button('Copy record', () => void copyLater(() => api.tournamentRecord(this.tournament, match.id), 'Record')),
      link(`/watch/${this.tournament}`, {}, 'The tournament'),
    );
    put(
      into,
      h('div', { class: 'board-column' }, h('div', { class: 'board-box' }, this.board.element)),
      h('aside', { class: 'side' }, this.headline, this.seats, this.moveList.element, controls),
      this.review.element,
    );
    this.look(0);
  }

  /** @param {number} ply */
  look(ply) {
    const moment = this.moments[Math.max(0, Math.min(this.moments.length - 1, ply))];
    if (!moment) return;
    const isNext = moment.ply === this.ply + 1;
    this.ply = moment.ply;
    void this.board.show(moment, this.moments[this.ply - 1], isNext);
    this.moveList.show(this.moments, this.ply);
    this.review.show(`${this.tournament}/${this.match.id}`, this.moments, this.ply);
    this.headline.textContent =
      this.ply === this.moments.length - 1 && !moment.payoffs
        ? reasonText(this.match.reason)
        : headlineOf(this.game, moment);
    put(
      this.seats,
      ...this.match.seats.map((name, seat) =>
        h(
          'div',
          { class: `seat ${moment.acting.includes(seat) ? 'acting' : ''}` },
          seatBadge(this.game, seat),
          h(
            'div',
            { class: 'who' },
            h('strong', {}, name),
            h('span', { class: 'colour-name' }, this.game.seats[seat]?.name),
            h('small', {}, standing(moment, seat)),
          ),
          h('span', { class: 'payoff' }, String(this.match.points[seat] ?? '')),
        ),
      ),
    );
  }
}

/** @type {Page} */
export async function show(into, [tournament = '', , number = '0']) {
  const match = await api.tournamentMatch(tournament, number);
  const [game, moments] = await Promise.all([
    api.game(match.game),
    api.moments({ game: match.game, ...(match.start ? { start: match.start } : {}), moves: match.moves }),
  ]);
  const page = new MatchPage(tournament, match, game, moments);
  page.build(into);
  const stop = stepKeys((way) =>
    page.look({ first: 0, back: page.ply - 1, on: page.ply + 1, last: page.moments.length - 1 }[way]),
  );
  return () => {
    stop();
    page.review.close();
    page.moveList.replay.stop();
  };
}
