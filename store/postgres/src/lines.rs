//! Lines in a table: what a directory keeps in small files, for whoever has the log next.

use std::io;

use domain::cast;
use store_log::{
    StoreError,
    lines::{Found, Lines},
    log::wait_for,
};

use crate::{address::Address, reader::Reader, session::Addition, shard::Claim};

/// Lines that are numbered in their order, with gaps.
#[derive(Debug)]
pub(crate) struct TableLines {
    reader: Reader<Address>,
    claim: Claim,
    name: String,
    /// The number of the next line.
    next: i64,
    count: usize,
}

impl TableLines {
    /// Reads the lines under a name.
    pub(crate) fn open(
        reader: &Reader<Address>,
        claim: &Claim,
        name: &'static str,
    ) -> Result<Found, StoreError> {
        let name = claim.name_of(name);
        let there = wait_for(reader.lines(name.clone()))?;
        let next = there.last().map_or(1, |(nth, _)| nth + 1);
        let lines: Vec<String> = there.into_iter().map(|(_, line)| line).collect();
        let kept = TableLines {
            reader: reader.clone(),
            claim: claim.clone(),
            name,
            next,
            count: lines.len(),
        };
        Ok((Box::new(kept), lines))
    }

    fn addition(&mut self, replaces: bool, lines: &[String]) -> Addition {
        let first = self.next;
        // Nothing else ever has these numbers, even if it is not known whether they were written.
        self.next += cast::<i64>(lines.len());
        Addition {
            name: self.name.clone(),
            replaces,
            first,
            lines: lines.to_vec(),
        }
    }

    fn write(&mut self, replaces: bool, lines: &[String]) -> io::Result<()> {
        let addition = self.addition(replaces, lines);
        let written = wait_for(self.reader.add_lines(&self.claim, addition));
        written.map_err(io::Error::other)
    }
}

impl Lines for TableLines {
    fn count(&self) -> usize {
        self.count
    }

    fn add(&mut self, line: &str) -> io::Result<()> {
        self.write(false, &[line.to_owned()])?;
        self.count += 1;
        Ok(())
    }

    fn note(&mut self, line: &str) -> io::Result<()> {
        let addition = self.addition(false, &[line.to_owned()]);
        self.reader.note_lines(&self.claim, addition);
        self.count += 1;
        Ok(())
    }

    fn rewrite(&mut self, lines: &[String]) -> io::Result<()> {
        self.write(true, lines)?;
        self.count = lines.len();
        Ok(())
    }
}
