//! Under which licence facts are exported, as a flag.

use std::str::FromStr;

/// A licence: its short identifier of SPDX (<https://spdx.org/licenses/>), or its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactsLicence(String);

impl FactsLicence {
    /// As the operator wrote it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Where it can be read.
    pub(crate) fn url(&self) -> String {
        if self.0.starts_with("https://") {
            self.0.clone()
        } else {
            format!("https://spdx.org/licenses/{}.html", self.0)
        }
    }
}

impl FromStr for FactsLicence {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<FactsLicence, &'static str> {
        let is_identifier = (1..=64).contains(&text.len())
            && text
                .bytes()
                .all(|it| it.is_ascii_alphanumeric() || b".-+".contains(&it));
        let is_address = text.len() <= 200
            && text.parse::<actix_web::http::Uri>().is_ok()
            && text
                .strip_prefix("https://")
                .is_some_and(|rest| !rest.is_empty() && !rest.contains(['<', '>', '"']));
        if is_identifier || is_address {
            Ok(FactsLicence(text.to_owned()))
        } else {
            Err(
                "an identifier of SPDX such as `CC-BY-4.0`, or an address that begins with `https://`",
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_licence_is_an_identifier_or_an_address() {
        let url = |text: &str| text.parse().map(|it: FactsLicence| it.url());
        let spdx = "https://spdx.org/licenses/CC-BY-4.0.html";
        assert_eq!(url("CC-BY-4.0"), Ok(spdx.to_owned()));
        let own = "https://example.org/terms?of=facts";
        assert_eq!(url(own), Ok(own.to_owned()));
        for wrong in [
            "",
            "my licence",
            "http://example.org",
            "https://",
            "https://a>b",
            "=1\n",
        ] {
            assert!(url(wrong).is_err(), "{wrong}");
        }
    }
}
