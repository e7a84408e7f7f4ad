//! The example of a front end that is not ours: what it makes with Cranelift and `abi` links with C, and both see the same
//! values.

#[path = "../examples/front_end/compiler.rs"]
mod compiler;
#[path = "../examples/front_end/program.rs"]
mod program;

use std::process::Command;

const CALLER: &str = r#"
#include <stdint.h>
#include <stdio.h>
typedef struct { int64_t n; float x; } Pair;
typedef struct { float x, y, z; } Point;
typedef struct { Pair p; Point q; int64_t n; } Large;
Pair mix(Pair, int64_t, Point);
Point turn_twice(Point, Large, float);
Large big(Pair, Pair, int64_t, int64_t, int64_t, Pair, Point, Large);
Point turn(Point p, Large l, float by) { return (Point){p.y + by, p.z + l.q.x, p.x * l.p.x + l.n}; }
int main(void) {
    Pair p = mix((Pair){20, 0.5f}, 3, (Point){1, 2, 4});
    Large l = {{5, 2}, {7, 8, 9}, 11};
    Point q = turn_twice((Point){1, 2, 3}, l, 0.25f);
    Point direct = turn(turn((Point){1, 2, 3}, l, 0.25f), l, 2);
    Large b = big((Pair){1, 2}, (Pair){3, 4}, 5, 6, 7, (Pair){8, 9}, (Point){10, 11, 12}, l);
    printf("%d %g, %g %g %g, %d, %d %g %g %g %g %d\n", (int)p.n, p.x, q.x, q.y, q.z,
           q.x == direct.x && q.y == direct.y && q.z == direct.z, (int)b.p.n, b.p.x, b.q.x, b.q.y, b.q.z, (int)b.n);
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
    let assembly = compiler::compile(&program::program(), &target);
    std::fs::write(folder.path().join("made.s"), &assembly).expect("a file");
    std::fs::write(folder.path().join("caller.c"), CALLER).expect("a file");
    for level in ["-O0", "-O2"] {
        let mut cc = Command::new("cc");
        // The addresses of functions stand in the code.
        cc.current_dir(folder.path())
            .args([level, "-no-pie", "-z", "notext", "made.s", "caller.c", "-o", "caller"]);
        let output = cc.output().expect("a C compiler is needed to link programs at all");
        assert!(
            output.status.success(),
            "{}\n{assembly}",
            String::from_utf8_lossy(&output.stderr)
        );
        let run = Command::new(folder.path().join("caller")).output().expect("it starts");
        let expected = "61 4.5, 12 20 15.5, 1, 9 13 10 11 12 18\n";
        assert_eq!(String::from_utf8_lossy(&run.stdout), expected, "{level}");
    }
}
