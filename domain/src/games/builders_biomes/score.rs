//! The score sheet, line by line.

use super::{
    board::{Counting, Landscape, Space},
    event::{MobBonus, MobBonuses, RoundScore},
    features::{Feature, Round},
    player::Player,
    setup::Options,
    state::State,
    tiles::Mob,
    view::View,
};
use crate::{
    BySeat, Cell, Count, Score, ScoreLine, ScoreSheet, Seat, Side, Standing, cast,
    kit::cells::Cells, score,
};

/// What scores are made of: what a view and the state both know of it.
#[derive(Clone, Copy, Debug)]
pub struct ScoreBasis<'a> {
    /// What the host chose.
    pub options: Options,
    /// What everybody has.
    pub players: &'a BySeat<Player>,
    /// The scoring rounds so far.
    pub scores: &'a [RoundScore],
    /// What mobs paid at the end.
    pub bonuses: Option<&'a BySeat<MobBonuses>>,
}

impl ScoreBasis<'_> {
    /// What of a feature counts for a seat.
    pub fn counting(self, seat: Seat) -> Counting {
        if self.options.beginners.contains(seat) {
            Counting::EverySpace // 12.1
        } else {
            Counting::LargestGroup
        }
    }

    /// The rounds a seat has still to score.
    pub fn rounds_left(self, seat: Seat) -> impl Iterator<Item = Round> {
        let has_scored = move |round: Round| {
            let mut scores = self.scores.iter();
            scores.any(|score| score.round == round && score.seat == seat)
        };
        Round::ALL
            .into_iter()
            .filter(move |round| !has_scored(*round))
    }
}

/// 10.4 to 10.6: the spaces that count for a feature, and what they pay.
pub fn counted(table: ScoreBasis<'_>, seat: Seat, round: Round, feature: Feature) -> (Cells, i16) {
    let landscape = table.players[seat].landscape();
    pays(&landscape, round, feature, table.counting(seat))
}

/// 10.7: the feature that pays most, on ties the first on the card. None if no space
/// counts.
pub fn best_feature(table: ScoreBasis<'_>, seat: Seat, round: Round) -> Option<Feature> {
    let landscape = table.players[seat].landscape();
    best(&landscape, round, table.counting(seat)).map(|(feature, ..)| feature)
}

fn pays(landscape: &Landscape, round: Round, feature: Feature, counting: Counting) -> (Cells, i16) {
    let spaces = landscape.counted(round, feature, counting);
    (spaces, number(spaces) * round.value(feature))
}

/// 10.7: the best feature, its spaces and what they pay.
pub(super) fn best(
    landscape: &Landscape,
    round: Round,
    counting: Counting,
) -> Option<(Feature, Cells, i16)> {
    let features = round.axis().features().map(|feature| {
        let (spaces, xp) = pays(landscape, round, feature, counting);
        (feature, spaces, xp)
    });
    let there = features.filter(|(_, spaces, _)| !spaces.is_empty());
    // On ties the first: later ones must pay more.
    there.reduce(|best, next| if next.2 > best.2 { next } else { best })
}

/// 11.2: what everybody's mobs pay at the end of the game.
pub fn mob_bonuses(table: ScoreBasis<'_>) -> BySeat<MobBonuses> {
    table.players.map(|_, player| {
        let landscape = player.landscape();
        let mobs = player.end_of_game_mobs();
        let bonuses = mobs.filter_map(|mob| bonus(table.options, &landscape, mob));
        MobBonuses(bonuses.collect())
    })
}

/// 11.2: what a mob pays, if it pays at the end.
pub(super) fn bonus(options: Options, landscape: &Landscape, mob: Mob) -> Option<MobBonus> {
    let (feature, each) = mob.end_bonus()?;
    let spaces = if options.mob_bonus_counts_printed_biomes {
        landscape.showing(feature)
    } else {
        landscape.built_with(feature) // D-14
    };
    Some(MobBonus {
        mob,
        feature,
        xp: number(spaces) * each,
        spaces: Space::each(spaces).collect(),
    })
}

fn number(spaces: Cells) -> i16 {
    cast::<i16>(spaces.count())
}

/// The score sheets of a view.
pub fn scores(view: &View) -> BySeat<ScoreSheet> {
    let table = view.table();
    table.players.map(|seat, _| ScoreSheet {
        banked: banked(table, seat),
        if_now: if_now(table, seat),
    })
}

/// 11.3: with these points: the most, then the most blocks; equal in both, the place is
/// shared.
fn sides_with(table: ScoreBasis<'_>, points: impl Fn(Seat) -> i16) -> Vec<Side> {
    let side = |(seat, player): (Seat, &Player)| {
        let blocks = cast::<i16>(player.supply.count());
        Side::alone(seat, &[("total", points(seat)), ("blocks", blocks)])
    };
    table.players.iter().map(side).collect()
}

/// 11.3: what the seats are ranked by.
pub fn sides(state: &State) -> Vec<Side> {
    let table = state.table();
    sides_with(table, |seat| table.players[seat].xp)
}

/// 11.3: the places if the game ended now.
pub fn ranks_now(view: &View) -> BySeat<u8> {
    let sheets = scores(view);
    let now = |seat| sheets[seat].banked.total() + sheets[seat].if_now.total();
    score::rank_sides(&sides_with(view.table(), now))
}

/// Who finished where.
pub fn standings(state: &State) -> BySeat<Standing> {
    let table = state.table();
    let ranks = score::rank_sides(&sides(state));
    table.players.map(|seat, player| Standing {
        rank: ranks[seat],
        total: player.xp,
        score: banked(table, seat),
    })
}

fn banked(table: ScoreBasis<'_>, seat: Seat) -> Score {
    let player = &table.players[seat];
    let mut lines = Vec::new();
    let placed = player.built.iter().filter(|it| it.xp > 0);
    lines.extend(placed.map(|it| {
        let cells = vec![it.space.cell()];
        line(format!("building.{}", it.building), it.xp, cells, None)
    }));
    let beaten = player.mobs.iter().filter(|it| it.xp > 0);
    lines.extend(beaten.map(|it| line(format!("mob.{}", it.mob), it.xp, Vec::new(), None)));
    if player.hoe_xp > 0 {
        let hoes = ("golden_hoe", player.hoes.min(1_000));
        lines.push(line(
            "golden_hoe".to_owned(),
            player.hoe_xp,
            Vec::new(),
            Some(hoes),
        ));
    }
    let scored = table.scores.iter().filter(|score| score.seat == seat);
    lines.extend(scored.filter_map(|it| {
        let feature = it.feature?;
        Some(round_line(it.round, feature, &it.spaces, it.xp))
    }));
    let bonuses = table.bonuses.map(|bonuses| &bonuses[seat].0);
    lines.extend(bonuses.into_iter().flatten().map(bonus_line));
    // Of a position written by hand, only the sum may be known.
    let score = Score(lines);
    let earlier = player.xp - score.total();
    if earlier == 0 {
        return score;
    }
    let earlier = line("earlier".to_owned(), earlier, Vec::new(), None);
    Score([vec![earlier], score.0].concat())
}

fn if_now(table: ScoreBasis<'_>, seat: Seat) -> Score {
    if table.bonuses.is_some() {
        return Score::default();
    }
    let landscape = table.players[seat].landscape();
    let rounds = table.rounds_left(seat).filter_map(|round| {
        let (feature, spaces, xp) = best(&landscape, round, table.counting(seat))?;
        let spaces: Vec<Space> = Space::each(spaces).collect();
        Some(round_line(round, feature, &spaces, xp))
    });
    let mobs = table.players[seat].end_of_game_mobs();
    let bonuses = mobs.filter_map(|mob| bonus(table.options, &landscape, mob));
    let bonuses = bonuses.map(|bonus| bonus_line(&bonus));
    Score(rounds.chain(bonuses).collect())
}

fn round_line(round: Round, feature: Feature, spaces: &[Space], xp: i16) -> ScoreLine {
    let source = format!("{}.{}", round.id(), feature.id());
    line(source, xp, cells(spaces), Some(("spaces", many(spaces))))
}

fn bonus_line(bonus: &MobBonus) -> ScoreLine {
    let source = format!("mob_bonus.{}", bonus.mob);
    let counted = (bonus.feature.id(), many(&bonus.spaces));
    line(source, bonus.xp, cells(&bonus.spaces), Some(counted))
}

fn cells(spaces: &[Space]) -> Vec<Cell> {
    spaces.iter().map(|space| space.cell()).collect()
}

fn many(spaces: &[Space]) -> u16 {
    cast::<u16>(spaces.len())
}

/// What pays, of the source of a line: a round, whichever feature is best by then.
pub fn account(source: &str) -> &str {
    let round = source
        .split('.')
        .next()
        .filter(|it| it.starts_with("round_"));
    round.unwrap_or(source)
}

fn line(source: String, points: i16, cells: Vec<Cell>, count: Option<(&str, u16)>) -> ScoreLine {
    let counts = count.map(|(of, count)| Count {
        of: of.to_owned(),
        count,
    });
    ScoreLine {
        source,
        points,
        cells,
        counts: counts.into_iter().collect(),
    }
}
