//! The tables, and every statement that touches them.

/// The format of the tables that this program writes.
pub(crate) const FORMAT: i32 = 3;

/// Makes the tables where they are not. `line` is the line of the record without a text that can
/// be dropped, which stands in `erasable`. `version` counts the events of the stream before the
/// commit, `next_version` those after it. `position` of a shard is the number of its last commit, and
/// `commits` how many it has: where there is one shard, both are the same, and older programs wrote
/// the first alone. `address` is where the owner of the shard is reached by those who share the
/// database; after `deadline`, by the clock of the database, one of them may take it. Nothing of the
/// shard will be written up to `mark`, and all that was is known to be replicated: who follows all
/// shards reads up to the least mark. `cartulary_archive` has matches that are over, packed, in place of their commits;
/// `cartulary_stretches` says of those with commits in a stretch of positions where they end. The
/// first programs knew none of these.
pub(crate) const TABLES: &str = r#"
CREATE TABLE IF NOT EXISTS cartulary_store (
    one boolean PRIMARY KEY CHECK (one),
    format integer NOT NULL,
    store_id bytea NOT NULL,
    secret bytea NOT NULL
);
CREATE TABLE IF NOT EXISTS cartulary_shards (
    shard smallint PRIMARY KEY,
    owner bytea NOT NULL,
    epoch bigint NOT NULL,
    position bigint NOT NULL,
    hash bytea NOT NULL
);
ALTER TABLE cartulary_shards ADD COLUMN IF NOT EXISTS address text NOT NULL DEFAULT '';
ALTER TABLE cartulary_shards
    ADD COLUMN IF NOT EXISTS deadline timestamptz NOT NULL DEFAULT '-infinity';
ALTER TABLE cartulary_shards ADD COLUMN IF NOT EXISTS mark bigint NOT NULL DEFAULT 0;
ALTER TABLE cartulary_shards ADD COLUMN IF NOT EXISTS commits bigint;
ALTER TABLE cartulary_store ADD COLUMN IF NOT EXISTS shards smallint NOT NULL DEFAULT 1;
CREATE TABLE IF NOT EXISTS cartulary_notes (
    name text PRIMARY KEY,
    note text NOT NULL
);
CREATE TABLE IF NOT EXISTS cartulary_lines (
    name text NOT NULL,
    nth bigint NOT NULL,
    line text NOT NULL,
    PRIMARY KEY (name, nth)
);
CREATE TABLE IF NOT EXISTS cartulary_commits (
    shard smallint NOT NULL,
    position bigint NOT NULL,
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    next_version bigint NOT NULL,
    hash bytea NOT NULL,
    line text NOT NULL,
    erasable text,
    key bytea,
    key_day integer,
    fingerprint bytea,
    PRIMARY KEY (shard, position),
    UNIQUE (stream, version)
);
CREATE UNIQUE INDEX IF NOT EXISTS cartulary_keys_of_shard
    ON cartulary_commits (key, key_day, shard) WHERE key IS NOT NULL;
DROP INDEX IF EXISTS cartulary_keys;
CREATE INDEX IF NOT EXISTS cartulary_streams
    ON cartulary_commits (stream) WHERE version = 0;
CREATE TABLE IF NOT EXISTS cartulary_archive (
    stream text COLLATE "C" PRIMARY KEY,
    last_position bigint NOT NULL,
    commits bigint NOT NULL,
    next_version bigint NOT NULL,
    hash bytea NOT NULL,
    codec smallint NOT NULL,
    expanded_bytes bigint NOT NULL,
    body bytea NOT NULL
);
CREATE INDEX IF NOT EXISTS cartulary_archived ON cartulary_archive (last_position);
CREATE TABLE IF NOT EXISTS cartulary_stretches (
    shard smallint NOT NULL,
    stretch bigint NOT NULL,
    last_position bigint NOT NULL,
    PRIMARY KEY (shard, stretch, last_position)
);
"#;

/// From now on, older programs refuse the tables.
pub(crate) const UPGRADE: &str = "UPDATE cartulary_store SET format = $1 WHERE format < $1";

/// Gives a new store its id, its secret and its count of shards, unless it has them.
pub(crate) const NAME_STORE: &str = "INSERT INTO cartulary_store \
     (one, format, store_id, secret, shards) VALUES (true, $1, $2, $3, $4) \
     ON CONFLICT (one) DO NOTHING";

/// Makes the shards that the store has, unless they are there.
pub(crate) const MAKE_SHARDS: &str = "INSERT INTO cartulary_shards \
     (shard, owner, epoch, position, commits, hash) \
     SELECT generate_series(0, store.shards - 1), $1, 0, 0, 0, $2 FROM cartulary_store AS store \
     ON CONFLICT (shard) DO NOTHING";

/// What the store is.
pub(crate) const STORE: &str = "SELECT format, store_id, secret, shards FROM cartulary_store";

/// Another secret for the store.
pub(crate) const SET_SECRET: &str = "UPDATE cartulary_store SET secret = $1";

/// Takes the shard for `$4` milliseconds: by force from whoever has it, otherwise only if it has
/// lapsed, or was had by the same address. Each epoch is drawn, here as below: a server that was
/// replaced may have raised it, too, and then to another one.
pub(crate) const TAKE: &str = "UPDATE cartulary_shards SET \
         epoch = epoch + 1 + floor(random() * 1e9)::bigint, owner = $2, \
         address = $3, deadline = clock_timestamp() + $4::bigint * interval '1 millisecond' \
     WHERE shard = $1 AND ($5::boolean OR deadline < clock_timestamp() OR address = $3) \
     RETURNING epoch, position, hash, COALESCE(commits, position), GREATEST(position, mark, \
         (SELECT max(GREATEST(any_shard.position, any_shard.mark)) \
             FROM cartulary_shards AS any_shard))";

/// Raises the epoch of one's own shard: the barrier.
pub(crate) const BARRIER: &str = "UPDATE cartulary_shards SET \
         epoch = epoch + 1 + floor(random() * 1e9)::bigint, \
         deadline = clock_timestamp() + $3::bigint * interval '1 millisecond' \
     WHERE shard = $1 AND owner = $2 \
     RETURNING epoch, position, hash, COALESCE(commits, position), GREATEST(position, mark)";

/// Keeps one's own shard. If it has lapsed it is taken anew, so that the epoch is raised.
pub(crate) const KEEP: &str = "UPDATE cartulary_shards SET \
         epoch = epoch + CASE WHEN deadline < clock_timestamp() \
             THEN 1 + floor(random() * 1e9)::bigint ELSE 0 END, \
         deadline = clock_timestamp() + $3::bigint * interval '1 millisecond' \
     WHERE shard = $1 AND owner = $2 RETURNING epoch";

/// Changes nothing, and is confirmed by the standbys like any commit.
pub(crate) const CONFIRM: &str = "UPDATE cartulary_shards SET epoch = epoch WHERE shard = $1";

/// Lets go of one's own shard.
pub(crate) const RELEASE: &str = "UPDATE cartulary_shards SET deadline = '-infinity' \
     WHERE shard = $1 AND owner = $2";

/// Of the shards in their order, where the owner of each is reached, unless it has lapsed.
pub(crate) const OWNERS: &str = "SELECT CASE WHEN deadline > clock_timestamp() THEN address END \
     FROM cartulary_shards ORDER BY shard";

/// The epoch of the shard.
pub(crate) const EPOCH: &str = "SELECT epoch FROM cartulary_shards WHERE shard = $1";

/// Up to where others may follow, up to where one of the shards has come, and whether one of them has
/// lapsed.
pub(crate) const MARKS: &str = "SELECT min(mark), max(mark), \
     bool_or(deadline < clock_timestamp()) FROM cartulary_shards";

/// Promises that nothing of one's own shard is written up to a number any more. It waits for no
/// standby: where it is lost, so is nothing that anybody relies on.
pub(crate) const PROMISE: &str = "WITH hasty AS MATERIALIZED (\
         SELECT set_config('synchronous_commit', 'local', true) AS set) \
     UPDATE cartulary_shards SET mark = GREATEST(mark, $4) FROM hasty \
     WHERE shard = $1 AND owner = $2 AND epoch = $3 AND hasty.set IS NOT NULL";

/// Writes a group: all of it, or nothing where the shard has another epoch or position, or a
/// stream ends elsewhere. Each stream that the group adds to stands once in `$6`, with the hash
/// it must end with in `$7`.
pub(crate) const APPEND: &str = "
WITH fence AS (
    UPDATE cartulary_shards SET position = $18, hash = $5, mark = GREATEST(mark, position),
        commits = COALESCE(commits, position) + $4::bigint
    WHERE shard = $1 AND epoch = $2 AND position = $3 AND NOT EXISTS (
        SELECT FROM unnest($6::text[], $7::bytea[]) AS head (stream, hash)
        WHERE head.hash IS DISTINCT FROM (
            SELECT ending.hash FROM (
                (SELECT next_version, hash FROM cartulary_commits AS written
                    WHERE written.stream = head.stream ORDER BY version DESC LIMIT 1)
                UNION ALL
                SELECT next_version, hash FROM cartulary_archive AS packed
                    WHERE packed.stream = head.stream
            ) AS ending ORDER BY ending.next_version DESC LIMIT 1
        )
    )
    RETURNING shard
), dropped AS (
    UPDATE cartulary_commits SET erasable = NULL
    WHERE stream = ANY ($8::text[]) AND erasable IS NOT NULL AND EXISTS (SELECT FROM fence)
)
INSERT INTO cartulary_commits (shard, position, stream, version, next_version, hash, line,
    erasable, key, key_day, fingerprint)
SELECT fence.shard, row.position, row.stream, row.version, row.next_version, row.hash, row.line,
    row.erasable, row.key, row.key_day, row.fingerprint
FROM fence, unnest($9::text[], $10::bigint[], $11::bigint[], $12::bytea[], $13::text[],
    $14::text[], $15::bytea[], $16::integer[], $17::bytea[], $19::bigint[]) AS row (stream, version,
    next_version, hash, line, erasable, key, key_day, fingerprint, position)
";

/// Where streams end.
pub(crate) const TIPS: &str = "SELECT wanted.stream, tip.next_version, tip.hash \
     FROM unnest($1::text[]) AS wanted (stream), LATERAL (\
         (SELECT next_version, hash FROM cartulary_commits AS written \
             WHERE written.stream = wanted.stream ORDER BY version DESC LIMIT 1) \
         UNION ALL SELECT next_version, hash FROM cartulary_archive AS packed \
             WHERE packed.stream = wanted.stream \
         ORDER BY next_version DESC LIMIT 1) AS tip";

/// What was written under keys since a day.
pub(crate) const KEYS: &str = "SELECT key, fingerprint, line, erasable FROM cartulary_commits \
     WHERE key = ANY ($1::bytea[]) AND key_day >= $2 AND shard = $3 ORDER BY key_day";

/// The commits of a stream from a version on, up to a position; of one that is packed, all.
pub(crate) const READ: &str = "SELECT position, line, erasable, \
         NULL::text, NULL::bytea, NULL::smallint, NULL::bigint, NULL::bytea \
     FROM cartulary_commits WHERE stream = $1 AND version >= $2 AND position <= $3 \
     UNION ALL SELECT last_position, NULL, NULL, stream, hash, codec, expanded_bytes, body \
     FROM cartulary_archive WHERE stream = $1";

/// Where a stream ends, up to a position. What is packed was all known to be replicated before: a
/// reader whose head is older may see it, and must not miss what is nowhere else.
pub(crate) const TIP: &str = "(SELECT next_version, hash FROM cartulary_commits \
         WHERE stream = $1 AND position <= $2 ORDER BY version DESC LIMIT 1) \
     UNION ALL SELECT next_version, hash FROM cartulary_archive WHERE stream = $1 \
     ORDER BY next_version DESC LIMIT 1";

/// Of some shards, the rows of commits between two positions; and the names of the packed matches
/// that have commits in stretches from `$4` to `$5`, with where they end.
pub(crate) const SCAN: &str = "SELECT position, line, erasable, NULL::text FROM cartulary_commits \
     WHERE shard = ANY ($1::smallint[]) AND position > $2 AND position <= $3 \
     UNION ALL SELECT last_position, NULL, NULL, stream FROM cartulary_archive \
     WHERE last_position IN (SELECT last_position FROM cartulary_stretches \
         WHERE shard = ANY ($1::smallint[]) AND stretch >= $4 AND stretch <= $5)";

/// Packed matches.
pub(crate) const PACKED: &str = "SELECT last_position, NULL::text, NULL::text, \
         stream, hash, codec, expanded_bytes, body \
     FROM cartulary_archive WHERE stream = ANY ($1::text[])";

/// What was written under a key since a day, up to a position.
pub(crate) const SEEN: &str = "SELECT key, fingerprint, line, erasable FROM cartulary_commits \
     WHERE key = $1 AND key_day >= $2 AND position <= $3 AND shard = ANY ($4::smallint[]) \
     ORDER BY key_day DESC LIMIT 1";

/// The streams whose names begin between two texts, up to a position.
pub(crate) const STREAMS: &str = "SELECT stream FROM cartulary_commits \
         WHERE version = 0 AND stream >= $1 AND stream < $2 AND position <= $3 \
     UNION SELECT stream FROM cartulary_archive WHERE stream >= $1 AND stream < $2 ORDER BY stream";

/// Packs a match, if one has the shard and it is not packed with as much: its commits go, but for
/// those with a key, by which they may still be asked for.
pub(crate) const ARCHIVE: &str = "
WITH own AS (
    SELECT shard FROM cartulary_shards WHERE shard = $1 AND owner = $2
), packed AS (
    INSERT INTO cartulary_archive
        (stream, last_position, commits, next_version, hash, codec, expanded_bytes, body)
    SELECT $3, $4, $11, $5, $6, $7, $8, $9 FROM own
    ON CONFLICT (stream) DO UPDATE SET last_position = excluded.last_position,
        commits = excluded.commits, next_version = excluded.next_version, hash = excluded.hash,
        codec = excluded.codec, expanded_bytes = excluded.expanded_bytes, body = excluded.body
    WHERE cartulary_archive.next_version < excluded.next_version
), near AS (
    INSERT INTO cartulary_stretches (shard, stretch, last_position)
    SELECT own.shard, near.stretch, $4 FROM own, unnest($10::bigint[]) AS near (stretch)
    ON CONFLICT DO NOTHING
)
DELETE FROM cartulary_commits
WHERE stream = $3 AND next_version <= $5 AND key IS NULL AND EXISTS (SELECT FROM own)
";

/// Lets go of the commits of packed matches whose keys are of days that are over. They are found by
/// the index of keys: a start does not read all commits.
pub(crate) const EXPIRE_PACKED: &str = "DELETE FROM cartulary_commits AS kept \
     USING cartulary_archive AS packed WHERE kept.key IS NOT NULL AND kept.key_day < $1 \
     AND packed.stream = kept.stream AND kept.next_version <= packed.next_version";

/// Lets go of the keys of days that are over.
pub(crate) const EXPIRE: &str = "UPDATE cartulary_commits \
     SET key = NULL, key_day = NULL, fingerprint = NULL WHERE key IS NOT NULL AND key_day < $1";

/// What was noted under a name.
pub(crate) const NOTE: &str = "SELECT note FROM cartulary_notes WHERE name = $1";

/// Notes something, if one has the shard.
pub(crate) const SET_NOTE: &str = "INSERT INTO cartulary_notes (name, note) \
     SELECT $3, $4 FROM cartulary_shards WHERE shard = $1 AND owner = $2 \
     ON CONFLICT (name) DO UPDATE SET note = excluded.note";

/// The lines under a name.
pub(crate) const LINES: &str = "SELECT nth, line FROM cartulary_lines WHERE name = $1 ORDER BY nth";

/// Adds lines from the `$5`th on, in place of those before it if `$4` says so, and tells whether one
/// has the shard. Sent again, it changes nothing. It has the row of the shard for so long: whoever
/// takes that waits, and so does the next group.
pub(crate) const ADD_LINES: &str = "
WITH own AS (
    SELECT shard FROM cartulary_shards WHERE shard = $1 AND owner = $2 FOR NO KEY UPDATE
), replaced AS (
    DELETE FROM cartulary_lines
    WHERE name = $3 AND $4 AND nth < $5 AND EXISTS (SELECT FROM own)
), added AS (
    INSERT INTO cartulary_lines (name, nth, line)
    SELECT $3, $5 + row.nth - 1, row.line
    FROM own, unnest($6::text[]) WITH ORDINALITY AS row (line, nth)
    ON CONFLICT DO NOTHING
)
SELECT EXISTS (SELECT FROM own)
";
