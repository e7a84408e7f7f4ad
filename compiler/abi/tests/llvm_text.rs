//! The example that prints IR: clang takes it, and C calls what it made, at -O0 and -O2.

#[path = "../examples/llvm_text/front_end.rs"]
mod example;

use std::process::Command;

const CALLER: &str = r#"
#include <stdint.h>
#include <stdio.h>
typedef struct { int64_t n; double x; } Pair;
typedef struct { double x, y, z; } Vec3;
typedef struct { float x, y; } Point;
typedef struct { uint8_t a; int16_t b; float c; } Small;
typedef struct { uint8_t a, b, c; } Odd;
typedef struct { int64_t a; int32_t b; float c; } Three;
Pair add_Pair(Pair, int64_t, Pair);
Vec3 add_Vec3(Vec3, int64_t, Vec3);
Point add_Point(Point, int64_t, Point);
Small add_Small(Small, int64_t, Small);
Odd add_Odd(Odd, int64_t, Odd);
Three add_Three(Three, int64_t, Three);
int main(void) {
    Pair p = add_Pair((Pair){1, 0.5}, 9, (Pair){2, 0.25});
    Vec3 v = add_Vec3((Vec3){1, 2, 3}, 9, (Vec3){10, 20, 30});
    Point q = add_Point((Point){1, 2}, 9, (Point){10, 20});
    Small s = add_Small((Small){1, -2, 3}, 9, (Small){10, -20, 30});
    Odd o = add_Odd((Odd){1, 2, 3}, 9, (Odd){10, 20, 30});
    Three t = add_Three((Three){1, 2, 3}, 9, (Three){10, 20, 30});
    printf("%d %g, %g %g %g, %g %g, %d %d %g, %d %d %d, %d %d %g\n", (int)p.n, p.x, v.x, v.y, v.z, q.x, q.y, s.a, s.b,
           s.c, o.a, o.b, o.c, (int)t.a, t.b, t.c);
    return 0;
}
"#;

#[test]
fn c_calls_what_the_example_made() {
    let Some(target) = abi::Target::host() else {
        println!("this machine has no described C ABI");
        return;
    };
    let folder = std::env::temp_dir().join(format!("abi-llvm-text-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    std::fs::write(folder.join("added.ll"), example::module(&target)).expect("a file");
    std::fs::write(folder.join("caller.c"), CALLER).expect("a file");
    for level in ["-O0", "-O2"] {
        let mut clang = Command::new("clang-22");
        clang.current_dir(&folder).args([level, "-Wno-override-module", "added.ll", "caller.c", "-o", "caller"]);
        let output = match clang.output() {
            Ok(output) => output,
            Err(error) => {
                println!("clang-22 cannot be started, so nothing is linked: {error}");
                break;
            }
        };
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{errors}\n{}", example::module(&target));
        let run = Command::new(folder.join("caller")).output().expect("it starts");
        let expected = "3 0.75, 11 22 33, 11 22, 11 -22 33, 11 22 33, 11 22 33\n";
        assert_eq!(String::from_utf8_lossy(&run.stdout), expected, "{level}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}
