//! What ends a program ends it at every level, also where nothing but the end comes of a call.

use abi::Target;

use super::{Optimisation, compile, link_and_run, lower, options};

const C: &str = r#"
#include <stdio.h>
#include <stdlib.h>
struct site { int file; unsigned line, column; int message; };
void panic_site(const struct site *site) __asm__("std.runtime.panic_site");
void panic_site(const struct site *site) {
    printf("%u %s\n", site->line, (const char *)site + site->message);
    exit(7);
}
long twice(long), thrice(long);
int main(void) { printf("%ld\n", twice(11)); twice(10); return 0; }
"#;

#[test]
fn a_call_that_can_do_nothing_but_panic_is_made() {
    let text = r#"module "ends"
function system_abi local @require(v0: i64) : (i64) {
  site 0 message "too small" at 4
  attribute "inline" !0
b0:
  v1: i64 = constant 10
  v2: bool = greater v0, v1
  check_true v2, v2, site0
  return
}
function system_abi export @twice(v0: i64) : (i64) -> i64 {
b0:
  call @require(v0) : (i64)
  call @require(v0) : (i64)
  v1: i64 = add v0, v0
  return v1
}
metadata !0 = {"never"}
"#;
    ends_with_too_small(text, C);
}

/// Passes find out that `require` and `refuse` write nothing; LLVM's quick way to machine code would leave out their calls,
/// and that of the panic.
#[test]
fn what_is_not_optimised_makes_such_calls_too() {
    let text = r#"module "ends"
function system_abi local @require(v0: i64) : (i64) {
  site 0 message "too small" at 4
  attribute "inline" !0
b0:
  v1: i64 = constant 10
  v2: bool = greater v0, v1
  check_true v2, v2, site0
  return
}
function system_abi local @refuse(v0: i64) : (i64) {
  site 0 message "too small" at 4
  attribute "inline" !0
b0:
  v1: bool = constant false
  check_true v1, v1, site0
  unreachable
}
function system_abi export @twice(v0: i64) : (i64) -> i64 {
  attribute "inline" !0
  attribute "optimise" !0
b0:
  call @require(v0) : (i64)
  v1: i64 = constant 10
  v2: bool = less_or_equal v0, v1
  branch v2, b1, b2
b1:
  call @refuse(v0) : (i64)
  unreachable
b2:
  v3: i64 = add v0, v0
  return v3
}
function system_abi export @thrice(v0: i64) : (i64) -> i64 {
  site 0 message "too small" at 4
  attribute "inline" !0
  attribute "optimise" !0
b0:
  v1: i64 = constant 10
  v2: bool = less_or_equal v0, v1
  branch v2, b1, b2
b1:
  call @refuse(v0) : (i64)
  unreachable
b2:
  v3: i64 = constant 12
  v4: bool = greater v0, v3
  check_true v4, v4, site0
  return v0
}
metadata !0 = {"never"}
"#;
    for call in ["twice(10)", "thrice(10)", "thrice(12)"] {
        ends_with_too_small(text, &C.replace("twice(10)", call));
    }
}

fn ends_with_too_small(text: &str, c: &str) {
    let target = Target::host().expect("tests run on a described target");
    for optimisation in
        [Optimisation::None, Optimisation::Less, Optimisation::Speed, Optimisation::Aggressive, Optimisation::Size]
    {
        let mut module = mir::read(text).expect("the test's text is of the form");
        lower(&mut module, target);
        let output = link_and_run(&compile(&module, target, &options(optimisation)), target, c, &[]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "22\n4 too small\n", "{optimisation:?}");
        assert_eq!(output.status.code(), Some(7), "{optimisation:?}");
    }
}
