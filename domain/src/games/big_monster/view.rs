//! What one viewer may know.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    choice::{Choice, Decision, Dragon},
    draft::Harbor,
    event::Duty,
    explorers::{Explorer, Explorers},
    missions::OnBoard,
    setup::{Mode, Options},
    state::{Holding, Pile, State},
    tiles::{Tile, Tiles},
    tokens::Token,
    variants::Group,
    zone::Zone,
};
use crate::{BySeat, Score, Seat, Seats, Secret, Viewer};

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BigMonsterView)]
pub struct View {
    /// Whose view this is. Null for those who watch.
    pub me: Option<Seat>,
    /// What the host chose.
    pub options: Options,
    /// What is played. With teams, seats alternate: A B A B, or A B C A B C.
    pub mode: Mode,
    /// The missions on the board.
    #[schema(max_items = 9)]
    pub missions: Vec<OnBoard>,
    /// The normal tiles that snail tiles took the place of.
    pub taken_out: Tiles,
    /// Draft: the round, from one. Zero before the first, and in the variant.
    #[schema(maximum = 2)]
    pub round: u8,
    /// The turn, in a draft that of the round, from one. Zero before the first.
    #[schema(maximum = 20)]
    pub turn: u8,
    /// What is being decided. Null when the match is over.
    pub duty: Option<Duty>,
    /// Who owes a decision.
    pub due: Seats,
    /// How many tiles have not been dealt or revealed: second piles, or piles of groups.
    #[schema(maximum = 120)]
    pub deck_left: u8,
    /// Who has the angry dragon of this round. Null if it lies in the middle.
    pub dragon: Option<Seat>,
    /// What each seat has.
    pub seats: BySeat<SeatView>,
    /// The discards: one tile of each ship and round, in the order of rounds and ships.
    #[schema(max_items = 12)]
    pub discards: Vec<PileView>,
    /// Variant: who begins this turn.
    pub first: Option<Seat>,
    /// Variant: the open groups.
    #[schema(max_items = 2)]
    pub groups: Vec<Group>,
    /// Variant: how many groups have been revealed.
    #[schema(maximum = 20)]
    pub groups_revealed: u8,
    /// Variant: the group everybody takes from this turn. Null if none is picked.
    #[schema(minimum = 1, maximum = 20)]
    pub picked: Option<u8>,
    /// Variant: the tiles removed from the game.
    pub removed: Tiles,
    /// Each seat's final score sheet. Null until the match is over.
    pub scores: Option<BySeat<Score>>,
}

/// What one seat has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BigMonsterSeatView)]
pub struct SeatView {
    /// Its zone. The explorer is null until all are shown, if it is not yours.
    pub zone: Zone,
    /// The two explorers it was dealt. Null if they are not for you.
    pub offer: Secret<Explorers>,
    /// The tiles it took from its ship this turn, until all have passed: then the tile
    /// it kept is shown and the others are the pile it passed.
    pub hand: PileView,
    /// The tile it kept or took and has not placed. Null if none, or if it is not for you.
    pub kept: Option<Tile>,
    /// The ship that its pass is held for, until all passes are shown. Left out if none is
    /// held, or if it is not for you: a seat that is not in `due` and has not passed yet has
    /// a pass that is held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<Seat>,
    /// On whose ship it put its pile this turn. Null if it has not passed.
    pub passed_to: Option<Seat>,
    /// The pile on its ship, from when all have passed until the next turn.
    pub ship: Option<PileView>,
    /// The tokens in front of it.
    #[schema(max_items = 40)]
    pub tokens: Vec<Token>,
    /// Its score so far: the tokens.
    #[schema(minimum = -4000, maximum = 4000)]
    pub points: i16,
}

/// Tiles held together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BigMonsterPile)]
pub struct PileView {
    /// How many tiles the pile has, from 0 to 10.
    #[schema(maximum = 10)]
    pub size: u8,
    /// Which, if you have had them in hand: null if you have not seen them.
    pub tiles: Secret<Tiles>,
    /// Who has had them in hand, and so knows them.
    pub seen: Seats,
}

impl View {
    /// What `viewer` may know of a match.
    pub fn of(state: &State, viewer: Viewer) -> View {
        View {
            me: viewer.seat().filter(|&seat| seat.0 < state.players()),
            options: state.options,
            mode: state.mode,
            missions: state.missions.clone(),
            taken_out: Tiles(state.taken_out.clone()),
            round: state.round,
            turn: state.turn,
            duty: state.duty,
            due: state.due,
            deck_left: state.deck_left,
            dragon: state.dragon,
            seats: state
                .seats
                .map(|seat, it| SeatView::of(state, seat, it, viewer)),
            discards: state
                .discards
                .iter()
                .map(|pile| PileView::of(pile, viewer))
                .collect(),
            first: state.first,
            groups: state.groups.clone(),
            groups_revealed: state.groups_revealed,
            picked: state.picked,
            removed: Tiles(state.removed.clone()),
            scores: state.scores.clone(),
        }
    }

    /// How many teams there are, if there are teams.
    pub fn teams(&self) -> Option<u8> {
        self.mode.teams(self.seats.seats())
    }

    /// The decision the view's owner owes, if any.
    pub fn choice(&self) -> Option<Choice<'_>> {
        let seat = self.me.filter(|&me| self.due.contains(me))?;
        let own = self.seats.get(seat)?;
        let hand = || Some(&own.hand.tiles.known()?.0[..]);
        let moment = match self.duty? {
            Duty::Explorer => Decision::Explorer {
                offer: &own.offer.known()?.0,
            },
            Duty::Draft => Decision::Draft {
                hand: hand()?,
                harbor: self.harbor(seat),
                dragon: self.dragon(),
            },
            Duty::Keep => Decision::Keep { hand: hand()? },
            Duty::Place => Decision::Place {
                tile: own.kept?,
                zone: &own.zone,
            },
            Duty::Discard => Decision::Discard {
                discards: self.known_discards(),
                zone: &own.zone,
                may_leave: !self.options.must_take_a_discard(),
            },
            Duty::Take => Decision::Take {
                groups: &self.groups,
                picked: self.picked,
            },
        };
        Some(Choice {
            seat,
            seats: self.seats.seats(),
            moment,
        })
    }

    fn known_discards(&self) -> Vec<Tile> {
        let known = self.discards.iter().filter_map(|pile| pile.tiles.known());
        known.flat_map(|tiles| tiles.0.iter().copied()).collect()
    }

    fn dragon(&self) -> Dragon {
        Dragon::of(&self.options, self.dragon)
    }

    pub(super) fn harbor(&self, seat: Seat) -> Harbor {
        let passed = self.seats.iter().filter_map(|(_, it)| it.passed_to);
        Harbor::of(
            seat,
            self.seats.seats(),
            passed.collect(),
            self.seats[seat].zone.explorer,
        )
    }
}

impl SeatView {
    fn of(state: &State, seat: Seat, holding: &Holding, viewer: Viewer) -> SeatView {
        let sees = viewer.sees(seat);
        let mut zone = holding.zone.clone();
        zone.explorer = zone.explorer.or(holding.chosen.filter(|_| sees));
        let is_shown = !matches!(state.duty, Some(Duty::Draft | Duty::Keep));
        let points = holding.tokens.iter().map(|it| it.points(&state.options));
        SeatView {
            zone,
            offer: if sees {
                Secret::Known(Explorers(holding.offer.clone()))
            } else {
                Secret::Withheld
            },
            hand: PileView::of(&holding.hand, viewer),
            kept: holding.kept.filter(|_| sees || is_shown),
            held: holding.held.filter(|_| sees),
            passed_to: holding.passed_to,
            ship: holding.ship.as_ref().map(|it| PileView::of(it, viewer)),
            points: points.sum(),
            tokens: holding.tokens.clone(),
        }
    }
}

impl PileView {
    fn of(pile: &Pile, viewer: Viewer) -> PileView {
        let sees = match viewer {
            Viewer::Seat(seat) => pile.seen.contains(seat),
            Viewer::Spectator => false,
            Viewer::Referee => true,
        };
        PileView {
            size: pile.size,
            tiles: if sees {
                Secret::Known(Tiles(pile.tiles.clone()))
            } else {
                Secret::Withheld
            },
            seen: pile.seen,
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.round > 0 {
            write!(f, "round {} ", self.round)?;
        }
        write!(f, "turn {} | missions", self.turn)?;
        for it in &self.missions {
            let left = match (it.individual, it.team) {
                (true, true) => "",
                (true, false) if self.mode != Mode::TeamDraft => "",
                (true, false) => "(individual)",
                (false, true) => "(team)",
                (false, false) => "(gone)",
            };
            write!(f, " {}{left}", it.mission)?;
        }
        writeln!(f, " | {} tiles to come", self.deck_left)?;
        for group in &self.groups {
            let mine = if self.picked == Some(group.number) {
                " (picked)"
            } else {
                ""
            };
            write!(f, "group {}{mine}", group.number)?;
            write_list(f, &group.tiles)?;
            writeln!(f)?;
        }
        if !self.discards.is_empty() {
            write!(f, "{} discards", self.discards.len())?;
            write_list(f, &self.known_discards())?;
            writeln!(f)?;
        }
        for (seat, it) in self.seats.iter() {
            self.write_seat(f, seat, it)?;
        }
        self.write_legend(f)
    }
}

impl View {
    /// What the letters of the tiles in the zones stand for.
    fn write_legend(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lie = |tile: &Tile| {
            let mut zones = self.seats.iter().flat_map(|(_, it)| &it.zone.tiles);
            zones.any(|placed| placed.tile == *tile)
        };
        let tiles = Tile::ALL.into_iter().filter(lie);
        let tiles: Vec<String> = tiles
            .map(|tile| format!("{} {tile}", tile.letters()))
            .collect();
        let mut lines = tiles.chunks(6).map(|line| line.join(", "));
        writeln!(f)?;
        lines.try_for_each(|line| writeln!(f, "{line}"))?;
        writeln!(
            f,
            "EXPL explorer, __ the lower half of a tile, _1 and _2 mutated to that level\n\
             cells [row, col] are counted from the explorer's top left, down and to the right"
        )
    }

    fn write_seat(&self, f: &mut fmt::Formatter<'_>, seat: Seat, it: &SeatView) -> fmt::Result {
        let mine = if self.me == Some(seat) { " (me)" } else { "" };
        let team = self
            .teams()
            .map(|teams| format!(" team {}", char::from(b'A' + seat.0 % teams)));
        let explorer = it.zone.explorer.map_or("explorer not shown", Explorer::id);
        write!(
            f,
            "\nseat {}{mine}{}: {explorer}, {} points",
            seat.0,
            team.unwrap_or_default(),
            it.points
        )?;
        if self.dragon == Some(seat) {
            f.write_str(", the dragon")?;
        }
        if self.due.contains(seat) {
            f.write_str(", decides")?;
        }
        writeln!(f)?;
        if let Some(to) = it.held {
            writeln!(f, "  passes to seat {}, held", to.0)?;
        }
        if let Some(to) = it.passed_to {
            writeln!(f, "  passed to seat {}", to.0)?;
        }
        if let Some(tile) = it.kept {
            writeln!(f, "  has {tile}")?;
        }
        for (name, pile) in [("hand", Some(&it.hand)), ("ship", it.ship.as_ref())] {
            if let Some(pile) = pile.filter(|pile| pile.size > 0) {
                write!(f, "  {name} {}", pile.size)?;
                write_list(f, pile.tiles.known().map_or(&[], |tiles| &tiles.0))?;
                writeln!(f)?;
            }
        }
        if !it.tokens.is_empty() {
            let tokens: Vec<String> = it.tokens.iter().map(|token| token.source()).collect();
            writeln!(f, "  tokens: {}", tokens.join(" "))?;
        }
        write!(f, "{}", it.zone)
    }
}

fn write_list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
    let mut separator = ": ";
    for item in items {
        write!(f, "{separator}{item}")?;
        separator = " ";
    }
    Ok(())
}
