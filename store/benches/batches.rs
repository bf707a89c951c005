//! Decisions a second of house bots: by the rules alone, and in a batch that is durable and
//! counted, side by side.
//!
//! `cargo bench -p store --bench batches`. The rules play in memory on as many threads as there
//! are cores; the batch is planned, played, counted and archived like any other. Both in the same
//! run, because only their ratio says anything on a machine that others use.
#![expect(clippy::float_arithmetic, reason = "ratios of measurements")]
#![expect(clippy::print_stdout, reason = "the report")]
#![expect(
    clippy::unwrap_used,
    reason = "a bench says what it needs by panicking"
)]

use std::{
    thread,
    time::{Duration, Instant},
};

use domain::{
    BySeat, GameId, Seed,
    bots::Bot,
    matches::{self, Match, Place, PlayerId, Request, Terms},
};
use rustix::time::{ClockId, clock_gettime};
use store::{Asker, Config, Plan, Store, batches::Dealing};
use tokio::runtime::Runtime;

/// The allocator that the server has.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long the rules play.
const MEASURE: Duration = Duration::from_millis(1500);

/// Bots at a table, and how many matches of them take a second or a few.
const TABLES: [(Bot, u8, u32); 2] = [(Bot::Random, 3, 1000), (Bot::Greedy, 3, 200)];

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .build()
        .unwrap();
    println!("decisions a second of 3 bots of one kind; the batch's cpu time a decision");
    println!(
        "{:<16}{:<8}{:>12}{:>12}{:>8}{:>10}",
        "game", "bots", "rules alone", "in a batch", "ratio", "cpu"
    );
    for &game in GameId::ALL {
        for (bot, seats, matches) in TABLES {
            let alone = rules_alone(game, bot, seats);
            let (batch, cpu_us) = in_a_batch(&runtime, game, bot, (seats, matches));
            let name = format!("{game:?}");
            let bots = format!("{bot:?}");
            let ratio = batch / alone;
            println!("{name:<16}{bots:<8}{alone:>12.0}{batch:>12.0}{ratio:>8.3}{cpu_us:>7.1} us");
        }
    }
}

/// On all cores, in memory.
fn rules_alone(game: GameId, bot: Bot, seats: u8) -> f64 {
    let cores = thread::available_parallelism().unwrap().get();
    let began = Instant::now();
    let play_on = move |thread: u8| {
        let matches = (0..=u8::MAX).cycle();
        matches
            .take_while(|_| began.elapsed() < MEASURE)
            .map(|nth| {
                let mut seed = Seed([thread; 32]);
                seed.0[0] = nth;
                match_of(game, bot, seats, seed)
            })
            .sum::<u32>()
    };
    let threads: Vec<_> = (0..u8::try_from(cores).unwrap())
        .map(|nth| thread::spawn(move || play_on(nth)))
        .collect();
    let decisions: u32 = threads.into_iter().map(|it| it.join().unwrap()).sum();
    f64::from(decisions) / began.elapsed().as_secs_f64()
}

/// Plays a match; how many decisions it took.
fn match_of(game: GameId, bot: Bot, seats: u8, seed: Seed) -> u32 {
    let terms = Terms {
        options: game.default_options(),
        places: BySeat::new(seats, |_| Place::Bot { bot }),
        host: PlayerId(String::new()),
        rules: game.info().rules,
        components: game.components_sha256().to_owned(),
        seed_commitment: seed.commitment(),
        seed_known: true,
        open_hands: false,
        private: false,
        fork: None,
        batch: None,
        rng: None,
        settings: Box::default(),
    };
    let mut table = Match::fold(&matches::open(&terms, seed, &[]).unwrap()).unwrap();
    let mut decisions = 0;
    while let Some(seat) = table.next_bot() {
        let (decision, command) = table.bot_decision(seat).unwrap();
        let request = Request::Decide {
            seat,
            decision,
            command,
        };
        let happened = table.decide(None, request).unwrap();
        table.evolve_all(&happened);
        decisions += 1;
    }
    assert!(table.is_over());
    decisions
}

/// Durable and counted: decisions a second, and the microseconds of all cores for each.
fn in_a_batch(
    runtime: &Runtime,
    game: GameId,
    bot: Bot,
    (seats, matches): (u8, u32),
) -> (f64, f64) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&Config::new(dir.path())).unwrap();
    let plan = Plan {
        options: game.default_options(),
        line_ups: vec![BySeat::new(seats, |_| bot.into())],
        deals: matches,
        dealing: Dealing::Own,
        stop: None,
        arranged: None,
        settings: Box::default(),
    };
    let (began, cpu) = (Instant::now(), cpu_time());
    runtime.block_on(async {
        let seed = Some(Seed([7; 32]));
        let planned = store
            .batches
            .plan(&Asker::Server, plan, seed, None)
            .await
            .unwrap();
        let mut watching = store.batches.watch(planned.batch.id).unwrap();
        while watching.next().await.unwrap().is_some() {}
    });
    let (took, cpu) = (began.elapsed(), cpu_time() - cpu);
    let counted = store.statistics.progress().seats;
    assert_eq!(
        u64::try_from(counted).unwrap(),
        u64::from(u32::from(seats) * matches)
    );
    // One commit opens each match, and two are the batch's own.
    let decisions = store.commits() - u64::from(matches) - 2;
    runtime.block_on(store.close()).unwrap();
    let decisions = f64::from(u32::try_from(decisions).unwrap());
    (
        decisions / took.as_secs_f64(),
        cpu.as_secs_f64() * 1e6 / decisions,
    )
}

/// How long the cores worked for this process.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap(),
        u32::try_from(time.tv_nsec).unwrap(),
    )
}
