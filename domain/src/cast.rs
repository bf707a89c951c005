//! Whole numbers from one type into another that holds them.

/// A whole number in a type that holds it, because the rules or the size of what was
/// counted bound it: cards of a box, seats of a table, bytes in memory.
///
/// # Panics
///
/// If it does not fit. Then a bound that the code relies on is wrong, and a number cut to
/// size would be written down as if it were right.
#[inline]
#[track_caller]
pub fn cast<Number>(number: impl TryInto<Number>) -> Number {
    let Ok(fitting) = number.try_into() else {
        panic!("a number is beyond what bounds it");
    };
    fitting
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_fits_is_the_same() {
        assert_eq!(cast::<u8>(255_usize), 255);
        assert_eq!(cast::<i16>(-32_768_i64), -32_768);
    }

    #[test]
    #[should_panic(expected = "beyond what bounds it")]
    fn a_number_that_does_not_fit_is_never_cut_to_size() {
        cast::<u8>(256_u32);
    }
}
