//! Lists: a page at a time, with a cursor that is bound to its filters.

pub(crate) mod cursor;
pub(crate) mod limit;

use actix_web::{HttpRequest, HttpResponse, http::header};
use domain::matches::PlayerId;
use serde::{Deserialize, Serialize};
use store::{Players, Position, StreamId, Visibility};
use utoipa::IntoParams;

use self::limit::Limit;
use crate::{
    http::{auth::Caller, codes::Code, error::ApiError, reply},
    wire::{HasPlayers, Named, Page},
};

/// How many items a page has, unless somebody says otherwise.
pub(crate) const USUAL: u32 = 50;
/// The most items of a page.
pub(crate) const MOST: u32 = 500;

/// How many rows a page has.
type Rows = Limit<USUAL, MOST>;

/// Which page of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// The most items in this answer.
    #[serde(default)]
    #[param(inline)]
    limit: Rows,
    /// Where to continue: the `next_cursor` of the previous page, with the same filters. Opaque.
    #[param(min_length = 1, max_length = 200, pattern = "^[0-9A-Za-z._-]+$")]
    cursor: Option<String>,
}

/// A page to be read.
pub(crate) struct Part {
    after: Option<[u8; 8]>,
    pub(crate) limit: usize,
    filters: String,
}

impl PageQuery {
    /// What to read.
    pub(crate) fn part(&self, request: &HttpRequest) -> Result<Part, ApiError> {
        self.part_of(&filters(request))
    }

    /// What to read under these filters.
    pub(crate) fn part_of(&self, filters: &str) -> Result<Part, ApiError> {
        let cursor = self.cursor.as_ref();
        let after = cursor
            .map(|cursor| cursor::decode(filters, cursor))
            .transpose()?;
        Ok(Part {
            after,
            limit: self.limit.items(),
            filters: filters.to_owned(),
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

    /// The position after which to read on.
    pub(crate) fn after(&self) -> Option<Position> {
        self.after.map(Position::of_key)
    }

    /// How many items were read before, in a list that counts them.
    pub(crate) fn skipped(&self) -> u64 {
        self.after.map_or(0, u64::from_be_bytes)
    }

    /// The page as an answer, with the names of the players in it.
    pub(crate) fn reply_named<T: Serialize + HasPlayers>(
        &self,
        request: &HttpRequest,
        players: &Players,
        page: store::Page<T>,
    ) -> HttpResponse {
        let page = Named::of(players, self.page(page));
        self.linked(request, &page.answer, reply::ok(&page))
    }

    /// The page as it is sent.
    fn page<T>(&self, page: store::Page<T>) -> Page<T> {
        let next = page.next.map(Position::key);
        self.page_of(page.rows, next, page.as_of_position)
    }

    /// The query string of the next page, if there is one.
    pub(crate) fn query_of(&self, next: Option<Position>) -> Option<String> {
        let cursor = cursor::encode(&self.filters, next?.key());
        let and = if self.filters.is_empty() { "" } else { "&" };
        Some(format!("{}{and}cursor={cursor}", self.filters))
    }

    /// A page of a list that counts its items.
    pub(crate) fn counted<T>(&self, items: Vec<T>, next: Option<u64>, at: Position) -> Page<T> {
        self.page_of(items, next.map(u64::to_be_bytes), at)
    }

    fn page_of<T>(&self, items: Vec<T>, next: Option<[u8; 8]>, at: Position) -> Page<T> {
        Page {
            items,
            next_cursor: next.map(|next| cursor::encode(&self.filters, next)),
            as_of_position: at,
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

/// The query string without what says which page, and what it must have seen: the same for
/// every page.
fn filters(request: &HttpRequest) -> String {
    let parts = request.query_string().split('&');
    let is_filter = |part: &&str| {
        let name = part.split('=').next().unwrap_or_default();
        !["", "cursor", "limit", "at_least"].contains(&name)
    };
    parts.filter(is_filter).collect::<Vec<_>>().join("&")
}

/// Refuses what is no player's id.
pub(crate) fn check_player(player: Option<&PlayerId>) -> Result<(), ApiError> {
    match player {
        Some(player) if StreamId::of_player(player).is_none() => {
            let detail = "a player must be `p_` and 32 lower-case hexadecimal digits";
            Err(Code::MalformedQuery.because(detail))
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
