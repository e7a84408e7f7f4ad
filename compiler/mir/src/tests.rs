//! Tests that go through the whole room: random modules in both forms, the pass on known signatures, linking.

mod alias_trees;
mod binary;
mod broken;
mod bytes;
mod fingerprints;
mod forms;
mod known;
mod linker;
mod linking;
mod provenance;
mod random;
mod random_body;
mod references;
mod speed;

use crate::module::Module;

/// The target on which known results are pinned.
const X86: abi::Target = abi::Target::X86_64_LINUX;
const ARM: abi::Target = abi::Target::AARCH64_LINUX;

/// Fails with the problems and the text if a module is not well-formed.
pub(crate) fn assert_valid(module: &Module, seed: u64) {
    if let Err(problems) = crate::verify(module) {
        let problems: Vec<_> = problems.iter().take(8).map(ToString::to_string).collect();
        panic!("seed {seed}:\n{}\n{}", problems.join("\n"), crate::print(module));
    }
}
