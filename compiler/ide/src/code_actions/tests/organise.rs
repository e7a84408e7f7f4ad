//! Actions on whole files.

use expect_test::expect;

use super::{check, check_none};

const MODULES: &str =
    "\n#- a.lang\npub fn one -> i64 { 1 }\npub fn two -> i64 { 2 }\n#- b.lang\npub fn three -> i64 { 3 }\n";

#[test]
fn imports_are_sorted_joined_and_thinned_out() {
    check(
        "Organise imports",
        &format!(
            "import extern \"m\"\nimport b (three)\nimport a (two)\nimport a (one)\n\n# Others\nimport b\n\nfn main {{ $0println(one() + two()) }}{MODULES}"
        ),
        expect![[r#"
            import a (one, two)
            import extern "m"

            # Others

            fn main { println(one() + two()) }
            #- a.lang
            pub fn one -> i64 { 1 }
            pub fn two -> i64 { 2 }
            #- b.lang
            pub fn three -> i64 { 3 }
        "#]],
    );
    check_none(
        "Organise imports",
        &format!("import a (one, two)\nimport b (three)\n\nfn main {{ $0println(one() + two() + three()) }}{MODULES}"),
    );
}

#[test]
fn all_that_has_one_answer() {
    check(
        "Put right all that has one answer",
        &format!(
            "import a (one, two)\n\nfn main {{\n  let n = 1\n  n = one()\n  let m = 2\n  m = n\n  println(m + $0onne)\n}}{MODULES}"
        ),
        expect![[r#"
            import a (one)

            fn main {
              let mut n = 1
              n = one()
              let mut m = 2
              m = n
              println(m + onne)
            }
            #- a.lang
            pub fn one -> i64 { 1 }
            pub fn two -> i64 { 2 }
            #- b.lang
            pub fn three -> i64 { 3 }
        "#]],
    );
}
