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
    server.ask("UPDATE cartulary_store SET format = 4").await;
    assert!(refusal(&server).contains("a newer program wrote its tables"));
}

#[tokio::test]
async fn a_server_that_proves_what_it_is_is_spoken_to_on_an_encrypted_line() {
    let server = Server::encrypted();
    let url = server.encrypted_url("127.0.0.1", &server);
    let _log = Postgres::open(&url, Options::default()).unwrap();
    let lines = "SELECT DISTINCT ssl::text FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
         WHERE application_name = 'cartulary'";
    assert_eq!(server.ask(lines).await, ["true"]);
}

#[tokio::test]
async fn a_server_that_cannot_prove_what_it_is_is_refused() {
    let (server, other) = (Server::encrypted(), Server::encrypted());
    let refusal = |url: &str| {
        let refused = Postgres::open(url, Options::default()).unwrap_err();
        store_log::with_causes(&refused)
    };
    let of_another = refusal(&server.encrypted_url("127.0.0.1", &other));
    assert!(
        of_another.contains("invalid peer certificate"),
        "{of_another}"
    );
    let by_another_name = refusal(&server.encrypted_url("localhost", &server));
    assert!(
        by_another_name.contains("not valid for name"),
        "{by_another_name}"
    );
    server.set("ssl", "off").await;
    let in_the_open = refusal(&server.encrypted_url("127.0.0.1", &server));
    assert!(
        in_the_open.contains("does not support TLS"),
        "{in_the_open}"
    );
}

#[test]
fn what_is_no_address_of_a_database_is_refused_without_telling_it() {
    let refused = Postgres::open("postgres://ann:secret@[", Options::default()).unwrap_err();
    let told = store_log::with_causes(&refused);
    assert!(told.contains("postgres://user@host/database") && !told.contains("secret"));
}
