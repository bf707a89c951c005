//! What a database must be set to.

use store_postgres::{Options, Postgres, testing::Server};

fn refusal(server: &Server) -> String {
    let refused = Postgres::open(&server.url(), Options::default()).unwrap_err();
    refused.to_string()
}

#[tokio::test]
async fn a_database_without_checksums_is_refused() {
    let server = Server::initialized(&[]);
    assert!(refusal(&server).contains("no data checksums"));
}

#[tokio::test]
async fn a_role_whose_commits_may_be_lost_is_refused() {
    let server = Server::start();
    server
        .ask("ALTER ROLE cartulary SET synchronous_commit = off")
        .await;
    assert!(refusal(&server).contains("synchronous_commit is off"));
    server
        .ask("ALTER ROLE cartulary SET synchronous_commit = on")
        .await;
    Postgres::open(&server.url(), Options::default()).unwrap();
}

#[tokio::test]
async fn tables_of_a_newer_program_are_refused() {
    let server = Server::start();
    drop(Postgres::open(&server.url(), Options::default()).unwrap());
    server.ask("UPDATE cartulary_store SET format = 2").await;
    assert!(refusal(&server).contains("a newer program wrote its tables"));
}

#[test]
fn what_is_no_address_of_a_database_is_refused_without_telling_it() {
    let refused = Postgres::open("postgres://ann:secret@[", Options::default()).unwrap_err();
    let told = store_log::with_causes(&refused);
    assert!(told.contains("postgres://user@host/database") && !told.contains("secret"));
}
