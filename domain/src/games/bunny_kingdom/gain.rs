//! What a command gains: what follows from it, compared with what counts before.

use std::collections::BTreeMap;

use super::{alike, command::Command, reckoning::Reckoning, view::View};

/// What a legal command is worth to whoever the view belongs to.
pub(super) fn gain(view: &View, command: Command) -> i32 {
    gains(view, &[command])[0]
}

/// The same of several commands of one decision.
pub(super) fn gains(view: &View, commands: &[Command]) -> Vec<i32> {
    let Some(choice) = view.choice() else {
        return vec![0; commands.len()];
    };
    let table = Reckoning::of(view);
    let before = table.worth(choice.seat);
    let ground = table.ground(choice.seat);
    let mut then = table.clone();
    let mut known = BTreeMap::from([(alike::NOTHING, 0)]);
    let gain = |command: &Command| {
        let alike = ground.command_alike(*command);
        *known.entry(alike).or_insert_with(|| {
            let Ok(event) = choice.resolve(*command) else {
                return 0;
            };
            then.go_back_to(&table);
            then.apply(&event);
            then.worth(choice.seat) - before
        })
    };
    commands.iter().map(gain).collect()
}
