//! What the rulebook and the box promise.

mod box_of_components;
mod building;
mod cube;
mod end_of_game;
mod examples;
mod fights;
mod overworld;
mod positions;
mod redraw;
mod scoring_rounds;
mod secrets;
mod switches;
mod table;
mod turns;
mod whole_matches;
mod words;
