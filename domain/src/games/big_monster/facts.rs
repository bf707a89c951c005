//! What is counted of a finished match.

use super::{
    choice::Moment,
    components::{Color, Kind, Metric as Counts, Terrain},
    event::Event,
    explorers::Explorer,
    missions::{Mission, Scope},
    setup::Mode,
    state::{Holding, State},
    tally::Tally,
    tiles::{Tile, Tiles},
    tokens::Token,
    variants::Group,
    zone::Zone,
};
use crate::{
    Seat,
    facts::{Metric, Notes, SeatNotes, Unit, word},
};

/// What is counted, besides what is counted of every game.
pub fn catalogue() -> Vec<Metric> {
    let mut metrics = points();
    metrics.extend(COUNTED.map(|(id, title, unit, text)| Metric::measure(id, title, unit, text)));
    metrics.extend(Terrain::ALL.map(|terrain| {
        let terrain = word(&terrain);
        let title = format!("Tiles of {terrain}");
        let definition = "Tiles of this terrain the seat placed.";
        Metric::measure(
            &format!("tiles.{terrain}"),
            &title,
            Unit::Pieces,
            definition,
        )
    }));
    metrics.extend(Color::ALL.map(|color| {
        let title = format!("Crystals: {}", color.id());
        let definition = "Complete crystals of this color in the zone at the end.";
        let id = format!("crystals.{}", color.id());
        Metric::measure(&id, &title, Unit::Pieces, definition)
    }));
    metrics.push(Metric::dimension(
        "explorer",
        "Explorer",
        "The explorer the seat chose.",
    ));
    metrics.push(Metric::dimension(
        "team",
        "Team",
        "The seat's team, `a` for that of seat 0; `none` without teams.",
    ));
    metrics.extend(of_the_table());
    metrics.extend(CHOICES.map(|[id, title, definition]| Metric::choice(id, title, definition)));
    metrics
}

const CHOICES: [[&str; 3]; 6] = [
    [
        "explorer_kept",
        "Explorer kept",
        "The two explorers dealt were offered; the one that was kept was taken.",
    ],
    [
        "tile",
        "Tile kept",
        "Draft: each different tile in hand was offered; the one that was kept was taken. Variant: \
         each different tile of the groups that were open; the one that was taken.",
    ],
    [
        "removed",
        "Tile removed",
        "Variant: each different tile left in the group of the tile taken was offered; the one \
         removed from the game was taken.",
    ],
    [
        "ship",
        "Ship",
        "Draft: `own`, `partner` and `other`, as far as such a ship could be used, were offered; \
         where the pile went was taken.",
    ],
    [
        "discard",
        "Tile from the discards",
        "At the end of the game: each different tile of the discards was offered, and so was \
         `none` if none might be taken; one was taken.",
    ],
    [
        "gift",
        "Token kept or given",
        "Yeti or panda was placed: `keep` and `give` were offered; what was done with the token \
         was taken.",
    ],
];

/// The rows of the score pad.
const ROWS: [[&str; 3]; 8] = [
    ["ice", "Points from ice", "What tiles of the ice paid."],
    [
        "big_monster",
        "Points from big monsters",
        "What big monsters and their halves paid.",
    ],
    [
        "lava",
        "Points from lava",
        "What dragons and gold diamonds paid.",
    ],
    [
        "grassland",
        "Points from grassland",
        "What tiles of the grassland paid.",
    ],
    ["swamp", "Points from swamp", "What swamp tiles paid."],
    [
        "crystals",
        "Points from crystals",
        "What complete crystals paid.",
    ],
    [
        "explorer",
        "Points from the explorer",
        "What the explorer paid at the end.",
    ],
    [
        "missions",
        "Points from tokens",
        "What missions, penalty, angry dragon, yeti and panda tokens paid, less what they cost.",
    ],
];

fn points() -> Vec<Metric> {
    let measure = |id: &str, title: &str, definition: &str| {
        Metric::measure(&format!("points.{id}"), title, Unit::Points, definition)
    };
    let rows = ROWS.map(|[id, title, definition]| measure(id, title, definition));
    let tiles = Tile::ALL.into_iter().filter_map(|tile| {
        let id = format!("{}.{tile}", row(tile)?);
        let title = format!("Points from {}", spaced(tile.id()));
        let definition = "What all tiles of this kind paid. Unknown for who has none.";
        Some(measure(&id, &title, definition))
    });
    let crystals = Color::ALL.map(|color| {
        let title = format!("Points from {} crystals", color.id());
        let definition = "What complete crystals of this color paid. Unknown for who has none.";
        measure(&format!("crystals.{}", color.id()), &title, definition)
    });
    let tokens = tokens().into_iter().map(|token| {
        let title = format!("Points from {}", spaced(&token.source()).replace('.', ": "));
        let definition = "What tokens of this kind paid. Unknown for who has none.";
        measure(&token.source(), &title, definition)
    });
    let lines = tiles.chain(crystals).chain(tokens);
    rows.into_iter().chain(lines).collect()
}

/// The row in which tiles of a kind have a line of their own, if they have.
fn row(tile: Tile) -> Option<&'static str> {
    match tile.record().kind {
        Kind::Mutant | Kind::Yeti => Some("ice"),
        Kind::Objective | Kind::Unicorn | Kind::Panda => Some("grassland"),
        Kind::Radioactive
        | Kind::BigMonsterHalf
        | Kind::Dragon
        | Kind::Swamp
        | Kind::Desert
        | Kind::Rune
        | Kind::GoldDiamond => None,
    }
}

/// Every kind of token.
fn tokens() -> Vec<Token> {
    let missions = [Scope::Individual, Scope::Team]
        .into_iter()
        .flat_map(|scope| Mission::ALL.map(|mission| Token::Mission { mission, scope }));
    let others = [
        Token::Penalty {},
        Token::Dragon {},
        Token::Yeti {},
        Token::Panda {},
    ];
    missions.chain(others).collect()
}

const COUNTED: [(&str, &str, Unit, &str); 16] = [
    ("tiles", "Tiles", Unit::Pieces, "Tiles the seat placed."),
    (
        "mutants",
        "Mutants",
        Unit::Pieces,
        "Mutants in the zone at the end.",
    ),
    (
        "mutations",
        "Mutations",
        Unit::Pieces,
        "The levels of all mutants at the end, added up.",
    ),
    (
        "mutants_of_level_2",
        "Mutants of level 2",
        Unit::Pieces,
        "Mutants that have mutated twice at the end.",
    ),
    (
        "big_monsters",
        "Big monsters",
        Unit::Pieces,
        "Complete big monsters in the zone at the end.",
    ),
    (
        "lone_halves",
        "Lone halves",
        Unit::Pieces,
        "Halves of big monsters without the other at the end.",
    ),
    (
        "terrains",
        "Terrains",
        Unit::Pieces,
        "Different terrains in the zone at the end, as missions count them.",
    ),
    (
        "radioactive_monsters",
        "Radioactive monsters",
        Unit::Pieces,
        "Radioactive monsters in the zone at the end, with those of the explorer.",
    ),
    (
        "rune_monsters",
        "Rune monsters",
        Unit::Pieces,
        "Rune monsters in the zone at the end.",
    ),
    (
        "angry_dragons",
        "Angry dragons",
        Unit::Pieces,
        "Angry dragons on tiles and on tokens at the end.",
    ),
    (
        "gold_diamonds",
        "Gold diamonds",
        Unit::Pieces,
        "Gold diamonds in the zone at the end, with that of the explorer.",
    ),
    (
        "missions_alone",
        "Missions fulfilled alone",
        Unit::Pieces,
        "Missions that paid the seat as a player.",
    ),
    (
        "missions_as_team",
        "Missions fulfilled as a team",
        Unit::Pieces,
        "Missions that paid the seat and its partner together.",
    ),
    (
        "penalties",
        "Penalties",
        Unit::Pieces,
        "1 for having the fewest desert and rune monsters, and 0 for all others.",
    ),
    (
        "own_ship",
        "Own ship",
        Unit::Pieces,
        "How often the seat put its pile on its own ship.",
    ),
    (
        "team_score",
        "Score of the team",
        Unit::Points,
        "The final scores of the seat and its partner, added up. Unknown without teams.",
    ),
];

fn of_the_table() -> Vec<Metric> {
    let mode = Metric::dimension("mode", "Mode", "What was played, chosen or by default.");
    let missions = Mission::ALL.map(|mission| {
        let title = format!("Mission {}", spaced(mission.id()));
        let definition = "`yes` if this mission lies on the board, `no` if not.";
        Metric::dimension(&format!("mission.{mission}"), &title, definition)
    });
    let metrics = [mode].into_iter().chain(missions);
    metrics.map(Metric::per_match).collect()
}

fn spaced(id: &str) -> String {
    id.replace('_', " ")
}

impl State {
    /// Notes what a decision was offered and took.
    pub(super) fn note(&self, event: &Event, notes: &mut Notes) {
        match event {
            Event::ExplorerChosen { seat, explorer } => {
                let offered = &self.seats[*seat].offer;
                let (round, name) = (self.moment().round, |it: &Explorer| it.to_string());
                let of_seat = notes.seat(*seat);
                of_seat.choice("explorer_kept", round, offered, &[*explorer.get()], name);
            }
            Event::TileKept { seat, tile } => {
                let hand = &self.seats[*seat].hand.tiles;
                self.note_tiles("tile", hand, *tile.get(), notes.seat(*seat));
            }
            Event::PilePassed { from, to, .. } => self.note_ship(*from, *to, notes.seat(*from)),
            Event::TokenGiven { from, to, .. } => {
                let taken = if from == to { "keep" } else { "give" };
                let (round, name) = (self.moment().round, |it: &&str| (*it).to_owned());
                let of_seat = notes.seat(*from);
                of_seat.choice("gift", round, &["keep", "give"], &[taken], name);
            }
            Event::DiscardTaken { seat, tile, .. } => {
                self.note_discard(*seat, Some(*tile), notes.seat(*seat));
            }
            Event::DiscardsLeft { seat } => self.note_discard(*seat, None, notes.seat(*seat)),
            Event::TileTaken {
                seat,
                group,
                take,
                remove,
            } => self.note_taken(*group, *take, *remove, notes.seat(*seat)),
            // Nobody decided these, or they follow from what was decided.
            Event::ExplorersDealt { .. }
            | Event::DecisionsDue { .. }
            | Event::ExplorersRevealed { .. }
            | Event::TurnStarted { .. }
            | Event::DragonTaken { .. }
            | Event::TilesRevealed { .. }
            | Event::TilePlaced { .. }
            | Event::Mutated { .. }
            | Event::MissionPaid { .. }
            | Event::RoundEnded { .. }
            | Event::DragonSettled { .. }
            | Event::DiscardsOpened { .. }
            | Event::GroupsOpened { .. }
            | Event::PenaltyPaid { .. }
            | Event::Scored { .. } => {}
        }
    }

    fn note_tiles(&self, kind: &'static str, tiles: &[Tile], taken: Tile, notes: &mut SeatNotes) {
        let (round, offered) = (self.moment().round, Tiles::kinds(tiles));
        notes.choice(kind, round, &offered, &[taken], Tile::to_string);
    }

    fn note_ship(&self, from: Seat, to: Seat, notes: &mut SeatNotes) {
        let whose = |ship: Seat| self.whose(from, ship);
        let mut offered: Vec<&str> = self.harbor(from).open().map(whose).collect();
        offered.sort_unstable();
        offered.dedup();
        let (round, name) = (self.moment().round, |it: &&str| (*it).to_owned());
        notes.choice("ship", round, &offered, &[whose(to)], name);
        notes.values.add("own_ship", u8::from(from == to));
    }

    /// Whose a ship is to a seat.
    fn whose(&self, seat: Seat, ship: Seat) -> &'static str {
        if seat == ship {
            "own"
        } else if self.partner(seat) == Some(ship) {
            "partner"
        } else {
            "other"
        }
    }

    fn partner(&self, seat: Seat) -> Option<Seat> {
        let teams = self.teams()?;
        Some(Seat((seat.0 + teams) % self.players()))
    }

    fn note_discard(&self, seat: Seat, taken: Option<Tile>, notes: &mut SeatNotes) {
        let moment = self.choice(seat).map(|choice| choice.moment);
        if let Some(Moment::Discard {
            discards,
            may_leave,
            ..
        }) = moment
        {
            let none = may_leave.then_some(None);
            let tiles = Tiles::kinds(&discards).into_iter().map(Some);
            let offered: Vec<Option<Tile>> = tiles.chain(none).collect();
            let name = |tile: &Option<Tile>| tile.map_or("none", Tile::id).to_owned();
            notes.choice("discard", self.moment().round, &offered, &[taken], name);
        }
    }

    fn note_taken(&self, group: u8, take: Tile, remove: Tile, notes: &mut SeatNotes) {
        let is_open = |it: &&Group| Moment::is_open(self.picked, it);
        let open = self.groups.iter().filter(is_open);
        let tiles: Vec<Tile> = open.flat_map(|it| it.tiles.iter().copied()).collect();
        self.note_tiles("tile", &tiles, take, notes);
        let of_group = self.groups.iter().find(|it| it.number == group);
        let mut left = of_group.map_or_else(Vec::new, |it| it.tiles.clone());
        super::tiles::take(&mut left, take);
        self.note_tiles("removed", &left, remove, notes);
    }

    /// Notes what stands on the table at the end.
    pub(super) fn tally(&self, notes: &mut Notes) {
        notes.table.tell("mode", word(&self.mode));
        for mission in Mission::ALL {
            let there = self.missions.iter().any(|it| it.mission == mission);
            let there = if there { "yes" } else { "no" };
            notes.table.tell(format!("mission.{mission}"), there);
        }
        let tallies = self.tallies();
        for (seat, holding) in self.seats.iter() {
            let of_seat = notes.seat(seat);
            for [row, ..] in ROWS {
                of_seat.values.add(format!("points.{row}"), 0); // a row without points has no line
            }
            self.tally_team(seat, of_seat);
            if self.mode != Mode::Variant {
                of_seat.values.add("own_ship", 0);
            }
            holding.tally(&tallies[seat], of_seat);
        }
    }

    fn tally_team(&self, seat: Seat, notes: &mut SeatNotes) {
        let team = self.teams().map(|teams| usize::from(seat.0 % teams));
        let team = team.map_or("none", |team| ["a", "b", "c"][team]);
        notes.values.tell("team", team);
        if let (Some(partner), Some(scores)) = (self.partner(seat), &self.scores) {
            let score = scores[seat].total() + scores[partner].total();
            notes.values.add("team_score", score);
        }
    }
}

impl Holding {
    fn tally(&self, tally: &Tally, notes: &mut SeatNotes) {
        let values = &mut notes.values;
        let explorer = self.zone.explorer.map_or("none", Explorer::id);
        values.tell("explorer", explorer);
        let claims = Token::claims(&self.tokens);
        for (id, counted) in METRICS {
            values.add(id, tally.metric(counted, claims));
        }
        values.add("big_monsters", tally.big_monsters);
        values.add("lone_halves", tally.lone_halves);
        for color in Color::ALL {
            let id = format!("crystals.{}", color.id());
            values.add(id, tally.crystals(color));
        }
        self.tally_tokens(notes);
        tally_zone(&self.zone, notes);
    }

    fn tally_tokens(&self, notes: &mut SeatNotes) {
        let count = |is: fn(&Token) -> bool| self.tokens.iter().filter(|it| is(it)).count();
        let alone = count(|it| {
            matches!(
                it,
                Token::Mission {
                    scope: Scope::Individual,
                    ..
                }
            )
        });
        let as_team = count(|it| {
            matches!(
                it,
                Token::Mission {
                    scope: Scope::Team,
                    ..
                }
            )
        });
        let penalties = count(|it| matches!(it, Token::Penalty {}));
        notes.values.count("missions_alone", alone);
        notes.values.count("missions_as_team", as_team);
        notes.values.count("penalties", penalties);
    }
}

/// What the rules count, too.
const METRICS: [(&str, Counts); 7] = [
    ("mutants", Counts::Mutants),
    ("mutants_of_level_2", Counts::MutantsOfLevel2),
    ("terrains", Counts::KindsForMission),
    ("radioactive_monsters", Counts::RadioactiveMonsters),
    ("rune_monsters", Counts::RuneMonsters),
    ("angry_dragons", Counts::AngryDragons),
    ("gold_diamonds", Counts::GoldDiamonds),
];

fn tally_zone(zone: &Zone, notes: &mut SeatNotes) {
    for terrain in Terrain::ALL {
        notes.values.add(format!("tiles.{}", word(&terrain)), 0);
    }
    notes.values.add("mutations", 0);
    notes.values.count("tiles", zone.tiles.len());
    for placed in &zone.tiles {
        let terrain = word(&placed.tile.record().terrain);
        notes.values.add(format!("tiles.{terrain}"), 1);
        notes.values.add("mutations", placed.level);
        for at in placed.cells() {
            notes.fill(at.cell(), terrain.clone());
        }
    }
}
