//! Goofspiel, the game of pure strategy: two hands of the same cards bid for prizes, both at once.
//!
//! A position is a mask of cards per hand (bit `c` for card `c`), the points won, and the deck.
//! Which prize is up follows from how many cards are left. Equal bids discard the prize; when one
//! card is left the last bid is forced and played at once.
//!
//! A move is the number of a card, `7`. Position text: cards in the deck and the order of the
//! prizes, `13d` (descending) or `5a` (ascending); both hands, cards joined by `,`, hands by `/`;
//! the points won: `5d 1,2,3,4/1,2,3,5 0,5`. Spent hands are `-`.
//!
//! What a result is worth is a parameter: [`WinLoss`] for players, [`PointDifference`] for those
//! who compare with the literature.

use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::str::FromStr;
use std::sync::LazyLock;

use serde_json::{Value, json};
use truel_core::draw::{Board, Cell, Draw, Fill, Gesture, Label, Look, Names, Piece, Rgb, Touch};
use truel_core::{Bounds, BySeat, Game, Info, ParseError, Phase, Seat, SeatInfo, Seats, Symmetric, Timing, zobrist};

const FIRST: Seat = Seat::new(0);
const SECOND: Seat = Seat::new(1);
const MOST_CARDS: u8 = 13;
const MOST_POINTS: usize = 91;

static CARDS: [[u64; MOST_CARDS as usize + 1]; 2] = zobrist::rows(0x676f_6f66);
static POINTS: [[u64; MOST_POINTS + 1]; 2] = zobrist::rows(0x7072_697a);
static DECKS: [[u64; MOST_CARDS as usize + 1]; 2] = zobrist::rows(0x6465_636b);

/// The order in which prizes are auctioned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Prizes {
    /// The highest first.
    Descending,
    /// The lowest first.
    Ascending,
}

/// What a result is worth.
pub trait Scoring: Clone + Debug + Default + Send + Sync + 'static {
    /// The smallest and the largest payoff.
    const BOUNDS: Bounds;
    /// The first seat's payoff for a lead of so many points; the second's is its negative.
    fn payoff(lead: f32) -> f32;
}

/// More points win: 1, 0 or -1.
#[derive(Clone, Debug, Default)]
pub struct WinLoss;

impl Scoring for WinLoss {
    const BOUNDS: Bounds = Bounds { low: -1.0, high: 1.0 };
    #[inline]
    fn payoff(lead: f32) -> f32 {
        if lead == 0.0 { 0.0 } else { lead.signum() }
    }
}

/// Half of the lead in points.
#[derive(Clone, Debug, Default)]
pub struct PointDifference;

impl Scoring for PointDifference {
    const BOUNDS: Bounds = Bounds {
        low: -(MOST_POINTS as f32) / 2.0,
        high: MOST_POINTS as f32 / 2.0,
    };
    #[inline]
    fn payoff(lead: f32) -> f32 {
        lead / 2.0
    }
}

/// A position of Goofspiel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goofspiel<S = WinLoss> {
    deck: u8,
    prizes: Prizes,
    hands: BySeat<u16, 2>,
    points: BySeat<u8, 2>,
    scoring: PhantomData<S>,
}

/// The card to bid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Card(u8);

impl Card {
    /// The card with this number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (1..=MOST_CARDS).contains(&number).then_some(Card(number))
    }
}

impl<S> Goofspiel<S> {
    /// A fresh deal with cards 1 to `cards` (2 to 13).
    pub fn new(cards: u8, prizes: Prizes) -> Option<Self> {
        let hand = (2 << u32::from(cards)) - 2;
        let deal = Goofspiel {
            deck: cards,
            prizes,
            hands: BySeat([hand; 2]),
            points: BySeat([0; 2]),
            scoring: PhantomData,
        };
        (2..=MOST_CARDS).contains(&cards).then_some(deal)
    }

    /// The points each seat has won.
    #[inline]
    pub fn points_won(&self) -> BySeat<u8, 2> {
        self.points
    }

    #[inline]
    fn cards_left(&self) -> u8 {
        self.hands[FIRST].count_ones() as u8
    }

    /// The prize that is up when so many cards are left.
    #[inline]
    fn prize(&self, left: u8) -> u8 {
        match self.prizes {
            Prizes::Descending => left,
            Prizes::Ascending => self.deck + 1 - left,
        }
    }

    #[inline]
    fn bid(&mut self, first: u8, second: u8) {
        let prize = self.prize(self.cards_left());
        self.hands[FIRST] &= !(1 << first);
        self.hands[SECOND] &= !(1 << second);
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => self.points[FIRST] += prize,
            std::cmp::Ordering::Less => self.points[SECOND] += prize,
            std::cmp::Ordering::Equal => {}
        }
    }

    #[inline]
    fn lead(&self) -> f32 {
        f32::from(self.points[FIRST]) - f32::from(self.points[SECOND])
    }
}

impl<S> Default for Goofspiel<S> {
    fn default() -> Self {
        Goofspiel::new(MOST_CARDS, Prizes::Descending).expect("thirteen cards are a deck")
    }
}

#[inline]
fn cards(hand: u16) -> impl Iterator<Item = u8> {
    (1..=MOST_CARDS).filter(move |card| hand & (1 << card) != 0)
}

impl<S: Scoring> Game for Goofspiel<S> {
    const INFO: Info = Info {
        id: "goofspiel",
        title: "Goofspiel",
        about: "Bid cards for prizes, both at once; more points win.",
        origin: "Merrill Flood, 1930s; a teaching game with simultaneous moves",
        seats: &[
            SeatInfo {
                name: "First",
                colour: Rgb::BLUE,
            },
            SeatInfo {
                name: "Second",
                colour: Rgb::RED,
            },
        ],
        timing: Timing::Simultaneous,
        bounds: S::BOUNDS,
        sum: Some(0.0),
        draw: 0.0,
        longest: Some(MOST_CARDS as u32 - 1),
        position: "DECK HAND/HAND POINTS,POINTS: `5d` is five cards, highest prize first; `5a` lowest first",
        notation: "1 7 13",
    };
    const HAS_MEMORY: bool = false;
    type Move = Card;
    type Joint = [Card; 2];
    type Payoffs = BySeat<f32, 2>;
    type Undo = Self;

    #[inline]
    fn phase(&self) -> Phase<Self::Payoffs> {
        if self.hands[FIRST] == 0 {
            let payoff = S::payoff(self.lead());
            Phase::Over(BySeat([payoff, -payoff]))
        } else {
            Phase::Act(Seats::all(2))
        }
    }

    fn reason(&self) -> Option<&'static str> {
        (self.hands[FIRST] == 0).then_some("cards-spent")
    }

    #[inline]
    fn moves(&self, seat: Seat, out: &mut Vec<Card>) {
        let mut hand = self.hands[seat];
        while hand != 0 {
            out.push(Card(hand.trailing_zeros() as u8));
            hand &= hand - 1;
        }
    }

    #[inline]
    fn play(&mut self, [Card(first), Card(second)]: [Card; 2]) -> Self {
        let before = self.clone();
        self.bid(first, second);
        if self.cards_left() == 1 {
            self.bid(
                self.hands[FIRST].trailing_zeros() as u8,
                self.hands[SECOND].trailing_zeros() as u8,
            );
        }
        before
    }

    #[inline]
    fn undo(&mut self, before: Self) {
        *self = before;
    }

    /// Computed on demand: a hand is a few cards, so this is never the bottleneck.
    #[inline]
    fn key(&self) -> u64 {
        let deck = DECKS[usize::from(self.prizes == Prizes::Ascending)][usize::from(self.deck)];
        [FIRST, SECOND].into_iter().fold(deck, |key, seat| {
            let hand = cards(self.hands[seat]).fold(0, |key, card| key ^ CARDS[seat.index()][usize::from(card)]);
            key ^ hand ^ POINTS[seat.index()][usize::from(self.points[seat])]
        })
    }

    fn points(payoffs: Self::Payoffs) -> Self::Payoffs {
        BySeat::from_fn(|seat| (WinLoss::payoff(payoffs[seat]) + 1.0) / 2.0)
    }

    fn facts(&self) -> Vec<(&'static str, Value)> {
        vec![("prizes", json!(self.points.0))]
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Card {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let plain = !text.starts_with(['0', '+']);
        let card = text.parse().ok().filter(|_| plain).and_then(Card::new);
        card.ok_or_else(|| ParseError::new("move", text, "a move is the number of a card, 1 to 13"))
    }
}

impl<S> fmt::Display for Goofspiel<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hand = |seat| match cards(self.hands[seat]).map(|card| card.to_string()).collect::<Vec<_>>() {
            cards if cards.is_empty() => "-".to_owned(),
            cards => cards.join(","),
        };
        let order = if self.prizes == Prizes::Descending { 'd' } else { 'a' };
        let BySeat([first, second]) = self.points;
        write!(
            f,
            "{}{order} {}/{} {first},{second}",
            self.deck,
            hand(FIRST),
            hand(SECOND)
        )
    }
}

impl<S> FromStr for Goofspiel<S> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let fault = |why: &str| ParseError::new("position", text, why);
        let fields: Vec<&str> = text.split(' ').collect();
        let [deck, hands, points] = fields[..] else {
            return Err(fault(
                "it is a deck, two hands and the points, such as `3d 1,2,3/1,2,3 0,0`",
            ));
        };
        let (cards, prizes) = match (deck.strip_suffix('d'), deck.strip_suffix('a')) {
            (Some(cards), _) => (cards, Prizes::Descending),
            (_, Some(cards)) => (cards, Prizes::Ascending),
            _ => return Err(fault("the deck is a number of cards and `d` or `a`")),
        };
        let cards: Card = cards.parse().map_err(|_| fault("a deck has 2 to 13 cards"))?;
        let mut game = Goofspiel::new(cards.0, prizes).ok_or_else(|| fault("a deck has 2 to 13 cards"))?;
        let full = game.hands[FIRST];
        let (first, second) = hands.split_once('/').ok_or_else(|| fault("hands are joined by `/`"))?;
        for (seat, hand) in [(FIRST, first), (SECOND, second)] {
            game.hands[seat] =
                read_hand(hand).ok_or_else(|| fault("a hand is cards in rising order, joined by `,`"))?;
            if game.hands[seat] & !full != 0 {
                return Err(fault("a hand holds a card that is not in the deck"));
            }
        }
        if game.hands[FIRST].count_ones() != game.hands[SECOND].count_ones() {
            return Err(fault("both hands have the same number of cards"));
        }
        if game.cards_left() == 1 {
            return Err(fault("the last card is played at once"));
        }
        let (first, second) = points
            .split_once(',')
            .ok_or_else(|| fault("points are two numbers joined by `,`"))?;
        let number = |text: &str| text.parse().ok().filter(|n: &u8| n.to_string() == text);
        let read = number(first)
            .zip(number(second))
            .ok_or_else(|| fault("points are two numbers joined by `,`"))?;
        game.points = BySeat([read.0, read.1]);
        if !game.points_are_possible() {
            return Err(fault("the prizes so far cannot have been shared like this"));
        }
        Ok(game)
    }
}

fn read_hand(text: &str) -> Option<u16> {
    if text == "-" {
        return Some(0);
    }
    let cards: Vec<Card> = text.split(',').map(|card| card.parse().ok()).collect::<Option<_>>()?;
    cards
        .is_sorted_by(|a, b| a.0 < b.0)
        .then(|| cards.iter().fold(0, |hand, card| hand | 1 << card.0))
}

impl<S> Goofspiel<S> {
    /// Whether the prizes auctioned so far can be shared out to these points, some of them
    /// discarded.
    fn points_are_possible(&self) -> bool {
        let mut reachable = std::collections::HashSet::from([(0, 0)]);
        for left in self.cards_left() + 1..=self.deck {
            let prize = self.prize(left);
            reachable = reachable
                .into_iter()
                .flat_map(|(a, b)| [(a, b), (a + prize, b), (a, b + prize)])
                .collect();
        }
        reachable.contains(&(self.points[FIRST], self.points[SECOND]))
    }
}

impl<S: Scoring> Symmetric for Goofspiel<S> {
    const SYMMETRIES: usize = 2;

    fn image(&self, s: usize) -> Self {
        let mut image = self.clone();
        if s == 1 {
            image.hands.0.swap(0, 1);
            image.points.0.swap(0, 1);
        }
        image
    }

    fn image_move(card: Card, _: usize) -> Card {
        card
    }

    fn image_seat(seat: Seat, s: usize) -> Seat {
        if s == 0 { seat } else { seat.next(2) }
    }
}

impl<S: Scoring> Draw for Goofspiel<S> {
    fn board() -> &'static Board {
        static BOARD: LazyLock<Board> = LazyLock::new(|| {
            let rows = [
                ("prize", 0.0, Fill::Dark),
                ("first", 4.0 / 3.0, Fill::Light),
                ("second", 8.0 / 3.0, Fill::Light),
            ];
            let cells = rows.iter().flat_map(|&(name, y, fill)| {
                (1..=MOST_CARDS).map(move |card| Cell::square(format!("{name} {card}"), f32::from(card) + 0.5, y, fill))
            });
            let labels = [("prizes", 0.5), ("First", 0.5 + 4.0 / 3.0), ("Second", 0.5 + 8.0 / 3.0)]
                .map(|(name, y)| Label::new(name, 0.0, y));
            Board::new(cells.collect(), Names::Edge, 6.0).with_labels(labels)
        });
        &BOARD
    }

    fn pieces(&self, out: &mut Vec<Piece>) {
        let card = |row: u8, card: u8, seat| Piece {
            cell: usize::from(row * MOST_CARDS + card - 1),
            seat,
            look: Look::Card,
            text: card.to_string(),
            plain: card.to_string(),
        };
        out.extend((1..=self.cards_left()).map(|left| card(0, self.prize(left), None)));
        out.extend(cards(self.hands[FIRST]).map(|number| card(1, number, Some(FIRST))));
        out.extend(cards(self.hands[SECOND]).map(|number| card(2, number, Some(SECOND))));
    }

    fn gesture(card: Card) -> Gesture {
        vec![Touch::Choice(card.to_string())]
    }

    fn status(&self, seat: Seat) -> String {
        let points = self.points[seat];
        match self.cards_left() {
            0 => format!("{points} points"),
            left => format!("{points} points; prize {} is up", self.prize(left)),
        }
    }
}
