//! Every operating-system call of this room. It owns output files, the artifact store, the linker and child processes;
//! it must not know the language, so that what touches the machine can be read in one place.

pub(crate) mod blocks;
pub(crate) mod c_process;
pub mod cache;
pub(crate) mod children;
pub(crate) mod counters_file;
pub mod debuggers;
pub mod ending;
pub(crate) mod libraries;
pub mod linker;
pub mod output;
pub mod perf_map;
pub mod process;
pub mod start;
pub(crate) mod typed;
pub mod witness;
pub(crate) mod worker_process;
