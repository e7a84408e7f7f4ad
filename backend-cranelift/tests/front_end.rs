//! The example of a front end that is not ours: what it makes with Cranelift and `abi` links with C, and both see the same
//! values.

#[path = "../examples/front_end/assembly.rs"]
mod assembly;
#[path = "../examples/front_end/compiler.rs"]
mod compiler;
#[path = "../examples/front_end/language.rs"]
mod language;
#[path = "../examples/front_end/program.rs"]
mod program;

use std::process::Command;

const CALLER: &str = r#"
#include <stdint.h>
#include <stdio.h>
typedef struct { int64_t n; double x; } Pair;
typedef struct { double x, y; } Point;
typedef struct { Pair p; Point q; int64_t n; } Large;
typedef struct { Large l[4]; } Huge;
Pair mix(Pair, int64_t, Point);
Point turn_twice(Point, Large, Huge, double);
Large big(Pair, Pair, int64_t, int64_t, int64_t, Pair, Point, Point, Point, Large);
Point turn(Point p, Large l, Huge h, double by) {
    Point turned = {p.y + by + h.l[3].n, p.x * l.p.x + l.n + h.l[0].q.y};
    // Arguments are the callee's own: the second call must not see this.
    l.p.x = h.l[0].q.y = h.l[3].n = h.l[3].p.x = -1000;
    *(volatile Large *)&l = l;
    *(volatile Huge *)&h = h;
    return turned;
}
int main(void) {
    Pair p = mix((Pair){20, 0.5}, 3, (Point){1, 2});
    Large l = {{5, 2}, {7, 8}, 11};
    Huge h = {{l, l, l, {{1, 2.5}, {3, 4}, 17}}};
    Point q = turn_twice((Point){1, 2}, l, h, 0.25);
    Large b = big((Pair){1, 2}, (Pair){3, 4}, 5, 6, 7, (Pair){8, 9}, (Point){10, 11}, (Point){12, 13}, (Point){14, 15}, l);
    printf("%d %g, %g %g, %d %g %g %g %d\n", (int)p.n, p.x, q.x, q.y, (int)b.p.n, b.p.x, b.q.x, b.q.y, (int)b.n);
    return 0;
}
"#;

#[test]
fn c_and_the_front_end_call_each_other() {
    let Some(target) = abi::Target::host() else {
        println!("this machine has no described C ABI");
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = program::program();
    let assembly = assembly::print(&program, &compiler::compile(&program, &target));
    std::fs::write(folder.path().join("made.s"), &assembly).expect("a file");
    std::fs::write(folder.path().join("caller.c"), CALLER).expect("a file");
    for level in ["-O0", "-O2"] {
        let mut cc = Command::new("cc");
        // The addresses of functions stand in the code.
        cc.current_dir(folder.path()).args([level, "-no-pie", "-z", "notext", "made.s", "caller.c", "-o", "caller"]);
        let output = cc.output().expect("a C compiler is needed to link programs at all");
        assert!(output.status.success(), "{}\n{assembly}", String::from_utf8_lossy(&output.stderr));
        let run = Command::new(folder.path().join("caller")).output().expect("it starts");
        let expected = "23 2.5, 40.5 57.5, 9 13 10 27 18\n";
        assert_eq!(String::from_utf8_lossy(&run.stdout), expected, "{level}");
    }
}
