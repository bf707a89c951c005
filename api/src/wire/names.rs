//! The names of players, beside the ids that answers have. Records and events have ids
//! alone, because they stay as they are when a player drops their name.

use domain::matches::{Occupant, Place, PlayerId};
use serde::Serialize;
use serde_json::{Map, Value};
use store::{LobbyRow, Players, ResultRow};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        ObjectBuilder, RefOr, Schema,
        schema::{SchemaType, Type},
    },
};

use super::{
    BatchInfo, BatchReport, EntrantPlace, ImportedMatch, Joined, LineUpPlace, ListedMatch,
    ListedResult, Manifest, MatchInfo, MatchResults, Opened, Page, TournamentInfo,
    TournamentReport,
};

/// An answer, with the names of the players in it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Named<T> {
    /// The answer itself.
    #[serde(flatten)]
    pub answer: T,
    /// The names of the players whose ids the answer contains.
    pub names: Names,
}

/// The names of players by their ids, in the order in which they occur in the answer: `null` for
/// one who was deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Names(Map<String, Value>);

/// What has ids of players in it.
pub trait HasPlayers {
    /// The ids, some of them perhaps twice.
    fn players(&self) -> Vec<&PlayerId>;
}

impl<T> Named<T> {
    /// The answer with the names of everyone in it.
    pub(crate) fn of(players: &Players, answer: T) -> Named<T>
    where
        T: HasPlayers,
    {
        Named::with(answer, |player| players.name(player))
    }

    /// The answer with the name of every player in it.
    pub fn with(answer: T, name: impl Fn(&PlayerId) -> Option<String>) -> Named<T>
    where
        T: HasPlayers,
    {
        let names = Names::of(answer.players().into_iter().cloned(), name);
        Named { answer, names }
    }
}

impl Names {
    /// The names of these players.
    pub(crate) fn of(
        ids: impl IntoIterator<Item = PlayerId>,
        name: impl Fn(&PlayerId) -> Option<String>,
    ) -> Names {
        let mut names = Map::new();
        for id in ids {
            let known = names.entry(id.0.clone());
            known.or_insert_with(|| name(&id).into());
        }
        Names(names)
    }

    /// The name of the player with an id, if there is one.
    pub(crate) fn get(&self, id: &str) -> Option<&str> {
        self.0.get(id)?.as_str()
    }
}

impl PartialSchema for Names {
    fn schema() -> RefOr<Schema> {
        let name = ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
            .max_length(Some(80))
            .description(Some(
                "The name of the player; null once the player was deleted.",
            ));
        ObjectBuilder::new()
            .schema_type(Type::Object)
            .additional_properties(Some(RefOr::T(Schema::Object(name.build()))))
            .max_properties(Some(100_000))
            .description(Some(
                "The names of players by id. Null for a player who was deleted or who is of \
                 another server.",
            ))
            .into()
    }
}

impl ToSchema for Names {}

fn seated(occupant: &Occupant) -> Option<&PlayerId> {
    match occupant {
        Occupant::Player { player } => Some(player),
        Occupant::Bot { .. } => None,
    }
}

fn invited(place: &Place) -> Option<&PlayerId> {
    match place {
        Place::Player { player } => Some(player),
        Place::Open | Place::Bot { .. } => None,
    }
}

impl HasPlayers for MatchInfo {
    fn players(&self) -> Vec<&PlayerId> {
        let sit = self
            .seats
            .iter()
            .filter_map(|seat| seated(seat.occupant.as_ref()?));
        let wanted = self
            .seats
            .iter()
            .filter_map(|seat| invited(seat.place.as_ref()?));
        std::iter::once(&self.host)
            .chain(sit)
            .chain(wanted)
            .collect()
    }
}

impl HasPlayers for Opened {
    fn players(&self) -> Vec<&PlayerId> {
        self.opened.players()
    }
}

impl HasPlayers for Joined {
    fn players(&self) -> Vec<&PlayerId> {
        self.joined.players()
    }
}

impl HasPlayers for ImportedMatch {
    fn players(&self) -> Vec<&PlayerId> {
        self.imported.players()
    }
}

impl HasPlayers for MatchResults {
    fn players(&self) -> Vec<&PlayerId> {
        self.occupants
            .iter()
            .filter_map(|(_, at)| seated(at))
            .collect()
    }
}

impl HasPlayers for Manifest {
    fn players(&self) -> Vec<&PlayerId> {
        self.occupants
            .iter()
            .filter_map(|(_, at)| seated(at))
            .collect()
    }
}

impl HasPlayers for LobbyRow {
    fn players(&self) -> Vec<&PlayerId> {
        let sit = self
            .seated
            .iter()
            .filter_map(|(_, at)| seated(at.as_ref()?));
        let wanted = self.places.iter().filter_map(|(_, place)| invited(place));
        std::iter::once(&self.host)
            .chain(sit)
            .chain(wanted)
            .collect()
    }
}

impl HasPlayers for ResultRow {
    fn players(&self) -> Vec<&PlayerId> {
        let placings = self.placings.iter();
        placings
            .filter_map(|(_, placing)| seated(&placing.occupant))
            .collect()
    }
}

impl HasPlayers for ListedMatch {
    fn players(&self) -> Vec<&PlayerId> {
        self.row.players()
    }
}

impl HasPlayers for ListedResult {
    fn players(&self) -> Vec<&PlayerId> {
        self.row.players()
    }
}

impl HasPlayers for BatchInfo {
    fn players(&self) -> Vec<&PlayerId> {
        let seats = self.line_ups.0.iter().flat_map(|line_up| &line_up.0);
        let invited = seats.filter_map(planned);
        std::iter::once(&self.host).chain(invited).collect()
    }
}

fn planned(place: &LineUpPlace) -> Option<&PlayerId> {
    match place {
        LineUpPlace::Player { player } => Some(player),
        LineUpPlace::Bot { .. } => None,
    }
}

impl HasPlayers for BatchReport {
    fn players(&self) -> Vec<&PlayerId> {
        self.batch.players()
    }
}

impl HasPlayers for TournamentInfo {
    fn players(&self) -> Vec<&PlayerId> {
        let of_entrant = |entrant| match entrant {
            &EntrantPlace::Bot { .. } => Vec::new(),
            EntrantPlace::Player { player } => vec![player],
            EntrantPlace::Team { members } => members.iter().filter_map(planned).collect(),
        };
        let entered = self.entrants.iter().flat_map(of_entrant);
        std::iter::once(&self.host).chain(entered).collect()
    }
}

impl HasPlayers for TournamentReport {
    fn players(&self) -> Vec<&PlayerId> {
        self.tournament.players()
    }
}

impl<T: HasPlayers> HasPlayers for Page<T> {
    fn players(&self) -> Vec<&PlayerId> {
        self.items.iter().flat_map(T::players).collect()
    }
}
