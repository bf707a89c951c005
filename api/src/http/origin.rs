//! Web pages from elsewhere: any may read; what changes something needs a token in the
//! request, and without authentication it is the local player's alone.
//!
//! `actix-cors` writes the same headers, but lets a request through that it does not allow,
//! and knows nothing of tokens or of the name the server was called by.

use std::net::IpAddr;

use actix_web::{
    HttpRequest, HttpResponse,
    dev::ServiceRequest,
    http::{
        Method,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    web,
};

use crate::{
    config::Auth,
    http::{app::App, codes::Code, error::ApiError},
};

/// What a page may send.
const ALLOWED_HEADERS: &str = "authorization, content-type, idempotency-key, if-none-match, if-range, \
                    last-event-id, range";

/// What a page may see of an answer, besides what every page may.
const EXPOSED_HEADERS: &str = "accept-ranges, allow, content-range, etag, idempotency-replayed, link, \
                    location, ratelimit, ratelimit-policy, retry-after, server-timing, \
                    www-authenticate, x-as-of-position, x-request-id";

/// How long a browser need not ask again, in seconds: what the longest of them keeps.
const PREFLIGHT_MAX_AGE_S: &str = "7200";

/// How the addresses of this server begin, as whoever asks calls it. A proxy that ends TLS says so
/// in `Forwarded` or `X-Forwarded-Proto`.
pub(crate) fn of(request: &HttpRequest) -> String {
    let called = request.connection_info();
    format!("{}://{}", called.scheme(), called.host())
}

/// Refuses what a page from elsewhere may not do, and names of this server that are not
/// its own.
pub(crate) fn check(request: &ServiceRequest) -> Result<(), ApiError> {
    let auth = auth(request);
    if auth == Some(Auth::None) && !is_local(request.headers()) {
        return Err(Code::WrongHost.because(
            "without authentication the server answers only to 127.0.0.1, [::1] and localhost",
        ));
    }
    if reads(request.method()) || !is_from_elsewhere(request.headers()) {
        return Ok(());
    }
    let has_token = request.headers().contains_key(header::AUTHORIZATION);
    match auth {
        Some(Auth::None) => Err(Code::CrossOrigin.because(
            "without authentication a page of another host may not act as the local player",
        )),
        Some(Auth::Tokens) | None if has_token => Ok(()),
        Some(Auth::Tokens) | None => Err(Code::CrossOrigin
            .because("a page of another host must send `Authorization` to change something")),
    }
}

/// Refuses requests for tools by a name that the operator did not allow, and those of pages of any
/// other host. A page that leads its own name here (DNS rebinding) is the attacker: it has no
/// token, but could ask for one.
pub(crate) fn check_for_tools(headers: &HeaderMap, hosts: &[String]) -> Result<(), ApiError> {
    let host = text(headers, &header::HOST).unwrap_or_default();
    let is_allowed = |allowed: &String| {
        allowed.eq_ignore_ascii_case(host) || allowed.eq_ignore_ascii_case(name_in(host))
    };
    if !is_local(headers) && !hosts.iter().any(is_allowed) {
        return Err(Code::WrongHost.because(
            "the tools are called by 127.0.0.1, [::1], localhost or a name in --mcp-hosts",
        ));
    }
    if is_from_elsewhere(headers) {
        return Err(
            Code::CrossOrigin.because("no page of another host may call the tools, token or not")
        );
    }
    Ok(())
}

/// The answer to what a browser asks before it sends what a page wants it to.
pub(crate) fn preflight(request: &ServiceRequest) -> Option<HttpResponse> {
    let asks = request
        .headers()
        .contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    if request.method() != Method::OPTIONS || !asks {
        return None;
    }
    let app = request.app_data::<web::Data<App>>()?;
    let known = app.contract.allowed(request.path())?;
    let allowed = if app.auth == Auth::None {
        "GET, HEAD"
    } else {
        &known
    };
    let mut answer = HttpResponse::NoContent();
    answer
        .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, allowed))
        .insert_header((header::ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_HEADERS))
        .insert_header((header::ACCESS_CONTROL_MAX_AGE, PREFLIGHT_MAX_AGE_S));
    Some(answer.finish())
}

/// Whether a page from anywhere may see the answer to a request.
pub(crate) fn is_open(request: &ServiceRequest) -> bool {
    reads(request.method()) || is_from_elsewhere(request.headers())
}

/// Lets pages from anywhere see an answer: only a token in the request makes it personal.
pub(crate) fn open(headers: &mut HeaderMap) {
    let mut say = |name: HeaderName, value| headers.insert(name, HeaderValue::from_static(value));
    say(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    say(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED_HEADERS);
}

fn reads(method: &Method) -> bool {
    [Method::GET, Method::HEAD, Method::OPTIONS].contains(method)
}

fn auth(request: &ServiceRequest) -> Option<Auth> {
    request.app_data::<web::Data<App>>().map(|app| app.auth)
}

/// Whether a page of another host sent this. Browsers say so; other clients need not.
fn is_from_elsewhere(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return false;
    };
    let host = text(headers, &header::HOST).map(str::to_ascii_lowercase);
    let origin = origin.to_str().ok().and_then(authority);
    origin.is_none() || origin != host.map(|host| without_default_port(&host).to_owned())
}

/// Host and port of an origin. None of one that has neither, like `null`.
fn authority(origin: &str) -> Option<String> {
    let (_, authority) = origin.split_once("://")?;
    Some(without_default_port(&authority.to_ascii_lowercase()).to_owned())
}

/// A proxy that ends TLS calls the server by the other of the two, or by none.
fn without_default_port(authority: &str) -> &str {
    let shorter = authority.strip_suffix(":443");
    shorter
        .or_else(|| authority.strip_suffix(":80"))
        .unwrap_or(authority)
}

/// Whether the server was called by a name of its own machine. Another name may be one that
/// a page has led here, so that browsers take it for its own.
fn is_local(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(header::HOST) else {
        return true; // no browser
    };
    let name = name_in(host.to_str().unwrap_or_default());
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || address
            .parse()
            .is_ok_and(|address: IpAddr| address.is_loopback())
}

/// A host without its port.
fn name_in(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        Some(_) | None => host,
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn headers(host: &str, origin: &str) -> HeaderMap {
        let request = TestRequest::post()
            .insert_header((header::HOST, host))
            .insert_header((header::ORIGIN, origin));
        request.to_http_request().headers().clone()
    }

    #[test]
    fn a_page_of_the_server_itself_is_not_from_elsewhere() {
        for (host, origin) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("play.example.org", "https://play.example.org"),
            ("Play.example.org:443", "https://play.example.org"),
            ("[::1]:8080", "http://[::1]:8080"),
        ] {
            assert!(!is_from_elsewhere(&headers(host, origin)), "{origin}");
        }
        for (host, origin) in [
            ("127.0.0.1:8080", "http://127.0.0.1:3000"),
            ("127.0.0.1:8080", "http://localhost:8080"),
            ("127.0.0.1:8080", "https://example.org"),
            ("127.0.0.1:8080", "null"),
        ] {
            assert!(is_from_elsewhere(&headers(host, origin)), "{origin}");
        }
    }

    #[test]
    fn names_of_this_machine_are_its_loopback_addresses_and_localhost() {
        for host in [
            "127.0.0.1:8080",
            "127.8.8.8",
            "[::1]:8080",
            "[::1]",
            "LocalHost:1",
        ] {
            assert!(is_local(&headers(host, "null")), "{host}");
        }
        for host in [
            "example.org:8080",
            "127.0.0.1.example.org",
            "10.0.0.1",
            "localhost.",
            "",
        ] {
            assert!(!is_local(&headers(host, "null")), "{host}");
        }
    }
}
