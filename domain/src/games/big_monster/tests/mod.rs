//! What the rulebook and the box promise.

mod alike;
mod box_of_components;
mod crystals;
mod endings;
mod explorers;
mod grassland;
mod missions;
mod mutation;
mod passes;
mod positions;
mod redrawn;
mod rows;
mod secrets;
mod setup;
mod ships;
mod table;
mod variants;
mod whole_matches;
mod words;
mod zones;
