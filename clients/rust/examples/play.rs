//! Plays a match of any game against the server's greedy bot: the command that gains most.
//!
//! `cargo run --example play -- http://127.0.0.1:8080 cartographers`

#![expect(clippy::print_stdout, reason = "what it came to, for people")]

use std::error::Error;

use cartulary_client::{Client, Opening, SeatWanted};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let url = words.next().unwrap_or("http://127.0.0.1:8080".into());
    let game = words.next().unwrap_or("cartographers".into());

    let server = Client::new(&url).with_ask("with=gain");
    let player = server.register("greediest.rs", "1").await?;
    let me = server.with_token(&player.token);
    let seats = vec![SeatWanted::Me, SeatWanted::bot("greedy")];
    let id = me.open(&Opening::new(&game, seats)).await?.id;

    while let Some(due) = me.due(&id, 0).await? {
        let legal = due.legal.unwrap_or_default();
        let best = legal.iter().max_by_key(|it| it.gain);
        let best = &best.expect("who owes a decision has a choice").command;
        match me.decide(&id, 0, due.decision, best).await {
            Err(error) if !error.is_closed() => return Err(error.into()),
            // Another seat may have closed the question: look again.
            _ => {}
        }
    }

    for (seat, standing) in me.standings(&id).await?.iter().enumerate() {
        let (rank, total) = (standing.rank, standing.total);
        println!("{game}, seat {seat}: rank {rank}, {total} points");
    }
    Ok(())
}
