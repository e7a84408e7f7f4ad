//! Modules that disagree about kinds of memory, linked and run: what two kinds may share is written through the one and read
//! through the other by an optimised function. With these facts and without, and on the interpreter, it is the same.

use abi::Target;
use mir::interpret::{CLibrary, Limits, Program, run_program};
use mir::{Module, NoPositions, Optimisation};

use super::run_optimised;

const C: &str = "#include <stdint.h>
#include <stdio.h>
int64_t f(int64_t *, int64_t *);
int main(void) {
  int64_t cell = 5;
  printf(\"%d\\n\", (int)f(&cell, &cell));
  return 0;
}
";

/// Reads a cell before and after another module's function writes 2 to it, and adds both.
fn linked([writes, reads]: [&str; 2], [written, read]: [&str; 2]) -> Module {
    let writer = format!(
        "module \"writer\"\n{writes}
function system_abi export @set(v0: ptr) : (ptr) {{
b0:
  v1: i64 = constant 2
  store v1, v0 align 8{written}
  return
}}"
    );
    let reader = format!(
        "module \"reader\"\n{reads}
import function @set : (ptr)
function system_abi export @f(v0: ptr, v1: ptr) : (ptr, ptr) -> i64 {{
b0:
  v2: i64 = load v0 align 8{read}
  call @set(v1) : (ptr)
  v3: i64 = load v0 align 8{read}
  v4: i64 = add v2, v3
  return v4
}}
function system_abi export @start(v0: i32, v1: ptr) : (i32, ptr) -> i32 {{
  slot s0 8 align 8 local frame
b0:
  v2: ptr = slot_address s0
  v3: i64 = constant 5
  store v3, v2 align 8
  v4: i64 = call @f(v2, v2) : (ptr, ptr) -> i64
  v5: i32 = convert v4
  return v5
}}"
    );
    let [mut whole, reader] =
        [writer, reader].map(|text| mir::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    mir::link(&mut whole, reader).expect("they fit");
    assert_eq!(mir::verify(&whole), Ok(()));
    whole
}

/// What both levels and the interpreter give.
fn result(module: &Module) -> i32 {
    let modules = std::slice::from_ref(module);
    let program = Program { modules, positions: &NoPositions };
    let ended = run_program(&program, "start", &[], &mut CLibrary::new(), &Limits::default());
    assert_eq!(ended.fault.map(|fault| fault.to_string()), None);
    for level in [Optimisation::None, Optimisation::Speed] {
        let target = Target::host().expect("tests run on a described target");
        let output = run_optimised(&mut module.clone(), target, level, C);
        let printed = String::from_utf8_lossy(&output.stdout);
        assert_eq!(printed.trim().parse(), Ok(ended.exit), "{level:?}\n{}", mir::print(module));
    }
    ended.exit
}

#[test]
fn what_overlaps_for_one_of_two_modules_overlaps() {
    let (cell, also) = ("alias1 \"i64\"\nalias2 \"V.x\" in alias1\n", "alias1 \"f64\"\nalias2 \"V.x\" in alias1\n");
    for (trees, [written, read]) in [
        // One name under two parents: the kind itself, what it is part of in one of them, and these.
        ([cell, also], [" alias2", " alias2"]),
        ([cell, also], [" alias1", " alias2"]),
        ([cell, also], [" alias2", " alias1"]),
        ([cell, also], [" alias1", " alias1"]),
        // What is below.
        ([cell, "alias1 \"f64\"\nalias2 \"V.x\" in alias1\nalias3 \"V.x.low\" in alias2\n"], [" alias1", " alias3"]),
        // Under what is between.
        ([cell, "alias1 \"V.x\"\n"], [" alias1", " alias1"]),
        // Trees with different roots.
        (["alias1 \"i64\"\n", "alias1 \"memory\"\nalias2 \"i64\" in alias1\n"], [" alias1", " alias1"]),
        (["alias1 \"i64\"\n", "alias1 \"memory\"\nalias2 \"i64\" in alias1\n"], [" alias1", " alias2"]),
        // Each inside of the other.
        (["alias1 \"a\"\nalias2 \"b\" in alias1\n", "alias1 \"b\"\nalias2 \"a\" in alias1\n"], [" alias2", " alias2"]),
    ] {
        assert_eq!(result(&linked(trees, [written, read])), 7);
        assert_eq!(result(&linked(["", ""], ["", ""])), 7);
    }
}
