// One tournament: standings that move, the matches being played, everybody against
// everybody, the matches, faults, downloads.
/** @import { GameView, MatchView, TournamentStandings } from '../types.js' */
/** @import { Page } from '../main.js' */
import * as api from '../api.js';
import { button, h, link, note, paint, put } from '../dom.js';
import { LiveBoards } from '../parts/lives.js';
import { crossTable, seatLine, standingsTable } from '../parts/standings.js';
import { formatName } from '../parts/tournament-form.js';
import { reasonText } from '../parts/words.js';

const PART = 20;
/** Boards of live matches at most. */
const BOARDS = 4;
/** Between two looks at the standings at least. */
const PAUSE = 700;

class TournamentPage {
  /**
   * @param {TournamentStandings} tournament
   * @param {GameView} game
   * @param {string | undefined} agent only this agent's matches
   */
  constructor(tournament, game, agent) {
    this.tournament = tournament;
    this.game = game;
    this.agent = agent;
    this.live = new LiveBoards(tournament, game, BOARDS, () => this.showLive());
    this.bar = h(
      'div',
      { class: 'progress-bar', role: 'progressbar', 'aria-label': 'Matches played' },
      h('span', { class: 'fill' }),
    );
    this.state = h('p', {});
    this.steer = h('span', { class: 'row' });
    this.tables = h('div', {});
    this.matches = h('ul', { class: 'match-list' });
    this.more = button('More matches', () => void this.showMatches());
    this.shown = 0;
    this.timer = 0;
    this.stop = () => {};
  }

  /** @param {HTMLElement} into */
  build(into) {
    document.title = `${this.tournament.name} · truel`;
    const { id } = this.tournament;
    const downloads = h(
      'div',
      { class: 'row small' },
      h('a', { class: 'button', href: `/api/tournaments/${id}/records`, download: '' }, 'Records'),
      h('a', { class: 'button', href: `/api/tournaments/${id}/report`, download: '' }, 'Report'),
      this.steer,
    );
    into.classList.add('table');
    // A single board fits beside the tables, several stand above them.
    const isWide = this.live.most > 1;
    this.side = h('section', { class: isWide ? 'panel wide' : 'panel' }, h('h2', {}, 'Live'), this.live.element);
    put(
      into,
      h(
        'div',
        { class: 'wide' },
        link('/watch', {}, 'All tournaments'),
        h('h1', {}, this.tournament.name),
        this.state,
        this.bar,
        downloads,
      ),
      isWide && this.side,
      this.tables,
      h(
        'div',
        {},
        !isWide && this.side,
        h(
          'section',
          { class: 'panel' },
          h('h2', {}, this.agent ? `Matches of ${this.agent}` : 'Matches'),
          this.matches,
          this.more,
        ),
      ),
    );
    this.show(this.tournament);
    void this.showMatches();
    this.listen();
  }

  listen() {
    this.stop();
    if (!this.tournament.is_running) return;
    this.stop = api.watchTournament(
      this.tournament.id,
      (happening) => {
        this.live.hear(happening);
        if (happening.kind === 'stored' || happening.kind === 'ended') this.lookSoon();
        if (happening.kind === 'ended') this.stop();
      },
      () => this.lookSoon(),
    );
  }

  lookSoon() {
    if (this.timer) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      void this.look();
    }, PAUSE);
  }

  async look() {
    this.show(await api.tournament(this.tournament.id));
    this.shown = 0;
    await this.showMatches();
  }

  /** @param {TournamentStandings} tournament */
  show(tournament) {
    this.tournament = tournament;
    const state = tournament.is_running ? 'being played' : tournament.done < tournament.total ? 'stopped' : 'over';
    const { format, done, total } = tournament;
    const count = `${done} of ${total} matches`;
    this.state.textContent = [this.game.title, formatName(format).toLowerCase(), count, state].join(', ');
    paint(this.bar, '--share', String(tournament.total > 0 ? tournament.done / tournament.total : 0));
    this.bar.setAttribute('aria-valuenow', String(Math.round((100 * tournament.done) / Math.max(1, tournament.total))));
    this.showLive();
    put(
      this.steer,
      tournament.is_running
        ? button('Stop', () => void this.turn('stop'))
        : tournament.done < tournament.total
          ? button('Go on', () => void this.turn('resume'))
          : null,
    );
    put(
      this.tables,
      ...tournament.tables.flatMap((table) => [
        h(
          'section',
          { class: 'panel' },
          h('h2', {}, 'Standings'),
          standingsTable(tournament.id, table),
          seatLine(this.game, table.seats),
          this.bySeat(table),
        ),
        h('section', { class: 'panel' }, h('h2', {}, 'Everybody against everybody'), crossTable(table)),
      ]),
    );
  }

  /** Live matches are shown while there are any, and as long as somebody looks back at one. */
  showLive() {
    if (this.side) this.side.hidden = !this.tournament.is_running && !this.live.isHeld;
  }

  /**
   * How the agent of this page fared in each seat.
   * @param {TournamentStandings['tables'][number]} table
   */
  bySeat(table) {
    const line = table.lines.find((line) => line.entrant === this.agent);
    if (!line) return null;
    return h(
      'p',
      {},
      h('strong', {}, line.entrant),
      ' by seat: ',
      line.by_seat
        .map(
          (counts, seat) =>
            `${this.game.seats[seat]?.name} ${counts.points ? Math.round(counts.points.value * 100) : '–'} % of ${counts.matches}`,
        )
        .join(', '),
    );
  }

  /** @param {'stop' | 'resume'} what */
  async turn(what) {
    try {
      await api.steerTournament(this.tournament.id, what);
      await this.look();
      this.live.take(this.tournament.live);
      this.listen();
    } catch (error) {
      note(String(error instanceof Error ? error.message : error));
    }
  }

  /** Shows the next part of the matches. */
  async showMatches() {
    const part = await api.tournamentMatches(this.tournament.id, this.shown, PART);
    if (this.shown === 0) put(this.matches);
    this.shown += part.length;
    const wanted = part.filter((match) => !this.agent || match.seats.includes(this.agent));
    this.matches.append(...wanted.map((match) => this.row(match)));
    this.more.hidden = part.length < PART;
  }

  /** @param {MatchView} match */
  row(match) {
    const seats = match.seats.map((name, seat) => `${name} ${match.points[seat] ?? 0}`).join(' · ');
    const faults = match.faults.map((fault) =>
      h(
        'details',
        { class: 'fault' },
        h('summary', {}, `${match.seats[fault.seat]}: ${fault.kind}`),
        h('p', {}, fault.told),
        fault.evidence?.length ? h('pre', {}, fault.evidence.join('\n')) : null,
      ),
    );
    return h(
      'li',
      {},
      link(`/watch/${this.tournament.id}/match/${match.id}`, {}, `${match.id}`),
      ' ',
      seats,
      ' ',
      h('small', {}, `${match.moves.length} plies: ${reasonText(match.reason)}`),
      ...faults,
    );
  }

  leave() {
    window.clearTimeout(this.timer);
    this.live.close();
    this.stop();
  }
}

/**
 * A tournament that has only just been started may not be readable yet.
 * @template T
 * @param {() => Promise<T>} ask
 */
async function patiently(ask) {
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    await new Promise((resolve) => window.setTimeout(resolve, 200));
  }
  return ask();
}

/** @type {Page} */
export async function show(into, [id = '', what, name]) {
  const tournament = await patiently(() => api.tournament(id));
  const game = await api.game(tournament.games[0] ?? '');
  const page = new TournamentPage(tournament, game, what === 'agent' ? name : undefined);
  page.build(into);
  return () => page.leave();
}
