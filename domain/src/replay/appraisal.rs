//! A decision, held against what else was legal.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{Command, View, cast};

/// A decision compared with all other legal commands, as if the game had scored at once. It does
/// not consider what came later.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Appraisal {
    /// How many commands were legal.
    #[schema(minimum = 1)]
    pub legal: u32,
    /// The gain of the command that was taken, in points: the `gain` of a legal command.
    pub gain: i32,
    /// The greatest gain of any legal command, in points.
    pub best_gain: i32,
    /// One more than the number of legal commands with a greater gain: equal gains share the better
    /// rank.
    #[schema(minimum = 1)]
    pub rank: u32,
    /// How many legal commands have the same gain, including this one.
    #[schema(minimum = 1)]
    pub tied: u32,
    /// The points left on the table: `best_gain` minus `gain`.
    #[schema(minimum = 0)]
    pub regret: i32,
    /// The first of the legal commands with the greatest gain. Left out if the command taken has
    /// that gain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Command>,
}

/// Appraises a command that the view's owner was to decide. None if it is not legal
/// there: the rules may have been others.
pub fn appraise(view: &View, taken: &Command) -> Option<Appraisal> {
    let legal = view.legal();
    let gains = view.gains(&legal);
    let place = legal.iter().position(|command| command == taken)?;
    let gain = gains[place];
    let best_gain = *gains.iter().max().expect("one was taken");
    let count = |counts: &dyn Fn(i32) -> bool| {
        let counted = gains.iter().filter(|&&gain| counts(gain)).count();
        cast::<u32>(counted)
    };
    let best = gains.iter().position(|&gain| gain == best_gain);
    let best = best.filter(|_| gain < best_gain);
    Some(Appraisal {
        legal: count(&|_| true),
        gain,
        best_gain,
        rank: 1 + count(&|other| other > gain),
        tied: count(&|other| other == gain),
        regret: best_gain - gain,
        best: best.map(|best| legal[best].clone()),
    })
}
