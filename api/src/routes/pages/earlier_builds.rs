//! The styles and scripts of earlier builds: a page that was loaded before an upgrade asks for them.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Write as _},
    path::Path,
};

use bytes::Bytes;

use super::assets;

/// The file in the data directory: a list of builds, the newest first.
const FILE: &str = "assets.json";
/// So many builds are kept, with the one that runs.
const KEPT: usize = 3;

/// The files of one build, by their versioned names.
type Build = BTreeMap<String, String>;

/// What the builds before this one served.
#[derive(Debug, Default)]
pub(crate) struct EarlierBuilds(BTreeMap<String, Bytes>);

impl EarlierBuilds {
    /// Reads what earlier builds left in a data directory, and leaves there what this one serves.
    /// No trouble with it keeps a server from starting: it is logged, and pages that were loaded
    /// before are whole again once they are loaded anew.
    pub(crate) fn read(dir: &Path) -> EarlierBuilds {
        let path = dir.join(FILE);
        let known = read(&path).unwrap_or_else(|error| {
            tracing::warn!(%error, "the styles and scripts of earlier builds cannot be read");
            Vec::new()
        });
        let own = this_build();
        let others = known.iter().filter(|it| **it != own).take(KEPT - 1);
        let builds: Vec<Build> = std::iter::once(&own).chain(others).cloned().collect();
        if builds != known
            && let Err(error) = write(&path, &builds)
        {
            tracing::warn!(%error, "the styles and scripts of this build cannot be kept for later ones");
        }
        let earlier = builds.into_iter().skip(1).flatten();
        EarlierBuilds(earlier.map(|(name, text)| (name, text.into())).collect())
    }

    /// A file and its media type.
    pub(super) fn file(&self, name: &str) -> Option<(&'static str, Bytes)> {
        let text = self.0.get(name)?;
        Some((media_type(name)?, text.clone()))
    }
}

fn this_build() -> Build {
    let all = assets::all();
    all.map(|(name, text)| (name.to_owned(), text.to_owned()))
        .collect()
}

/// The builds in a file, without what is not what its name says.
fn read(path: &Path) -> io::Result<Vec<Build>> {
    let json = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        read => read?,
    };
    let mut builds: Vec<Build> = serde_json::from_slice(&json)?;
    for build in &mut builds {
        build.retain(|name, text| is_whole(name, text));
    }
    builds.retain(|build| !build.is_empty());
    Ok(builds)
}

fn is_whole(name: &str, text: &str) -> bool {
    let version = name.split_once('-').map(|(version, _)| version);
    version == Some(&assets::version(text)) && media_type(name).is_some()
}

fn media_type(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.')?.1 {
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        _ => None,
    }
}

/// Writes it whole or not at all.
fn write(path: &Path, builds: &[Build]) -> io::Result<()> {
    let half = path.with_extension("new");
    let mut file = File::create(&half)?;
    file.write_all(&serde_json::to_vec(builds)?)?;
    file.sync_all()?;
    fs::rename(&half, path)
}
