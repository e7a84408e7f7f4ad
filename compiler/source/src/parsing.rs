//! The tree of a chunk. Never compared: what reads it compares what it made of it. Trees of chunks that were not asked for
//! lately are dropped between revisions; what was made of them stays.

use syntax::Parse;

use crate::{Chunk, Db};

/// The tree of a chunk, with ranges relative to it.
#[salsa::tracked(no_eq, lru = 2048)]
pub fn parse<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Parse {
    syntax::parse_shared(chunk.text(db).clone())
}
