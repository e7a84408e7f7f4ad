//! Reference pages: what packages offer, with the memory of each type and the way each function is called, as plain data
//! ([`Site`]) and as HTML ([`pages`]).
//!
//! It owns what is public, in which order it stands and where it is linked. It must not know code generators, the protocol
//! or the disk: what is true of an item is asked of `ide`, and whoever calls writes the pages. Pages need nothing but each
//! other: no network, no script or font of others, and each can be opened from a folder.

mod book;
mod collect;
mod html;
mod names;
mod site;
#[cfg(test)]
mod tests;

pub use book::Chapter;
pub use collect::{Options, collect};
pub use html::pages;
pub use site::{Entry, EntryKind, ModulePage, Offered, Part, Site};
