//! The access log: a line for each answer, with the id of its request and the trace it
//! belongs to.

use std::time::Instant;

use actix_web::{
    Error,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::header::HeaderMap,
    middleware::Next,
};

/// The middleware. Queries are not logged: they may hold what is not for operators.
pub(crate) async fn logged(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let begun = Instant::now();
    let (method, path) = (request.method().clone(), request.path().to_owned());
    let peer = request.peer_addr().map(|peer| peer.ip());
    let trace_id = trace_id(request.headers()).map(str::to_owned);
    let answer = next.call(request).await;
    let note = |status: u16, headers: &HeaderMap| {
        let request_id = headers.get("x-request-id").and_then(|id| id.to_str().ok());
        tracing::info!(
            target: "access",
            request_id,
            trace_id,
            peer = peer.map(tracing::field::display),
            %method,
            path,
            status,
            ms = begun.elapsed().as_millis(),
            "answered"
        );
    };
    match &answer {
        Ok(response) => note(response.status().as_u16(), response.headers()),
        Err(error) => {
            let response = error.error_response();
            note(response.status().as_u16(), response.headers());
        }
    }
    answer.map(ServiceResponse::map_into_boxed_body)
}

/// The trace that a request says it belongs to (W3C Trace Context, 3.2). A header that is
/// not as it must be is as if it were not there.
pub(crate) fn trace_id(headers: &HeaderMap) -> Option<&str> {
    let mut parents = headers.get_all("traceparent");
    let parent = parents.next()?.to_str().ok()?;
    if parents.next().is_some() {
        return None;
    }
    let parts: Vec<&str> = parent.split('-').collect();
    let (&[version, trace, span, flags], more) = parts.split_first_chunk::<4>()?;
    let is_known = version != "ff" && (version != "00" || more.is_empty());
    let is_there = [(version, 2), (trace, 32), (span, 16), (flags, 2)]
        .iter()
        .all(|(part, digits)| part.len() == *digits && part.bytes().all(is_digit));
    let is_set = |part: &str| part.bytes().any(|digit| digit != b'0');
    (is_known && is_there && is_set(trace) && is_set(span)).then_some(trace)
}

const fn is_digit(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

#[cfg(test)]
mod tests {
    use std::{
        io::Write,
        sync::{Arc, Mutex},
    };

    use actix_web::{
        App, HttpResponse,
        middleware::from_fn,
        test::{TestRequest, call_service, init_service},
        web,
    };

    use super::*;
    use crate::http::middleware;

    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

    fn traced(parents: &[&str]) -> bool {
        let request = TestRequest::get();
        let add =
            |request: TestRequest, parent: &&str| request.append_header(("traceparent", *parent));
        let request = parents.iter().fold(request, add).to_http_request();
        trace_id(request.headers()) == Some(TRACE)
    }

    #[test]
    fn a_trace_is_taken_up_as_the_standard_says() {
        let good = format!("00-{TRACE}-00f067aa0ba902b7-01");
        let other = |from: &str, to: &str| good.replacen(from, to, 1);
        assert!(traced(&[&good]));
        // A version to come may say more.
        assert!(traced(&[&(other("00-", "cc-") + "-more")]));
        for bad in [
            good.clone() + "-more",
            other("00-", "ff-"),
            other("00-", "0-"),
            other("-01", "-1"),
            other("-01", ""),
            other("4bf9", "4BF9"),
            other("4bf9", "4bg9"),
            other(TRACE, &"0".repeat(32)),
            other("00f067aa0ba902b7", &"0".repeat(16)),
            String::new(),
        ] {
            assert!(!traced(&[&bad]), "{bad}");
        }
        assert!(!traced(&[&good, &good]));
    }

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(piece)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[actix_web::test]
    async fn each_answer_is_logged_with_its_request_and_its_trace() {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        let _logging = tracing::subscriber::set_default(subscriber);
        let app = App::new()
            .wrap(from_fn(middleware::guard))
            .wrap(from_fn(logged))
            .route("/", web::get().to(HttpResponse::NoContent));
        let app = init_service(app).await;
        let request = TestRequest::get()
            .uri("/?token=secret")
            .insert_header(("traceparent", format!("00-{TRACE}-00f067aa0ba902b7-01")));
        let answer = call_service(&app, request.to_request()).await;
        let id = answer.headers().get("x-request-id").unwrap();
        let id = id.to_str().unwrap();
        let line = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        for said in [id, TRACE, "GET", "status=204"] {
            assert!(line.contains(said), "{said}: {line}");
        }
        assert!(!line.contains("secret"), "{line}");
    }
}
