//! Lists: a page at a time, with a cursor that is bound to its filters.

use actix_web::{HttpRequest, HttpResponse, http::header};
use domain::matches::PlayerId;
use serde::{Deserialize, Serialize};
use store::{Position, StreamId, Visibility};
use utoipa::IntoParams;

use crate::{auth::Caller, cursor, error::ApiError, reply, wire::Page};

const DEFAULT: usize = 50;
const MOST: usize = 500;

/// Which page of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// At most this many. A page is full unless it is the last.
    #[param(minimum = 1, maximum = 500, default = 50)]
    limit: Option<usize>,
    /// Where the page before ended: its `next_cursor`, with the same filters.
    #[param(min_length = 32, max_length = 32, pattern = "^[0-9a-f]{32}$")]
    cursor: Option<String>,
}

/// A page to be read.
pub(crate) struct Part {
    pub(crate) after: Option<Position>,
    pub(crate) limit: usize,
    filters: String,
}

impl PageQuery {
    /// What to read.
    pub(crate) fn part(&self, request: &HttpRequest) -> Result<Part, ApiError> {
        let limit = self.limit.unwrap_or(DEFAULT);
        if !(1..=MOST).contains(&limit) {
            let detail = format!("limit is 1 to {MOST}");
            return Err(ApiError::malformed("malformed_query", detail));
        }
        let filters = filters(request);
        let cursor = self.cursor.as_ref();
        let after = cursor
            .map(|cursor| cursor::decode(&filters, cursor))
            .transpose()?;
        Ok(Part {
            after,
            limit,
            filters,
        })
    }
}

impl Part {
    /// The page as an answer.
    pub(crate) fn reply<T: Serialize>(
        &self,
        request: &HttpRequest,
        page: store::Page<T>,
    ) -> HttpResponse {
        let page = self.page(page);
        self.linked(request, &page, reply::ok(&page))
    }

    /// The page as it is told.
    pub(crate) fn page<T>(&self, page: store::Page<T>) -> Page<T> {
        Page {
            items: page.rows,
            next_cursor: page.next.map(|next| cursor::encode(&self.filters, next)),
            as_of_position: page.as_of_position,
        }
    }

    /// Adds where the next page is.
    pub(crate) fn linked<T>(
        &self,
        request: &HttpRequest,
        page: &Page<T>,
        mut response: HttpResponse,
    ) -> HttpResponse {
        let link = page.next_cursor.as_ref().map(|cursor| {
            let filters = &self.filters;
            let limit = self.limit;
            let and = if filters.is_empty() { "" } else { "&" };
            let path = request.path();
            format!(r#"<{path}?{filters}{and}limit={limit}&cursor={cursor}>; rel="next""#)
        });
        if let Some(link) = link.and_then(|link| link.parse().ok()) {
            response.headers_mut().insert(header::LINK, link);
        }
        response
    }
}

/// The query string without what says which page: the same for every page.
fn filters(request: &HttpRequest) -> String {
    let parts = request.query_string().split('&');
    let is_filter = |part: &&str| {
        !part.is_empty() && !part.starts_with("cursor=") && !part.starts_with("limit=")
    };
    parts.filter(is_filter).collect::<Vec<_>>().join("&")
}

/// Refuses what is no player's id.
pub(crate) fn check_player(player: Option<&PlayerId>) -> Result<(), ApiError> {
    match player {
        Some(player) if StreamId::of_player(player).is_none() => {
            let detail = "a player is `p_` and 32 lower-case hexadecimal digits";
            Err(ApiError::malformed("malformed_query", detail))
        }
        Some(_) | None => Ok(()),
    }
}

/// A player's own list holds their private matches too.
pub(crate) fn visibility(caller: &Caller, of: Option<&PlayerId>) -> Visibility {
    match (caller.player(), of) {
        (Some(player), Some(of)) if player == of => Visibility::All,
        _ => Visibility::Public,
    }
}
