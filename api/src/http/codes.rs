//! The codes of problems: a list that callers may rely on.

use domain::Refused;

macro_rules! codes {
    ($($status:literal $Name:ident $code:literal $title:literal;)+) => {
        /// A code of the service itself. A refusal by the rules of a game carries the game's
        /// own code, and `rule`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(clippy::doc_markdown, reason = "titles are plain text")]
        pub enum Code {
            $(#[doc = $title] $Name,)+
        }

        impl Code {
            /// All there are, by their statuses.
            pub const ALL: &[Code] = &[$(Code::$Name),+];

            /// The status of an answer with this code.
            pub const fn status(self) -> u16 {
                match self {
                    $(Code::$Name => $status,)+
                }
            }

            /// What it means, for people.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Code::$Name => $title,)+
                }
            }

            /// The code as it is sent.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Code::$Name => $code,)+
                }
            }
        }
    };
}

codes! {
    400 MalformedBody "malformed_body" "The body is not the JSON that the document describes";
    400 MalformedRequest "malformed_request" "What was sent is not an HTTP request";
    400 MalformedHeader "malformed_header" "A header cannot be read";
    400 UnknownCondition "unknown_condition"
        "That precondition is not supported: decisions have numbers, and other requests have idempotency keys";
    400 MalformedPath "malformed_path" "A part of the path cannot be read";
    400 MalformedQuery "malformed_query" "A query parameter cannot be read";
    400 UnknownParameter "unknown_parameter" "This operation does not have that query parameter";
    400 UnknownCursor "unknown_cursor" "The cursor was not issued by this server, or belongs to other filters";
    400 UnknownMetric "unknown_metric" "There is no metric with that id; `known` lists the metrics";
    400 UnknownDimension "unknown_dimension"
        "Nothing can be filtered or grouped by that id; `known` lists what can";
    400 UnknownAggregate "unknown_aggregate"
        "There is no such aggregate; `known` lists the aggregates";
    400 UnknownValue "unknown_value"
        "No seat can ever have this value; `known` lists the possible values, or their form";
    400 UnknownChoice "unknown_choice"
        "There is no such kind of choice; `known` lists the kinds";
    400 UnknownPopulation "unknown_population"
        "That cannot be included; `known` lists what can";
    400 AfterTheEnd "after_the_end" "The step lies beyond the last event of the match";
    400 TooManyGroups "too_many_groups" "The query asks for too many groups";
    401 NoToken "no_token" "This operation needs a bearer token";
    401 BadToken "bad_token" "The token is not valid, or no longer valid";
    403 CrossOrigin "cross_origin"
        "A web page of another host may change things only with a token";
    403 WrongHost "wrong_host"
        "Without authentication the server answers only to names of its own machine";
    403 NotYourSeat "not_your_seat" "That is not your seat";
    403 NotHost "not_host" "Only the host may start a match early";
    403 NotYours "not_yours" "You may not do this";
    403 LegalWithheld "legal_withheld"
        "While this match runs, its server does not say which commands are legal";
    403 PushOff "push_off" "This server sends no decisions to URLs: its operator has not allowed it";
    404 NotFound "not_found" "No operation has this path";
    404 UnknownGame "unknown_game" "This server has no game with this id";
    404 UnknownMatch "unknown_match" "No match that you may see has this id";
    404 UnknownBatch "unknown_batch" "No batch has this id";
    404 UnknownTournament "unknown_tournament" "No tournament has this id";
    404 UnknownDeal "unknown_deal" "No finished match has this deal";
    404 UnknownExport "unknown_export" "No file of facts or records has this name";
    404 UnknownPlayer "unknown_player" "No player has this id";
    404 UnknownShard "unknown_shard" "The log has no shard with this number";
    404 UnknownStep "unknown_step" "The match has no step with this number yet";
    404 NoSuchSeat "no_such_seat" "The match has no such seat";
    404 NoPush "no_push" "You have not registered a URL";
    404 NoSuchLine "no_such_line" "The score sheet has no such line; `known` lists its lines";
    405 MethodNotAllowed "method_not_allowed" "This path does not allow this method";
    406 NotAcceptable "not_acceptable"
        "No available form of the answer is allowed by `Accept`; `known` lists the available forms";
    408 RequestTimeout "request_timeout" "The request did not arrive in time";
    409 BatchStopped "batch_stopped" "The batch was stopped: nobody can accept it any more";
    409 DecisionMade "decision_made"
        "This decision was made already; only the same command can be put again";
    409 DecisionNotDue "decision_not_due" "The seat does not owe this decision yet";
    409 EndAsked "end_asked" "You have already asked to end the match here";
    409 Forfeited "forfeited"
        "The seat has forfeited the match: the defaults of the rules are played for it";
    409 Full "full" "No seat is free for you";
    409 MatchExists "match_exists" "Another match has that id";
    409 ImportIncomplete "import_incomplete"
        "Only part of the match was imported: import its record again";
    409 MidDecision "mid_decision" "That step is in the middle of a request";
    409 OtherBox "other_box"
        "The match is played with another box of components than the one in use";
    409 Over "over" "The match is over";
    409 Overtaken "overtaken"
        "Another seat closed this decision before it was made; `due` is the decision that the seat \
         owes now";
    409 NameTaken "name_taken" "Another player has this name, and one of you wants it alone";
    409 NoRanks "no_ranks" "The match was ended without ranks, so it has no results";
    409 NotOver "not_over" "The match is not over";
    409 NotStarted "not_started" "The match has not started";
    409 SeatTaken "seat_taken" "That seat is not free for you";
    409 Seated "seated" "You already have a seat in this match";
    409 Started "started" "The match has already started";
    409 TimedOut "timed_out"
        "The time or the tries for this decision were used up, and the server made it";
    409 TournamentStopped "tournament_stopped"
        "The tournament was stopped, or you are out of it: nobody can accept it any more";
    409 TokenVoid "token_void" "The token that was issued is now void and is not shown again";
    413 TooLarge "too_large" "The body is too large";
    415 WrongType "wrong_type" "The body must be application/json";
    416 NoSuchRange "no_such_range" "The requested range lies beyond the end of the file";
    422 InvalidArrangement "invalid_arrangement"
        "The arranged table is not possible; `pointer` names the field";
    422 InvalidEntrants "invalid_entrants" "These entrants cannot play such a tournament";
    422 InvalidLineUps "invalid_line_ups" "All line-ups of a batch must have the same number of seats";
    422 BadRecord "bad_record" "The record is wrong or incomplete";
    422 ExportTooLarge "export_too_large"
        "The file would be larger than the limit for all files of facts together";
    422 KeyReused "key_reused" "The idempotency key was used with another body";
    422 InvalidPushUrl "invalid_push_url"
        "This server does not send to that URL; `detail` says why";
    422 InvalidSettings "invalid_settings"
        "A setting of the match is out of range, or contradicts another";
    422 NotSupportedYet "not_supported_yet"
        "This server does not support that yet; `pointer` names the setting";
    422 RequiresRedraw "requires_redraw"
        "Only a fork with `chance` `redraw` may have `viewer` and `seed`";
    422 RequiresStream "requires_stream" "This is possible only for a stream";
    422 RequiresPicture "requires_picture" "This is possible only for a picture";
    422 RequiresOpponent "requires_opponent" "This is possible only for groups by `opponent`";
    422 RequiresPage "requires_page" "This is possible only for a page";
    422 OtherSeats "other_seats" "A fork must have as many seats as the match it is taken from";
    422 TooFew "too_few" "This game needs more players";
    422 TooMany "too_many" "This game allows fewer seats";
    422 TooManyMatches "too_many_matches" "The batch or tournament would have more matches than allowed";
    422 TestNotDecidable "test_not_decidable"
        "The sequential test could never reach a decision";
    422 NoSuchNumber "no_such_number" "No legal command of the decision has this number";
    422 NoSuchAction "no_such_action" "No command has this action id";
    422 NoActionIds "no_action_ids"
        "The game has no action ids at a table of this size, only numbers";
    422 WrongGame "wrong_game" "The command or the options belong to another game";
    429 TooManyRequests "too_many_requests"
        "This address has made too many requests; see Retry-After";
    429 TooManyAtOnce "too_many_at_once"
        "This address has too much in progress; see Retry-After";
    429 TooManyTournaments "too_many_tournaments"
        "The limit of tournaments running at once is reached: stop one, or wait";
    429 TooManyBatches "too_many_batches" "The limit of batches running at once is reached: stop one, or wait";
    429 QuotaUsed "quota_used"
        "Your matches and batches have used up their disk quota for today; see Retry-After";
    431 HeadTooLarge "head_too_large" "The head of the request is too long";
    500 Internal "internal" "An error of the server; it is logged under request_id";
    503 Busy "busy" "The server is too busy; see Retry-After";
    503 Behind "behind" "The answer could not include `at_least` in time; see Retry-After";
    503 Timeout "timeout" "The request took too long";
    503 Unavailable "unavailable" "The service is not available now";
    507 DiskFull "disk_full"
        "The disk is nearly full: everything can be read, but nothing can be written; see Retry-After";
}

/// The status of a refusal by the rules of a game.
pub(crate) const RULES_STATUS: u16 = 422;

/// What a refusal by the rules of a game means, for people.
pub(crate) const RULES_TITLE: &str = "The rules of the game forbid it";

impl Code {
    /// After how many seconds to try again, where that is always the same.
    pub(crate) const fn retry_after_s(self) -> Option<u64> {
        if matches!(
            self,
            Code::DiskFull | Code::TooManyBatches | Code::TooManyTournaments
        ) {
            return Some(60);
        }
        let passes_soon = matches!(
            self,
            Code::Busy | Code::TooManyAtOnce | Code::Behind | Code::Unavailable
        );
        if passes_soon { Some(1) } else { None }
    }
}

impl From<Refused> for Code {
    fn from(refused: Refused) -> Code {
        match refused {
            Refused::NotStarted => Code::NotStarted,
            Refused::Started => Code::Started,
            Refused::NoSuchSeat => Code::NoSuchSeat,
            Refused::NotYourSeat => Code::NotYourSeat,
            Refused::SeatTaken => Code::SeatTaken,
            Refused::Full => Code::Full,
            Refused::Seated => Code::Seated,
            Refused::NotHost => Code::NotHost,
            Refused::TooFew => Code::TooFew,
            Refused::TooMany => Code::TooMany,
            Refused::OtherSeats => Code::OtherSeats,
            Refused::DecisionMade => Code::DecisionMade,
            Refused::Overtaken => Code::Overtaken,
            Refused::DecisionNotDue => Code::DecisionNotDue,
            Refused::Over => Code::Over,
            Refused::Forfeited => Code::Forfeited,
            Refused::TimedOut => Code::TimedOut,
            Refused::EndAsked => Code::EndAsked,
            Refused::MidDecision => Code::MidDecision,
            Refused::ImportIncomplete => Code::ImportIncomplete,
            Refused::OtherBox => Code::OtherBox,
            Refused::InvalidArrangement => Code::InvalidArrangement,
            Refused::LegalWithheld => Code::LegalWithheld,
            Refused::NoSuchNumber => Code::NoSuchNumber,
            Refused::NoSuchAction => Code::NoSuchAction,
            Refused::NoActionIds => Code::NoActionIds,
            Refused::WrongGame => Code::WrongGame,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::VariantArray as _;

    #[test]
    fn what_the_match_refuses_has_one_code() {
        for refused in Refused::VARIANTS {
            assert_eq!(Code::from(*refused).as_str(), refused.code());
        }
    }
}
