//! What is kept beside the log goes to whoever has it next.

use store_log::lines::{self, Lines};
use store_postgres::{Options, Postgres, testing::Server};

fn open(server: &Server) -> (Postgres, Box<dyn Lines>, Vec<String>) {
    let log = Postgres::open(&server.url(), Options::default()).unwrap();
    let (kept, there) = log.lines(lines::PUSH).unwrap();
    (log, kept, there)
}

#[tokio::test]
async fn lines_are_there_for_the_next_server_in_their_order() {
    let server = Server::start();
    let (log, mut kept, there) = open(&server);
    assert_eq!(there, [""; 0]);
    kept.add("one").unwrap();
    kept.add("two").unwrap();
    kept.rewrite(&["two".to_owned(), "three".to_owned()])
        .unwrap();
    kept.add("it's \\ \"four\"").unwrap();
    assert_eq!(kept.count(), 3);
    let (mut others, _) = log.lines(lines::TRIES).unwrap();
    others.add("of another name").unwrap();
    log.close();
    let (_log, mut kept, there) = open(&server);
    assert_eq!(there, ["two", "three", "it's \\ \"four\""]);
    kept.rewrite(&[]).unwrap();
    kept.add("five").unwrap();
    let (_log, kept, there) = open(&server);
    assert_eq!((there, kept.count()), (vec!["five".to_owned()], 1));
}

#[tokio::test]
async fn a_line_that_nobody_waits_for_is_written_too() {
    let server = Server::start();
    let (_log, mut kept, _) = open(&server);
    kept.note("one").unwrap();
    kept.add("two").unwrap();
    let lines = "SELECT line FROM cartulary_lines ORDER BY nth";
    while server.ask(lines).await != ["one", "two"] {}
}

#[tokio::test]
async fn a_server_that_lost_the_log_writes_no_lines() {
    let server = Server::start();
    let (_log, mut kept, _) = open(&server);
    kept.add("one").unwrap();
    let (_next, _, there) = open(&server);
    assert_eq!(there, ["one"]);
    let refused = kept.add("two").unwrap_err();
    assert!(refused.to_string().contains("another server"), "{refused}");
    let (_log, _, there) = open(&server);
    assert_eq!(there, ["one"]);
}
