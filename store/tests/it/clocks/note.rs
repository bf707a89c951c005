//! Notes that players write beside their decisions.

use domain::{
    GameId, Seat,
    matches::{Request, Settings},
};
use store::Erasable;

use super::{Stand, own};
use crate::support::asker;

#[tokio::test(flavor = "multi_thread")]
async fn a_note_is_kept_beside_its_decision_and_the_chain_holds_without_its_text() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    let id = stand.duel(GameId::ALL[0], Settings::default()).await;
    let matches = &stand.store.matches;
    let now = matches.current(id).await.unwrap();
    let Request::Decide {
        seat,
        decision,
        command,
    } = own(now.game.table().unwrap(), Seat(0))
    else {
        panic!("a seat decides");
    };
    drop(now);
    let note = |text: &str| Some(Erasable::new(text.to_owned()).unwrap());
    let by = &asker(1);
    let put = |text| {
        let (of, command) = ((seat, decision), command.clone());
        matches.decide_with_note(id, by, of, command, matches.now(), note(text))
    };
    let first = put("숲은 다음 계절에").await.unwrap();
    let again = put("another").await.unwrap();
    assert!(again.answer.replayed);
    assert_eq!(again.before, first.before);
    let commits = stand.commits(id).await;
    let line = &commits.last().unwrap().line;
    assert_eq!(line.erasable().unwrap().text(), "숲은 다음 계절에");
    let whole: Vec<String> = commits.iter().map(|it| it.line.text.clone()).collect();
    let dropped: Vec<String> = commits
        .iter()
        .map(|it| it.line.without_erasable())
        .collect();
    assert_ne!(whole, dropped);
    for record in [whole, dropped] {
        let record = record.join("\n");
        let verdict = store::portable::verify_record(&mut record.as_bytes()).unwrap();
        assert!(verdict.valid && verdict.complete, "{verdict:?}");
    }
    stand.close().await;
}
