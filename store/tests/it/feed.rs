//! Following a match.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use store::Audience;

use crate::support;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_feed_has_no_gap_wherever_it_begins() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, 5).await;
    let starts = [0, 1, 3, 8];
    let mut readers = Vec::new();
    for start in starts {
        let mut feed = store
            .matches
            .follow(id, Audience::Seated, start)
            .await
            .unwrap();
        readers.push(tokio::spawn(async move {
            let mut versions = Vec::new();
            loop {
                for commit in feed.next().await.unwrap() {
                    versions.extend(commit.steps());
                    if commit.line.text.contains(r#"{"type":"ended""#) {
                        return versions;
                    }
                }
            }
        }));
    }
    support::play(&store, id, usize::MAX).await;
    let end = store.matches.current(id).await.unwrap().version();
    for (reader, start) in readers.into_iter().zip(starts) {
        let versions = reader.await.unwrap();
        let first = versions[0];
        assert!(first <= start + 1);
        assert_eq!(versions, (first..=end).collect::<Vec<u32>>());
    }
    support::close(store).await;
}
