//! What the switches of instantiation change, seen in the MIR of small programs.

use mir::{Function, Linkage, Operation};
use source::Database;

use super::{Instance, Settings, Unit, body_cost};
use crate::fixture::{item, load};

const CHECKED: Settings = Settings {
    overflow_checks: true,
    facts: false,
};

/// The function `name` of a program.
fn built<R>(text: &str, name: &str, settings: Settings, look: impl FnOnce(&Function) -> R) -> R {
    let db = Database::new();
    let file = load(&db, text);
    let mut unit = Unit::new(&db, "test", settings);
    unit.add(Instance::Function(item(&db, file, name)));
    let module = unit.finish();
    mir::verify(&module).expect("the module is right");
    look(&module.functions[0])
}

fn checks(text: &str, settings: Settings) -> (usize, usize) {
    built(text, "f", settings, |function| {
        let count = |wanted: fn(&Operation) -> bool| {
            function
                .instructions
                .iter()
                .filter(|instruction| wanted(&instruction.operation))
                .count()
        };
        (
            count(|operation| matches!(operation, Operation::Checked { .. })),
            count(|operation| matches!(operation, Operation::Check { .. })),
        )
    })
}

#[test]
fn without_overflow_checks_sums_wrap_and_all_else_is_checked() {
    let unchecked = Settings {
        overflow_checks: false,
        facts: false,
    };
    let sums = "fn f(a: i64, b: u8) -> i64 { let c = b + 1\n let d = -(a + 1 - 2 * a)\n d + c as i64 }";
    assert_eq!(checks(sums, CHECKED), (6, 0));
    assert_eq!(checks(sums, unchecked), (0, 0));
    let others = "fn f(a: i64, b: [i64; 3]) -> i64 { assert(a > 0)  b[a] / a % a << a }";
    let found = checks(others, CHECKED);
    assert_eq!(found.0, 0);
    assert_eq!(checks(others, unchecked), found);
}

#[test]
fn an_available_body_defines_nothing() {
    let db = Database::new();
    let file = load(
        &db,
        "let TABLE = [1, 2, 3]\nfn f(i: i64) -> String { \"text ${TABLE[i]}\" }\nfn main() { println(f(1)) }",
    );
    let instance = |name| Instance::Function(item(&db, file, name));
    let table = Instance::Constant(item(&db, file, "TABLE"));
    let mut unit = Unit::new(&db, "test", CHECKED);
    unit.add(instance("main"));
    unit.add_available(instance("f"));
    unit.add_available(instance("main"));
    unit.add_available(table);
    let module = unit.finish();
    mir::verify(&module).expect("the module is right");
    let linkages: Vec<_> = module.functions.iter().map(|function| function.linkage).collect();
    assert_eq!(linkages, [Linkage::Hidden, Linkage::Available]);
    let linkages: Vec<_> = module.globals.iter().map(|global| global.linkage).collect();
    assert_eq!(linkages, [Linkage::Local, Linkage::Available]);
}

#[test]
fn the_cost_of_a_body_grows_with_what_it_does() {
    let db = Database::new();
    let file = load(
        &db,
        "fn get(v: ref [i64; 4]) -> i64 { v[1] }
        fn sum(v: ref [i64; 4]) -> i64 { v[0] + v[1] + v[2] + v[3] }
        fn wrong() -> i64 { missing() }
        let SMALL = [1, 2]
        let LARGE = [0; 4000]",
    );
    let cost = |name| body_cost(&db, Instance::Function(item(&db, file, name)));
    assert!(
        cost("get") < cost("sum") && cost("sum") < 40,
        "{} {}",
        cost("get"),
        cost("sum")
    );
    assert_eq!(cost("wrong"), u32::MAX);
    let data = |name| body_cost(&db, Instance::Constant(item(&db, file, name)));
    assert_eq!((data("SMALL"), data("LARGE")), (2, 4000));
    assert_eq!(body_cost(&db, Instance::TestEntry), u32::MAX);
}
