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

use crate::connection::failed;

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
        let (url, authority) = without_authority(url);
        let config = url.parse::<Config>();
        // The text may hold a password, so it is not told.
        let mut config = config.map_err(|error| {
            StoreError::Database(format!(
                "its address is not like postgres://user@host/database: {error}"
            ))
        })?;
        let trusted = if config.get_ssl_mode() == SslMode::Require {
            trusted(authority.as_deref())?
        } else {
            // By default, encryption that anybody can undo: a certificate that is not looked at.
            config.ssl_mode(SslMode::Disable);
            RootCertStore::empty()
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

/// An address without the file of certificates it names, which only libpq reads, and in the words
/// of the library: certificates are always looked at, so the strictest of libpq's modes is meant.
fn without_authority(url: &str) -> (String, Option<String>) {
    let Some((place, parameters)) = url.split_once('?') else {
        return (url.to_owned(), None);
    };
    let mut authority = None;
    let mut rest = Vec::new();
    for parameter in parameters.split('&') {
        match parameter.split_once('=') {
            Some(("sslrootcert", file)) => {
                let file = percent_decode_str(file).decode_utf8_lossy();
                authority = Some(file.into_owned());
            }
            Some(("sslmode", "verify-full")) => rest.push("sslmode=require"),
            _ => rest.push(parameter),
        }
    }
    (format!("{place}?{}", rest.join("&")), authority)
}

/// Whom to believe that a server is what it says: those in a file, or those the machine trusts.
fn trusted(file: Option<&str>) -> Result<RootCertStore, StoreError> {
    let found: Vec<CertificateDer<'static>> = match file {
        Some(file) => {
            let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
            read.map_err(failed("read the certificates that sslrootcert names"))?
        }
        None => rustls_native_certs::load_native_certs().certs,
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

    #[test]
    fn what_only_libpq_knows_is_taken_out_of_an_address() {
        let (url, authority) = without_authority(
            "postgres://a,b/c?sslmode=verify-full&sslrootcert=%2Fx%2Fca.pem&port=1",
        );
        assert_eq!(url, "postgres://a,b/c?sslmode=require&port=1");
        assert_eq!(authority.as_deref(), Some("/x/ca.pem"));
    }

    #[test]
    fn an_address_without_parameters_stays_what_it_is() {
        assert_eq!(
            without_authority("postgres://a/b"),
            ("postgres://a/b".to_owned(), None)
        );
    }

    #[test]
    fn nothing_is_encrypted_that_nobody_vouches_for() {
        for mode in ["", "?sslmode=prefer", "?sslmode=disable"] {
            let address = Address::parse(&format!("postgres://a/b{mode}")).unwrap();
            assert_eq!(address.config.get_ssl_mode(), SslMode::Disable);
        }
    }

    #[test]
    fn a_file_without_certificates_is_refused() {
        let refused = Address::parse("postgres://a/b?sslmode=require&sslrootcert=Cargo.toml");
        let refused = store_log::with_causes(&refused.unwrap_err());
        assert!(
            refused.contains("Cargo.toml has no certificate"),
            "{refused}"
        );
        let refused = Address::parse("postgres://a/b?sslmode=require&sslrootcert=none.pem");
        let refused = store_log::with_causes(&refused.unwrap_err());
        assert!(refused.contains("that sslrootcert names"), "{refused}");
    }
}
