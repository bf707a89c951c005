//! How pictures of tables are drawn, as a number.

/// How boards and thumbnails are drawn. It is part of their addresses, so that caches may keep
/// them for ever: count it up whenever one is drawn otherwise.
pub const DRAWING_VERSION: u32 = 13;

#[cfg(test)]
mod tests {
    use domain::{Cell, Dice, GameId, Seat, Seed, State, View, Viewer, bots::Bot};

    use crate::{
        Focus, Ghost, board, not_begun,
        png::{Theme, png},
        thumbnail,
    };

    /// The hash of all pictures below, as they are drawn in this version.
    const DRAWN: u64 = 12_720_028_196_174_035_021;

    /// What a spectator sees at every tenth decision, and at the end.
    fn views(game: GameId, seats: u8) -> Vec<View> {
        let dice = Dice::new(Seed([9; 32]));
        let (mut state, _) = game.default_options().set_up(seats, &dice).begin(&dice);
        let mut roll = dice.roll("bots", 0);
        let mut views = Vec::new();
        for nth in 0.. {
            let Some(seat) = state.to_act().iter().next() else {
                break;
            };
            if nth % 10 == 0 {
                views.push(seen(&state));
            }
            let command = Bot::Random.choose(&state.view(Viewer::Seat(seat)), &mut roll);
            state = state.decide(seat, command, &dice).unwrap().0;
        }
        views.push(seen(&state));
        views
    }

    fn seen(state: &State) -> View {
        state.view(Viewer::Spectator)
    }

    /// A focus with every kind of mark.
    fn marked() -> Focus {
        Focus {
            of: Some(Seat(1)),
            marked: [Cell(2, 2), Cell(2, 3)].into(),
            played: [Cell(0, 0)].into(),
            ghost: Some(Ghost {
                cells: [Cell(3, 3)].into(),
                flag: "best: +4".to_owned(),
            }),
            ..Focus::default()
        }
    }

    /// FNV-1a.
    fn hash(drawn: &[u8]) -> u64 {
        drawn.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }

    #[test]
    fn what_is_drawn_otherwise_has_another_version() {
        let mut all = not_begun().into_bytes();
        for &game in GameId::ALL {
            let tables = [2, 3, 12].into_iter();
            for seats in tables.filter(|seats| game.info().players.contains(seats)) {
                for view in views(game, seats) {
                    all.extend(board(&view, &Focus::default()).into_bytes());
                    all.extend(board(&view, &marked()).into_bytes());
                    all.extend(thumbnail(&view).into_bytes());
                }
            }
        }
        let last = views(GameId::Cartographers, 2).pop().unwrap();
        let picture = board(&last, &Focus::default());
        all.extend(png(&picture, 200, Theme::Light));
        let drawn = hash(&all);
        assert_eq!(
            drawn, DRAWN,
            "pictures are drawn otherwise: count DRAWING_VERSION up and write {drawn} here"
        );
    }
}
