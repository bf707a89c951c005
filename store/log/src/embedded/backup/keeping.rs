//! Which backups stay: the latest ones, and always the last that could be restored.

use super::folder::Folder;
use crate::error::StoreError;

impl Folder {
    /// Removes all backups but the given number of the latest and the last one that could be restored, and
    /// the files that only they had. Returns the names of those that were removed.
    ///
    /// # Errors
    ///
    /// If a manifest cannot be read: nobody knows then which files it names, and none is removed.
    pub fn keep(&self, latest: usize) -> Result<Vec<String>, StoreError> {
        self.named()?;
        let names = self.names()?;
        let good = self.last_good()?.map(|(name, _)| name);
        let older = names.len().saturating_sub(latest.max(1));
        let old = names.into_iter().take(older);
        let old: Vec<String> = old.filter(|name| Some(name) != good.as_ref()).collect();
        for name in &old {
            self.remove(name)?;
        }
        self.pool.retain(&self.named()?)?;
        Ok(old)
    }
}
