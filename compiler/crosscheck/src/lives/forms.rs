//! The forms of the language, each with its text and its meaning side by side. They must not know how programs are made.

pub(super) mod arrays;
pub(super) mod calls;
pub(super) mod closures;
pub(super) mod content;
pub(super) mod control;
pub(super) mod iterators;
pub(super) mod maps;
pub(super) mod matches;
pub(super) mod places;
pub(super) mod results;
pub(super) mod shared;
pub(super) mod threads;
pub(super) mod values;
