//! The list of who may refer to metadata and to what, broken on purpose entry by entry: each must be refused in the words of
//! the entry. The right answers stand here once more, by hand.

use crate::debug::Kind;
use crate::ids::{AliasId, NodeId, StringId, SymbolId, TypeId};
use crate::metadata::references::{Referrer, references};
use crate::metadata::{Alias, Metadata, Operand};
use crate::module::Module;
use crate::types::Type;

/// Everything that refers to nodes, and nodes of all forms that somebody wants, or nearly so.
const VALID: &str = r#"module "m" version 2
metadata !0 = { "scalar", "i64", i64 }
metadata !1 = { "named", "m.T" }
metadata !2 = { "function", "m", "", "f", 0 }
metadata !3 = { "noted", 5 }
metadata !4 = { "noted", -1 }
metadata !5 = { "no\00ted", 5 }
metadata !6 = { @table, @f }
metadata !7 = { "dyn m.A" }
metadata !8 = { "dyn m.A", 1, !6 }
metadata !9 = { "dyn m.A", 0, 17 }
metadata !10 = { "dyn m.A", 2, !6 }
metadata !11 = { "dyn m.A", 1, !3 }
metadata !12 = { "dyn m.A", 1, -1 }
metadata !13 = { "field", "a", !0, 0 }
metadata !14 = { 5 }
metadata !15 = { }
metadata !16 = { "dyn m.A", 1, 17, !6 }
metadata !17 = { "dyn m.A", 1 }
metadata !18 = { !3, 5 }
global constant local @data align 1 !3 = "x"
global constant local @table align 1 = ""
function system_abi export @f(v0: ptr) : (ptr) {
  slot s0 8 align 8 local frame
  scope 0 0 to 9
  variable "v" s0 scope0 at 1 : i64 as !0 !3
  note !3
  attribute "debug" !2
  attribute "kept" !14
b0:
  call v0(v0) : (ptr) through v0[1] !7
  return
}
"#;

/// Where each of them stands, as the text before its node and behind it, and the nodes that it may refer to.
const ENTRIES: [(Referrer, &str, usize, &str, &[usize]); 7] = [
    (Referrer::Description, "\"debug\" ", 2, "\n", &[2]),
    (Referrer::Attribute, "\"kept\" ", 14, "\n", &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]),
    (Referrer::VariableType, "i64 as ", 0, " ", &[0, 1]),
    (Referrer::VariableNote, "as !0 ", 3, "\n", &[3, 17]),
    (Referrer::FunctionNote, "  note ", 3, "\n", &[3, 17]),
    (Referrer::GlobalNote, "align 1 ", 3, " =", &[3, 17]),
    (Referrer::TableCall, "v0[1] ", 7, "\n", &[6, 7, 8, 9, 14, 15, 17, 18]),
];

/// All problems of a module, in words.
fn problems(module: &Module) -> String {
    let problems = crate::verify(module).err().unwrap_or_default();
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn read(text: &str) -> Module {
    crate::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn each_entry_of_the_list_is_held() {
    let valid = read(VALID);
    assert_eq!(problems(&valid), "");
    let nodes = valid.metadata.nodes().len();
    for referrer in Referrer::ALL {
        let here = references(&valid).filter(|(_, found, _)| *found == referrer).count();
        assert_eq!(here, 1, "{referrer:?}");
        assert_eq!(ENTRIES.iter().filter(|entry| entry.0 == referrer).count(), 1, "{referrer:?}");
    }
    let mut refused = 0;
    for (referrer, before, node, behind, right) in ENTRIES {
        let stands = format!("{before}!{node}{behind}");
        assert_eq!(VALID.matches(&stands).count(), 1, "{stands}");
        for other in 0..nodes {
            let found = problems(&read(&VALID.replace(&stands, &format!("{before}!{other}{behind}"))));
            if right.contains(&other) {
                assert_eq!(found, "", "{referrer:?} !{other}");
            } else {
                let expected = format!("{} is !{other}, ", referrer.rule().0);
                assert!(found.contains(&expected), "{referrer:?} !{other}: {found}");
                refused += 1;
            }
        }
        let found = problems(&read(&VALID.replace(&stands, &format!("{before}!{nodes}{behind}"))));
        assert!(found.contains("out of range"), "{referrer:?}: {found}");
    }
    assert_eq!(refused, 18 + 17 + 3 * 17 + 11);
}

#[test]
fn whatever_refers_to_a_node_has_its_first_text_behind_it() {
    let text = crate::print(&read(VALID));
    for line in [
        "metadata !18 = { !3, 5 } ; !3 = 'noted'",
        "global constant local @data align 1 !3 = \"x\" ; !3 = 'noted'",
        "  variable \"v\" s0 scope0 at 1 : i64 as !0 !3 ; !0 = 'scalar', !3 = 'noted'",
        "  note !3 ; !3 = 'noted'",
        "  attribute \"debug\" !2 ; !2 = 'function'",
        "  attribute \"kept\" !14",
        "  call v0(v0) : (ptr) through v0[1] !7 ; !7 = 'dyn m.A'",
    ] {
        assert!(text.lines().any(|printed| printed == line), "{line} in\n{text}");
    }
    // A line end in a text would end the comment.
    let odd = crate::print(&read(&VALID.replace("\"noted\", 5", "\"no\\0ated ; x\", 5")));
    assert!(odd.contains("  note !3 ; !3 = 'noted ; x'\n"), "{odd}");
    assert_eq!(crate::print(&read(&odd)), odd);
}

/// The nodes of a module with one changed.
fn with_node(module: &Module, node: usize, change: impl FnOnce(&mut Vec<Operand>)) -> Option<Module> {
    let (nodes, aliases) = module.metadata.lists();
    let mut nodes = nodes.to_vec();
    let mut operands = nodes[node].to_vec();
    change(&mut operands);
    nodes[node] = operands.into();
    Some(Module { metadata: Metadata::from_lists(nodes, aliases.to_vec())?, ..module.clone() })
}

#[test]
fn each_operand_of_each_kind_is_held() {
    let described = read(super::broken::DESCRIBED);
    let word_of = |operands: &[Operand]| match operands.first() {
        Some(Operand::String(word)) => Some(described.strings.text(*word).to_owned()),
        _ => None,
    };
    let function = NodeId::new(33);
    assert_eq!(word_of(described.metadata.operands(function)).as_deref(), Some("function"));
    for kind in Kind::ALL {
        let is_of = |(_, operands): &(NodeId, &[Operand])| {
            word_of(operands).as_deref() == Some(kind.word()) && operands.len() > kind.form().0.len()
        };
        // Nobody may name a function, so one behind it is as good for all others.
        let (node, operands) = described.metadata.nodes().filter(is_of).last().expect("a node of each kind");
        let word = kind.word();
        for place in 1..operands.len() {
            // No operand is a symbol, and none leads to what describes a function.
            for wrong in [Operand::Symbol(SymbolId::new(0)), Operand::Node(function)] {
                if matches!(wrong, Operand::Node(named) if named >= node) {
                    continue;
                }
                let broken = with_node(&described, node.index(), |operands| operands[place] = wrong);
                let found = problems(&broken.expect("a node of its own"));
                let expected = format!("{node}: operand {place} of a '{word}' is ");
                assert!(found.contains(&expected), "{word}, {place}: {found}");
            }
        }
        let shorter = with_node(&described, node.index(), |operands| operands.truncate(kind.form().0.len()));
        let found = problems(&shorter.expect("a node of its own"));
        assert!(found.contains(&format!("{node}: a '{word}' has ")), "{word}: {found}");
    }
}

#[test]
fn nodes_name_what_is_there_and_stands_before_them() {
    let valid = read(VALID);
    for (wrong, expected) in [
        (Operand::Node(NodeId::new(14)), "!14: it names a later node"),
        (Operand::Node(NodeId::new(15)), "!14: it names a later node"),
        (Operand::Node(NodeId::new(99)), "!14: it names a later node"),
        (Operand::String(StringId::new(999)), "!14: it names a text that is not in the module"),
        (Operand::Symbol(SymbolId::new(999)), "!14: it names a symbol that is not in the module"),
        (Operand::Type(Type::Aggregate(TypeId::new(999))), "!14: it names a type that is not in the module"),
    ] {
        let broken = with_node(&valid, 14, |operands| operands.push(wrong)).expect("a node of its own");
        assert_eq!(problems(&broken), expected);
    }
    let name = StringId::new(0);
    for (alias, expected) in [
        (Alias { name, parent: AliasId::new(1) }, "alias1: it stands before its parent"),
        (Alias { name, parent: AliasId::new(9) }, "alias1: it stands before its parent"),
        (Alias { name: StringId::new(999), parent: AliasId::ANY }, "alias1: its name is not in the module"),
    ] {
        let (nodes, _) = valid.metadata.lists();
        let metadata = Metadata::from_lists(nodes.to_vec(), vec![alias]).expect("one of each");
        assert_eq!(problems(&Module { metadata, ..valid.clone() }), expected);
    }
}
