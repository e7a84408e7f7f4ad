//! The second form of checks, for functions whose traps cannot be laid out at their end.

use mir::Optimisation;

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
