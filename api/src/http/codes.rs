//! The codes of problems: a list that callers may rely on.

/// Every code of the service itself: status, code, what it means. A refusal by the
/// rules of a game carries the game's own code, and `rule`.
pub const CODES: &[(u16, &str, &str)] = &[
    (
        400,
        "malformed_body",
        "The body is not the JSON that the document describes",
    ),
    (400, "malformed_request", "What was sent is no request"),
    (400, "malformed_header", "A header cannot be read"),
    (
        400,
        "unknown_condition",
        "Nothing is done on that condition: decisions have numbers, and other requests keys",
    ),
    (400, "malformed_path", "A part of the path cannot be read"),
    (400, "malformed_query", "A query parameter cannot be read"),
    (
        400,
        "unknown_parameter",
        "A query parameter is not one of this operation's",
    ),
    (
        400,
        "unknown_cursor",
        "The cursor is not ours, or belongs to other filters",
    ),
    (
        400,
        "unknown_metric",
        "Nothing is counted under that id; `known` has what is",
    ),
    (
        400,
        "unknown_dimension",
        "Nothing can be filtered or grouped by that id; `known` has what can",
    ),
    (
        400,
        "unknown_aggregate",
        "No such number is computed; `known` has those that are",
    ),
    (
        400,
        "unknown_value",
        "No seat can ever have this value; `known` has those it can, or what they look like",
    ),
    (
        400,
        "unknown_choice",
        "Decisions offer no such kind of thing; `known` has those they do",
    ),
    (
        400,
        "unknown_population",
        "No such matches can be included; `known` has what can",
    ),
    (
        400,
        "after_the_end",
        "The match has fewer events than `after` says",
    ),
    (
        400,
        "too_many_groups",
        "The question asks for too many groups",
    ),
    (401, "no_token", "A bearer token is needed"),
    (401, "bad_token", "The token is not valid, or no longer"),
    (
        403,
        "cross_origin",
        "A web page of another host may read, and change things only with a token",
    ),
    (
        403,
        "wrong_host",
        "Without authentication the server answers to names of its own machine only",
    ),
    (403, "not_your_seat", "Somebody else decides for that seat"),
    (403, "not_host", "Only the host starts a match early"),
    (403, "not_yours", "That is not yours"),
    (404, "not_found", "No operation has this path"),
    (404, "unknown_game", "No game here has this id"),
    (
        404,
        "unknown_match",
        "No match that you may see has this id",
    ),
    (404, "unknown_batch", "No batch has this id"),
    (404, "unknown_deal", "Nobody has finished such a deal"),
    (404, "unknown_export", "No file of facts has this name"),
    (404, "unknown_player", "No player has this id"),
    (
        404,
        "unknown_step",
        "The match has no step of this number yet",
    ),
    (404, "no_such_seat", "The match has no such seat"),
    (
        405,
        "method_not_allowed",
        "The path does not know this method",
    ),
    (
        406,
        "not_acceptable",
        "The answer has no form that `Accept` allows; `known` has those it has",
    ),
    (408, "request_timeout", "The request did not come in time"),
    (
        409,
        "decision_made",
        "This decision was made already: there is nothing more to try, and only the same command \
         can be put again",
    ),
    (
        409,
        "decision_not_due",
        "The seat does not owe this decision yet",
    ),
    (409, "full", "No seat is free for you"),
    (409, "match_exists", "There is another match of that id"),
    (
        409,
        "import_incomplete",
        "Only a part of the match was imported: import its record again",
    ),
    (
        409,
        "mid_decision",
        "At that step something was still happening",
    ),
    (
        409,
        "other_box",
        "The match is played with another box of components than the one in use",
    ),
    (409, "over", "The match is over"),
    (
        409,
        "overtaken",
        "What another seat did closed this decision before it was made; `due` is what the seat \
         owes now",
    ),
    (
        409,
        "name_taken",
        "Another player has the name, for themselves alone or before you",
    ),
    (409, "not_over", "The match is not over"),
    (409, "not_started", "The match has not started"),
    (409, "seat_taken", "That seat is not free for you"),
    (409, "seated", "You already have a seat in this match"),
    (409, "started", "The match has started"),
    (
        409,
        "token_void",
        "The token that was given is void, and none is given again",
    ),
    (413, "too_large", "The body is too large"),
    (415, "wrong_type", "The body must be application/json"),
    (416, "no_such_range", "The file does not reach that far"),
    (
        422,
        "invalid_arrangement",
        "The arranged table cannot be; `pointer` names the field",
    ),
    (
        422,
        "invalid_line_ups",
        "The line-ups of a batch have the same number of seats",
    ),
    (
        422,
        "bad_record",
        "The record is not what happened, or not whole",
    ),
    (
        422,
        "export_too_large",
        "The file would be larger than all files of facts may be together",
    ),
    (
        422,
        "key_reused",
        "The idempotency key was used with another body",
    ),
    (
        422,
        "not_supported_yet",
        "This server does not know how to do that yet; `pointer` says which setting",
    ),
    (
        422,
        "requires_redraw",
        "Only a fork whose chance is drawn anew has a viewer and a seed",
    ),
    (422, "requires_stream", "Only a stream can do that"),
    (422, "requires_page", "Only a page can do that"),
    (
        422,
        "other_seats",
        "A fork has as many seats as the match it is taken from",
    ),
    (422, "too_few", "Not enough players for this game"),
    (422, "too_many", "Too many seats for this game"),
    (
        422,
        "too_many_matches",
        "The batch would have more matches than a batch may",
    ),
    (
        422,
        "test_not_decidable",
        "The sequential test could not tell its hypotheses apart",
    ),
    (
        422,
        "wrong_game",
        "The command, or the options, are for another game",
    ),
    (
        429,
        "too_many_requests",
        "This address has made too many requests; see Retry-After",
    ),
    (
        429,
        "too_many_at_once",
        "This address has as much under way as one address may; see Retry-After",
    ),
    (
        429,
        "too_many_batches",
        "As many batches run as can at once: stop one, or wait",
    ),
    (
        429,
        "quota_used",
        "Your matches and batches have written as much as they may in a day; see Retry-After",
    ),
    (431, "head_too_large", "The head of the request is too long"),
    (500, "internal", "Our fault; it is logged under request_id"),
    (
        503,
        "busy",
        "More is asked than can be done at once; see Retry-After",
    ),
    (
        503,
        "behind",
        "What `at_least` names was not seen in time; see Retry-After",
    ),
    (503, "timeout", "It took too long"),
    (503, "unavailable", "The service cannot do this now"),
    (
        507,
        "disk_full",
        "The disk is nearly full: everything can be read, and nothing written; see Retry-After",
    ),
];

/// The status and title of a code. What is not in the list is a game's own.
pub(crate) fn meaning(code: &str) -> (u16, &'static str) {
    let known = CODES.iter().find(|(_, known, _)| *known == code);
    known.map_or(
        (422, "The rules of the game forbid it"),
        |(status, _, title)| (*status, title),
    )
}
