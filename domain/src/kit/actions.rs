//! Actions: the commands of all decisions of a game, numbered once and for all.

use std::collections::{BTreeMap, btree_map::Entry};

use crate::cast;

/// So many actions are too many to have ids: nobody wants a mask of that length.
pub const TOO_MANY: usize = 100_000;

/// Every command that a seat can be asked for at any table of one size. The place of a
/// command in the list is its id, whatever is decided.
#[derive(Clone, Debug)]
pub struct Actions<C> {
    commands: Vec<C>,
    ids: BTreeMap<C, u32>,
}

impl<C: Copy + Ord> Actions<C> {
    /// Gives each command an id, in their order; one that comes again keeps its own. None if
    /// there are [too many](TOO_MANY).
    pub fn of(commands: impl IntoIterator<Item = C>) -> Option<Actions<C>> {
        let mut actions = Actions {
            commands: Vec::new(),
            ids: BTreeMap::new(),
        };
        for command in commands {
            let id = actions.bound();
            if let Entry::Vacant(place) = actions.ids.entry(command) {
                place.insert(id);
                actions.commands.push(command);
            }
            if actions.commands.len() >= TOO_MANY {
                return None;
            }
        }
        Some(actions)
    }

    /// How many there are: every id is below.
    pub fn bound(&self) -> u32 {
        cast(self.commands.len())
    }

    /// The id of a command. None if no match of this size can ask for it.
    pub fn id(&self, command: &C) -> Option<u32> {
        self.ids.get(command).copied()
    }

    /// The command with an id.
    pub fn command(&self, id: u32) -> Option<C> {
        self.commands.get(cast::<usize>(id)).copied()
    }
}
