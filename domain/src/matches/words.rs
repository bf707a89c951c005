//! What happened in a match, in words.

use super::{Forfeit, Match, MatchEvent, Occupant, Table, Terms};
use crate::{
    BySeat, Seat, Seats, Side, Standing, Who,
    bots::Bot,
    words::{count, list, number, points, sentence, signed},
};

impl MatchEvent {
    /// This in words: one sentence or a few, in the present tense, as far as it was
    /// disclosed. Nothing of it is markup, whatever the seats are called.
    ///
    /// Until the match begins, seats are called by their numbers, because those after a seat
    /// that nobody took move down then.
    pub fn words(&self, who: &Who<'_>) -> String {
        let text = match self {
            MatchEvent::Played { event } => return event.words(who),
            MatchEvent::Opened { terms, .. } => opened(terms),
            MatchEvent::Forked { .. } => {
                "the match begins with a table that is already set".to_owned()
            }
            MatchEvent::SeatTaken { seat, occupant } => seat_taken(*seat, occupant),
            MatchEvent::SeatLeft { seat } => {
                format!("{} is free again", Who::NUMBERED.seat(*seat))
            }
            MatchEvent::Started { occupants, .. } => started(occupants.seats()),
            MatchEvent::Resumed { .. } => "all seats are taken, and play goes on".to_owned(),
            MatchEvent::Decided { seat } => format!("{} decides", who.seat(*seat)),
            MatchEvent::Ended { standings, .. } => {
                format!("the match is over: {}", result(standings, who))
            }
            MatchEvent::OfferClosed { seat, .. } => {
                let name = who.seat(*seat);
                format!("another seat decides first, so {name} is no longer asked")
            }
            MatchEvent::TimedOut {
                seat,
                by_tries: true,
                ..
            } => {
                let name = who.seat(*seat);
                format!("{name} has used up the tries that the rules may refuse")
            }
            MatchEvent::TimedOut { seat, .. } => format!("the time of {} is up", who.seat(*seat)),
            MatchEvent::Left { seat } => format!("{} leaves for good", who.seat(*seat)),
            MatchEvent::Forfeited { seat, .. } => {
                let name = who.seat(*seat);
                format!("{name} has forfeited: the defaults of the rules are played from here on")
            }
            MatchEvent::EndAsked { seat } => {
                format!("{} asks to end the match here", who.seat(*seat))
            }
            MatchEvent::Abandoned { .. } => {
                "the match is abandoned, because nobody plays on".to_owned()
            }
            MatchEvent::Agreed { .. } => "the players agree to end the match here".to_owned(),
            MatchEvent::Undone { seat, step, .. } => undone(*seat, *step, who),
        };
        sentence(&text)
    }
}

impl Match {
    /// Why the match did not end as the rules have it, in sentences: who forfeited, or why it has
    /// no result. Empty if nothing of that kind happened.
    pub fn irregular_end(&self, who: &Who<'_>) -> Vec<String> {
        let Some(table) = self.table().filter(|table| table.is_over()) else {
            return Vec::new();
        };
        let forfeits = table.forfeits.iter();
        let forfeits = forfeits.filter_map(|(seat, why)| Some(forfeited(seat, (*why)?, who)));
        forfeits
            .chain(table.cut_short().map(str::to_owned))
            .collect()
    }

    /// What decided a tie for the first rank, in a sentence, if one side alone has it.
    pub fn tie_break(&self) -> Option<String> {
        let table = self.table()?;
        let standings = table.standings.as_ref()?;
        if !self.irregular_end(&Who::NUMBERED).is_empty() {
            return None;
        }
        let sides = table.state.sides();
        let is_first = |side: &&Side| side.seats.iter().all(|seat| standings[seat].rank == 1);
        let mut first = sides.iter().filter(is_first);
        let (winner, None) = (first.next()?, first.next()) else {
            return None;
        };
        let decided = winner.tie_break(&sides)?.replace('_', " ");
        Some(format!("The points are equal; {decided} decided the tie."))
    }
}

impl Table {
    /// Why a match that was cut short has no result.
    fn cut_short(&self) -> Option<&'static str> {
        let mut seats = Seat::first(self.occupants.seats());
        let agreed = seats.all(|seat| self.end_asked.contains(seat) || !self.has_player(seat));
        self.cut_short.then_some(if agreed {
            "The players agreed to end the match, so nobody is ranked."
        } else {
            "Nobody played on, so the match was abandoned and nobody is ranked."
        })
    }
}

fn forfeited(seat: Seat, why: Forfeit, who: &Who<'_>) -> String {
    let name = who.seat(seat);
    let why = match why {
        Forfeit::Timeout => "the time was up",
        Forfeit::Illegal => "the tries that the rules may refuse were used up",
        Forfeit::Left => "the player left",
    };
    sentence(&format!(
        "{name} forfeited, because {why}: the seat was played on by the defaults of the rules"
    ))
}

fn opened(terms: &Terms) -> String {
    let title = terms.options.game().info().title;
    let seats = count(usize::from(terms.places.seats()), "seat");
    format!("a match of {title} is opened, with {seats}")
}

fn seat_taken(seat: Seat, occupant: &Occupant) -> String {
    let taken_by = match occupant {
        Occupant::Player { .. } => "a player",
        Occupant::Bot { bot: Bot::Random } => "the bot Random",
        Occupant::Bot { bot: Bot::Greedy } => "the bot Greedy",
    };
    format!("{taken_by} takes {}", Who::NUMBERED.seat(seat))
}

fn started(seats: u8) -> String {
    format!(
        "the table is set up for {}, and the match begins",
        number(usize::from(seats))
    )
}

fn undone(seat: Option<Seat>, step: u32, who: &Who<'_>) -> String {
    let whose = seat.map(|seat| format!(" by {}", who.seat(seat)));
    let whose = whose.unwrap_or_default();
    format!("what was decided{whose} is taken back: the table is as after step {step}")
}

/// Who won, and by how much.
fn result(standings: &BySeat<Standing>, who: &Who<'_>) -> String {
    let winners = standings.iter().filter(|(_, at)| at.rank == 1);
    let (seats, totals): (Vec<Seat>, Vec<i16>) = winners.map(|(seat, at)| (seat, at.total)).unzip();
    let winners: Seats = seats.into_iter().collect();
    let names = who.seats(winners);
    let others = standings.iter().filter(|(_, at)| at.rank > 1);
    let next = others.map(|(_, at)| at.total).max();
    match (&totals[..], next) {
        ([total], None) => format!("{names} has {}", points(*total)),
        ([total], Some(next)) => {
            let points = points(*total);
            match total - next {
                0 => format!("{names} wins the tie at {points}"),
                margin @ 1.. => format!("{names} wins by {margin}, with {points}"),
                ..0 => format!("{names} wins with {points}"),
            }
        }
        ([first, others @ ..], _) if others.iter().all(|total| total == first) => {
            format!("{names} share the win, with {} each", points(*first))
        }
        (totals, _) => {
            let totals = list(totals.iter().map(|total| signed(*total)));
            format!("{names} win together, with {totals} points")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Score, Secret, matches::Forfeit};

    /// A match that ended with these ranks and totals.
    fn ended(places: &[(u8, i16)]) -> String {
        let seats = u8::try_from(places.len()).unwrap();
        let standings = BySeat::new(seats, |seat| {
            let (rank, total) = places[usize::from(seat.0)];
            let score = Score::default();
            Standing { rank, total, score }
        });
        let event = MatchEvent::Ended {
            standings,
            seed: Secret::Withheld,
            deal_closed: false,
        };
        event.words(&Who::NUMBERED)
    }

    #[test]
    fn who_won_and_by_how_much_is_told_at_the_end() {
        let cases: [(&[(u8, i16)], &str); 6] = [
            (&[(1, 142), (2, 118)], "seat 1 wins by 24, with 142 points"),
            (&[(2, 90), (1, 90)], "seat 2 wins the tie at 90 points"),
            (&[(1, 1)], "seat 1 has 1 point"),
            (
                &[(1, 9), (1, 9), (3, 8)],
                "seats 1 and 2 share the win, with 9 points each",
            ),
            (
                &[(1, 76), (3, 8), (1, 126), (3, 9)],
                "seats 1 and 3 win together, with 76 and 126 points",
            ),
            (
                &[(1, -4), (2, -5)],
                "seat 1 wins by 1, with \u{2212}4 points",
            ),
        ];
        for (places, result) in cases {
            assert_eq!(ended(places), format!("The match is over: {result}."));
        }
    }

    #[test]
    fn what_happens_round_a_table_is_told() {
        let names = BySeat::new(2, |seat| ["Ann", "Greedy"][usize::from(seat.0)].to_owned());
        let say = |event: MatchEvent| event.words(&Who::named(&names));
        let (seat, decision) = (Seat(0), 3);
        let (seed, deal_closed) = (Secret::Withheld, false);
        let bot = Bot::Greedy;
        let occupant = Occupant::Bot { bot };
        let taken = MatchEvent::SeatTaken { seat, occupant };
        assert_eq!(say(taken), "The bot Greedy takes seat 1.");
        assert_eq!(say(MatchEvent::SeatLeft { seat }), "Seat 1 is free again.");
        assert_eq!(say(MatchEvent::Decided { seat }), "Ann decides.");
        assert_eq!(say(MatchEvent::Left { seat }), "Ann leaves for good.");
        let closed = say(MatchEvent::OfferClosed { seat, decision });
        assert_eq!(
            closed,
            "Another seat decides first, so Ann is no longer asked."
        );
        let late = |by_tries| MatchEvent::TimedOut {
            seat,
            decision,
            by_tries,
        };
        assert_eq!(say(late(false)), "The time of Ann is up.");
        let tried = "Ann has used up the tries that the rules may refuse.";
        assert_eq!(say(late(true)), tried);
        let why = Forfeit::Left;
        let forfeited = "Ann has forfeited: the defaults of the rules are played from here on.";
        assert_eq!(say(MatchEvent::Forfeited { seat, why }), forfeited);
        let asked = say(MatchEvent::EndAsked { seat });
        assert_eq!(asked, "Ann asks to end the match here.");
        let abandoned = say(MatchEvent::Abandoned { seed, deal_closed });
        assert_eq!(
            abandoned,
            "The match is abandoned, because nobody plays on."
        );
    }
}
