//! What ends a program ends it at every level, also where nothing but the end comes of a call.

use abi::Target;

use super::{Optimisation, compile, link_and_run, lower, options};

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
    let c = r#"
        #include <stdio.h>
        #include <stdlib.h>
        struct site { int file; unsigned line, column; int message; };
        void panic_site(const struct site *site) __asm__("std.runtime.panic_site");
        void panic_site(const struct site *site) {
            printf("%u %s\n", site->line, (const char *)site + site->message);
            exit(7);
        }
        long twice(long);
        int main(void) { printf("%ld\n", twice(11)); twice(10); return 0; }
    "#;
    let target = Target::host().expect("tests run on a described target");
    for optimisation in [
        Optimisation::None,
        Optimisation::Less,
        Optimisation::Speed,
        Optimisation::Aggressive,
        Optimisation::Size,
    ] {
        let mut module = mir::read(text).expect("the test's text is of the form");
        lower(&mut module, target);
        let output = link_and_run(&compile(&module, target, &options(optimisation)), target, c, &[]);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "22\n4 too small\n",
            "{optimisation:?}"
        );
        assert_eq!(output.status.code(), Some(7), "{optimisation:?}");
    }
}
