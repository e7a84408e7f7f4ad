//! Tests of this room, by subject: manifests, and loading from real folders.

mod living;
mod loading;
mod manifests;
