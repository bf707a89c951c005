//! Every command a decision allows, each once.

use super::{
    cards::{Building, BuildingKind, Card},
    choice::{BuildingSite, Choice, CopyCard, Decision},
    command::Command,
    event::Trade,
    land::Square,
    realm::{Basic, Realm},
};
use crate::Seat;

impl Choice<'_> {
    /// Every command allowed, each once.
    pub fn commands(&self) -> Vec<Command> {
        match &self.moment {
            Decision::Pick { seats, hand } if Decision::throws_away(*seats) => pick_one(hand),
            Decision::Pick { hand, .. } => pick(hand),
            Decision::Build(site) => site.commands(),
            Decision::Camp { realm, site, .. } => camp(realm, site.as_ref()),
            Decision::Trade { realm, named } => trade(self.seat, realm, named),
            Decision::Copy { cards } => copy(cards),
        }
    }

    /// 16.1 to 16.5: what is played for a seat that does not decide.
    pub fn default_command(&self) -> Command {
        match &self.moment {
            Decision::Build(_) => Command::Done {},
            Decision::Camp { .. } => Command::PassCamp {},
            Decision::Pick { .. } | Decision::Trade { .. } | Decision::Copy { .. } => {
                self.commands()[0]
            }
        }
    }
}

/// Each kind of card once, with how many there are, in order.
fn counted(hand: &[Card]) -> Vec<(Card, usize)> {
    let mut sorted = hand.to_vec();
    sorted.sort_unstable();
    let alike = sorted.chunk_by(Card::eq);
    alike.map(|cards| (cards[0], cards.len())).collect()
}

/// 4.1
pub(super) fn pick(hand: &[Card]) -> Vec<Command> {
    let cards = counted(hand);
    let mut commands = Vec::new();
    for (nth, &(first, count)) in cards.iter().enumerate() {
        let twin = (count > 1).then_some(first);
        let others = cards[nth + 1..].iter().map(|&(card, _)| card);
        let pairs = twin.into_iter().chain(others).map(|second| [first, second]);
        commands.extend(pairs.map(|cards| Command::Pick {
            cards: cards.into(),
        }));
    }
    commands
}

/// 5.2
pub(super) fn pick_one(hand: &[Card]) -> Vec<Command> {
    let cards = counted(hand);
    let mut commands = Vec::new();
    for &(play, count) in &cards {
        let others = cards.iter().filter(|&&(card, _)| card != play || count > 1);
        commands.extend(others.map(|&(throw_away, _)| Command::PickOne { play, throw_away }));
    }
    commands
}

impl BuildingSite<'_> {
    fn commands(&self) -> Vec<Command> {
        let mut commands = vec![Command::Done {}];
        self.each_building(&mut commands);
        commands
    }

    /// Whether there is anything to do but to be done.
    pub fn can_act(&self) -> bool {
        let mut commands = Vec::new();
        self.each_building(&mut commands);
        !commands.is_empty()
    }

    fn each_building(&self, commands: &mut Vec<Command>) {
        for building in Building::ALL {
            if !self.kept.contains(&building) {
                continue;
            }
            match building.kind() {
                BuildingKind::City(_) | BuildingKind::Farm(_) | BuildingKind::TradingPost => {
                    let squares = Square::each(self.realm.sites(self.seat, building));
                    commands.extend(squares.map(|square| Command::Build { building, square }));
                }
                BuildingKind::SkyTower => {
                    let links = self.links().map(|squares| squares.into());
                    commands.extend(links.map(|squares| Command::BuildTowers { squares }));
                }
                BuildingKind::Camp(camp) => {
                    let announced = self.may_announce(camp).then_some(camp);
                    commands.extend(announced.map(|camp| Command::AnnounceCamp { camp }));
                }
            }
        }
    }
}

/// 6A.3
fn camp(realm: &Realm, site: Option<&BuildingSite<'_>>) -> Vec<Command> {
    let squares = Square::each(realm.empty());
    let placed = squares.map(|square| Command::PlaceCamp { square });
    let answers = [Command::PassCamp {}].into_iter().chain(placed);
    let is_own = |command: &Command| !matches!(command, Command::AnnounceCamp { .. });
    let built = site.map(BuildingSite::commands).unwrap_or_default();
    answers.chain(built.into_iter().filter(is_own)).collect()
}

/// 7.1
fn trade(seat: Seat, realm: &Realm, named: &[Trade]) -> Vec<Command> {
    let is_named = |square: &Square| named.iter().any(|trade| trade.square == *square);
    let open = Square::each(realm.posts(seat)).filter(|square| !is_named(square));
    open.flat_map(|square| Basic::ALL.map(|resource| Command::Trade { square, resource }))
        .collect()
}

/// 9.13 and 9.14
fn copy(cards: &[CopyCard]) -> Vec<Command> {
    let each = |copy: &CopyCard| {
        let card = copy.card;
        let targets = copy.targets.clone().into_iter();
        targets.map(move |parchment| Command::Copy { card, parchment })
    };
    cards.iter().flat_map(each).collect()
}
