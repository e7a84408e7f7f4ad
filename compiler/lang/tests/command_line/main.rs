//! The binary as a user meets it: commands, exit codes, forms of diagnostics, projects, outputs. One file, so that the
//! tests are one program to link.

mod support;

mod abi;
mod abi_versions;
mod benches;
mod beside_c;
mod coverage;
mod debugging;
mod ending;
mod examples;
mod faults;
mod formats;
mod formatting;
mod header;
mod llvm;
mod mixed;
mod outputs;
mod projects;
mod strangers;
mod untrusted;
mod usage;
mod workers;
