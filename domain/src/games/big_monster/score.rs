//! The score sheet, line by line.

use std::{cmp::Reverse, collections::BTreeMap};

use super::{
    alike::Spots,
    command::Command,
    components::{BOX, Color, Effect, Metric, TileKind},
    crystals,
    event::Event,
    explorers::Explorer,
    missions::{self, OnBoard},
    setup::Options,
    state::State,
    tally::{self, Claims, Tally},
    tiles::Tile,
    tokens::Token,
    view::View,
    zone::{Placed, Zone},
};
use crate::{BySeat, Cell, Count, Score, ScoreLine, ScoreSheet, Seat, cast};

/// What a line of a sheet is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// The tiles of one kind.
    Tiles(Tile),
    BigMonster,
    Lava,
    Swamp,
    Crystals(Color),
    Explorer(Explorer),
}

/// Section 10, rows 1 to 7: what a zone pays, line by line.
fn each_line(zone: &Zone, tally: &Tally, claims: Claims, mut line: impl FnMut(Source, i16)) {
    let mut of_tile = [None::<i16>; Tile::ALL.len()];
    let (mut lava, mut swamps) = (None::<i16>, 0);
    let add = |sum: &mut Option<i16>, points: i16| *sum = Some(sum.unwrap_or(0) + points);
    for placed in &zone.tiles {
        let record = placed.tile.record();
        match record.kind {
            TileKind::Mutant => {
                let points = record.points_by_level[usize::from(placed.level)];
                add(&mut of_tile[placed.tile as usize], points);
            }
            TileKind::Objective | TileKind::Unicorn => {
                let score = record.score.expect("the box says what it scores");
                let count = tally.metric(score.metric, claims);
                let count = score.max.map_or(count, |max| count.min(max));
                let points = i16::from(count) * score.points_each;
                add(&mut of_tile[placed.tile as usize], points);
            }
            TileKind::Yeti | TileKind::Panda => {
                add(&mut of_tile[placed.tile as usize], record.points)
            }
            TileKind::Dragon | TileKind::GoldDiamond => add(&mut lava, record.points),
            TileKind::Swamp => swamps += 1,
            // 6.4, 6.8
            TileKind::BigMonsterHalf
            | TileKind::Radioactive
            | TileKind::Desert
            | TileKind::Rune => {}
        }
    }
    let tiles = Tile::ALL.into_iter().zip(of_tile);
    tiles.for_each(|(tile, points)| {
        points
            .into_iter()
            .for_each(|it| line(Source::Tiles(tile), it))
    });
    if tally.big_monsters + tally.lone_halves > 0 {
        line(Source::BigMonster, big_monster_points(tally));
    }
    lava.into_iter()
        .for_each(|points| line(Source::Lava, points));
    if swamps > 0 {
        line(Source::Swamp, BOX.scoring.swamp_points[swamps]);
    }
    for color in Color::ALL {
        let count = i16::from(tally.crystals(color));
        if count > 0 {
            line(
                Source::Crystals(color),
                count * BOX.crystals[color as usize].points,
            );
        }
    }
    if let Some((explorer, points)) = explorer_points(zone, tally, claims) {
        line(Source::Explorer(explorer), points);
    }
}

/// 6.4
fn big_monster_points(tally: &Tally) -> i16 {
    let points = &BOX.scoring.big_monster;
    i16::from(tally.big_monsters) * points.complete
        + i16::from(tally.lone_halves) * points.single_tile
}

/// Section 11: what an explorer pays who pays at the end.
fn explorer_points(zone: &Zone, tally: &Tally, claims: Claims) -> Option<(Explorer, i16)> {
    let explorer = zone.explorer?;
    match explorer.record().effect {
        Effect::EndPoints {
            metric,
            points_each,
        } => {
            let count = tally.metric(metric, claims);
            Some((explorer, i16::from(count) * points_each))
        }
        Effect::MayPassToOwnEmptyShip {}
        | Effect::ExtraTileFromDiscardsBeforePenalty {}
        | Effect::CountsAs { .. } => None,
    }
}

/// What a zone pays, tokens apart.
pub fn zone_points(zone: &Zone, claims: Claims, options: &Options) -> i16 {
    points_of(zone, &Tally::of(zone, options), claims)
}

/// The same, where it is known what there is in the zone.
fn points_of(zone: &Zone, tally: &Tally, claims: Claims) -> i16 {
    let mut sum = 0;
    each_line(zone, tally, claims, |_, points| sum += points);
    sum
}

/// The lines a zone pays, tokens apart.
fn zone_lines(zone: &Zone, claims: Claims, options: &Options) -> Vec<ScoreLine> {
    let tally = Tally::of(zone, options);
    let mut lines = Vec::new();
    each_line(zone, &tally, claims, |source, points| {
        lines.push(ScoreLine {
            source: source.name(),
            points,
            cells: source.cells(zone, options),
            counts: source.counts(zone, &tally, claims),
        });
    });
    // The rows of the score sheet, from the top.
    let rows = &BOX.scoring.sheet_rows;
    let row = |line: &ScoreLine| {
        rows.iter()
            .position(|row| line.source.split('.').next() == Some(row))
    };
    lines.sort_by_key(row);
    lines
}

impl Source {
    fn name(self) -> String {
        match self {
            Source::Tiles(tile) => {
                let terrain = tile.record().terrain;
                let row = terrain
                    .row()
                    .expect("tiles that score have a row on the sheet");
                format!("{row}.{tile}")
            }
            Source::BigMonster => "big_monster".to_owned(),
            Source::Lava => "lava".to_owned(),
            Source::Swamp => "swamp".to_owned(),
            Source::Crystals(color) => format!("crystals.{}", color.id()),
            Source::Explorer(explorer) => format!("explorer.{explorer}"),
        }
    }

    /// The metric it counts, if it counts one.
    fn metric(self) -> Option<Metric> {
        match self {
            Source::Tiles(tile) => tile.record().score.map(|score| score.metric),
            Source::Explorer(explorer) => match explorer.record().effect {
                Effect::EndPoints { metric, .. } => Some(metric),
                Effect::MayPassToOwnEmptyShip {}
                | Effect::ExtraTileFromDiscardsBeforePenalty {}
                | Effect::CountsAs { .. } => None,
            },
            Source::BigMonster | Source::Lava | Source::Swamp | Source::Crystals(_) => None,
        }
    }

    fn cells(self, zone: &Zone, options: &Options) -> Vec<Cell> {
        let of =
            |kinds: &'static [TileKind]| zone.cells(|it| kinds.contains(&it.tile.record().kind));
        match (self, self.metric()) {
            (_, Some(metric)) => zone.cells(|it| tally::counts(metric, zone, it, options)),
            (Source::Tiles(tile), None) => zone.cells(|it| it.tile == tile),
            (Source::BigMonster, None) => of(&[TileKind::BigMonsterHalf]),
            (Source::Lava, None) => of(&[TileKind::Dragon, TileKind::GoldDiamond]),
            (Source::Swamp, None) => of(&[TileKind::Swamp]),
            (Source::Crystals(color), None) => {
                let used = crystals::tiles_in(zone, Some(color));
                zone.cells(|it| used.contains(it))
            }
            (Source::Explorer(_), None) => Vec::new(),
        }
    }

    fn counts(self, zone: &Zone, tally: &Tally, claims: Claims) -> Vec<Count> {
        let count = |of: &str, count: u16| Count {
            of: of.to_owned(),
            count,
        };
        match (self, self.metric()) {
            (_, Some(metric)) => vec![count("counted", tally.metric(metric, claims).into())],
            (Source::Tiles(tile), None) if tile.record().max_level > 0 => levels(zone, tile),
            (Source::BigMonster, None) => vec![
                count("complete", tally.big_monsters.into()),
                count("halves", tally.lone_halves.into()),
            ],
            (Source::Lava, None) => {
                let angry = tally.metric(Metric::AngryDragons, Claims::default());
                vec![count("angry_dragons", angry.into())]
            }
            (Source::Crystals(color), None) => {
                vec![count("crystals", tally.crystals(color).into())]
            }
            (Source::Tiles(_) | Source::Swamp | Source::Explorer(_), None) => Vec::new(),
        }
    }
}

/// How many tiles have mutated how often.
fn levels(zone: &Zone, tile: Tile) -> Vec<Count> {
    let at = |level: u8| {
        let there = |it: &&Placed| it.tile == tile && it.level == level;
        let count = zone.tiles.iter().filter(there).count();
        let count = cast::<u16>(count);
        let of = format!("level_{level}");
        (count > 0).then_some(Count { of, count })
    };
    let levels = 0..=tile.record().max_level;
    levels.filter_map(at).collect()
}

/// Row 8: the lines of tokens.
fn token_lines(tokens: &[Token], options: &Options) -> Vec<ScoreLine> {
    let mut tokens = tokens.to_vec();
    tokens.sort_unstable();
    let alike = tokens.chunk_by(Token::eq);
    let line = |alike: &[Token]| ScoreLine {
        source: alike[0].source(),
        points: alike.iter().map(|it| it.points(options)).sum(),
        cells: Vec::new(),
        counts: Vec::new(),
    };
    alike.map(line).collect()
}

/// What would count for points now, as far as a view shows it: with what its owner
/// has chosen and the others do not know yet.
#[derive(Clone, Debug)]
struct Reckoning {
    options: Options,
    teams: Option<u8>,
    missions: Vec<OnBoard>,
    dragon: Option<Seat>,
    zones: BySeat<Zone>,
    /// What there is in each zone. None where that has changed since it was counted.
    tallies: BySeat<Option<Tally>>,
    tokens: BySeat<Vec<Token>>,
    /// A tile kept and not yet placed: it counts where it pays most.
    waiting: Option<(Seat, Tile)>,
    is_over: bool,
}

impl Reckoning {
    fn of(view: &View) -> Reckoning {
        let own = view.me.and_then(|me| Some((me, view.seats.get(me)?.kept?)));
        Reckoning {
            options: view.options,
            teams: view.teams(),
            missions: view.missions.clone(),
            dragon: view.dragon,
            zones: view.seats.map(|_, it| it.zone.clone()),
            tallies: view
                .seats
                .map(|_, it| Some(Tally::of(&it.zone, &view.options))),
            tokens: view.seats.map(|_, it| it.tokens.clone()),
            waiting: own,
            is_over: view.scores.is_some(),
        }
    }

    /// What follows from a decision, as far as points go.
    fn apply(&mut self, event: &Event) {
        match event {
            Event::ExplorerChosen { seat, explorer } => {
                self.zones[*seat].explorer = explorer.known().copied();
                self.tallies[*seat] = None;
            }
            Event::TileKept { seat, tile } => {
                self.waiting = tile.known().map(|tile| (*seat, *tile));
            }
            Event::TileTaken { seat, take, .. } => self.waiting = Some((*seat, *take)),
            Event::DragonTaken { seat, .. } => self.dragon = Some(*seat),
            Event::TilePlaced { seat, tile, x, y } => {
                self.waiting = None;
                self.zones[*seat].lay(*tile, super::zone::Spot { x: *x, y: *y });
                self.tallies[*seat] = None;
            }
            Event::Mutated { seat, nth, level } => {
                self.zones[*seat].tiles[usize::from(*nth)].level = *level;
                self.tallies[*seat] = None;
            }
            Event::TokenGiven { to, token, .. } => self.tokens[*to].push(*token),
            // No decision leads to these at once, or they change no points.
            Event::ExplorersDealt { .. }
            | Event::DecisionsDue { .. }
            | Event::ExplorersRevealed { .. }
            | Event::TurnStarted { .. }
            | Event::PassHeld { .. }
            | Event::PassesSettled { .. }
            | Event::PilePassed { .. }
            | Event::TilesRevealed { .. }
            | Event::MissionPaid { .. }
            | Event::RoundEnded { .. }
            | Event::DragonSettled { .. }
            | Event::DiscardsOpened { .. }
            | Event::DiscardTaken { .. }
            | Event::DiscardsLeft { .. }
            | Event::GroupsOpened { .. }
            | Event::PenaltyPaid { .. }
            | Event::Scored { .. } => {}
        }
    }

    /// The tile that waits lies where it pays most, and its token stays if it pays.
    fn place_waiting(&mut self) -> Option<(Seat, Token)> {
        let (seat, tile) = self.waiting.take()?;
        let claims = Token::claims(&self.tokens[seat]);
        let zone = &self.zones[seat];
        let mut alike = Spots::of(zone);
        let spots = zone.spots(tile).into_iter();
        let spots = spots.filter(|at| alike.first_alike(tile, *at) == *at);
        let laid = spots.map(|at| {
            let zone = zone.with(tile, at);
            let tally = Tally::of(&zone, &self.options);
            (points_of(&zone, &tally, claims), zone, tally)
        });
        let (_, zone, tally) = laid
            .min_by_key(|(points, ..)| Reverse(*points))
            .expect("a legal spot always exists"); // 5.4
        (self.zones[seat], self.tallies[seat]) = (zone, Some(tally));
        let gift = tile.record().on_place.map(|it| Token::from(it.take_token));
        let pays = gift.filter(|it| it.points(&self.options) > 0);
        pays.map(|token| (seat, token))
    }

    /// The table if the game ended now.
    fn ended(&self) -> Ended {
        let mut last = self.clone();
        let mut more: Vec<(Seat, Token)> = last.place_waiting().into_iter().collect();
        let tallies = last.tallies.map(|seat, counted| {
            counted.unwrap_or_else(|| Tally::of(&last.zones[seat], &self.options))
        });
        let needs = self.options.team_needs_individual();
        for payment in missions::due(&self.missions, &tallies, self.teams, needs) {
            let (mission, scope) = (payment.mission, payment.scope);
            let token = Token::Mission { mission, scope };
            more.extend(payment.seats.iter().map(|seat| (seat, token)));
        }
        more.extend(self.dragon.map(|seat| (seat, Token::Dragon {})));
        let mut held = self.tokens.iter().flat_map(|(_, tokens)| tokens);
        if !held.any(|token| *token == (Token::Penalty {})) {
            let penalized = missions::penalized(&tallies, self.teams);
            more.extend(penalized.iter().map(|seat| (seat, Token::Penalty {})));
        }
        let mut tokens = self.tokens.map(|_, _| Vec::new());
        more.into_iter()
            .for_each(|(seat, token)| tokens[seat].push(token));
        Ended {
            zones: last.zones,
            tallies,
            tokens,
        }
    }

    /// What the seat and its partner would have if the game ended now, less what their
    /// rivals would.
    fn worth(&self, own: Seat) -> i32 {
        if self.is_over {
            return 0;
        }
        let ended = self.ended();
        let points = ended.zones.iter().map(|(seat, zone)| {
            let tokens = || self.tokens[seat].iter().chain(&ended.tokens[seat]);
            let points: i16 = tokens().map(|it| it.points(&self.options)).sum();
            let claims = Token::claims(tokens());
            let points = i32::from(points + points_of(zone, &ended.tallies[seat], claims));
            let is_ours = missions::side(seat, self.teams) == missions::side(own, self.teams);
            if is_ours { points } else { -points }
        });
        points.sum()
    }

    /// The lines that would come to the tokens held if the game ended now.
    fn lines(&self) -> BySeat<Score> {
        if self.is_over {
            return self.zones.map(|_, _| Score::default());
        }
        let ended = self.ended();
        ended.zones.map(|seat, zone| {
            let more = &ended.tokens[seat];
            let claims = Token::claims(self.tokens[seat].iter().chain(more));
            let zone = zone_lines(zone, claims, &self.options);
            Score([zone, token_lines(more, &self.options)].concat())
        })
    }
}

/// The table if the game ended now.
struct Ended {
    zones: BySeat<Zone>,
    tallies: BySeat<Tally>,
    /// The tokens that would come to those held.
    tokens: BySeat<Vec<Token>>,
}

/// What a legal command is worth to whoever the view belongs to.
///
/// It is what it adds to the own sheet and a partner's, less what it adds to those of all
/// rivals together. A tile counts from when it was kept (13.8), so placing it where its
/// zone pays most gains nothing.
pub fn gain(view: &View, command: Command) -> i32 {
    gains(view, &[command])[0]
}

/// The same of several commands of one decision.
pub fn gains(view: &View, commands: &[Command]) -> Vec<i32> {
    let Some(choice) = view.choice() else {
        return vec![0; commands.len()];
    };
    let table = Reckoning::of(view);
    let before = table.worth(choice.seat);
    let (own, mut known) = (&view.seats[choice.seat], BTreeMap::new());
    let mut spots = Spots::of(&own.zone);
    let gain = |command: &Command| {
        let alike = spots.command_alike(*command, own.kept);
        *known.entry(alike).or_insert_with(|| {
            let Ok(events) = choice.resolve(*command) else {
                return 0;
            };
            let mut then = table.clone();
            events.iter().for_each(|event| then.apply(event));
            then.worth(choice.seat) - before
        })
    };
    commands.iter().map(gain).collect()
}

/// The score sheets of a view.
pub fn scores(view: &View) -> BySeat<ScoreSheet> {
    let if_now = Reckoning::of(view).lines();
    let banked = |seat: Seat| match &view.scores {
        Some(scores) => scores[seat].clone(),
        None => Score(token_lines(&view.seats[seat].tokens, &view.options)),
    };
    if_now.map(|seat, if_now| ScoreSheet {
        banked: banked(seat),
        if_now: if_now.clone(),
    })
}

/// Section 10, at the end of the match.
pub fn sheets(state: &State) -> BySeat<Score> {
    state.seats.map(|_, it| {
        let zone = zone_lines(&it.zone, Token::claims(&it.tokens), &state.options);
        let tokens = token_lines(&it.tokens, &state.options);
        Score([zone, tokens].concat())
    })
}
