//! Completion at marked places, as text: label, parameters, description and what is inserted where it is not the label.

mod traits;

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::{CompletionItem, CompletionSettings, Completions, complete, resolve_completion};
use crate::edit::{TextEdit, apply};
use crate::fixture::Fixture;

fn completions(fixture: &Fixture) -> Completions {
    complete(&fixture.db, fixture.position(), &CompletionSettings::default())
}

fn shown(item: &CompletionItem) -> String {
    let mut text = item.label.clone();
    text.push_str(item.parameters.as_deref().unwrap_or(""));
    if let Some(description) = &item.description {
        let _written = write!(text, " | {description}");
    }
    if item.edit.text != item.label {
        let _written = write!(text, " => {}", item.edit.text.replace('\n', "⏎").replace('\t', "  "));
    }
    text
}

/// The first proposals.
fn check_first(count: usize, text: &str, expected: Expect) {
    let fixture = Fixture::new(text);
    let items = completions(&fixture).items;
    let lines: Vec<String> = items.iter().take(count).map(shown).collect();
    expected.assert_eq(&lines.join("\n"));
}

fn check(text: &str, expected: Expect) {
    check_first(usize::MAX, text, expected);
}

fn labels(text: &str) -> Vec<String> {
    let fixture = Fixture::new(text);
    completions(&fixture).items.into_iter().map(|item| item.label).collect()
}

/// The text after a proposal is taken.
fn accepted(text: &str, label: &str) -> String {
    let fixture = Fixture::new(text);
    let items = completions(&fixture).items;
    let item = items.iter().find(|item| item.label == label);
    let item = item.unwrap_or_else(|| panic!("{label} is proposed"));
    let mut edits: Vec<TextEdit> = item.additional_edits.clone();
    edits.push(item.edit.clone());
    edits.sort_by_key(|edit| edit.range.start);
    apply(fixture.position().file.text(&fixture.db), &edits)
}

const VEC: &str = "
# A point.
pub type copy Vec3 {
  # To the right.
  pub let @x: f64
  pub let @y: f64
  let @secret: bool
  pub fn static zero -> Vec3 { Vec3(x: 0.0, y: 0.0, secret: false) }
  pub fn dot(other: Vec3) -> f64 { @x * other.x }
  pub fn mut scale(by: f64) { @x *= by }
  fn hidden {}
}
pub fn cross(a: Vec3, b: Vec3) -> Vec3 { a }
pub let ORIGIN = 1
fn private {}
";

#[test]
fn members_behind_a_point_with_nothing_behind() {
    check(
        &format!("{VEC}fn main {{\n  let v = Vec3.zero()\n  v.$0\n  let w = 1\n}}"),
        expect![[r#"
            x | f64
            y | f64
            secret | bool
            dot(other: Vec3) | f64 => dot(${1:other})$0
            hidden() => hidden()$0
            scale(by: f64) => scale(${1:by})$0
            let | let name = v => let ${1:name} = v$0
            mut | mut v => mut v$0
            ref | ref v => ref v$0
            return | return v => return v$0"#]],
    );
}

#[test]
fn members_behind_a_call_in_an_unclosed_call() {
    check_first(
        4,
        &format!("{VEC}fn main {{\n  println(cross(Vec3.zero(), Vec3.zero()).s$0\n  let w = 1\n}}"),
        expect![[r#"
            secret | bool
            scale(by: f64) => scale(${1:by})$0"#]],
    );
}

#[test]
fn functions_of_a_type() {
    check(&format!("{VEC}fn main {{ let v = Vec3.$0 }}"), expect!["zero() | Vec3 => zero()$0"]);
}

#[test]
fn members_of_another_module() {
    check(
        &format!("import geo.vec\nfn main {{ let v = vec.$0 }}\n#- geo/vec.lang\n{VEC}"),
        expect![[r#"
            ORIGIN | i64
            Vec3
            cross(a: Vec3, b: Vec3) | Vec3 => cross(${1:a}, ${2:b})$0"#]],
    );
    check(
        &format!("import geo.vec (Vec3)\nfn f(v: Vec3) {{ v.$0 }}\n#- geo/vec.lang\n{VEC}"),
        expect![[r#"
            x | f64
            y | f64
            dot(other: Vec3) | f64 => dot(${1:other})$0
            scale(by: f64) => scale(${1:by})$0
            let | let name = v => let ${1:name} = v$0
            mut | mut v => mut v$0
            ref | ref v => ref v$0
            return | return v => return v$0"#]],
    );
}

#[test]
fn fields_and_methods_of_self() {
    let text = "type copy P { let @x: i64 fn get -> i64 { @$0 } fn mut set(to: i64) {} }";
    check(
        text,
        expect![[r#"
            x | i64
            get() | i64 => self.get()$0
            set(to: i64) => self.set(${1:to})$0"#]],
    );
    assert_eq!(
        accepted(text, "set"),
        "type copy P { let @x: i64 fn get -> i64 { self.set(${1:to})$0 } fn mut set(to: i64) {} }"
    );
}

#[test]
fn names_in_scope_with_shadowing() {
    check_first(
        8,
        "fn f(count: i64, other: bool) -> i64 {
  let value = 1
  let value = 2.5
  if other { let inner = 1 }
  for index in 0..count {
    let before = index
    $0
    let behind = 1
  }
  count
}",
        expect![[r#"
            before | i64
            index | i64
            value | f64
            count | i64
            other | bool
            f(count: i64, other: bool) | i64 => f(${1:count}, ${2:other})$0
            Never
            Pointer => Pointer[$1]$0"#]],
    );
}

#[test]
fn the_expected_type_comes_first() {
    check_first(
        3,
        "fn take(x: f64, flag: bool) {}
fn half(x: f64) -> f64 { x / 2.0 }
fn main {
  let a = 1
  let b = 1.5
  let c = true
  take(1.0, $0
}",
        expect![[r#"
            c | bool
            flag: | bool => flag: 
            b | f64"#]],
    );
    check_first(
        2,
        "fn f(a: i64, b: f64) -> f64 {\n  let c: f64 = $0\n  c\n}",
        expect![[r#"
        b | f64
        f(a: i64, b: f64) | f64 => f(${1:a}, ${2:b})$0"#]],
    );
}

#[test]
fn types_where_a_type_is_wanted() {
    check_first(
        9,
        "type copy Pair { let @a: i64 }\nfn make {}\nlet SIZE = 4\nfn f(p: $0",
        expect![[r#"
            Pair
            Never
            Pointer => Pointer[$1]$0
            String
            bool
            f32
            f64
            i128
            i16"#]],
    );
    let found = labels("fn f { let x = size_of[$0]() }\ntype copy Pair { let @a: i64 }");
    assert!(found.contains(&"Pair".into()) && !found.contains(&"f".into()), "{found:?}");
}

#[test]
fn paths_of_imports() {
    let modules = "#- geo/vec.lang\npub fn dot {}\nfn own {}\npub type A { let @x: i64 }\n#- geo/shape/round.lang\n#- text.lang\n";
    check(
        &format!("import $0\n{modules}"),
        expect![[r#"
        geo | module
        std | standard library
        text | module"#]],
    );
    check(
        &format!("import geo.$0\nfn main {{}}\n{modules}"),
        expect![[r#"
        shape | module
        vec | module"#]],
    );
    check(
        &format!("import geo.vec ($0\nfn main {{}}\n{modules}"),
        expect![[r#"
        A
        dot()"#]],
    );
    check(&format!("import geo.vec (dot, $0)\nfn main {{}}\n{modules}"), expect!["A"]);
}

#[test]
fn fields_in_a_construction() {
    check_first(
        3,
        &format!("{VEC}fn main {{ let v = Vec3($0 }}"),
        expect![[r#"
            x: y: secret: | all fields => x: ${1}, y: ${2}, secret: ${3}
            x: | f64 => x: 
            y: | f64 => y: "#]],
    );
    check_first(
        2,
        &format!("{VEC}fn main {{ let v = Vec3(y: 1.0, $0) }}"),
        expect![[r#"
            x: secret: | all fields => x: ${1}, secret: ${2}
            x: | f64 => x: "#]],
    );
}

#[test]
fn names_of_arguments() {
    check_first(
        2,
        "fn take(left: i64, right: mut i64) {}\nfn main { take($0) }",
        expect![[r#"
            left: right: | all arguments => left: ${1}, right: mut ${2}
            left: | i64 => left: "#]],
    );
    check_first(1, "fn take(left: i64, right: i64) {}\nfn main { take(1, $0: 2) }", expect!["right: | i64 => right"]);
}

#[test]
fn labels_and_words() {
    check(
        "fn f { outer: loop { inner: while true { break $0 } } }",
        expect![[r#"
        inner
        outer"#]],
    );
    check(
        "type A { fn $0 }",
        expect![[r#"
        move
        mut
        static"#]],
    );
    check("fn f { let a = 1 $0 }", expect!["as"]);
}

#[test]
fn attributes() {
    check(
        "@[$0\nfn f {}",
        expect![[r#"
            abi | promises how values travel, checked for each target => abi(${1|registers,max_bytes: 16,no_copies|})
            align | at least this alignment => align(${1:16})
            allow | silences a warning here => allow(${1:unused_variable})
            c | C passes it as its own type => c(${1|vector,complex,long_double|})
            header | the headers of C that declare this, checked by `lang check` => header("${1:stdio.h}")
            inline | whether calls are replaced by the body => inline(${1|never,always|})
            name | the name for the linker => name("${1:symbol}")
            note | a text for who looks at the program with tools => note("${1:text}")
            only | for some targets => only(os: "${1|linux,macos,windows,none|}")
            packed | no padding between fields"#]],
    );
    check(
        "@[inline($0)]\nfn f {}",
        expect![[r#"
        always | built into its callers wherever that is possible
        never | stays a function of its own"#]],
    );
    check(
        "@[only($0)]\nfn f {}",
        expect![[r#"
            arch: "aarch64" | the architecture
            arch: "loongarch64" | the architecture
            arch: "powerpc64le" | the architecture
            arch: "riscv64" | the architecture
            arch: "s390x" | the architecture
            arch: "wasm32" | the architecture
            arch: "x86_64" | the architecture
            os: "linux" | the operating system
            os: "macos" | the operating system
            os: "none" | the operating system
            os: "windows" | the operating system"#]],
    );
    check("@[allow(unused_v$0)]\nfn f {}", expect!["unused_variable | unused variable"]);
}

#[test]
fn every_proposed_attribute_is_taken() {
    for (text, item) in [
        ("@[$0]", "fn f {}"),
        ("@[$0]", "type copy A { let @x: i64 }"),
        ("@[$0]", "extern {\n  fn getpid() -> i32\n}"),
        ("@[$0]", "import extern \"m\""),
    ] {
        for label in labels(&format!("{text}\n{item}\n")) {
            let accepted = accepted(&format!("{text}\n{item}\n"), &label);
            let plain = accepted
                .replace("${1:symbol}", "symbol")
                .replace("${1:stdio.h}", "stdio.h")
                .replace("${1:16}", "16")
                .replace("${1:text}", "text")
                .replace("${1|linux,macos,windows,none|}", "linux")
                .replace("${1|never,always|}", "never")
                .replace("${1|registers,max_bytes: 16,no_copies|}", "registers")
                .replace("${1:unused_variable}", "unused_variable");
            let fixture = Fixture::new(&plain);
            let problems = lower::diagnostics(&fixture.db, fixture.file());
            let of_attributes: Vec<_> = problems
                .iter()
                .filter(|problem| problem.message.contains("attribute") || problem.message.contains("@["))
                .collect();
            assert!(of_attributes.is_empty(), "{plain}: {of_attributes:?}");
        }
    }
}

#[test]
fn items_and_members() {
    let found = labels("$0\nfn f {}\n");
    assert!(["fn", "type copy", "import", "main"].iter().all(|word| found.contains(&(*word).into())));
    let found = labels("fn main {}\n\nf$0");
    assert!(found.contains(&"fn".into()) && !found.contains(&"main".into()), "{found:?}");
    let found = labels("type A {\n  let @x: i64\n  $0\n}");
    assert!(["fn", "pub let", "fn static"].iter().all(|word| found.contains(&(*word).into())), "{found:?}");
}

#[test]
fn nothing_where_nothing_fits() {
    for text in [
        "# a comm$0ent\nfn f {}",
        "fn f { println(\"te$0xt\") }",
        "fn na$0",
        "fn f(na$0",
        "fn f { let na$0 }",
        "fn f { let a = 12$0 }",
        "fn f { let a = 1.$0 }",
        "type A { let @na$0 }",
    ] {
        let found = labels(text);
        assert!(found.iter().all(|label| label == "mut"), "{text}: {found:?}");
    }
    assert!(labels("fn f(name: i64) { println(\"${na$0}\") }").contains(&"name".into()));
}

#[test]
fn imports_are_added_where_they_belong() {
    let module = format!("#- geo/vec.lang\n{VEC}");
    let main = "fn main {\n  let v = cro$0\n}\n";
    let body = "fn main {\n  let v = cross(${1:a}, ${2:b})$0\n}\n";
    for (head, expected) in [
        ("", "import geo.vec (cross)\n\n"),
        ("# About this file.\n\n", "# About this file.\n\nimport geo.vec (cross)\n\n"),
        ("# About main.\n", "import geo.vec (cross)\n\n# About main.\n"),
        ("import geo.vec (Vec3)\n\n", "import geo.vec (Vec3, cross)\n\n"),
        ("import geo.vec (dot)\n\n", "import geo.vec (cross, dot)\n\n"),
        ("import a.b\nimport text\n\n", "import a.b\nimport geo.vec (cross)\nimport text\n\n"),
        ("import a.b\n\n", "import a.b\nimport geo.vec (cross)\n\n"),
        ("import text\n\n", "import geo.vec (cross)\nimport text\n\n"),
        ("import extern \"m\"\n\n", "import geo.vec (cross)\nimport extern \"m\"\n\n"),
    ] {
        let found = accepted(&format!("{head}{main}{module}"), "cross");
        assert_eq!(found, format!("{expected}{body}"));
    }
}

#[test]
fn modules_are_imported_too() {
    let text = format!("import geo.vec (Vec3)\n\nfn main {{\n  ve$0\n}}\n#- geo/vec.lang\n{VEC}");
    assert_eq!(accepted(&text, "vec"), "import geo.vec (Vec3)\nimport geo.vec\n\nfn main {\n  vec\n}\n");
}

#[test]
fn what_is_in_scope_or_hidden_is_not_imported() {
    let module = format!("#- geo/vec.lang\n{VEC}");
    let found = labels(&format!("fn cross {{}}\nfn main {{ cro$0 }}\n{module}"));
    assert_eq!(found.iter().filter(|label| *label == "cross").count(), 1);
    assert!(!labels(&format!("fn main {{ priv$0 }}\n{module}")).contains(&"private".into()));
    let fixture = Fixture::new(&format!("fn main {{ $0 }}\n{module}"));
    assert!(completions(&fixture).is_incomplete, "names to import come with the first letter");
}

#[test]
fn a_word_is_replaced_and_parentheses_are_kept() {
    let text = "fn half(x: f64) -> f64 { x }\nfn main { ha$0lf(1.0) }";
    let fixture = Fixture::new(text);
    let items = completions(&fixture).items;
    let item = items.iter().find(|item| item.label == "half").expect("the function is in scope");
    assert_eq!((&*item.edit.text, item.is_snippet), ("half", false));
    assert_eq!(item.word_end - item.edit.range.start, 4);
}

#[test]
fn values_with_words_behind_them() {
    assert_eq!(accepted("fn f(flag: bool) {\n  flag.i$0\n}", "if"), "fn f(flag: bool) {\n  if flag {\n\t$0\n}\n}");
}

#[test]
fn details_are_asked_for_later() {
    let fixture = Fixture::new(&format!("{VEC}fn main {{ let v = Vec3.zero()\n v.$0 }}"));
    let items = completions(&fixture).items;
    let details = |label: &str| {
        let item = items.iter().find(|item| item.label == label).expect("it is a member");
        let key = item.key.as_ref().expect("it is declared somewhere");
        resolve_completion(&fixture.db, key).expect("it is still there")
    };
    let shown = ["x", "dot"].map(|label| {
        let details = details(label);
        format!("{}\n---\n{}\n", details.declaration, details.documentation)
    });
    expect![[r#"
        pub let @x: f64
        ---
        To the right.
        ===
        pub fn dot(other: Vec3) -> f64
        ---
        *x86_64-linux-gnu*: `self` rdi, `other` stack+0, result xmm0
    "#]]
    .assert_eq(&shown.join("===\n"));
}

#[test]
fn any_offset_of_broken_code() {
    let text = format!(
        "import geo.\n@[al\nimport geo (\n{VEC}fn main {{ let v = Vec3(x: , \n v.\n @ \n cross(v, \n if v. {{ \"${{v.\" }}\n type \n"
    );
    let fixture = Fixture::new(&text);
    let file = fixture.file();
    for offset in 0..=file.text(&fixture.db).len() as u32 + 2 {
        complete(&fixture.db, crate::FilePosition { file, offset }, &CompletionSettings::default());
    }
}

/// Completion, signature help and semantic tokens while somebody types at random: no panic, and tokens in order.
#[test]
fn random_typing() {
    use salsa::Setter as _;
    let seed = 20_261_120;
    let mut random = fastrand::Rng::with_seed(seed);
    let start = format!(
        "import geo.vec (Vec3)\n{VEC}fn main {{\n  let v = Vec3.zero()\n  cross(v, v)\n}}\n#- geo/vec.lang\n{VEC}"
    );
    let mut fixture = Fixture::new(&start);
    let file = fixture.file();
    let pieces = [
        "(",
        ")",
        "{",
        "}",
        "[",
        "@[",
        "@",
        ".",
        ",",
        ":",
        "\"",
        "${",
        "#",
        "\n",
        " ",
        "fn ",
        "type ",
        "let x",
        "import ",
        "v.",
        "é",
        "😀",
        "if ",
        "mut ",
        "1",
        "->",
        "=",
        "match v { case ",
        "break ",
        "pub ",
        "Vec3(",
        "unsafe ",
    ];
    for round in 0..1500 {
        let text = file.text(&fixture.db).to_string();
        let at = text.floor_char_boundary(random.usize(..=text.len()));
        let end = text.floor_char_boundary((at + random.usize(..3)).min(text.len())).max(at);
        let mut changed = text.clone();
        changed.replace_range(at..end, pieces[random.usize(..pieces.len())]);
        if changed.len() > 3000 || random.usize(..100) == 0 {
            changed = start.split("#-").next().unwrap_or_default().to_string();
        }
        file.set_text(&mut fixture.db).to(changed.clone().into());
        let offset = random.u32(..=changed.len() as u32);
        for offset in [at as u32, offset] {
            let position = crate::FilePosition { file, offset };
            complete(&fixture.db, position, &CompletionSettings::default());
            crate::signature_help(&fixture.db, position);
        }
        let tokens = crate::semantic_tokens(&fixture.db, file, None);
        let in_order = tokens.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start);
        let fits =
            tokens.iter().all(|token| changed.get(token.range.start as usize..token.range.end as usize).is_some());
        assert!(in_order && fits, "seed {seed}, round {round}: {changed}");
    }
}

#[test]
fn methods_of_the_compiler() {
    check(
        "type H { let @x: i64 }\nfn f(p: Pointer[H]) { p.$0 }",
        expect![[r#"
            compare(other: ref Self) | Ordering => compare(${1:other})$0
            drop_in_place() => drop_in_place()$0
            equal(other: ref Self) | bool => equal(${1:other})$0
            hash(into: mut Hasher) => hash(mut ${1:into})$0
            offset(count: i64) | Pointer[H] => offset(${1:count})$0
            read() | H => read()$0
            write(value: H) => write(${1:value})$0
            let | let name = p => let ${1:name} = p$0
            mut | mut p => mut p$0
            ref | ref p => ref p$0
            return | return p => return p$0"#]],
    );
    check("type H { let @x: i64 }\nfn f(h: H) { h.in$0 }", expect!["into_raw() | Pointer[H.Object] => into_raw()$0"]);
    check(
        "type H { let @x: i64 }\nfn f { H.$0 }",
        expect!["from_raw(object: Pointer[H.Object]) | H => from_raw(${1:object})$0"],
    );
}

const AREA: &str = "
#- shapes.lang
pub trait Area { fn area -> f64  fn static unit -> Self  fn perimeter(scale: f64) -> f64 { scale } }
trait Secret { fn secret -> f64 { 1.0 } }
pub type inline Square { pub let @side: f64  pub fn own -> f64 { @side } }
impl Area for Square { fn area -> f64 { @side }  fn static unit -> Square { Square(1.0) } }
impl Secret for Square {}
";

#[test]
fn methods_of_traits_that_are_seen() {
    check(
        &format!("import shapes (Area, Square)\nfn f(s: Square) {{ s.$0 }}\n{AREA}"),
        expect![[r#"
            side | f64
            area() | f64 => area()$0
            own() | f64 => own()$0
            perimeter(scale: f64) | f64 => perimeter(${1:scale})$0
            let | let name = s => let ${1:name} = s$0
            mut | mut s => mut s$0
            ref | ref s => ref s$0
            return | return s => return s$0"#]],
    );
    check(&format!("import shapes (Area, Square)\nfn f {{ Square.$0 }}\n{AREA}"), expect!["unit() | Self => unit()$0"]);
    check(
        &format!("import shapes (Area)\nfn f[T: Area](x: ref T) {{ x.$0 }}\n{AREA}"),
        expect![[r#"
        area() | f64 => area()$0
        perimeter(scale: f64) | f64 => perimeter(${1:scale})$0
        let | let name = x => let ${1:name} = x$0
        mut | mut x => mut x$0
        ref | ref x => ref x$0
        return | return x => return x$0"#]],
    );
}

#[test]
fn a_method_of_a_trait_brings_the_import() {
    let text = format!("import shapes (Square)\nfn f(s: Square) {{ s.per$0 }}\n{AREA}");
    check(&text, expect!["perimeter(scale: f64) | shapes => perimeter(${1:scale})$0"]);
    let after = accepted(&text, "perimeter");
    assert!(after.starts_with("import shapes (Area, Square)\nfn f(s: Square) { s.perimeter("), "{after}");
}
