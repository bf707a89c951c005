//! Where a database is, and what it must prove to be.

use std::{borrow::Cow, fmt, sync::Arc, time::Duration};

use percent_encoding::percent_decode_str;
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject as _},
};
use store_log::StoreError;
use tokio_postgres::{
    Config,
    config::{LoadBalanceHosts, SslMode, TargetSessionAttrs},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::session::failed;

/// How long a server may take to answer a greeting.
const GREETING: Duration = Duration::from_secs(5);

/// Where a database is, and how one connects to it.
#[derive(Clone)]
pub(crate) struct Address {
    pub(crate) config: Config,
    pub(crate) tls: MakeRustlsConnect,
}

impl Address {
    /// Reads an address like `postgres://user@host/database?sslmode=verify-full`.
    ///
    /// # Errors
    ///
    /// If that is no address of a database, or nobody is trusted to vouch for it.
    pub(crate) fn parse(url: &str) -> Result<Address, StoreError> {
        let Asked {
            url,
            mode,
            authority,
        } = Asked::of(url);
        let config = url.parse::<Config>();
        // The text may hold a password, so it is not told.
        let mut config = config.map_err(|error| {
            StoreError::Database(format!(
                "its address is not like postgres://user@host/database: {error}"
            ))
        })?;
        let trusted = match (mode.as_deref(), authority) {
            (Some("require" | "verify-full"), authority) => {
                config.ssl_mode(SslMode::Require);
                trusted(authority.as_deref())?
            }
            (None | Some("disable"), None) => {
                config.ssl_mode(SslMode::Disable);
                RootCertStore::empty()
            }
            // A server may decline what is not required, and nobody would notice.
            (None | Some(_), _) => {
                let why = "its address must say sslmode=verify-full, or nothing of encryption";
                return Err(StoreError::Database(why.to_owned()));
            }
        };
        config
            .application_name("cartulary")
            .connect_timeout(GREETING)
            .tcp_user_timeout(2 * GREETING)
            .keepalives_idle(GREETING)
            .keepalives_interval(GREETING)
            .keepalives_retries(2)
            // Of several servers, the one that writes.
            .target_session_attrs(TargetSessionAttrs::ReadWrite)
            // Whichever comes first: one that hangs, or is cut off from its standbys, must not be
            // tried before the others each time.
            .load_balance_hosts(LoadBalanceHosts::Random);
        let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(failed("prepare encryption"))?
            .with_root_certificates(trusted)
            .with_no_client_auth();
        Ok(Address {
            config,
            tls: MakeRustlsConnect::new(tls),
        })
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.config.fmt(f)
    }
}

/// An address, and what it says of encryption in the words of libpq, of which the library knows but
/// a few.
struct Asked {
    /// The rest of it.
    url: String,
    /// How a server has to prove what it is.
    mode: Option<String>,
    /// The file with the certificates of those who are believed.
    authority: Option<String>,
}

impl Asked {
    fn of(url: &str) -> Asked {
        let (place, parameters) = url.split_once('?').unwrap_or((url, ""));
        let (mut mode, mut authority, mut rest) = (None, None, Vec::new());
        for parameter in parameters.split('&').filter(|it| !it.is_empty()) {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            // The library decodes names, too: none may get past.
            let [name, value] = [name, value].map(|it| percent_decode_str(it).decode_utf8_lossy());
            match &*name {
                "sslmode" => mode = Some(value.into_owned()),
                "sslrootcert" => authority = Some(value.into_owned()),
                _ => rest.push(parameter),
            }
        }
        let url = match rest.is_empty() {
            true => place.to_owned(),
            false => format!("{place}?{}", rest.join("&")),
        };
        Asked {
            url,
            mode,
            authority,
        }
    }
}

/// Whom to believe that a server is what it says: those in a file, or those the machine trusts.
fn trusted(file: Option<&str>) -> Result<RootCertStore, StoreError> {
    let found: Vec<CertificateDer<'static>> = match file {
        Some(file) => {
            let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
            read.map_err(failed("read the certificates that sslrootcert names"))?
        }
        None => {
            let found = rustls_native_certs::load_native_certs();
            for error in found.errors {
                tracing::warn!(%error, "a certificate of this machine cannot be read");
            }
            found.certs
        }
    };
    let mut roots = RootCertStore::empty();
    let (added, _) = roots.add_parsable_certificates(found);
    if added == 0 {
        let of: Cow<'_, str> = file.map_or("this machine".into(), Cow::from);
        return Err(StoreError::Database(format!(
            "{of} has no certificate that could vouch for it: name a file by sslrootcert=…"
        )));
    }
    Ok(roots)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(url: &str) -> String {
        store_log::with_causes(&Address::parse(url).unwrap_err())
    }

    #[test]
    fn what_an_address_says_of_encryption_is_taken_out_of_it() {
        let asked = Asked::of("postgres://a,b/c?sslmode=verify-full&sslrootcert=%2Fx%2Fca&port=1");
        assert_eq!(asked.url, "postgres://a,b/c?port=1");
        assert_eq!(asked.mode.as_deref(), Some("verify-full"));
        assert_eq!(asked.authority.as_deref(), Some("/x/ca"));
        assert_eq!(Asked::of("postgres://a/b").url, "postgres://a/b");
        let encoded = Asked::of("postgres://a/b?ssl%6Dode=require");
        assert_eq!(encoded.mode.as_deref(), Some("require"));
    }

    #[test]
    fn nothing_is_encrypted_unless_the_address_says_so() {
        for mode in ["", "?sslmode=disable"] {
            let address = Address::parse(&format!("postgres://a/b{mode}")).unwrap();
            assert_eq!(address.config.get_ssl_mode(), SslMode::Disable);
        }
    }

    #[test]
    fn encryption_that_a_server_may_decline_is_refused() {
        for weak in ["sslmode=prefer", "sslmode=verify-ca", "sslrootcert=ca.pem"] {
            let refused = refusal(&format!("postgres://a/b?{weak}"));
            assert!(
                refused.contains("must say sslmode=verify-full"),
                "{refused}"
            );
        }
    }

    #[test]
    fn a_file_without_certificates_is_refused() {
        let refused = refusal("postgres://a/b?sslmode=require&sslrootcert=Cargo.toml");
        assert!(
            refused.contains("Cargo.toml has no certificate"),
            "{refused}"
        );
        let refused = refusal("postgres://a/b?sslmode=require&sslrootcert=none.pem");
        assert!(refused.contains("that sslrootcert names"), "{refused}");
    }
}
