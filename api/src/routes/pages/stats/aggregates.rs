//! What is computed of groups, in words.

use store::statistics::Aggregate;

/// What the head of a column calls it.
pub(super) fn name(aggregate: Aggregate) -> String {
    match aggregate {
        Aggregate::N => "Number".to_owned(),
        Aggregate::Mean => "Mean".to_owned(),
        Aggregate::Difference => "Difference".to_owned(),
        Aggregate::Sd => "Standard deviation".to_owned(),
        Aggregate::Min => "Least".to_owned(),
        Aggregate::Max => "Greatest".to_owned(),
        Aggregate::Percentile(500) => "Median".to_owned(),
        Aggregate::Percentile(thousandths) => format!("{} percentile", nth(thousandths)),
    }
}

/// So many thousandths as an ordinal number of hundredths.
fn nth(thousandths: u16) -> String {
    let (whole, tenth) = (thousandths / 10, thousandths % 10);
    if tenth > 0 {
        return format!("{whole}.{tenth}th");
    }
    let ending = match (whole % 10, whole % 100) {
        (1, tens) if tens != 11 => "st",
        (2, tens) if tens != 12 => "nd",
        (3, tens) if tens != 13 => "rd",
        _ => "th",
    };
    format!("{whole}{ending}")
}

/// Whether it is an estimate: then it may have an interval.
pub(super) const fn has_interval(aggregate: Aggregate) -> bool {
    match aggregate {
        Aggregate::Mean | Aggregate::Difference | Aggregate::Percentile(_) => true,
        Aggregate::N | Aggregate::Sd | Aggregate::Min | Aggregate::Max => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_ordinal_numbers_and_the_middle_one_is_the_median() {
        let called = |thousandths| name(Aggregate::Percentile(thousandths));
        assert_eq!(
            [10, 220, 500, 900, 999].map(called),
            [
                "1st percentile",
                "22nd percentile",
                "Median",
                "90th percentile",
                "99.9th percentile"
            ]
        );
    }
}
