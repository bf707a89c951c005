//! What the rulebook and the box promise.

mod ambushes;
mod box_of_components;
mod drawings;
mod edicts;
mod gain;
mod map;
mod positions;
mod random_maps;
mod reference;
mod seasons;
mod secrets;
mod skill_cards;
mod table;
mod whole_maps;
mod whole_matches;
mod words;
