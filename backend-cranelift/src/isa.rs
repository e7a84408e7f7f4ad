//! Cranelift's instruction sets, configured. Owns the flags and a cache of configured sets, because making one
//! costs more than compiling a function. Must not know MIR: flags depend on the target and the options only,
//! never on the machine that compiles, so that the same program gives the same bytes everywhere.

use std::sync::{Arc, Mutex};

use cranelift_codegen::isa::{self, OwnedTargetIsa, TargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use target_lexicon::Triple;

/// What a configured instruction set depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Configuration {
    /// The target triple, as `target-lexicon` reads it.
    pub triple: String,
    /// Whether to spend time on better code.
    pub optimise: bool,
    /// Whether Cranelift checks its input and its register allocation.
    pub verify: bool,
    /// Whether Cranelift tells where blocks begin in the code, which stays the same.
    pub blocks: bool,
}

/// Configured instruction sets by configuration. A program uses one or two.
#[derive(Default)]
pub(crate) struct Cache {
    entries: Mutex<Vec<(Configuration, Arc<dyn TargetIsa>)>>,
}

impl Cache {
    /// The instruction set of a configuration, made on first use.
    pub(crate) fn get(&self, configuration: &Configuration) -> Result<Arc<dyn TargetIsa>, String> {
        // A poisoned lock means that another thread panicked between two pushes; the list itself is whole.
        let mut entries = self.entries.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some((_, isa)) = entries.iter().find(|(known, _)| known == configuration) {
            return Ok(Arc::clone(isa));
        }
        let isa = configure(configuration)?;
        entries.push((configuration.clone(), Arc::clone(&isa)));
        Ok(isa)
    }
}

fn configure(configuration: &Configuration) -> Result<OwnedTargetIsa, String> {
    let unsupported =
        |error: &dyn std::fmt::Display| format!("Cranelift has no target `{}`: {error}", configuration.triple);
    let triple: Triple = configuration.triple.parse().map_err(|error| unsupported(&error))?;
    let mut flags = settings::builder();
    let chosen = [
        ("is_pic", "true"),
        ("opt_level", if configuration.optimise { "speed" } else { "none" }),
        // The single pass costs 60 % of the backtracking allocator's time and gives larger code.
        ("regalloc_algorithm", if configuration.optimise { "backtracking" } else { "single_pass" }),
        ("enable_verifier", if configuration.verify { "true" } else { "false" }),
        ("machine_code_cfg_info", if configuration.blocks { "true" } else { "false" }),
        ("regalloc_checker", if configuration.verify { "true" } else { "false" }),
        // A frame larger than a page touches each page, so that overflowing the stack always faults.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
        // Free on x86-64, where Cranelift makes a frame anyway; the tail of a failed check relies on it.
        ("preserve_frame_pointers", "true"),
        ("unwind_info", "true"),
        // Nothing reads it: it is one callee-saved register less to save and restore in nearly every function, because
        // the single pass takes registers in turn, these first.
        ("enable_pinned_reg", if configuration.optimise { "false" } else { "true" }),
        // Results that do not fit in registers go through memory as the ABI description says, never implicitly.
        ("enable_multi_ret_implicit_sret", "false"),
    ];
    for (name, value) in chosen {
        flags.set(name, value).map_err(|error| format!("Cranelift refuses the flag {name}={value}: {error}"))?;
    }
    let builder = isa::lookup(triple).map_err(|error| unsupported(&error))?;
    builder.finish(settings::Flags::new(flags)).map_err(|error| unsupported(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_targets_configure_and_unknown_ones_are_named() {
        let cache = Cache::default();
        for triple in ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"] {
            for (optimise, verify) in [(false, false), (true, true)] {
                let configuration = Configuration { triple: triple.into(), optimise, verify, blocks: verify };
                assert_eq!(cache.get(&configuration).expect("supported").triple().to_string(), triple);
            }
        }
        let unknown =
            Configuration { triple: "hexagon-unknown-none".into(), optimise: false, verify: false, blocks: false };
        assert!(cache.get(&unknown).err().expect("refused").contains("hexagon-unknown-none"));
    }
}
