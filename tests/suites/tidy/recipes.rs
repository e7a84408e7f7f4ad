//! Recipes of COOKBOOK.md that name all files which a new variant touches. Owns how a recipe is read and which files it must
//! name: those that list the variants of its enum. Must not know what the files do.

use std::collections::BTreeSet;

use tests::{corpus, root};

use super::{below_root, sources};

/// What a recipe adds a variant to.
struct Recipe {
    /// The heading, without the number of files.
    heading: &'static str,
    /// The enum.
    name: &'static str,
    /// Where it is declared.
    declared: &'static str,
    /// Where its name means this enum and no other.
    folders: &'static [&'static str],
}

const BELOW_MIR: &[&str] = &["compiler/mir/", "backend-cranelift/", "backend-llvm/"];

const RECIPES: &[Recipe] = &[
    Recipe {
        heading: "Add an operator to MIR",
        name: "UnaryOperator",
        declared: "compiler/mir/src/instruction.rs",
        folders: BELOW_MIR,
    },
    Recipe {
        heading: "Add an operator to MIR",
        name: "BinaryOperator",
        declared: "compiler/mir/src/instruction.rs",
        folders: BELOW_MIR,
    },
    Recipe {
        heading: "Add an instruction to MIR",
        name: "Operation",
        declared: "compiler/mir/src/instruction.rs",
        folders: BELOW_MIR,
    },
    Recipe {
        heading: "Add a binary operator to the language",
        name: "BinaryOperator",
        declared: "compiler/syntax/src/view/operators.rs",
        folders: &["compiler/syntax/", "compiler/hir/", "compiler/types/", "compiler/lower/", "compiler/ide/"],
    },
    Recipe {
        heading: "Add an expression form",
        name: "Expression",
        declared: "compiler/hir/src/expression.rs",
        folders: &["compiler/hir/", "compiler/types/", "compiler/lower/", "compiler/ide/", "compiler/driver/", "lsp/"],
    },
];

/// How many files a recipe says, and those that its steps name.
fn steps(cookbook: &str, heading: &str) -> (usize, BTreeSet<String>) {
    let start = cookbook.find(&format!("\n## {heading} (")).unwrap_or_else(|| panic!("no recipe '{heading}'"));
    let section = cookbook[start + 4..].split("\n## ").next().unwrap_or_default();
    let (title, steps) = section.split_once('\n').unwrap_or((section, ""));
    let number: String = title.chars().filter(char::is_ascii_digit).collect();
    let is_step = |line: &&str| line.starts_with(|first: char| first.is_ascii_digit());
    let named = steps.lines().filter(is_step).flat_map(|line| line.split('`').skip(1).step_by(2));
    (
        number.parse().expect("the number of files"),
        named.filter(|name| name.ends_with(".rs")).map(str::to_owned).collect(),
    )
}

fn variants(text: &str, name: &str) -> Vec<String> {
    let start = text.find(&format!("\npub enum {name} {{\n")).expect("the enum stands where the recipe says");
    let lines = text[start + 1..].lines().skip(1).take_while(|line| *line != "}");
    let declared =
        lines.filter_map(|line| line.strip_prefix("    ")).filter(|line| line.starts_with(char::is_uppercase));
    declared.map(|line| line.chars().take_while(|letter| letter.is_alphanumeric()).collect()).collect()
}

/// Whether a text lists all variants, which a new one makes incomplete.
fn lists(text: &str, name: &str, variants: &[String]) -> bool {
    variants.iter().all(|variant| {
        let path = format!("{name}::{variant}");
        text.match_indices(&path).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let behind = text[at + path.len()..].chars().next();
            ![before, behind].into_iter().flatten().any(|letter| letter.is_alphanumeric() || letter == '_')
        })
    })
}

#[test]
fn recipes_name_what_a_new_variant_touches() {
    let cookbook = corpus::read(&root().join("COOKBOOK.md"));
    for recipe in RECIPES {
        let (number, named) = steps(&cookbook, recipe.heading);
        assert_eq!(named.len(), number, "'{}' names other files than it counts: {named:#?}", recipe.heading);
        for file in &named {
            assert!(root().join(file).is_file(), "'{}' names {file}, which is not there", recipe.heading);
        }
        let variants = variants(&corpus::read(&root().join(recipe.declared)), recipe.name);
        assert!(variants.len() > 1, "{} has variants", recipe.name);
        for path in sources() {
            let file = below_root(&path);
            if file.contains("/tests") || !recipe.folders.iter().any(|folder| file.starts_with(folder)) {
                continue;
            }
            assert!(
                named.contains(&file) || !lists(&corpus::read(&path), recipe.name, &variants),
                "{file} lists all variants of {}: ask the enum a question, or name the file in '{}' of COOKBOOK.md",
                recipe.name,
                recipe.heading
            );
        }
    }
}

#[test]
fn a_list_of_variants_is_noticed() {
    let variants =
        variants("\npub enum Size {\n    /// Small.\n    Small,\n    Large {\n        by: u8,\n    },\n}\n", "Size");
    assert_eq!(variants, ["Small", "Large"]);
    assert!(lists("match size { Size::Small => 1, Size::Large { .. } => 2 }", "Size", &variants));
    assert!(!lists("match size { Size::Small => 1, _ => 2 }", "Size", &variants));
    assert!(!lists("match size { ImageSize::Small => 1, Size::Larger => 2 }", "Size", &variants));
}
