//! Signatures at every `(` and `,` of every call: they are of what go-to-definition leads to.

use ide::{NameUse, SymbolKind, definition, signature_help};
use tests::session::Session;

use super::{Sample, at, programs};

/// A call as its brackets show it.
struct Call {
    /// Where the name of what is called begins.
    callee: usize,
    /// Behind `(`, and behind each `,` of its arguments.
    places: Vec<usize>,
}

/// What looks like a call: a name, or a name with type arguments, and `(` behind it.
fn calls(text: &str) -> Vec<Call> {
    let parse = syntax::parse(text);
    let mut found: Vec<Call> = Vec::new();
    // Of each open bracket the call that it begins, if it is one; of `[` the name before it.
    let mut open: Vec<(Option<usize>, Option<usize>)> = Vec::new();
    let mut callee: Option<usize> = None;
    for piece in parse.pieces() {
        let syntax::Piece::Token(token) = piece else { continue };
        let range = parse.token_range(token).index();
        let word = &text[range.clone()];
        match word {
            "(" => {
                let call = callee.take().map(|callee| {
                    found.push(Call { callee, places: vec![range.end] });
                    found.len() - 1
                });
                open.push((call, None));
            }
            "[" => open.push((None, callee.take())),
            "]" => callee = open.pop().and_then(|(_, name)| name),
            "{" | "${" => {
                callee = None;
                open.push((None, None));
            }
            ")" | "}" => {
                callee = None;
                open.pop();
            }
            "," => {
                callee = None;
                if let Some((Some(call), _)) = open.last() {
                    found[*call].places.push(range.end);
                }
            }
            _ if word.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') => callee = Some(range.start),
            _ => callee = None,
        }
    }
    found
}

/// What a receiver is lent as has the method, and a trait's name stands for its types: only the body itself tells.
#[test]
fn methods_that_only_the_body_finds() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("main.lang");
    for (call, wanted) in [
        ("let _ = all.get(1)", "[T].get("),
        ("let _ = 1.5.scaled(2.0)", "scaled(by: f64)"),
        ("let _ = Area.scaled(1.5, 2.0)", "scaled("),
    ] {
        let text = format!(
            "trait Area {{ fn scaled(by: f64) -> f64 }}\n\
             impl Area for f64 {{ fn scaled(by: f64) -> f64 {{ self * by }} }}\n\
             fn f(all: ref [i64]) {{ {call} }}\n"
        );
        std::fs::write(&path, &text).expect("a written file");
        let session = Session::open(&path);
        let place = text.rfind(call).expect("it stands there") + call.find('(').expect("a call") + 1;
        let told = signature_help(&session.db, at(&session, place)).map(|told| told.label);
        assert!(told.as_ref().is_some_and(|label| label.contains(wanted)), "{call}: {told:?}");
    }
}

#[test]
fn signatures_name_what_is_called() {
    let mut sample = Sample::of(40);
    let (mut asked, mut silent, mut wrong) = (0, 0, Vec::new());
    for path in programs() {
        let session = Session::open(&path);
        let text = session.text();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for call in sample.some(&(0..calls(&text).len()).collect::<Vec<_>>()) {
            let call = &calls(&text)[call];
            let Some(called) = called(&session, call.callee) else {
                silent += 1;
                continue;
            };
            for place in &call.places {
                asked += 1;
                let told = signature_help(&session.db, at(&session, *place));
                let label = told.map(|told| told.label);
                let is_named = label.as_ref().is_some_and(|label| label.contains(&format!("{called}(")));
                if !is_named {
                    let line = text[..*place].matches('\n').count() + 1;
                    wrong.push(format!("{name}:{line} `{called}` at {place}: {label:?}"));
                }
            }
        }
    }
    println!("{asked} places, {silent} brackets that are no calls");
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The name of the function, type or case that is called; nothing where the brackets make no call.
fn called(session: &Session, callee: usize) -> Option<String> {
    let position = at(session, callee);
    let used = NameUse::at(&session.db, position)?;
    if used.is_declaration || used.expression.is_none() {
        return None;
    }
    let targets = definition(&session.db, position)?;
    let target = targets.targets.first()?;
    match target.kind {
        SymbolKind::Function
        | SymbolKind::Method
        | SymbolKind::StaticMethod
        | SymbolKind::Structure
        | SymbolKind::Case
        | SymbolKind::BuiltinFunction => Some(target.name.clone()),
        SymbolKind::Module
        | SymbolKind::Enumeration
        | SymbolKind::Field
        | SymbolKind::TypeAlias
        | SymbolKind::Constant
        | SymbolKind::Global
        | SymbolKind::Trait
        | SymbolKind::Implementation
        | SymbolKind::Test
        | SymbolKind::Parameter
        | SymbolKind::SelfValue
        | SymbolKind::Variable
        | SymbolKind::TypeParameter
        | SymbolKind::Label
        | SymbolKind::BuiltinType => None,
    }
}
