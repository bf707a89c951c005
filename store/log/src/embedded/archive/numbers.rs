//! Whole numbers in as few bytes as they need: seven bits a byte, the lowest first.

/// Writes a number.
pub(super) fn put(mut number: u64, to: &mut Vec<u8>) {
    while number > 0x7f {
        to.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    to.push(number.to_le_bytes()[0]);
}

/// Cuts a number from the beginning; none if there is no whole one.
pub(super) fn take(from: &mut &[u8]) -> Option<u64> {
    let mut number: u64 = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = *from.split_off_first()?;
        let bits = u64::from(byte & 0x7f);
        number |= bits.checked_shl(shift).filter(|it| it >> shift == bits)?;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Writes a difference: those near zero are short, above it and below.
pub(super) fn put_difference(difference: i64, to: &mut Vec<u8>) {
    put(((difference << 1) ^ (difference >> 63)).cast_unsigned(), to);
}

/// Cuts a difference from the beginning.
pub(super) fn take_difference(from: &mut &[u8]) -> Option<i64> {
    let number = take(from)?;
    Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_taken() {
        let differences = [0, 1, -1, 63, 64, -65, 1_800_000_000_000, i64::MAX, i64::MIN];
        let (mut bytes, mut signed) = (Vec::new(), Vec::new());
        for difference in differences {
            put(difference.cast_unsigned(), &mut bytes);
            put_difference(difference, &mut signed);
        }
        assert_eq!(signed[..4], [0, 2, 1, 126], "near zero, one byte is enough");
        let (mut bytes, mut signed) = (&bytes[..], &signed[..]);
        for difference in differences {
            assert_eq!(take(&mut bytes), Some(difference.cast_unsigned()));
            assert_eq!(take_difference(&mut signed), Some(difference));
        }
        assert_eq!(take(&mut bytes), None);
    }

    #[test]
    fn a_number_that_is_too_great_or_cut_off_is_none() {
        for bytes in [
            &[0xff; 11][..],
            &[0x80],
            &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2],
        ] {
            assert_eq!(take(&mut &bytes[..]), None, "{bytes:?}");
        }
    }
}
