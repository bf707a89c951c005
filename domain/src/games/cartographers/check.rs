//! What a box must keep to before anybody plays with it.

use super::components::Components;
use crate::kit::components::Flaw;

/// Checks a box that may have been written by hand.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn check(_components: &Components) -> Result<(), Flaw> {
    Ok(())
}
