//! What has to be looked up before a group is judged.

use store_log::{
    Shard, StreamId,
    log::{KEY_DAYS, NewCommit},
    record::{Line, Tip},
};

use crate::{
    group::{Key, Keys, Known, Tips},
    session::{Answer, Session},
};

/// So many streams are remembered.
const REMEMBERED: usize = 100_000;

impl<'a> Known<'a> {
    /// Asks for what is not remembered.
    pub(crate) async fn look_up(
        session: &impl Session,
        shard: Shard,
        commits: &[Box<NewCommit>],
        tips: &'a mut Tips,
        day: u16,
    ) -> Answer<Known<'a>> {
        if tips.len() > REMEMBERED {
            tips.clear();
        }
        let streams = commits.iter().map(|commit| commit.sealed.stream);
        let mut unknown: Vec<StreamId> = streams.filter(|it| !tips.contains_key(it)).collect();
        unknown.sort_unstable();
        unknown.dedup();
        if !unknown.is_empty() {
            let found = session.tips(&unknown).await?;
            tips.extend(unknown.iter().map(|stream| (*stream, Tip::START)));
            tips.extend(found);
        }
        let keys = commits.iter().filter_map(|commit| commit.key);
        let keys: Vec<Key> = keys.map(|key| key.key).collect();
        let keys = match keys.is_empty() {
            true => Keys::new(),
            false => ask_keys(session, shard, &keys, day).await?,
        };
        Ok(Known { tips, keys })
    }
}

async fn ask_keys(session: &impl Session, shard: Shard, keys: &[Key], day: u16) -> Answer<Keys> {
    let mut known = Keys::new();
    for used in session
        .keys(shard, keys, day.saturating_sub(KEY_DAYS))
        .await?
    {
        // A line that is damaged answers nobody; its stream is read with the reason.
        if let Ok(line) = Line::parse(used.text) {
            known.insert(used.key, (used.fingerprint, line));
        }
    }
    Ok(known)
}
