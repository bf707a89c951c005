//! Corrected boxes of components, in the place of the printed ones.

use std::{ffi::OsString, fs, io, path::PathBuf};

use clap::Args;
use domain::{GameId, kit::components::BoxError};

use crate::wire;

/// The directory of corrected boxes.
#[derive(Args, Clone, Debug, Default)]
pub struct Boxes {
    /// A directory of boxes: each `<game>.json` in it replaces the printed components of that game,
    /// which `cartulary components GAME` prints.
    #[arg(long, env = "CARTULARY_COMPONENTS", value_name = "DIR")]
    pub components: Option<PathBuf>,
}

/// Why a box cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BoxesError {
    /// The operating system refused.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file or directory.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// The directory has no box.
    #[error("{} contains no box: expected {known}", dir.display())]
    Empty {
        /// The directory.
        dir: PathBuf,
        /// The names of boxes.
        known: String,
    },
    /// A file that belongs to no game, perhaps because its name is misspelled.
    #[error("{} is not the box of any game: expected {known}", path.display())]
    Unknown {
        /// The file.
        path: PathBuf,
        /// The names of boxes.
        known: String,
    },
    /// The box is not as it must be.
    #[error("{}: {error}", path.display())]
    Invalid {
        /// Its file.
        path: PathBuf,
        /// What is wrong with it.
        error: BoxError,
    },
}

impl Boxes {
    /// Installs every box of the directory for this process. Must be called before a box is first
    /// used.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with them.
    pub fn install(&self) -> Result<(), BoxesError> {
        let Some(dir) = &self.components else {
            return Ok(());
        };
        let unreadable = |source| BoxesError::Unreadable {
            path: dir.clone(),
            source,
        };
        let entries = fs::read_dir(dir).map_err(unreadable)?;
        let names = entries.map(|entry| Ok(entry?.file_name()));
        let names: Vec<_> = names.collect::<Result<_, _>>().map_err(unreadable)?;
        let is_known = |name: &OsString| GameId::ALL.iter().any(|&game| *name == *file(game));
        if let Some(name) = names.iter().find(|name| !is_known(name)) {
            let (path, known) = (dir.join(name), known());
            return Err(BoxesError::Unknown { path, known });
        }
        if names.is_empty() {
            let (dir, known) = (dir.clone(), known());
            return Err(BoxesError::Empty { dir, known });
        }
        let mut games = GameId::ALL
            .iter()
            .filter(|game| names.iter().any(|name| *name == *file(**game)));
        games.try_for_each(|&game| replace(game, dir.join(file(game))))
    }
}

fn replace(game: GameId, path: PathBuf) -> Result<(), BoxesError> {
    let json = match fs::read_to_string(&path) {
        Ok(json) => json,
        Err(source) => return Err(BoxesError::Unreadable { path, source }),
    };
    if let Err(error) = game.replace_components(json) {
        return Err(BoxesError::Invalid { path, error });
    }
    let sha256 = game.components_sha256();
    let file = path.display();
    tracing::info!(%file, sha256, "{} uses a replaced box", wire::name(&game));
    Ok(())
}

fn file(game: GameId) -> String {
    format!("{}.json", wire::name(&game))
}

fn known() -> String {
    let names: Vec<String> = GameId::ALL.iter().map(|&game| file(game)).collect();
    names.join(" or ")
}
