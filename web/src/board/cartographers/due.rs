//! What scores at the end of the season.

use domain::games::cartographers::View;

use crate::Due;

/// The edicts of the season, and what pays in every season.
pub(in crate::board) fn due(view: &domain::View) -> Option<Due> {
    let domain::View::Cartographers(view) = view else {
        return None;
    };
    let View { season, edicts, .. } = view;
    if view.scored.len() > *season as usize {
        return None;
    }
    let edicts = edicts.as_slice().try_into().ok()?;
    let edicts = season.edicts(edicts).map(|edict| edict.id().to_owned());
    let always = ["coins", "monsters"].map(str::to_owned);
    Some(Due {
        sources: edicts.into_iter().chain(always).collect(),
        when: format!("the end of {}", season.card().names.en),
    })
}

#[cfg(test)]
mod tests {
    use domain::{Dice, GameId, Seed, Viewer, bots::Bot};

    use super::*;

    /// What scores next, from decision to decision, each once.
    fn dues() -> Vec<Option<Due>> {
        let dice = Dice::new(Seed([9; 32]));
        let game = GameId::Cartographers;
        let (mut state, _) = game.default_options().set_up(2, &dice).begin(&dice);
        let (mut roll, mut dues) = (dice.roll("bots", 0), Vec::new());
        loop {
            dues.push(due(&state.view(Viewer::Spectator)));
            let Some(seat) = state.to_act().iter().next() else {
                break;
            };
            let command = Bot::Random.choose(&state.view(Viewer::Seat(seat)), &mut roll);
            state = state.decide(seat, command, &dice).unwrap().0;
        }
        dues.dedup();
        dues
    }

    #[test]
    fn each_season_two_edicts_score_and_coins_and_monsters() {
        let dues = dues();
        let seasons: Vec<&Due> = dues.iter().flatten().collect();
        assert_eq!(seasons.len(), 4);
        assert_eq!(dues.len(), 5, "at the end nothing is due");
        assert_eq!(seasons[0].when, "the end of Spring");
        for (one, next) in seasons.iter().zip(seasons.iter().cycle().skip(1)) {
            assert_eq!(one.sources[1], next.sources[0], "A and B, then B and C");
            assert_eq!(one.sources[2..], ["coins", "monsters"]);
        }
    }
}
