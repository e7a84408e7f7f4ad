//! What `lang.toml` may say, what is said of mistakes in it, and that the schema for editors agrees.

use expect_test::{Expect, expect};

use crate::manifest::{DebugSetting, Manifest, read};

fn problems(text: &str, expected: Expect) {
    let (_, problems) = read(text);
    let shown: String = problems
        .iter()
        .map(|problem| {
            let range = problem.range.start as usize..problem.range.end as usize;
            let help = problem.help.as_deref().map_or(String::new(), |help| format!(" ({help})"));
            format!("{} `{}`: {}{help}\n", problem.kind.code, &text[range], problem.message)
        })
        .collect();
    expected.assert_eq(&shown);
}

const FULL: &str = r#"
name = "viewer"
version = "1.2.3-beta.1"
debug = "lines"
strip = true

[dependencies]
geometry = { path = "../geometry" }
"colors" = { path = "colors" }

[link]
libraries = ["m", "z"]
search-paths = ["native"]
objects = ["native/shim.o"]

[c]
headers = ["zlib.h"]
include = ["native"]
define = ["WIDE=1"]

[bind]
sqlite = { header = "sqlite3.h", link = "sqlite3", only = "sqlite3_*" }
both = { header = ["a.h", "native/b.h"], link = ["a", "b"] }
"#;

#[test]
fn everything_is_read() {
    let (manifest, problems) = read(FULL);
    assert_eq!(problems, []);
    let Manifest { name, version, dependencies, libraries, search_paths, objects, c, bind, debug, strip } = manifest;
    assert_eq!((name.as_str(), version.as_str()), ("viewer", "1.2.3-beta.1"));
    let paths: Vec<(&str, &str)> =
        dependencies.iter().map(|dependency| (dependency.name.as_str(), dependency.path.as_str())).collect();
    assert_eq!(paths, [("colors", "colors"), ("geometry", "../geometry")]);
    assert_eq!(libraries, ["m", "z"]);
    assert_eq!(search_paths, ["native"]);
    assert_eq!(objects, ["native/shim.o"]);
    assert_eq!(debug, Some(DebugSetting::Lines));
    assert!(strip);
    assert_eq!([c.headers, c.include, c.define], [["zlib.h"], ["native"], ["WIDE=1"]]);
    let [both, sqlite] = &bind[..] else { panic!("two modules, not {bind:?}") };
    assert_eq!([&both.headers[..], &both.link[..], &both.only[..]], [&["a.h", "native/b.h"][..], &["a", "b"], &[]]);
    assert_eq!([&sqlite.headers[..], &sqlite.link[..], &sqlite.only[..]], [["sqlite3.h"], ["sqlite3"], ["sqlite3_*"]]);
    assert_eq!(&FULL[sqlite.header_range.start as usize..sqlite.header_range.end as usize], "\"sqlite3.h\"");
}

#[test]
fn every_mistake_is_told_at_its_place() {
    problems(
        "",
        expect![[r#"
        E0605 ``: `lang.toml` has no `name`
        E0605 ``: `lang.toml` has no `version`
    "#]],
    );
    problems(
        "name = \"a\"\nversion = \"0.1.0\"\nverson = 1\nlinks = 2\nauthors = []\n",
        expect![[r#"
            E0604 `verson`: `lang.toml` has no key `verson` (did you mean `version`?)
            E0604 `links`: `lang.toml` has no key `links` (did you mean `link`?)
            E0604 `authors`: `lang.toml` has no key `authors` (known keys: name, version, dependencies, link, debug, strip, c, bind)
        "#]],
    );
    problems(
        "name = \"a\"\nversion = \"0.1.0\"\n[bind]\nx = { link = \"x\" }\nUp = { header = \"up.h\" }\ny = { header = 1, lnk = [] }\n\
         z = { header = \"\" }\nw = \"w.h\"\n",
        expect![[r#"
            E0606 `{ link = "x" }`: the module `x` has no header (write x = { header = "x.h" })
            E0607 `Up`: `Up` cannot be a module's name
            E0606 `1`: `header` wants a string or a list of strings, not an integer
            E0604 `lnk`: a module of `[bind]` has no key `lnk` (did you mean `link`?)
            E0606 `""`: an empty string in `header`
            E0606 `"w.h"`: `w` wants a table, not a string
        "#]],
    );
    problems(
        "name = \"a\"\nversion = \"1.0.0\"\ndebug = \"all\"\n",
        expect![[r#"
        E0606 `"all"`: `debug` cannot be `all` (write "none", "lines" or "full")
    "#]],
    );
    problems(
        "name = 1\nversion = \"1.0\"\n",
        expect![[r#"
        E0606 `1`: `name` wants a string, not an integer
        E0606 `"1.0"`: `1.0` is not a version (write it like "1.2.3")
    "#]],
    );
    problems(
        "name = \"Match\"\nversion = \"01.0.0\"\n",
        expect![[r#"
        E0607 `"Match"`: `Match` cannot be a package's name
        E0606 `"01.0.0"`: `01.0.0` is not a version (write it like "1.2.3")
    "#]],
    );
    problems(
        "name = \"match\"\nversion = \"1.0.0\"\ndependencies = 3\n",
        expect![[r#"
        E0607 `"match"`: `match` cannot be a package's name
        E0606 `3`: `dependencies` wants a table, not an integer
    "#]],
    );
    problems(
        "name = \"a\"\nversion = \"1.0.0\"\n[dependencies]\nstd = { path = \"x\" }\nb = \"../b\"\nc = {}\nd = { git = \"x\", path = 1 }\n",
        expect![[r#"
            E0607 `std`: `std` cannot be a package's name
            E0606 `"../b"`: `b` wants a table, not a string
            E0606 `{}`: the dependency `c` has no path (write c = { path = "../c" })
            E0604 `git`: a dependency has no key `git` (known keys: path)
            E0606 `1`: `path` wants a string, not an integer
        "#]],
    );
    problems(
        "name = \"a\"\nversion = \"1.0.0\"\n[link]\nlibraries = \"m\"\nobjects = [\"\", 2]\nsearch_paths = []\n",
        expect![[r#"
            E0606 `"m"`: `libraries` wants a list of strings, not a string
            E0606 `""`: an empty string in `objects`
            E0606 `2`: `objects` wants a string, not an integer
            E0604 `search_paths`: `[link]` has no key `search_paths` (did you mean `search-paths`?)
        "#]],
    );
}

#[test]
fn text_that_is_not_toml() {
    problems(
        "name = \"a\nversion = \"0.1.0\"\n",
        expect![[r#"
        E0603 ``: invalid basic string, expected `"`
    "#]],
    );
    problems(
        "name == 1",
        expect![[r#"
            E0603 `=`: extra `=`, expected nothing
            E0603 ``: unexpected key or value, expected newline, `#`
        "#]],
    );
    problems(
        "[dependencies\n",
        expect![[r#"
        E0603 ``: unclosed table, expected `]`
    "#]],
    );
}

#[test]
fn the_schema_accepts_and_refuses_what_the_reader_does() {
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../lang.schema.json")).expect("the schema is JSON");
    let validator = jsonschema::draft7::new(&schema).expect("the schema is a schema");
    let accepted = [
        FULL,
        "name = \"a\"\nversion = \"0.1.0\"\n",
        "name = \"a_1\"\nversion = \"10.20.30+build.5\"\n[dependencies]\n",
        "name = \"a\"\nversion = \"0.1.0\"\n[link]\nlibraries = []\n",
        "name = \"a\"\nversion = \"0.1.0\"\ndebug = \"none\"\n",
        "name = \"a\"\nversion = \"0.1.0\"\n[bind]\nb = { header = [\"b.h\"], link = [], only = \"b_*\" }\n",
    ];
    let refused = [
        "",
        "name = \"a\"\n",
        "version = \"0.1.0\"\n",
        "name = 1\nversion = \"0.1.0\"\n",
        "name = \"Upper\"\nversion = \"0.1.0\"\n",
        "name = \"std\"\nversion = \"0.1.0\"\n",
        "name = \"a\"\nversion = \"0.1.0\"\ndebug = \"all\"\n",
        "name = \"a\"\nversion = \"0.1.0\"\ndebug = true\n",
        "name = \"a\"\nversion = \"0.1.0\"\nstrip = \"all\"\n",
        "name = \"match\"\nversion = \"0.1.0\"\n",
        "name = \"a\"\nversion = \"0.1\"\n",
        "name = \"a\"\nversion = \"0.1.00\"\n",
        "name = \"a\"\nversion = \"0.1.0-\"\n",
        "name = \"a\"\nversion = \"0.1.0\"\nauthors = []\n",
        "name = \"a\"\nversion = \"0.1.0\"\n[dependencies]\nb = \"../b\"\n",
        "name = \"a\"\nversion = \"0.1.0\"\n[dependencies]\nb = {}\n",
        "name = \"a\"\nversion = \"0.1.0\"\n[dependencies]\nself = { path = \"x\" }\n",
        "name = \"a\"\nversion = \"0.1.0\"\n[dependencies]\nb = { path = \"x\", git = \"y\" }\n",
        "name = \"a\"\nversion = \"0.1.0\"\n[link]\nlibraries = \"m\"\n",
        "name = \"a\"\nversion = \"0.1.0\"\n[link]\nlibraries = [\"\"]\n",
        "name = \"a\"\nversion = \"0.1.0\"\n[link]\nstatic = true\n",
        "name = \"a\"\nversion = \"0.1.0\"\n[bind]\nb = \"b.h\"\n",
        "name = \"a\"\nversion = \"0.1.0\"\n[bind]\nb = { link = \"b\" }\n",
        "name = \"a\"\nversion = \"0.1.0\"\n[bind]\nb = { header = [] }\n",
        "name = \"a\"\nversion = \"0.1.0\"\n[bind]\nb = { header = \"\" }\n",
        "name = \"a\"\nversion = \"0.1.0\"\n[bind]\nb = { header = \"b.h\", only = 1 }\n",
        "name = \"a\"\nversion = \"0.1.0\"\n[bind]\nif = { header = \"b.h\" }\n",
    ];
    let cases = accepted.iter().map(|text| (text, true)).chain(refused.iter().map(|text| (text, false)));
    for (text, fine) in cases {
        let table: toml::Table = toml::from_str(text).expect("these are all TOML");
        let value = serde_json::to_value(table).expect("tables of strings are JSON");
        assert_eq!(validator.is_valid(&value), fine, "schema: {text}");
        assert_eq!(read(text).1.is_empty(), fine, "reader: {text}");
    }
}
