//! Where a URL leads, once it is read: numbers in any base are addresses then.

use url::{Host, Url};

use super::reach::Unreachable;

/// The longest URL.
pub(super) const URL_BYTES: usize = 2000;

/// Where a URL leads.
#[derive(Debug)]
pub(super) struct Target {
    /// In its normal form.
    pub(super) url: String,
    pub(super) host: Host,
    pub(super) port: u16,
    pub(super) encrypted: bool,
    /// The path and the query, as a request has them.
    pub(super) path: String,
}

impl Target {
    /// Reads a URL.
    pub(super) fn parse(text: &str) -> Result<Target, Unreachable> {
        if text.len() > URL_BYTES {
            return Err(Unreachable::TooLong);
        }
        let mut url = Url::parse(text)?;
        url.set_fragment(None);
        let encrypted = match url.scheme() {
            "https" => true,
            "http" => false,
            other => return Err(Unreachable::Scheme(other.to_owned())),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Unreachable::Userinfo);
        }
        let port = url.port().unwrap_or(if encrypted { 443 } else { 80 });
        // The others below are those of mail, databases of names, and the like.
        if port < 1024 && ![80, 443].contains(&port) {
            return Err(Unreachable::Port(port));
        }
        let host = url.host().map(|host| host.to_owned());
        let query = url.query().map(|query| format!("?{query}"));
        Ok(Target {
            host: host.ok_or(url::ParseError::EmptyHost)?,
            port,
            encrypted,
            path: format!("{}{}", url.path(), query.unwrap_or_default()),
            url: url.into(),
        })
    }

    /// The `Host` of a request.
    pub(super) fn authority(&self) -> String {
        match (self.encrypted, self.port) {
            (true, 443) | (false, 80) => self.host.to_string(),
            (_, port) => format!("{}:{port}", self.host),
        }
    }
}
