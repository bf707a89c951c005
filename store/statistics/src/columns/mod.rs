//! Columns: values of seats, one narrow array after another, in chunks of rows.

pub(crate) mod chunk;
pub(crate) mod chunk_file;
pub(crate) mod column;
#[cfg(test)]
pub(crate) mod column_tests;
pub(crate) mod dictionary;
pub(crate) mod row_order;
pub(crate) mod rows;
