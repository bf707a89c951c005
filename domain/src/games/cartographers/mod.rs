//! Cartographers: everyone draws the same terrain on a map of their own.

pub mod components;
pub mod edicts;
pub mod map;

#[cfg(test)]
mod tests;
