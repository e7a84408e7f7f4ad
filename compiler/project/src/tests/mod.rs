//! Tests of this room, by subject: manifests, and loading from real folders.

mod loading;
mod manifests;
