//! The program `cartulary`: a server by default, and tools for its data.

fn main() -> std::process::ExitCode {
    api::run()
}
