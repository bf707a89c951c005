//! Files of records on the wire.

use serde::Serialize;
use store::{Change, Hash, Position};
use utoipa::ToSchema;

/// What was added to the files of records, and what was withdrawn.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecordFiles {
    /// The files, in the order in which they were added and withdrawn.
    #[schema(max_items = 500)]
    pub items: Vec<ListedRecordFile>,
    /// Send this as `cursor` to get only what changes from here on. Opaque. There is always one:
    /// keep it for the next time.
    #[schema(max_length = 200)]
    pub cursor: String,
    /// Whether there is more behind the cursor already: ask again at once. Otherwise in an hour.
    pub more: bool,
    /// The position of the log up to which finished matches are in files, as far as everybody may
    /// see them.
    pub as_of_position: Position,
    /// The licence of the records, where the operator has chosen one: an identifier of SPDX such as
    /// `CC-BY-4.0`, or an address.
    #[schema(max_length = 200)]
    pub licence: Option<String>,
}

/// A file of records.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedRecordFile {
    /// The name of the file. It always stands for the same bytes.
    #[schema(max_length = 60, example = "000001-9f86d081884c7d65.ndjson.gz")]
    pub name: String,
    /// The SHA-256 of the file as it is sent.
    pub sha256: Hash,
    /// The length of the file, in bytes.
    #[schema(minimum = 1)]
    pub bytes: u64,
    /// How many matches are in the file.
    #[schema(minimum = 1)]
    pub matches: u64,
    /// The first position of a commit in the file.
    pub first_position: Position,
    /// The last position of a commit in the file.
    pub last_position: Position,
    /// Whether the file was withdrawn: delete your copy. What may still be shown of it comes in a
    /// later file.
    pub withdrawn: bool,
    /// Links from the file.
    pub links: RecordFileLinks,
}

/// Links from a file of records.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecordFileLinks {
    /// The path of the file itself.
    #[serde(rename = "self")]
    #[schema(max_length = 200)]
    pub this: String,
}

impl From<Change> for ListedRecordFile {
    fn from(change: Change) -> ListedRecordFile {
        let (file, withdrawn) = match change {
            Change::Added(file) => (file, false),
            Change::Withdrawn(file) => (file, true),
        };
        let name = file.name();
        ListedRecordFile {
            sha256: file.sha256,
            bytes: file.bytes,
            matches: domain::cast(file.matches.len()),
            first_position: file.first,
            last_position: file.last,
            withdrawn,
            links: RecordFileLinks {
                this: format!("/v1/exports/records/{name}"),
            },
            name,
        }
    }
}
