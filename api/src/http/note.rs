//! The note beside a decision: a header, so that the body is the command and nothing else.

use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header::HeaderValue};
use percent_encoding::percent_decode_str;
use store::Erasable;
use utoipa::IntoParams;

use crate::http::{codes::Code, error::ApiError};

/// The `Decision-Note` header, as the document has it.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "read by `Note`; here for the document")]
pub(crate) struct NoteHeader {
    /// A note about this decision, for whoever looks back at the match: up to 500 characters in
    /// UTF-8, percent-encoded (as by `encodeURIComponent`).
    #[param(
        rename = "Decision-Note",
        max_length = 6000,
        pattern = "^([!-$&-~]|%[0-9A-Fa-f]{2})*$"
    )]
    note: Option<String>,
}

/// The `Decision-Note` header, if sent, sealed so that its text can be dropped.
pub(crate) struct Note(pub(crate) Option<Erasable>);

impl FromRequest for Note {
    type Error = ApiError;
    type Future = Ready<Result<Note, ApiError>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let header = request.headers().get("decision-note");
        ready(header.map(note).transpose().map(Note))
    }
}

fn note(header: &HeaderValue) -> Result<Erasable, ApiError> {
    let wrong = || Code::MalformedHeader.because("a note must be UTF-8, percent-encoded");
    let text = header.to_str().map_err(|_| wrong())?;
    let text = percent_decode_str(text)
        .decode_utf8()
        .map_err(|_| wrong())?;
    Erasable::new(text.into_owned()).map_err(|error| Code::MalformedHeader.because(error))
}

impl Note {
    /// A note that is no header.
    pub(crate) fn given(note: Option<String>) -> Result<Note, ApiError> {
        let sealed = note.map(Erasable::new).transpose();
        let sealed = sealed.map_err(|error| Code::MalformedBody.at("/note", error))?;
        Ok(Note(sealed))
    }
}
