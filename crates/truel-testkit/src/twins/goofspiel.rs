//! Goofspiel with thirteen cards, highest prize first, over lists of numbers.

use crate::twin::Twin;

/// A slow position of Goofspiel.
#[derive(Debug)]
pub struct GoofspielTwin {
    hands: [Vec<u32>; 2],
    prizes: Vec<u32>,
    won: [u32; 2],
}

impl Default for GoofspielTwin {
    fn default() -> Self {
        let hand: Vec<u32> = (1..=13).collect();
        GoofspielTwin {
            hands: [hand.clone(), hand.clone()],
            prizes: hand,
            won: [0, 0],
        }
    }
}

impl GoofspielTwin {
    fn bid(&mut self, first: u32, second: u32) {
        self.hands[0].retain(|card| *card != first);
        self.hands[1].retain(|card| *card != second);
        let prize = self.prizes.pop().expect("a prize is up");
        if first > second {
            self.won[0] += prize;
        }
        if second > first {
            self.won[1] += prize;
        }
    }
}

impl Twin for GoofspielTwin {
    fn moves(&self) -> Vec<Vec<String>> {
        if self.result().is_some() {
            return Vec::new();
        }
        let list = |hand: &Vec<u32>| {
            let mut list: Vec<String> = hand.iter().map(ToString::to_string).collect();
            list.sort();
            list
        };
        self.hands.iter().map(list).collect()
    }

    fn play(&mut self, joint: &[&str]) {
        self.bid(joint[0].parse().expect("a card"), joint[1].parse().expect("a card"));
        if let ([first], [second]) = (&self.hands[0][..], &self.hands[1][..]) {
            self.bid(*first, *second);
        }
    }

    fn result(&self) -> Option<(Vec<f32>, String)> {
        let payoffs = match self.won[0].cmp(&self.won[1]) {
            std::cmp::Ordering::Greater => vec![1.0, -1.0],
            std::cmp::Ordering::Less => vec![-1.0, 1.0],
            std::cmp::Ordering::Equal => vec![0.0, 0.0],
        };
        self.prizes.is_empty().then(|| (payoffs, "cards-spent".into()))
    }
}
