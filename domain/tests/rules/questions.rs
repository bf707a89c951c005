//! A number stands for one question for ever: what others do may close it, never change it.

use std::collections::{BTreeMap, btree_map::Entry};

use domain::{
    BySeat, Command, Dice, GameId, Options, Seat, Seed, View, Viewer,
    games::bunny_kingdom::{Command as Bunny, cards::Card},
    matches::{self, Match, MatchEvent, Place, PlayerId, Request},
};

use crate::{
    opened::{fold, terms},
    options::{option_sets, tables},
};

const SEATS_MAX: u8 = 6;
const THINK_MS_MAX: u32 = 500;

#[test]
fn what_others_do_closes_a_question_and_never_changes_it() {
    for options in GameId::ALL.iter().flat_map(|&game| option_sets(game)) {
        let tables = tables(&options).into_iter();
        for seats in tables.filter(|seats| (2..=SEATS_MAX).contains(seats)) {
            let mut table = Table::open(&options, seats, 7);
            let mut asked = BTreeMap::new();
            while let Some(seat) = table.any_due() {
                for (seat, question) in table.questions() {
                    let kept = asked.entry((seat, question.decision));
                    let first = kept.or_insert_with(|| question.clone());
                    assert_eq!(*first, question, "{options:?}: seat {}", seat.0);
                }
                let question = table.question(seat).unwrap();
                let command = table.any_of(&question.legal);
                table.decide(seat, question.decision, command).unwrap();
                let due = table.questions();
                asked.retain(|(other, decision), _| {
                    let is_made = *other == seat && *decision == question.decision;
                    let is_due = due.contains_key(other) && due[other].decision == *decision;
                    let closed = &table.game.table().unwrap().closed[*other];
                    assert!(
                        is_made || is_due || closed.contains(decision),
                        "it is forgotten"
                    );
                    is_due
                });
            }
            assert!(table.game.is_over());
        }
    }
}

/// 6A.3: clients that favour camps, and think for a while before each put.
#[test]
fn no_think_time_lets_a_legal_offer_be_refused_by_the_rules_or_a_table_stand_still() {
    let options = GameId::BunnyKingdom.default_options();
    let mut counts = Counts::default();
    for seats in 2..=4 {
        for nth in 0..34 {
            let mut table = Table::open(&options, seats, 100 + nth);
            table.race(&mut counts);
            assert!(table.game.is_over(), "the table stands still");
            table.put_what_was_closed_again();
        }
    }
    assert!(counts.announced >= 300, "{counts:?}");
    assert!(counts.while_asked >= 100, "{counts:?}");
    assert!(counts.overtaken >= 50, "{counts:?}");
    assert_eq!(counts.own_overtaken_unasked, 0, "{counts:?}");
}

/// What happened in many matches.
#[derive(Debug, Default)]
struct Counts {
    announced: u32,
    /// Built, or done, while a camp was asked for.
    while_asked: u32,
    overtaken: u32,
    /// One's own building refused to a seat that was not asked for a camp.
    own_overtaken_unasked: u32,
}

/// What a seat owes.
#[derive(Clone, Debug, PartialEq)]
struct Question {
    decision: u32,
    legal: Vec<Command>,
}

/// A match of clients, and the chance by which they decide.
struct Table {
    game: Match,
    dice: Dice,
    rolled: u32,
}

impl Table {
    fn open(options: &Options, seats: u8, seed: u8) -> Table {
        let seed = Seed([seed; 32]);
        let places = BySeat::new(seats, |_| Place::Open);
        let terms = terms(options, places, player(Seat(0)), seed);
        let seated: Vec<_> = Seat::first(seats)
            .map(|seat| (seat, player(seat)))
            .collect();
        Table {
            game: fold(&matches::open(&terms, seed, &seated).unwrap()),
            dice: Dice::new(seed),
            rolled: 0,
        }
    }

    fn below(&mut self, below: u32) -> u32 {
        self.rolled += 1;
        self.dice.roll("client", self.rolled).below(below)
    }

    fn any_of<T: Clone>(&mut self, from: &[T]) -> T {
        let nth = self.below(u32::try_from(from.len()).unwrap());
        from[usize::try_from(nth).unwrap()].clone()
    }

    fn any_due(&mut self) -> Option<Seat> {
        let due: Vec<Seat> = self.game.table()?.to_act().iter().collect();
        (!due.is_empty()).then(|| self.any_of(&due))
    }

    fn question(&self, seat: Seat) -> Option<Question> {
        let table = self.game.table()?;
        table.to_act().contains(seat).then(|| Question {
            decision: table.decisions[seat],
            legal: table.state.view(Viewer::Seat(seat)).legal(),
        })
    }

    fn questions(&self) -> BTreeMap<Seat, Question> {
        let due = self.game.table().unwrap().to_act();
        let due = due.iter();
        due.map(|seat| (seat, self.question(seat).unwrap()))
            .collect()
    }

    fn decide(
        &mut self,
        seat: Seat,
        decision: u32,
        command: Command,
    ) -> Result<Vec<MatchEvent>, &'static str> {
        let request = Request::Decide {
            seat,
            decision,
            command,
        };
        let happened = self.game.decide(Some(&player(seat)), request);
        let happened = happened.map_err(|rejection| rejection.code)?;
        happened.iter().for_each(|event| self.game.evolve(event));
        Ok(happened)
    }

    /// Every seat thinks about what it was asked when it was asked, and puts what it liked
    /// then; puts arrive in the order of their times.
    fn race(&mut self, counts: &mut Counts) {
        let mut planned: BTreeMap<Seat, (u32, u32, Command)> = BTreeMap::new();
        let mut now = 0;
        loop {
            for (seat, question) in self.questions() {
                if let Entry::Vacant(plan) = planned.entry(seat) {
                    let put_at = now + self.below(THINK_MS_MAX + 1);
                    let command = self.favoured(&question.legal);
                    plan.insert((put_at, question.decision, command));
                }
            }
            let first = planned.iter().min_by_key(|(_, (put_at, ..))| *put_at);
            let Some(seat) = first.map(|(seat, _)| *seat) else {
                return;
            };
            let (put_at, decision, command) = planned.remove(&seat).unwrap();
            now = put_at;
            let was_asked = self.asked();
            let is_own = is_own(&command);
            let put = self.decide(seat, decision, command.clone());
            counts.while_asked += u32::from(put.is_ok() && is_own && was_asked.is_some());
            if let Err(code) = put {
                assert_eq!(code, "overtaken", "{command:?}");
                counts.overtaken += 1;
                counts.own_overtaken_unasked += u32::from(is_own && was_asked != Some(seat));
            }
            counts.announced += u32::from(
                matches!(command, Command::BunnyKingdom(Bunny::AnnounceCamp { .. })) && put.is_ok(),
            );
        }
    }

    /// The seat that is asked for a camp.
    fn asked(&self) -> Option<Seat> {
        let View::BunnyKingdom(view) = self.game.table()?.state.view(Viewer::Spectator) else {
            return None;
        };
        let asked = view.camp?.asked;
        let camp = domain::games::bunny_kingdom::cards::Building::camp(asked)?;
        let mut seats = view.seats.iter();
        let (seat, _) = seats.find(|(_, it)| it.kept.contains(&camp))?;
        Some(seat)
    }

    fn favoured(&mut self, legal: &[Command]) -> Command {
        let liked: Vec<Command> = legal
            .iter()
            .filter(|it| is_about_camps(it))
            .cloned()
            .collect();
        let from = if liked.is_empty() || self.below(4) == 0 {
            legal
        } else {
            &liked
        };
        self.any_of(from)
    }

    /// A closed number is closed for ever, whatever is put on it.
    fn put_what_was_closed_again(&mut self) {
        let closed = self.game.table().unwrap().closed.clone();
        for (seat, decisions) in closed.iter() {
            for &decision in decisions {
                let command = Command::BunnyKingdom(Bunny::Done {});
                let put = self.decide(seat, decision, command);
                assert_eq!(put.unwrap_err(), "overtaken");
            }
        }
    }
}

fn player(seat: Seat) -> PlayerId {
    PlayerId(format!("p_{:032x}", seat.0))
}

/// Whether a command touches only one's own squares.
fn is_own(command: &Command) -> bool {
    matches!(
        command,
        Command::BunnyKingdom(Bunny::Build { .. } | Bunny::BuildTowers { .. } | Bunny::Done {})
    )
}

fn is_about_camps(command: &Command) -> bool {
    let is_camp = |card: &Card| matches!(card, Card::Building(it) if it.is_camp());
    let Command::BunnyKingdom(command) = command else {
        return false;
    };
    match command {
        Bunny::Pick { cards } => cards.both().iter().any(is_camp),
        Bunny::PickOne { play, .. } => is_camp(play),
        Bunny::AnnounceCamp { .. } | Bunny::PlaceCamp { .. } => true,
        Bunny::Build { .. }
        | Bunny::BuildTowers { .. }
        | Bunny::PassCamp {}
        | Bunny::Done {}
        | Bunny::Trade { .. }
        | Bunny::Copy { .. } => false,
    }
}
