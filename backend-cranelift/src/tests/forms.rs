//! The second form of checks, for functions whose traps cannot be laid out at their end.

use mir::Optimisation;
use mir::artifact::Relocation;

use super::checks::program;
use super::{assert_silent, compile_with, link_and_run, runnable_targets};
use crate::Cranelift;
use crate::translate::CheckForm;

#[test]
fn all_checks_agree_when_they_branch_to_a_block() {
    let backend = Cranelift { checks: &[CheckForm::Block], ..Cranelift::new() };
    for target in runnable_targets() {
        for optimisation in [Optimisation::None, Optimisation::Speed] {
            let (mut module, c) = program();
            let artifacts = compile_with(&backend, &mut module, target, optimisation);
            assert_silent(&link_and_run(&artifacts, target, &c));
        }
    }
}

/// A debugger tells a failed check by the place of its call; a division has two checks.
#[test]
fn each_check_has_a_call_of_its_own_where_nothing_is_optimised() {
    let backend = Cranelift { checks: &[CheckForm::Block], ..Cranelift::new() };
    let most_calls = |optimisation| {
        let artifacts = compile_with(&backend, &mut program().0, abi::Target::X86_64_LINUX, optimisation);
        let calls = artifacts.functions.iter().map(|function| {
            let is_panic = |relocation: &&Relocation| {
                let name = &function.symbols[relocation.symbol as usize];
                mir::PANIC_SYMBOLS.contains(&name.as_str())
            };
            function.relocations.iter().filter(is_panic).count()
        });
        calls.max()
    };
    assert_eq!([Optimisation::None, Optimisation::Speed].map(most_calls), [Some(2), Some(1)]);
}
