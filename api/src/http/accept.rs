//! In which form an answer is wanted: the header `Accept` (RFC 9110, 12.5.1).

use actix_web::{
    HttpMessage,
    http::header::{Accept, Header as _, Quality},
};

use crate::http::{codes::Code, error::ApiError};

/// The one of the forms of an answer that the caller likes best, of those they like alike
/// the first. None of them: 406.
pub(crate) fn best<'a>(request: &impl HttpMessage, forms: &[&'a str]) -> Result<&'a str, ApiError> {
    let accept = Accept::parse(request).map_err(|error| Code::MalformedHeader.because(error))?;
    let best = forms.iter().rev().max_by_key(|form| quality(&accept, form));
    best.filter(|form| quality(&accept, form) > Quality::ZERO)
        .copied()
        .ok_or_else(|| ApiError::UnknownId {
            code: Code::NotAcceptable,
            detail: "`Accept` allows none of the available forms; `known` lists them".to_owned(),
            known: forms.iter().map(ToString::to_string).collect(),
        })
}

/// How much the caller likes a form: what the narrowest range says that it lies in.
fn quality(accept: &Accept, form: &str) -> Quality {
    let kind = form.split('/').next();
    let narrowness = |range: &str| match range.split_once('/') {
        _ if range == form => 3,
        Some((of, "*")) if Some(of) == kind => 2,
        Some(("*", "*")) => 1,
        Some(_) | None => 0,
    };
    let ranges = accept
        .iter()
        .map(|range| (narrowness(range.item.essence_str()), range.quality));
    let narrowest = ranges
        .filter(|(narrowness, _)| *narrowness > 0)
        .max_by_key(|it| it.0);
    match narrowest {
        Some((_, quality)) => quality,
        None if accept.is_empty() => Quality::MAX,
        None => Quality::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::best;

    const FORMS: [&str; 3] = ["application/json", "application/x-ndjson", "text/csv"];

    fn chosen(accept: &str) -> Option<&'static str> {
        let request = TestRequest::get().insert_header(("accept", accept));
        best(&request.to_http_request(), &FORMS).ok()
    }

    #[test]
    fn the_form_that_is_liked_best_is_chosen_and_of_equals_the_first() {
        for (accept, form) in [
            ("*/*", "application/json"),
            ("text/csv, */*;q=0.5", "text/csv"),
            (
                "text/csv;q=0.4, application/x-ndjson;q=0.6",
                "application/x-ndjson",
            ),
            (
                "application/json;q=0, application/*",
                "application/x-ndjson",
            ),
            ("text/html, text/*;q=0.1", "text/csv"),
            ("text/csv, application/json", "application/json"),
        ] {
            assert_eq!(chosen(accept), Some(form), "{accept}");
        }
        let request = TestRequest::get().to_http_request();
        assert_eq!(best(&request, &FORMS).ok(), Some("application/json"));
    }

    #[test]
    fn what_nobody_can_have_is_refused() {
        for accept in [
            "text/html",
            "application/xml, image/*",
            "application/json;q=0",
        ] {
            assert_eq!(chosen(accept), None, "{accept}");
        }
    }
}
