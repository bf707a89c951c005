//! What the host may choose, and how the table is set up.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    components::{BOX, Gift, TokenKind},
    explorers::{Explorer, Explorers},
    illegal::Illegal,
    missions::{self, Mission},
    tiles::{self, Tile, Tiles},
};
use crate::{Dice, Seat, Secret, Viewer, cast, dice::Roll};

/// The options of a table of Big Monster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = BigMonsterOptions)]
pub struct Options {
    /// The mode of play: `team_draft` needs 4 or 6 seats, `individual_draft` 3 to 6, `variant` 2 or
    /// 3. Default: the variant with two seats, otherwise the individual draft.
    pub mode: Option<Mode>,
    /// The edition that decides where the printed rulebook and the online edition differ.
    pub edition: Edition,
    /// The missions on the free spots of the board.
    pub missions: MissionChoice,
    /// The snail extras to play with. Each of their tiles replaces a normal one.
    #[schema(value_type = Vec<Extra>, max_items = 6)]
    pub snail_extras: Extras,
    /// Whether the team tokens of a mission are available only after its individual token is gone.
    /// If left out, the edition decides: `rulebook` no, `board_game_arena` yes.
    pub team_token_needs_individual: Option<bool>,
    /// Whether `exp_black_m` must take a tile from the discards. If left out, the edition decides:
    /// `rulebook` no, `board_game_arena` yes.
    pub extra_tile_compulsory: Option<bool>,
    /// Whether the last tile is passed in turn nine of a round. If left out, the edition decides:
    /// `rulebook` yes, `board_game_arena` no.
    pub last_turn_passes: Option<bool>,
    /// Whether a player who is forced onto their own ship takes the dragon. If left out, the
    /// edition decides: `rulebook` yes, `board_game_arena` no.
    pub dragon: Option<bool>,
    /// When missions are checked in the variant. If left out, the edition decides: `rulebook`
    /// `end_of_turn`, `board_game_arena` `each_placement`.
    pub variant_mission_check: Option<MissionCheck>,
    /// Whether the grassland tile that counts kinds also counts the desert of `exp_orange_m`. If
    /// left out, the edition decides: `rulebook` yes, `board_game_arena` no.
    pub desert_explorer_is_a_kind: Option<bool>,
    /// What the camp tile counts. If left out, the edition decides: `rulebook` `round_explorer`,
    /// `board_game_arena` `round_tile`.
    pub camp_counts: Option<CampCounts>,
    /// The value of the yeti's token in points, from -20 to 20. Default: the value in the box.
    #[schema(minimum = -20, maximum = 20)]
    pub yeti_token_points: Option<i16>,
    /// The value of the panda's token in points, from -20 to 20. Default: the value in the box.
    #[schema(minimum = -20, maximum = 20)]
    pub panda_token_points: Option<i16>,
}

/// Section 1 of the rules: the mode of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BigMonsterMode)]
pub enum Mode {
    /// Teams of two; seats alternate: A B A B, or A B C A B C.
    TeamDraft,
    /// Everybody drafts and plays alone.
    IndividualDraft,
    /// Everybody alone, without ships, from open groups.
    Variant,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::TeamDraft => "team_draft",
            Mode::IndividualDraft => "individual_draft",
            Mode::Variant => "variant",
        })
    }
}

/// An edition of the game, as a set of answers to questions about the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BigMonsterEdition)]
pub enum Edition {
    /// The printed rulebook.
    #[default]
    Rulebook,
    /// The edition played on Board Game Arena.
    BoardGameArena,
}

/// When missions are checked in the variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BigMonsterMissionCheck)]
pub enum MissionCheck {
    /// After the last player of the turn.
    EndOfTurn,
    /// After every tile.
    EachPlacement,
}

/// What the camp tile counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BigMonsterCampCounts)]
pub enum CampCounts {
    /// Tiles round the explorer.
    RoundExplorer,
    /// Tiles round the camp itself.
    RoundTile,
}

/// The missions on the free spots of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = BigMonsterMissionChoice)]
pub enum MissionChoice {
    /// Drawn at random, all different.
    Random {},
    /// The missions suggested for a first game.
    FirstGame {},
    /// Missions chosen by the host, on the team side. All are different.
    Team {
        /// The mission on spot A.
        a: Mission,
        /// The mission on spot B.
        b: Mission,
    },
    /// Missions chosen by the host, on the individual side. All are different.
    Individual {
        /// The mission on the spot at the lake.
        lake: Mission,
        /// The mission on the spot at grassland and swamp.
        grass_swamp: Mission,
        /// The mission on the spot at the lava.
        lava: Mission,
        /// The mission on the spot at the ice.
        ice: Mission,
    },
}

/// A snail extra.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BigMonsterExtra)]
pub enum Extra {
    /// The gold diamond.
    Gold,
    /// The tile with the camp.
    Camp,
    /// Both tiles with a unicorn.
    Unicorns,
    /// The tile with the yeti.
    Yeti,
    /// The tile with the panda.
    Panda,
    /// The five special explorers.
    Explorers,
}

/// A set of snail extras. On the wire: a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Extra>", into = "Vec<Extra>")]
pub struct Extras(u8);

/// How the table was set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BigMonsterSetup)]
pub struct Setup {
    /// What the host chose.
    pub options: Options,
    /// How many seats.
    #[schema(minimum = 2, maximum = 6)]
    pub seats: u8,
    /// What is played.
    pub mode: Mode,
    /// The missions in play.
    #[schema(max_items = 6)]
    pub missions: Vec<Mission>,
    /// The normal tiles that were replaced by snail tiles.
    pub taken_out: Tiles,
    /// The seat that begins in the variant. Null in a draft.
    pub first: Option<Seat>,
    /// The tiles in the order they are dealt: each seat's first pile in seat order, then
    /// each seat's second, or one group after the other. Hidden until the match ends.
    pub tiles: Secret<Tiles>,
    /// The explorers in the order they are dealt, two for each seat. Hidden until the
    /// match ends.
    pub explorers: Secret<Explorers>,
}

impl Default for MissionChoice {
    fn default() -> MissionChoice {
        MissionChoice::Random {}
    }
}

impl TryFrom<Vec<Extra>> for Extras {
    type Error = &'static str;

    fn try_from(extras: Vec<Extra>) -> Result<Extras, &'static str> {
        if extras.len() > Extra::ALL.len() {
            return Err("there are at most six snail extras");
        }
        Ok(extras.into_iter().collect())
    }
}

impl FromIterator<Extra> for Extras {
    fn from_iter<I: IntoIterator<Item = Extra>>(extras: I) -> Extras {
        Extras(extras.into_iter().fold(0, |bits, it| bits | 1 << it as u8))
    }
}

impl From<Extras> for Vec<Extra> {
    fn from(extras: Extras) -> Vec<Extra> {
        let all = Extra::ALL.into_iter();
        all.filter(|it| extras.contains(*it)).collect()
    }
}

impl Extras {
    /// Whether an extra is among them.
    pub const fn contains(self, extra: Extra) -> bool {
        self.0 & (1 << extra as u8) != 0
    }

    /// The tiles they bring.
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        let all = Extra::ALL.into_iter();
        let chosen = all.filter(move |it| self.contains(*it));
        chosen.flat_map(|it| it.tiles().iter().copied())
    }
}

impl Extra {
    /// Every extra.
    pub const ALL: [Extra; 6] = [
        Extra::Gold,
        Extra::Camp,
        Extra::Unicorns,
        Extra::Yeti,
        Extra::Panda,
        Extra::Explorers,
    ];

    /// The tiles it brings.
    pub const fn tiles(self) -> &'static [Tile] {
        match self {
            Extra::Gold => &[Tile::SpGold],
            Extra::Camp => &[Tile::SpCamp],
            // D-3
            Extra::Unicorns => &[Tile::SpUnicornA, Tile::SpUnicornB],
            Extra::Yeti => &[Tile::SpYeti],
            Extra::Panda => &[Tile::SpPanda],
            Extra::Explorers => &[],
        }
    }
}

impl Mode {
    /// How many teams there are, if there are teams.
    pub const fn teams(self, seats: u8) -> Option<u8> {
        match self {
            Mode::TeamDraft => Some(seats / 2),
            Mode::IndividualDraft | Mode::Variant => None,
        }
    }

    /// Whether so many can play it.
    pub const fn fits(self, seats: u8) -> bool {
        match self {
            Mode::TeamDraft => matches!(seats, 4 | 6),
            Mode::IndividualDraft => matches!(seats, 3..=6),
            Mode::Variant => matches!(seats, 2 | 3),
        }
    }
}

impl Options {
    /// What is played by so many.
    pub fn mode(&self, seats: u8) -> Mode {
        self.mode.unwrap_or(match seats {
            ..=2 => Mode::Variant,
            3.. => Mode::IndividualDraft,
        })
    }

    /// The edition's answer, if the host gave none.
    fn answer<T>(&self, own: Option<T>, rulebook: T, online: T) -> T {
        own.unwrap_or(match self.edition {
            Edition::Rulebook => rulebook,
            Edition::BoardGameArena => online,
        })
    }

    /// D-7
    pub fn team_needs_individual(&self) -> bool {
        self.answer(self.team_token_needs_individual, false, true)
    }

    /// D-9
    pub fn must_take_a_discard(&self) -> bool {
        self.answer(self.extra_tile_compulsory, false, true)
    }

    /// D-13
    pub fn passes_in_last_turn(&self) -> bool {
        self.answer(self.last_turn_passes, true, false)
    }

    /// D-20
    pub fn has_dragon(&self) -> bool {
        self.answer(self.dragon, true, false)
    }

    /// D-15
    pub fn mission_check(&self) -> MissionCheck {
        let (book, online) = (MissionCheck::EndOfTurn, MissionCheck::EachPlacement);
        self.answer(self.variant_mission_check, book, online)
    }

    /// D-16
    pub fn explorer_is_a_kind(&self) -> bool {
        self.answer(self.desert_explorer_is_a_kind, true, false)
    }

    /// D-17
    pub fn camp_counts(&self) -> CampCounts {
        let (book, online) = (CampCounts::RoundExplorer, CampCounts::RoundTile);
        self.answer(self.camp_counts, book, online)
    }

    /// D-6: what the token of yeti or panda is worth.
    pub fn gift_points(&self, gift: Gift) -> i16 {
        let (own, kind) = match gift {
            Gift::Yeti => (self.yeti_token_points, TokenKind::Yeti),
            Gift::Panda => (self.panda_token_points, TokenKind::Panda),
        };
        let printed = BOX.tokens.iter().find(|it| it.kind == kind);
        own.unwrap_or_else(|| printed.expect("the box has both tokens").points)
    }

    /// Whether so many can play like this.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn fits(&self, seats: u8) -> Result<(), Illegal> {
        let mode = self.mode(seats);
        if !mode.fits(seats) {
            return Err(Illegal::ModeNeedsOtherSeats(mode, seats));
        }
        let given = [self.yeti_token_points, self.panda_token_points];
        if given
            .into_iter()
            .flatten()
            .any(|it| !(-20..=20).contains(&it))
        {
            return Err(Illegal::TokenPoints);
        }
        missions::check(self.missions, mode)
    }
}

impl Setup {
    /// Sets up the table.
    ///
    /// # Panics
    ///
    /// If the options do not [fit](Options::fits) the number of seats.
    pub fn new(options: &Options, seats: u8, dice: &Dice) -> Setup {
        let mode = options.mode(seats);
        let (mut tiles, taken_out) =
            in_play(options, mode, seats, &mut dice.roll("snail tiles", 0));
        dice.roll("tiles", 0).shuffle(&mut tiles);
        let mut explorers = Explorer::in_play(options, mode, seats);
        dice.roll("explorers", 0).shuffle(&mut explorers);
        explorers.truncate(usize::from(2 * seats)); // 3.3
        let beginner = || cast(dice.roll("first player", 0).below(seats.into()));
        Setup {
            options: *options,
            seats,
            mode,
            missions: missions::drawn(options.missions, mode, &mut dice.roll("missions", 0)),
            taken_out: Tiles(taken_out),
            first: (mode == Mode::Variant).then(|| Seat(beginner())),
            tiles: Secret::Known(Tiles(tiles)),
            explorers: Secret::Known(Explorers(explorers)),
        }
    }

    /// What `viewer` may know of it.
    #[must_use]
    pub fn disclose(self, viewer: Viewer) -> Setup {
        Setup {
            tiles: self.tiles.seal(viewer),
            explorers: self.explorers.seal(viewer),
            ..self
        }
    }
}

/// 3.4: the normal tiles in play, in the order of the box.
pub fn normal_tiles(mode: Mode, seats: u8) -> Vec<Tile> {
    let is_draft = mode != Mode::Variant;
    let five_plus = if is_draft { seats >= 5 } else { seats == 3 };
    let removed = is_draft && seats % 2 == 1;
    let printed = BOX.monster_tiles.iter().filter(|it| !it.snail);
    let in_play = printed
        .filter(|it| (five_plus || !it.five_plus) && !(removed && it.removed_at_3p_5p_draft));
    in_play.map(|it| it.tile).collect()
}

/// 3.4 and 3.8: the tiles in play, and those that snail tiles took the place of.
fn in_play(options: &Options, mode: Mode, seats: u8, roll: &mut Roll) -> (Vec<Tile>, Vec<Tile>) {
    let mut tiles = normal_tiles(mode, seats);
    let mut taken_out = Vec::new();
    for extra in options.snail_extras.tiles() {
        let replaces = extra.record().replaces.expect("snail tiles take a place");
        let alike = tiles.iter().copied();
        let alike: Vec<Tile> = alike.filter(|it| it.is_replaced_by(replaces)).collect();
        let replaced = *roll.pick(&alike);
        tiles::take(&mut tiles, replaced);
        taken_out.push(replaced);
        tiles.push(extra);
    }
    (tiles, taken_out)
}
