//! Who asks, and what they may do. A handler that needs a right takes the proof
//! of it as an argument: without the proof it cannot be called.

pub(crate) mod cacheable;
pub(crate) mod tokens;

use std::{future::Future, pin::Pin, sync::Arc};

use actix_web::{FromRequest, HttpRequest, HttpResponse, dev::Payload, http::header, web};
use domain::{
    GameId, Seat, Seats, Viewer,
    matches::{Match, Occupant, Place, PlayerId},
};
use serde::Deserialize;
use store::{
    Asker, Audience, Eyes, Hash, LiveMatch, MatchId, Matches, Record, RequestError, Version,
};

use crate::http::{
    app::App,
    auth::tokens::Claim,
    codes::Code,
    error::ApiError,
    extract,
    heavy_looks::{AnswerKey, Question},
    reply,
};

type Extracting<T> = Pin<Box<dyn Future<Output = Result<T, ApiError>>>>;

/// A player, proven by their token; without authentication, the local player.
pub(crate) struct Player(pub(crate) Asker);

/// Someone who decides for a seat of a match, proven by a player's or seat's token.
pub(crate) struct Seated {
    pub(crate) id: MatchId,
    pub(crate) seat: Seat,
    /// All seats that they decide for.
    pub(crate) own_seats: Seats,
    pub(crate) asker: Asker,
    pub(crate) now: Arc<LiveMatch>,
}

/// Someone who may look at a match.
pub(crate) struct Reader {
    pub(crate) id: MatchId,
    pub(crate) now: Arc<LiveMatch>,
    /// The player who asks, if it is one.
    pub(crate) asker: Option<Asker>,
    own_seats: Seats,
    /// Whether nothing is secret once the match is over: its deal is not played again.
    is_told: bool,
    /// Whether anybody may see all of it once it is over.
    shows_all: bool,
    /// Whether the deal may still be played elsewhere.
    pub(crate) deal_runs: bool,
}

/// A record as far as a reader may see it, to be read where there is time for it.
#[derive(Clone)]
pub(crate) struct ReadRecord {
    id: MatchId,
    audience: Audience,
    matches: Matches,
}

/// A reader of a match that may be played with a box other than the one in use: of such a match
/// only its record is available.
pub(crate) struct RecordReader(pub(crate) Reader);

/// The caller that a token proves.
pub(crate) enum Caller {
    Nobody,
    Player(Asker),
    /// The player behind a seat token, and the seat it is for.
    Seat(Asker, MatchId, Seat),
    Watcher(MatchId),
}

/// The token that a caller sent.
#[derive(Clone, Copy)]
pub(crate) enum Sent<'a> {
    /// None.
    Nothing,
    /// A text that should be one: what cannot be read is no token of anybody's.
    Token(&'a str),
}

#[derive(Deserialize)]
struct OfMatch {
    id: MatchId,
}

#[derive(Deserialize)]
struct OfSeat {
    seat: Seat,
}

impl Sent<'_> {
    /// The token in the header of a request.
    pub(crate) fn with(request: &HttpRequest) -> Sent<'_> {
        let header = request.headers().get(header::AUTHORIZATION);
        header.map_or(Sent::Nothing, |header| {
            let token = header.to_str().ok().and_then(bearer);
            Sent::Token(token.unwrap_or_default())
        })
    }
}

impl Caller {
    /// Checks a token. `now` is the match that the request is about.
    async fn of(sent: Sent<'_>, app: &App, now: Option<&LiveMatch>) -> Result<Caller, ApiError> {
        let Sent::Token(token) = sent else {
            return Ok(app.local_player().map_or(Caller::Nobody, Caller::Player));
        };
        let claim = Claim::parse(token).ok_or(Code::BadToken)?;
        let caller = match claim {
            Claim::Player(id, hash) => app.player_with(&id, hash).await?.map(Caller::Player),
            Claim::Seat(id, seat, mac) => Caller::seat(app, now, (id, seat, mac)).await?,
            Claim::Watch(id, mac) => {
                let granted = app.tokens.grants_watch(id, &mac);
                granted.then_some(Caller::Watcher(id))
            }
        };
        caller.ok_or(Code::BadToken.into())
    }

    async fn seat(
        app: &App,
        now: Option<&LiveMatch>,
        (id, seat, mac): (MatchId, Seat, [u8; 32]),
    ) -> Result<Option<Caller>, ApiError> {
        let Some(now) = now.filter(|now| now.id == id) else {
            return Err(Code::NotYours.because("this token is for another match"));
        };
        let granted = |player: &PlayerId| app.tokens.grants_seat(id, seat, player, &mac);
        let Some((seat, player)) = seat_behind(&now.game, seat, granted) else {
            return Ok(None);
        };
        let asker = app.asker(player).await?;
        Ok(asker.map(|asker| Caller::Seat(asker, id, seat)))
    }

    /// The player, if the token is one's own.
    pub(crate) fn player(&self) -> Option<&PlayerId> {
        match self {
            Caller::Player(asker) => asker.player(),
            Caller::Nobody | Caller::Seat(..) | Caller::Watcher(_) => None,
        }
    }

    /// The seats of a match this caller decides for.
    fn own_seats(&self, now: &LiveMatch) -> Seats {
        match self {
            Caller::Nobody | Caller::Watcher(_) => Seats::NONE,
            Caller::Seat(_, id, seat) if *id == now.id => Seats::only(*seat),
            Caller::Seat(..) => Seats::NONE,
            Caller::Player(asker) => Seat::first(now.game.seats())
                .filter(|&seat| player_at(&now.game, seat) == asker.player())
                .collect(),
        }
    }
}

/// The seat that a seat token is for, and the player on it. Seats move down when a match starts
/// with some of them free, so a token follows its player.
fn seat_behind(
    game: &Match,
    seat: Seat,
    granted: impl Fn(&PlayerId) -> bool,
) -> Option<(Seat, &PlayerId)> {
    let seat = game.seat_now(seat)?;
    let player = player_at(game, seat)?;
    granted(player).then_some((seat, player))
}

pub(crate) fn player_at(game: &Match, seat: Seat) -> Option<&PlayerId> {
    match game.occupant(seat)? {
        Occupant::Player { player } => Some(player),
        Occupant::Bot { .. } => None,
    }
}

fn bearer(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then_some(token.trim())
}

/// The tag of what is found in a finished match.
pub(crate) fn tag(head: Hash) -> String {
    format!("{}-{head}", env!("CARGO_PKG_VERSION"))
}

/// The tag of an answer with names in it: what they say changes only when players are
/// deleted.
pub(crate) fn tag_named(app: &App, tag: &str) -> String {
    format!("{tag}-{}", app.store.players.deleted())
}

pub(crate) fn app(request: &HttpRequest) -> web::Data<App> {
    let app = request.app_data::<web::Data<App>>();
    app.expect("every server is built with its app").clone()
}

impl FromRequest for Player {
    type Error = ApiError;
    type Future = Extracting<Player>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let (app, request) = (app(request), request.clone());
        Box::pin(async move { Player::of(Sent::with(&request), &app).await })
    }
}

impl Player {
    /// Checks that a token is a player's.
    pub(crate) async fn of(sent: Sent<'_>, app: &App) -> Result<Player, ApiError> {
        match Caller::of(sent, app, None).await? {
            Caller::Player(asker) => Ok(Player(asker)),
            Caller::Nobody => Err(Code::NoToken.into()),
            Caller::Seat(..) | Caller::Watcher(_) => {
                Err(Code::NotYours.because("this operation needs a player's token"))
            }
        }
    }
}

impl FromRequest for Seated {
    type Error = ApiError;
    type Future = Extracting<Seated>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let (app, request) = (app(request), request.clone());
        Box::pin(async move {
            let OfMatch { id } = extract::path(&request)?;
            let OfSeat { seat } = extract::path(&request)?;
            Seated::of(Sent::with(&request), &app, (id, seat)).await
        })
    }
}

impl Seated {
    /// Checks that a token is of the player on a seat, or of the seat.
    pub(crate) async fn of(
        sent: Sent<'_>,
        app: &App,
        (id, seat): (MatchId, Seat),
    ) -> Result<Seated, ApiError> {
        if matches!(sent, Sent::Nothing) && app.local_player().is_none() {
            return Err(Code::NoToken.into());
        }
        let (now, caller) = Caller::about(sent, app, id).await?;
        now.game.terms.check_components()?;
        now.is_whole()?;
        if seat.0 >= now.game.seats() {
            return Err(Code::NoSuchSeat.into());
        }
        let own_seats = caller.own_seats(&now);
        match caller {
            Caller::Player(asker) | Caller::Seat(asker, ..) if own_seats.contains(seat) => {
                Ok(Seated {
                    id,
                    seat,
                    own_seats,
                    asker,
                    now,
                })
            }
            Caller::Nobody | Caller::Player(_) | Caller::Seat(..) | Caller::Watcher(_) => {
                Err(Code::NotYourSeat.into())
            }
        }
    }
}

impl FromRequest for Reader {
    type Error = ApiError;
    type Future = Extracting<Reader>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let (app, request) = (app(request), request.clone());
        Box::pin(async move {
            let OfMatch { id } = extract::path(&request)?;
            Reader::of(Sent::with(&request), &app, id).await
        })
    }
}

impl FromRequest for RecordReader {
    type Error = ApiError;
    type Future = Extracting<RecordReader>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let (app, request) = (app(request), request.clone());
        Box::pin(async move {
            let OfMatch { id } = extract::path(&request)?;
            Reader::of_any_box(Sent::with(&request), &app, id)
                .await
                .map(RecordReader)
        })
    }
}

impl Caller {
    /// A match, and the caller who asks about it. To strangers a private match does not exist,
    /// whatever token they send.
    async fn about(
        sent: Sent<'_>,
        app: &App,
        id: MatchId,
    ) -> Result<(Arc<LiveMatch>, Caller), ApiError> {
        let now = app.store.matches.current(id).await?;
        let caller = match Caller::of(sent, app, Some(&now)).await {
            Err(error) if is_hidden(app, &now) && error.is_of_token() => None,
            caller => Some(caller?).filter(|caller| caller.may_see(app, &now)),
        };
        let caller = caller.ok_or(Code::UnknownMatch)?;
        Ok((now, caller))
    }

    /// Whether the match exists for this caller.
    pub(crate) fn may_see(&self, app: &App, now: &LiveMatch) -> bool {
        if !is_hidden(app, now) {
            return true;
        }
        let watches = matches!(self, Caller::Watcher(id) if *id == now.id);
        let belongs =
            |player: &PlayerId| now.game.terms.host == *player || is_invited(&now.game, player);
        watches || self.player().is_some_and(belongs) || !self.own_seats(now).is_empty()
    }
}

/// Whether only those who belong there may see a match.
pub(crate) fn is_hidden(app: &App, now: &LiveMatch) -> bool {
    let terms = &now.game.terms;
    terms.private || app.store.hides(terms)
}

fn is_invited(game: &Match, player: &PlayerId) -> bool {
    let mut places = game.terms.places.iter();
    places.any(|(_, place)| matches!(place, Place::Player { player: invited } if invited == player))
}

impl FromRequest for Caller {
    type Error = ApiError;
    type Future = Extracting<Caller>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let (app, request) = (app(request), request.clone());
        Box::pin(async move { Caller::of(Sent::with(&request), &app, None).await })
    }
}

fn audience(own_seats: Seats) -> Audience {
    if own_seats.is_empty() {
        Audience::Spectators
    } else {
        Audience::Seated
    }
}

impl ReadRecord {
    /// Reads it.
    pub(crate) async fn read(&self) -> Result<Arc<Record>, RequestError> {
        self.matches.record_for(self.audience, self.id).await
    }
}

impl Reader {
    /// The game that the match plays.
    pub(crate) fn game(&self) -> GameId {
        self.now.game.terms.options.game()
    }

    /// Checks that the caller may look at a match, and that it can be looked at.
    pub(crate) async fn of(sent: Sent<'_>, app: &App, id: MatchId) -> Result<Reader, ApiError> {
        let reader = Reader::of_any_box(sent, app, id).await?;
        reader.now.game.terms.check_components()?;
        Ok(reader)
    }

    pub(crate) async fn of_any_box(
        sent: Sent<'_>,
        app: &App,
        id: MatchId,
    ) -> Result<Reader, ApiError> {
        let (now, caller) = Caller::about(sent, app, id).await?;
        let own_seats = caller.own_seats(&now);
        let now = app.store.matches.seen_by(audience(own_seats), now).await?;
        let asker = match caller {
            Caller::Player(asker) | Caller::Seat(asker, ..) => Some(asker),
            Caller::Nobody | Caller::Watcher(_) => None,
        };
        Ok(Reader {
            id,
            is_told: app.store.tells(&now.game.terms),
            shows_all: app.store.shows_all(&now.game.terms),
            deal_runs: app.store.hides(&now.game.terms),
            now,
            asker,
            own_seats,
        })
    }

    /// Whether the reader is behind, where spectators are.
    pub(crate) fn audience(&self) -> Audience {
        audience(self.own_seats)
    }

    /// The record as far as the reader may see it.
    pub(crate) fn record(&self, app: &App) -> ReadRecord {
        ReadRecord {
            id: self.id,
            audience: self.audience(),
            matches: app.store.matches.clone(),
        }
    }

    /// The match after this many events; none before the first.
    pub(crate) async fn at(&self, app: &App, step: Version) -> Result<Option<Match>, ApiError> {
        let version = self.now.version();
        if step > version {
            return Err(Code::UnknownStep.into());
        }
        if step == version {
            return Ok(Some(self.now.game.clone()));
        }
        if step == 0 {
            return Ok(None);
        }
        let (id, matches) = (self.id, app.store.matches.clone());
        let game = app
            .looks
            .run(move |waiting| waiting.read(matches.at(id, step)));
        Ok(Some(game.await??))
    }

    /// Whether nothing is hidden from anyone who may look.
    pub(crate) fn sees_everything(&self) -> bool {
        self.is_revealed() || self.now.game.terms.open_hands
    }

    /// Whether nothing of the match is secret any more.
    pub(crate) fn is_revealed(&self) -> bool {
        self.now.game.is_over() && self.is_told
    }

    /// Whether a seat is theirs.
    pub(crate) const fn has_seat(&self) -> bool {
        !self.own_seats.is_empty()
    }

    /// The seats whose view decides how commits are disclosed: all that this reader holds.
    pub(crate) fn eyes(&self) -> Eyes {
        let eyes = Eyes::of_seats(&self.now, self.own_seats, self.sees_everything());
        eyes.while_deal_runs(self.deal_runs)
    }

    /// Lets caches keep what will never change and everybody may see: what a URL of a
    /// finished public match gives depends on its record and on this program alone.
    pub(crate) fn cached(&self, answer: HttpResponse) -> HttpResponse {
        match self.tag() {
            Some(tag) => reply::immutable(answer, &tag),
            None => reply::no_store(answer),
        }
    }

    /// The same for an answer with names of players in it, which they can drop: caches
    /// ask each time whether it still is the answer.
    pub(crate) fn cached_named(&self, app: &App, answer: HttpResponse) -> HttpResponse {
        match self.tag() {
            Some(tag) => reply::revalidated(answer, &tag_named(app, &tag)),
            None => reply::no_store(answer),
        }
    }

    /// The same for a page, which a later program may write otherwise: caches ask each time
    /// whether it still is the answer.
    pub(crate) fn cached_page(&self, answer: HttpResponse, tag: &str) -> HttpResponse {
        if self.is_cacheable() {
            reply::revalidated(answer, tag)
        } else {
            reply::no_store(answer)
        }
    }

    /// The same for a picture. A later program may draw it otherwise, but not under an address
    /// that says how it is drawn.
    pub(crate) fn cached_picture(
        &self,
        answer: HttpResponse,
        tag: &str,
        drawing: Option<u32>,
    ) -> HttpResponse {
        if self.is_cacheable() && drawing == Some(::web::DRAWING_VERSION) {
            reply::immutable(answer, tag)
        } else {
            self.cached_page(answer, tag)
        }
    }

    /// Under what the answer to a question can be cached, if it never changes and all may
    /// see it.
    pub(crate) fn cache_key(&self, app: &App, question: Question) -> Option<AnswerKey> {
        self.is_cacheable().then(|| self.key(app, question))
    }

    /// The same for a page, which asks again at every step: of a match that runs, too, the answer
    /// stays the same until its next event.
    pub(crate) fn page_key(&self, app: &App, question: Question) -> Option<AnswerKey> {
        self.shows_all.then(|| self.key(app, question))
    }

    fn key(&self, app: &App, question: Question) -> AnswerKey {
        AnswerKey {
            id: self.id,
            head: self.now.head(),
            deleted_players: app.store.players.deleted(),
            question,
        }
    }

    fn is_cacheable(&self) -> bool {
        self.now.game.is_over() && self.shows_all
    }

    /// The tag of what is found in the match, if it never changes and all may see it.
    pub(crate) fn tag(&self) -> Option<String> {
        self.is_cacheable().then(|| tag(self.now.head()))
    }

    /// Through whose eyes to look: those of `wanted`, or the best this reader has.
    pub(crate) fn viewer(&self, wanted: Option<Seat>) -> Result<Viewer, ApiError> {
        let is_open = self.sees_everything();
        match wanted {
            Some(seat) if seat.0 >= self.now.game.seats() => Err(Code::NoSuchSeat.into()),
            Some(seat) if is_open || self.own_seats.contains(seat) => Ok(Viewer::Seat(seat)),
            Some(_) => Err(Code::NotYourSeat.into()),
            None if is_open => Ok(Viewer::Referee),
            None => Ok(self
                .own_seats
                .iter()
                .next()
                .map_or(Viewer::Spectator, Viewer::Seat)),
        }
    }
}
