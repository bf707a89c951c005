//! How many requests one address may make: a bucket each, refilled every second.
//!
//! A server that only its own machine reaches has no limit.

pub(crate) mod imports;
pub(crate) mod shares;

use std::{
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
    sync::atomic::{AtomicU32, Ordering},
};

use actix_web::{
    Error, ResponseError as _,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::header::{self, HeaderMap, HeaderName, HeaderValue},
    middleware::Next,
    web,
};
use governor::{
    DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
    middleware::StateInformationMiddleware,
};

use crate::{
    config::requests::ClientAddress,
    http::{codes::Code, conditional, error::ApiError, from_node},
};

/// What the bucket of an address holds, in seconds of its refill.
// A bot that begins ten matches at once is not held up; a flood lasts ten seconds.
const BURST_S: u32 = 10;

/// How many requests with `If-None-Match` cost as much as one without.
// An answer of 304 folds nothing and has no body, so asking again is nearly free.
pub(crate) const CONDITIONAL: NonZeroU32 = NonZeroU32::new(10).expect("ten is not zero");

tokio::task_local! {
    static CLIENT: IpAddr;
}

/// Whose share of what is few a request counts to, if requests are limited.
pub(crate) fn client_address() -> Option<IpAddr> {
    CLIENT.try_with(|address| *address).ok()
}

/// Answers in another task what counts to the share of an address.
pub(crate) async fn scope<F: Future>(address: Option<IpAddr>, answer: F) -> F::Output {
    match address {
        Some(address) => CLIENT.scope(address, answer).await,
        None => answer.await,
    }
}

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const STATE: HeaderName = HeaderName::from_static("ratelimit");

/// The buckets.
pub(crate) struct Limits {
    buckets: Buckets,
    /// Of requests with `If-None-Match`: whether an answer is known already shows only
    /// when it is there, so to find out has a price, too.
    conditional: Buckets,
    client: ClientAddress,
    policy: HeaderValue,
    /// How many requests a second are in the long run, and how many at once.
    pub(crate) rate: (NonZeroU32, NonZeroU32),
}

/// A bucket for each address.
struct Buckets {
    buckets: DefaultKeyedRateLimiter<IpAddr, StateInformationMiddleware>,
    requests: AtomicU32,
}

impl Buckets {
    fn new(per_second: NonZeroU32, burst: NonZeroU32) -> Buckets {
        let quota = Quota::per_second(per_second).allow_burst(burst);
        Buckets {
            buckets: RateLimiter::keyed(quota).with_middleware(),
            requests: AtomicU32::new(0),
        }
    }

    /// Takes one from the bucket of an address: how many are left, or after how many
    /// seconds there is one again.
    fn take(&self, address: IpAddr) -> Result<u32, u64> {
        // Forgetting looks at every bucket, so it is done rarely.
        const FORGETS_EVERY: u32 = 4096;
        let requests = self.requests.fetch_add(1, Ordering::Relaxed);
        if requests.is_multiple_of(FORGETS_EVERY) {
            // Full buckets need no remembering.
            self.buckets.retain_recent();
        }
        match self.buckets.check_key(&address) {
            Ok(bucket) => Ok(bucket.remaining_burst_capacity()),
            Err(empty) => {
                let wait = empty.wait_time_from(DefaultClock::default().now());
                Err(wait.as_secs() + 1)
            }
        }
    }
}

impl Limits {
    /// All buckets full.
    pub(crate) fn new(per_second: NonZeroU32, client: ClientAddress) -> Limits {
        let burst = per_second.saturating_mul(NonZeroU32::MIN.saturating_add(BURST_S - 1));
        let more = |than: NonZeroU32| than.saturating_mul(CONDITIONAL);
        let policy = format!("\"address\";q={burst};w={BURST_S}");
        Limits {
            buckets: Buckets::new(per_second, burst),
            conditional: Buckets::new(more(per_second), more(burst)),
            client,
            rate: (per_second, burst),
            policy: HeaderValue::try_from(policy).expect("digits and letters"),
        }
    }

    fn with_state(
        &self,
        mut response: ServiceResponse<BoxBody>,
        left: u32,
        seconds: u64,
    ) -> ServiceResponse<BoxBody> {
        let state = format!("\"address\";r={left};t={seconds}");
        let state = HeaderValue::try_from(state).expect("digits and letters");
        let headers = response.headers_mut();
        headers.insert(POLICY, self.policy.clone());
        headers.insert(STATE, state);
        response
    }
}

/// The middleware. An answer the caller has already (304) costs a tenth.
pub(crate) async fn limited(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let limits = request.app_data::<web::Data<Limits>>().cloned();
    let address = limits.as_deref().and_then(|it| {
        // The server that sends a request on says whose it is.
        let client = match from_node::is_from_node(&request) {
            true => ClientAddress::Forwarded,
            false => it.client,
        };
        address(&request, client)
    });
    let Some((limits, address)) = limits.zip(address) else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let is_conditional = request.headers().contains_key(header::IF_NONE_MATCH);
    let buckets = if is_conditional {
        &limits.conditional
    } else {
        &limits.buckets
    };
    let mut taken = buckets.take(address);
    if let Err(wait_s) = taken {
        let problem = too_many(wait_s).error_response();
        return Ok(limits.with_state(request.into_response(problem), 0, wait_s));
    }
    let response = CLIENT.scope(address, next.call(request)).await?;
    let response = response.map_into_boxed_body();
    if is_conditional {
        if conditional::caller_has(&response) {
            return Ok(response);
        }
        taken = limits.buckets.take(address);
    }
    Ok(match taken {
        Ok(left) => limits.with_state(response, left, 1),
        Err(wait_s) => {
            let problem = too_many(wait_s).error_response();
            limits.with_state(response.into_response(problem), 0, wait_s)
        }
    })
}

const fn too_many(seconds: u64) -> ApiError {
    let code = Code::TooManyRequests;
    ApiError::Wait { code, seconds }
}

/// Whose bucket.
fn address(request: &ServiceRequest, client: ClientAddress) -> Option<IpAddr> {
    let peer = request.peer_addr().map(|address| address.ip());
    let address = match client {
        ClientAddress::Peer => peer,
        ClientAddress::Forwarded => forwarded(request.headers()).or(peer),
    };
    address.map(network)
}

/// The network that one customer is given: of IPv4 the address itself.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        address @ IpAddr::V4(_) => address,
    }
}

/// The last address: those before it are what the caller claims.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let listed = headers.get_all("x-forwarded-for").last()?;
    let last = listed.to_str().ok()?.rsplit(',').next()?;
    last.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::{ClientAddress, address};

    fn bucket(peer: &str, client: ClientAddress, listed: &[&str]) -> String {
        let request = TestRequest::get().peer_addr(peer.parse().unwrap());
        let header =
            |request: TestRequest, value: &&str| request.append_header(("x-forwarded-for", *value));
        let request = listed.iter().fold(request, header).to_srv_request();
        address(&request, client).unwrap().to_string()
    }

    #[test]
    fn one_ipv6_customer_has_one_bucket() {
        let of = |peer| bucket(peer, ClientAddress::Peer, &[]);
        assert_eq!(of("[2001:db8:1:2::1]:80"), "2001:db8:1:2::");
        assert_eq!(of("[2001:db8:1:2:ffff::2]:80"), "2001:db8:1:2::");
        assert_eq!(of("[2001:db8:1:3::1]:80"), "2001:db8:1:3::");
        assert_eq!(of("198.51.100.1:80"), "198.51.100.1");
    }

    #[test]
    fn of_the_forwarded_addresses_only_the_last_is_the_proxys_word() {
        let of = |client, listed: &[&str]| bucket("10.0.0.1:80", client, listed);
        let forwarded = ClientAddress::Forwarded;
        assert_eq!(of(forwarded, &["1.1.1.1, 198.51.100.1"]), "198.51.100.1");
        assert_eq!(of(forwarded, &["1.1.1.1", "198.51.100.2"]), "198.51.100.2");
        assert_eq!(of(forwarded, &["1.1.1.1, somebody"]), "10.0.0.1");
        assert_eq!(of(forwarded, &[]), "10.0.0.1");
        assert_eq!(of(ClientAddress::Peer, &["198.51.100.1"]), "10.0.0.1");
    }
}
