//! A PostgreSQL of one's own for tests: in a folder that goes, on a socket of its own.

#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "it is for tests, which say what they need by panicking"
)]

use std::{
    fs,
    net::TcpListener,
    os::unix::{fs::chown, process::CommandExt as _},
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;
use tokio_postgres::{NoTls, SimpleQueryMessage};

/// A server. It ends, and its folder goes, when it is dropped.
#[derive(Debug)]
pub struct Server {
    folder: TempDir,
    bin: PathBuf,
    user: Option<(u32, u32)>,
    port: u16,
    /// Where it is reached beside its socket.
    reached: &'static str,
}

impl Server {
    /// Starts a server with data checksums on which every commit is synced.
    pub fn start() -> Server {
        Server::initialized(&["--data-checksums"])
    }

    /// Starts a standby, to which the whole of another server is streamed.
    pub fn standby_of(primary: &Server) -> Server {
        let server = Server::in_a_folder();
        let mut copy = server.command("pg_basebackup");
        copy.args(["-R", "-c", "fast", "-U", "cartulary", "-h"])
            .arg(primary.folder.path());
        run(copy.arg("-D").arg(server.data()));
        server.run();
        server
    }

    /// Starts a server that is reached by an encrypted line, too, and has a certificate for
    /// 127.0.0.1 that it signed itself.
    pub fn encrypted() -> Server {
        let mut server = Server::in_a_folder();
        let mut openssl = server.own(Command::new("openssl"));
        let made = "req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -subj /CN=db \
                    -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=IP:127.0.0.1 \
                    -out crt -keyout key";
        run(openssl.args(made.split_whitespace()));
        server.reached = "127.0.0.1";
        server.port = free_port();
        server.initialize(&["--data-checksums"]);
        let folder = server.folder.path().display();
        let settings =
            format!("ssl = on\nssl_cert_file = '{folder}/crt'\nssl_key_file = '{folder}/key'\n");
        let file = server.data().join("postgresql.conf");
        let kept = fs::read_to_string(&file).unwrap();
        fs::write(&file, kept + &settings).unwrap();
        server.run();
        server
    }

    /// Starts one that was made with these options.
    pub fn initialized(options: &[&str]) -> Server {
        let server = Server::in_a_folder();
        server.initialize(options);
        server.run();
        server
    }

    fn initialize(&self, options: &[&str]) {
        let mut initdb = self.command("initdb");
        initdb.args([
            "-A",
            "trust",
            "-U",
            "cartulary",
            "-E",
            "UTF8",
            "--locale=C",
            "-N",
        ]);
        run(initdb.args(options).arg("-D").arg(self.data()));
    }

    fn in_a_folder() -> Server {
        let folder = tempfile::tempdir().unwrap();
        let user = unprivileged();
        if let Some((uid, gid)) = user {
            chown(folder.path(), Some(uid), Some(gid)).unwrap();
        }
        let bin = programs();
        Server {
            folder,
            bin,
            user,
            port: 5432,
            reached: "",
        }
    }

    /// Starts the server again, after it was killed.
    pub fn run(&self) {
        let options = format!(
            "-k {} -p {} -c listen_addresses={}",
            self.folder.path().display(),
            self.port,
            self.reached
        );
        // What was killed may take a moment to let go of its memory.
        let mut tries = (0..50).map(|_| {
            let mut start = self.command("pg_ctl");
            start.args(["start", "-w", "-o", &options, "-l"]);
            start.arg(self.folder.path().join("log"));
            start.arg("-D").arg(self.data());
            start.output().unwrap().status.success()
        });
        assert!(tries.any(|started| started), "{}", self.log());
    }

    /// Kills the server as a loss of power would, but for what the disk holds back.
    pub fn kill(&self) {
        let pid = fs::read_to_string(self.data().join("postmaster.pid")).unwrap();
        let pid = pid.lines().next().unwrap().to_owned();
        run(Command::new("kill").args(["-9", &pid]));
    }

    /// Where the database is.
    pub fn url(&self) -> String {
        let folder = self.folder.path().display().to_string();
        format!(
            "postgres://cartulary@{}:{}/postgres",
            folder.replace('/', "%2F"),
            self.port
        )
    }

    /// Where the database is by an encrypted line, if this host is asked and has to have a
    /// certificate that this server signed.
    pub fn encrypted_url(&self, host: &str, vouching: &Server) -> String {
        format!(
            "postgres://cartulary@{host}:{}/postgres?sslmode=verify-full&sslrootcert={}/crt",
            self.port,
            vouching.folder.path().display()
        )
    }

    /// Runs statements, and returns the first value of each row.
    pub async fn ask(&self, statements: &str) -> Vec<String> {
        let (client, connection) = tokio_postgres::connect(&self.url(), NoTls).await.unwrap();
        let driving = tokio::spawn(connection);
        let messages = client.simple_query(statements).await.unwrap();
        driving.abort();
        let value = |message: &SimpleQueryMessage| {
            let SimpleQueryMessage::Row(row) = message else {
                return None;
            };
            row.get(0).map(str::to_owned)
        };
        messages.iter().filter_map(value).collect()
    }

    /// Changes a setting of the running server.
    pub async fn set(&self, setting: &str, value: &str) {
        self.ask(&format!("ALTER SYSTEM SET {setting} = '{value}'"))
            .await;
        self.ask("SELECT pg_reload_conf()").await;
        let shown = format!("SHOW {setting}");
        while self.ask(&shown).await != [value] {}
    }

    /// Waits until a statement returns something.
    pub async fn until(&self, statement: &str) -> Vec<String> {
        loop {
            let found = self.ask(statement).await;
            if !found.is_empty() {
                return found;
            }
        }
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn command(&self, program: &str) -> Command {
        self.own(Command::new(self.bin.join(program)))
    }

    /// The same command, run by whoever the server runs as.
    fn own(&self, mut command: Command) -> Command {
        command.current_dir(self.folder.path());
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let mut stop = self.command("pg_ctl");
        stop.args(["stop", "-m", "immediate", "-D"])
            .arg(self.data());
        // It may have been killed.
        let _ = stop.output();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
}

/// Whom the server runs as: it refuses to be root.
fn unprivileged() -> Option<(u32, u32)> {
    let id = |of: &[&str]| {
        let output = Command::new("id").args(of).output().unwrap();
        let id = String::from_utf8(output.stdout).unwrap();
        id.trim().parse::<u32>().unwrap()
    };
    (id(&["-u"]) == 0).then(|| (id(&["-u", "nobody"]), id(&["-g", "nobody"])))
}

/// Where the programs of the newest PostgreSQL here are.
fn programs() -> PathBuf {
    let asked = Command::new("pg_config").arg("--bindir").output();
    let told = asked
        .ok()
        .and_then(|told| String::from_utf8(told.stdout).ok());
    let told = told.map(|told| PathBuf::from(told.trim()));
    let packaged = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let packaged = packaged.flatten().map(|entry| entry.path().join("bin"));
    let has_server = |bin: &PathBuf| Path::new(bin).join("initdb").exists();
    let found = told.into_iter().chain(packaged).filter(has_server).max();
    found.expect("PostgreSQL 15 or newer is installed: `.ci/tools` installs it")
}
