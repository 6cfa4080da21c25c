//! How far a tournament has come: the rounds of all its games, one after the other.
//!
//! Games are independent of each other and go through their rounds side by side, so that there is
//! always enough to play.

use super::plan::Plan;
use super::results::{Results, Round, Slot};
use super::schedule::{self, Schedule};
use crate::series::orders;
use crate::store::{Score, Store, StoreError};

/// The rounds of all games so far.
#[derive(Debug)]
pub struct Progress {
    games: Vec<GameProgress>,
    /// The number of the round that is being played, counted from 0; nothing before the first.
    round: Option<usize>,
    next_id: u64,
}

/// The rounds of one game.
#[derive(Debug)]
struct GameProgress {
    schedule: Box<dyn Schedule>,
    seats: usize,
    results: Results,
    /// Whether it has a round that is being played.
    is_on: bool,
}

impl Progress {
    /// Before the first round.
    pub fn new(plan: &Plan) -> Self {
        let game = |game| GameProgress {
            schedule: schedule::of(plan, game),
            seats: game.info().seats.len(),
            results: Results::default(),
            is_on: true,
        };
        Progress {
            games: plan.games.iter().map(game).collect(),
            round: None,
            next_id: 1,
        }
    }

    /// As far as a store has it.
    pub fn of(store: &Store) -> Result<Self, StoreError> {
        let mut progress = Progress::new(store.plan());
        while progress.advance() {
            progress.fill(store)?;
            if progress.left() > 0 {
                break;
            }
        }
        Ok(progress)
    }

    /// Opens the next round, once the one before is complete. Returns whether there is one.
    pub fn advance(&mut self) -> bool {
        let number = self.round.map_or(0, |round| round + 1);
        for game in self.games.iter_mut().filter(|game| game.is_on) {
            game.results.close();
            let pairings = game.schedule.round(number, &game.results);
            game.is_on = pairings.is_some();
            if let Some(pairings) = pairings {
                let round = Round::new(self.next_id, pairings, game.seats);
                self.next_id = round.ids().end;
                game.results.open(round);
            }
        }
        let is_on = self.games.iter().any(|game| game.is_on);
        if is_on {
            self.round = Some(number);
        }
        is_on
    }

    /// Takes the matches of this round that a store has. A match between others than those who meet
    /// now does not count: it was played
    /// before a damaged match of an earlier round came out anew.
    pub fn fill(&mut self, store: &Store) -> Result<(), StoreError> {
        for round in self.rounds_mut() {
            for Score { id, entrants, points } in store.scores(round.ids())? {
                if round.slot(id).entrants == entrants {
                    round.note(id, &points);
                }
            }
        }
        Ok(())
    }

    /// Any match so far by its number: the place of its game in the plan, its round and its slot.
    pub fn find(&self, id: u64) -> Option<(usize, usize, Slot)> {
        let games = self.games.iter().enumerate();
        games
            .flat_map(|(game, progress)| {
                let rounds = progress.results.rounds().iter().enumerate();
                rounds.map(move |(number, round)| (game, number, round))
            })
            .find(|(_, _, round)| round.ids().contains(&id))
            .map(|(game, number, round)| (game, number, round.slot(id)))
    }

    /// The rounds that are being played.
    fn rounds_mut(&mut self) -> impl Iterator<Item = &mut Round> {
        let games = self.games.iter_mut().filter(|game| game.is_on);
        games.filter_map(|game| game.results.current())
    }

    /// The number of the round that is being played, counted from 0.
    pub fn round(&self) -> usize {
        self.round.unwrap_or(0)
    }

    /// The matches of this round that have no result.
    pub fn open(&self) -> Vec<u64> {
        let on = self.games.iter().filter(|game| game.is_on);
        on.filter_map(|game| game.results.rounds().last())
            .flat_map(Round::open)
            .collect()
    }

    /// How many matches of this round have no result.
    pub fn left(&self) -> usize {
        let on = self.games.iter().filter(|game| game.is_on);
        on.filter_map(|game| game.results.rounds().last())
            .map(Round::left)
            .sum()
    }

    /// The match of this round with this number, and the place of its game in the plan.
    pub fn slot(&self, id: u64) -> Option<(usize, Slot)> {
        let rounds = self.games.iter().map(|game| game.results.rounds().last());
        rounds
            .enumerate()
            .filter_map(|(place, round)| Some((place, round?)))
            .find(|(_, round)| round.ids().contains(&id))
            .map(|(place, round)| (place, round.slot(id)))
    }

    /// Takes a result of this round. Returns whether it is new.
    pub fn note(&mut self, id: u64, points: &[f32]) -> bool {
        self.rounds_mut().any(|round| round.note(id, points))
    }

    /// How many matches there are in all, and how many have been played.
    pub fn matches(&self) -> (u64, u64) {
        let all = |game: &GameProgress| game.schedule.blocks() * orders(game.seats).len() as u64;
        let played = |game: &GameProgress| {
            let rounds = game.results.rounds().iter();
            rounds
                .map(|round| round.ids().count() as u64 - round.left() as u64)
                .sum::<u64>()
        };
        (self.games.iter().map(all).sum(), self.games.iter().map(played).sum())
    }

    /// What was played of the game at this place of the plan.
    pub fn results(&self, game: usize) -> &Results {
        &self.games[game].results
    }

    /// How the game at this place of the plan is held.
    pub fn schedule(&self, game: usize) -> &dyn Schedule {
        &*self.games[game].schedule
    }
}
