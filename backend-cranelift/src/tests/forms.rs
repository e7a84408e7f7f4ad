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

/// Backtraces and debuggers tell a failed check by the place of its call; a division has two checks.
#[test]
fn each_check_has_a_call_of_its_own_where_lines_are_told() {
    let backend = Cranelift { checks: &[CheckForm::Block], ..Cranelift::new() };
    let most_calls = |(optimisation, source_positions)| {
        let (mut module, target) = (program().0, abi::Target::X86_64_LINUX);
        mir::lower_module(&mut module, &target).expect("it can be lowered");
        let options = mir::Options { optimisation, source_positions, ..mir::Options::default() };
        let artifacts = mir::Backend::compile(&backend, &module, &target, &options).expect("it is compiled");
        let calls = artifacts.functions.iter().map(|function| {
            let is_panic = |relocation: &&Relocation| {
                let name = &function.symbols[relocation.symbol as usize];
                mir::PANIC_SYMBOLS.contains(&name.as_str())
            };
            function.relocations.iter().filter(is_panic).count()
        });
        calls.max()
    };
    let ways = [(Optimisation::None, true), (Optimisation::Speed, true), (Optimisation::Speed, false)];
    assert_eq!(ways.map(most_calls), [Some(2), Some(2), Some(1)]);
}
