//! Places that are few, of which one address has no more than its share.

use std::{collections::HashMap, net::IpAddr, sync::Arc};

use parking_lot::{Mutex, MutexGuard};

use crate::http::{codes::Code, error::ApiError};

/// So many places, for all and for one address.
#[derive(Debug)]
pub(crate) struct Shares {
    /// How many places there are.
    pub(crate) all: usize,
    /// How many of them one address may have.
    pub(crate) of_one: usize,
    // Both counts are asked and moved as one.
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    by: HashMap<IpAddr, usize>,
}

/// A place, until it is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    shares: Arc<Shares>,
    address: Option<IpAddr>,
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// Others have all of them.
    All,
    /// The address has its share.
    One,
}

impl Shares {
    pub(crate) fn new(all: usize, of_one: usize) -> Arc<Shares> {
        Arc::new(Shares {
            all,
            of_one,
            taken: Mutex::default(),
        })
    }

    /// A place. An address that nobody limits has none here.
    pub(crate) fn take(self: &Arc<Shares>, address: Option<IpAddr>) -> Result<Share, Full> {
        let mut taken = self.taken();
        let of_one = address.map_or(0, |it| taken.by.get(&it).copied().unwrap_or(0));
        if address.is_some() && of_one >= self.of_one {
            return Err(Full::One);
        }
        if taken.all >= self.all {
            return Err(Full::All);
        }
        taken.all += 1;
        if let Some(address) = address {
            taken.by.insert(address, of_one + 1);
        }
        Ok(Share {
            shares: Arc::clone(self),
            address,
        })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock()
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut taken = self.shares.taken();
        taken.all -= 1;
        let Some(address) = self.address else { return };
        if let Some(of_one) = taken.by.get_mut(&address) {
            *of_one -= 1;
            if *of_one == 0 {
                taken.by.remove(&address);
            }
        }
    }
}

impl From<Full> for ApiError {
    fn from(full: Full) -> ApiError {
        match full {
            Full::All => Code::Busy.into(),
            Full::One => Code::TooManyAtOnce.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_has_its_share_and_leaves_the_rest_to_others() {
        let (shares, address) = (Shares::new(3, 2), |text: &str| Some(text.parse().unwrap()));
        let (ann, ben) = (address("198.51.100.1"), address("198.51.100.2"));
        let first = shares.take(ann).unwrap();
        let _second = shares.take(ann).unwrap();
        assert_eq!(shares.take(ann).unwrap_err(), Full::One);
        let _third = shares.take(ben).unwrap();
        assert_eq!(shares.take(ben).unwrap_err(), Full::All);
        assert_eq!(shares.take(None).unwrap_err(), Full::All);
        drop(first);
        assert!(shares.take(None).is_ok());
        assert!(shares.take(ann).is_ok());
    }
}
