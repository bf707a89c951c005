//! Whether a table can stand as a position says.

use std::collections::BTreeSet;

use super::{
    illegal::Illegal,
    missions,
    position::Position,
    setup::Mode,
    tiles::{self, Tile},
    variants,
};
use crate::{Seat, kit::contradiction::Contradiction};

impl Position {
    /// 2.1: no tile is there more often than in the box, less those taken out.
    pub(super) fn check_tiles(&self) -> Result<(), Illegal> {
        let placed = self.zones.iter().flat_map(|(_, it)| &it.tiles);
        let placed = placed.map(|it| it.tile).chain(self.tile);
        let open = self.groups.iter().flat_map(|group| &group.tiles);
        let rest = self.hand.iter().chain(&self.discards).chain(open);
        let used: Vec<Tile> = placed.chain(rest.copied()).collect();
        let more = |tile: &Tile| {
            let all = used.iter().chain(&self.taken_out);
            all.filter(|it| *it == tile).count() > usize::from(tile.record().copies.total)
        };
        if let Some(tile) = Tile::ALL.into_iter().find(more) {
            return Err(Illegal::TileTwice(tile));
        }
        let snails = used.iter().filter(|tile| tile.record().snail);
        Ok(self.check_taken_out(snails.copied().collect())?)
    }

    /// 3.8: each snail tile takes the place of one normal tile of its kind.
    fn check_taken_out(&self, shown: Vec<Tile>) -> Result<(), Contradiction> {
        if self.taken_out.is_empty() {
            return Ok(());
        }
        let mut snails = shown;
        let hidden = self.options.snail_extras.tiles();
        snails.extend(
            hidden
                .filter(|tile| !snails.contains(tile))
                .collect::<Vec<_>>(),
        );
        let mut left = self.taken_out.clone();
        for snail in snails {
            let replaces = snail.record().replaces;
            let place = left
                .iter()
                .position(|tile| replaces.is_some_and(|replaces| tile.is_replaced_by(replaces)));
            if let Some(&tile) = place.and_then(|place| left.get(place)) {
                tiles::take(&mut left, tile);
            }
        }
        let why = "each is a normal tile in whose place a snail tile came";
        Contradiction::unless(left.is_empty(), "taken_out", "3.8", why)
    }

    /// 3.6 and 3.7: those always there, and what may lie on the free spots.
    pub(super) fn check_missions(&self, mode: Mode) -> Result<(), Contradiction> {
        let on_board: Vec<_> = self.missions.iter().map(|it| it.mission).collect();
        let (rule, why) = match mode {
            Mode::TeamDraft => (
                "3.6",
                "desert and rune lie there, and two more in their spots",
            ),
            Mode::IndividualDraft | Mode::Variant => (
                "3.7",
                "desert and rune lie there, and up to four more in their spots",
            ),
        };
        Contradiction::unless(missions::can_lie(&on_board, mode), "missions", rule, why)?;
        let in_teams = |team: bool| !team || mode == Mode::TeamDraft;
        let stranger = self.missions.iter().position(|it| !in_teams(it.team));
        let why = "its team tokens stay in the box without teams";
        let checked = Contradiction::unless(stranger.is_none(), "missions", "3.7", why);
        checked.map_err(|it| it.at(stranger.unwrap_or(0)))
    }

    /// 4.3 and 4.4: each seat passes once, each ship takes one pile.
    pub(super) fn check_passed(&self, me: Seat, mode: Mode) -> Result<(), Contradiction> {
        let seats = self.zones.seats();
        let from: BTreeSet<Seat> = self.passed.iter().map(|it| it.from).collect();
        let to: BTreeSet<Seat> = self.passed.iter().map(|it| it.to).collect();
        let there = from.iter().chain(&to).all(|seat| seat.0 < seats);
        let once = from.len() == self.passed.len() && to.len() == self.passed.len();
        let why = "each seat passes once, and each ship takes one pile";
        Contradiction::unless(there && once, "passed", "4.3", why)?;
        let drafts = mode != Mode::Variant || self.passed.is_empty();
        Contradiction::unless(drafts, "passed", "9.1", "the variant has no ships")?;
        let waits = self.hand.is_empty() || !from.contains(&me);
        let why = "`me` has still a hand to choose from";
        Contradiction::unless(waits, "passed", "4.3", why)?;
        let all = self.passed.len() == usize::from(seats);
        let own = self.passed.iter().filter(|it| it.from == it.to);
        let may = |seat: Seat| all || self.zones[seat].explorer.may_use_own_ship();
        let why = "the own ship is used only where no other is empty";
        Contradiction::unless(own.clone().all(|it| may(it.from)), "passed", "4.4", why)
    }

    /// 8.1
    pub(super) fn check_discards(&self, me: Seat, mode: Mode) -> Result<(), Contradiction> {
        let most = usize::from(2 * self.zones.seats());
        let fits = self.discards.len() <= most && mode != Mode::Variant;
        let why = "two tiles of each seat are discarded, and none in the variant";
        let fits = self.discards.is_empty() || fits;
        Contradiction::unless(fits, "discards", "8.1", why)?;
        let is_apart = self.tile.is_none() && self.hand.is_empty();
        let takes = self.zones[me].explorer.takes_a_discard() && is_apart;
        let why = "only `exp_black_m` takes a tile from them, when all else is placed";
        Contradiction::unless(self.discards.is_empty() || takes, "discards", "8.1", why)
    }

    /// 9.3 and 9.4
    pub(super) fn check_groups(&self, mode: Mode) -> Result<(), Contradiction> {
        let numbers: BTreeSet<u8> = self.groups.iter().map(|group| group.number).collect();
        let table = variants::table(self.zones.seats());
        let pile = usize::from(table.pile_size);
        let counts = numbers.len() == self.groups.len()
            && numbers.len() <= 2
            && numbers
                .iter()
                .all(|number| (1..=table.piles).contains(number));
        let why = "one or two groups lie open, each with a number of its own";
        Contradiction::unless(counts, "groups", "9.3", why)?;
        let whole = |size: usize| (2..=pile).contains(&size) && size.is_multiple_of(2);
        let is_whole = self.groups.iter().all(|group| {
            let size = group.tiles.len();
            size == pile || self.picked == Some(group.number) && whole(size)
        });
        let why = "a group is whole until it is picked, and then loses two tiles at a time";
        Contradiction::unless(is_whole, "groups", "9.4", why)?;
        let variant = self.groups.is_empty() || mode == Mode::Variant;
        Contradiction::unless(
            variant,
            "groups",
            "9.1",
            "groups lie open in the variant only",
        )?;
        // The last tiles of the group picked may be those to be placed.
        let was_last = |picked: u8| {
            mode == Mode::Variant && self.tile.is_some() && (1..=table.piles).contains(&picked)
        };
        let is_open = self
            .picked
            .is_none_or(|picked| numbers.contains(&picked) || was_last(picked));
        Contradiction::unless(is_open, "picked", "9.4", "that group does not lie open")
    }
}
