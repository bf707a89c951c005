//! What the rulebook and the box promise.

mod alike;
mod box_of_components;
mod camps;
mod construction;
mod copies;
mod draft;
mod examples;
mod fiefs;
mod harvests;
mod parchments;
mod positions;
mod secrets;
mod seen_hands;
mod table;
mod two_players;
mod whole_matches;
mod words;
