//! What names mean: imports, packages, the prelude, targets.

use source::{Database, Db};

use super::*;
use crate::Module;
use crate::fixture::{load, load_with, main_module};

/// What a name means in a module, as text.
fn meaning(db: &dyn Db, module: Module, name: &str) -> String {
    match resolve(db, module, Name::new(name)) {
        None => "nothing".to_string(),
        Some(Resolution::Item(item)) => item.path(db),
        Some(Resolution::Module(module)) => format!("module {}", module.full_path(db)),
        Some(Resolution::Case { item, index }) => format!("{} case {index}", item.path(db)),
        Some(Resolution::BuiltinType(builtin)) => format!("type {builtin}"),
        Some(Resolution::BuiltinFunction(builtin)) => format!("function {builtin}"),
    }
}

fn check(db: &dyn Db, module: Module, expected: &[(&str, &str)]) {
    for (name, meant) in expected {
        assert_eq!(meaning(db, module, name), *meant, "{name}");
    }
}

#[test]
fn imports_bind_modules_and_items() {
    let db = Database::new();
    let files = load(
        &db,
        &[
            ("", "import a.b\nimport a.b as c\nimport a.b (f, g as h)\nimport a (b as inner, r)"),
            ("a", "pub import a.b (f as r)"),
            ("a.b", "pub fn f { }\npub fn g { }"),
        ],
    );
    let expected = [
        ("b", "module main.a.b"),
        ("c", "module main.a.b"),
        ("f", "main.a.b.f"),
        ("h", "main.a.b.g"),
        ("g", "nothing"),
        ("inner", "module main.a.b"),
        ("r", "main.a.b.f"),
        ("a", "nothing"),
    ];
    check(&db, main_module(&db, &files), &expected);
}

#[test]
fn dependencies_and_std_come_before_modules_of_the_package() {
    let db = Database::new();
    let files = load_with(
        &db,
        &[
            ("", "import geometry\nimport geometry.vec (dot)\nimport std.math\nimport local (x)"),
            ("local", "pub fn x { }"),
        ],
        &[("math", "")],
        Some(("geometry", &[("", "pub fn area { }"), ("vec", "pub fn dot { }")])),
    );
    let expected =
        [("geometry", "module other"), ("dot", "other.vec.dot"), ("math", "module std.math"), ("x", "main.local.x")];
    check(&db, main_module(&db, &files), &expected);
}

#[test]
fn the_prelude_is_everywhere_and_may_be_hidden() {
    let db = Database::new();
    let files = load_with(
        &db,
        &[("", "fn swap { }\ntype Map { }")],
        &[
            ("prelude", "pub import std.option (Option)\npub import std.map (Map, Set)\nfn hidden { }"),
            ("option", "pub type enum Option[T] { case None case Some(T) }"),
            ("map", "pub type Map { }\npub type Set { }"),
        ],
        None,
    );
    let expected = [
        ("Option", "std.option.Option"),
        ("Some", "std.option.Option case 1"),
        ("None", "std.option.Option case 0"),
        ("Ok", "nothing"),
        ("Map", "main.Map"),
        ("Set", "std.map.Set"),
        ("hidden", "nothing"),
        ("swap", "main.swap"),
        ("println", "function println"),
        ("i64", "type i64"),
        ("String", "type String"),
    ];
    check(&db, main_module(&db, &files), &expected);
}

#[test]
fn items_for_other_systems_are_not_there() {
    let db = Database::new();
    let text = "@[only(os: \"windows\")] extern { fn f() }\n@[only(os: \"linux\", os: \"macos\")] extern { fn g() }\n\
                @[only(os: \"windows\")] import a\n@[only(os: \"linux\")] import extern \"m\"\n\
                @[only(os: \"windows\")] import extern \"w\"";
    let files = load(&db, &[("", text), ("a", "")]);
    let module = main_module(&db, &files);
    check(&db, module, &[("f", "nothing"), ("g", "main.g"), ("a", "nothing")]);
    assert_eq!(crate::module_libraries(&db, module), [Name::new("m")]);
}

#[test]
fn paths_of_types_go_through_modules_and_type_parameters() {
    let db = Database::new();
    let files = load(&db, &[("", "import a\ntype G[T] { fn m[U] { } }\nfn T { }"), ("a", "pub type P { }\nfn f { }")]);
    let items: Vec<_> = module_items(&db, main_module(&db, &files)).ids().collect();
    let [g, m, t] = items[..] else { panic!("three items") };
    let of = |item, names: &[&str]| {
        let names: Vec<_> = names.iter().map(|name| Name::new(name)).collect();
        resolve_type_path(&db, item, &names)
    };
    assert_eq!(of(m, &["T"]), TypeResolution::GenericParameter { item: g, index: 0 });
    assert_eq!(of(m, &["U"]), TypeResolution::GenericParameter { item: m, index: 0 });
    assert_eq!(of(g, &["U"]), TypeResolution::Unknown);
    assert_eq!(of(t, &["T"]), TypeResolution::NotAType(Resolution::Item(t)));
    assert_eq!(of(t, &["G"]), TypeResolution::Item(g));
    assert!(matches!(of(t, &["a", "P"]), TypeResolution::Item(_)));
    assert!(matches!(of(t, &["a", "f"]), TypeResolution::NotAType(_)));
    assert_eq!(of(t, &["a", "Q"]), TypeResolution::Unknown);
    assert_eq!(of(t, &[]), TypeResolution::Unknown);
    assert_eq!(self_item(&db, m), Some(g));
}
