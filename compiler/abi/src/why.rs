//! The clauses of the ABI documents that decide. Owns what is asked of any of them; the rules of each document stand in a
//! file of its own, with their citations and sentences. A byte or two each in a description, so that explaining costs
//! nothing until somebody asks. Must not know what a rule does: conventions know their rules, not the other way round.

mod aapcs64;
mod lp64d;
mod power;
mod rule_list;
mod s390x;
mod system_v;
mod wasm;
mod windows64;

use serde::{Deserialize, Serialize};

pub use aapcs64::Aapcs64;
use lp64d::Document;
pub use lp64d::Lp64dRule;
pub use power::Power;
pub use s390x::S390x;
pub use system_v::SystemV;
pub use wasm::Wasm;
pub use windows64::Windows64;

/// A rule of an ABI document that took part in a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Why {
    /// No bytes to pass; no document of C knows such values.
    Empty,
    /// System V x86-64.
    SystemV(SystemV),
    /// AAPCS64 and its variants.
    Aapcs64(Aapcs64),
    /// IBM z.
    S390x(S390x),
    /// Windows x64.
    Windows64(Windows64),
    /// RISC-V, LP64D.
    Riscv(Lp64dRule),
    /// LoongArch, LP64D.
    Loongarch(Lp64dRule),
    /// POWER.
    Power(Power),
    /// WebAssembly.
    Wasm(Wasm),
}

impl Why {
    /// Document and section.
    pub const fn clause(self) -> &'static str {
        match self {
            Why::Empty => "C, GNU extension",
            Why::SystemV(rule) => rule.clause(),
            Why::Aapcs64(rule) => rule.clause(),
            Why::S390x(rule) => rule.clause(),
            Why::Windows64(rule) => rule.clause(),
            Why::Riscv(rule) => rule.clause(Document::Riscv),
            Why::Loongarch(rule) => rule.clause(Document::Loongarch),
            Why::Power(rule) => rule.clause(),
            Why::Wasm(rule) => rule.clause(),
        }
    }

    /// The rule, as a sentence for a person.
    pub const fn text(self) -> &'static str {
        match self {
            Why::Empty => "the value has no bytes and is not passed",
            Why::SystemV(rule) => rule.text(),
            Why::Aapcs64(rule) => rule.text(),
            Why::S390x(rule) => rule.text(),
            Why::Windows64(rule) => rule.text(),
            Why::Riscv(rule) | Why::Loongarch(rule) => rule.text(),
            Why::Power(rule) => rule.text(),
            Why::Wasm(rule) => rule.text(),
        }
    }

    /// Why a value travels in memory, in a few words, if this rule is what sends it there.
    pub const fn forces_memory(self) -> Option<&'static str> {
        match self {
            Why::Empty => None,
            Why::SystemV(rule) => rule.forces_memory(),
            Why::Aapcs64(rule) => rule.forces_memory(),
            Why::S390x(rule) => rule.forces_memory(),
            Why::Windows64(rule) => rule.forces_memory(),
            Why::Riscv(rule) | Why::Loongarch(rule) => rule.forces_memory(),
            Why::Power(rule) => rule.forces_memory(),
            Why::Wasm(rule) => rule.forces_memory(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_rule_of_a_document_has_a_sentence_of_its_own() {
        let documents: [Vec<Why>; 6] = [
            SystemV::ALL.iter().map(|rule| Why::SystemV(*rule)).collect(),
            Aapcs64::ALL.iter().map(|rule| Why::Aapcs64(*rule)).collect(),
            S390x::ALL.iter().map(|rule| Why::S390x(*rule)).collect(),
            Windows64::ALL.iter().map(|rule| Why::Windows64(*rule)).collect(),
            Power::ALL.iter().map(|rule| Why::Power(*rule)).collect(),
            Wasm::ALL.iter().map(|rule| Why::Wasm(*rule)).collect(),
        ];
        for rules in documents {
            let sentences: BTreeSet<&str> = rules.iter().map(|rule| rule.text()).collect();
            assert_eq!(sentences.len(), rules.len(), "{rules:?}");
            assert!(rules.iter().all(|rule| !rule.clause().is_empty() && !rule.text().ends_with('.')), "{rules:?}");
        }
    }
}
