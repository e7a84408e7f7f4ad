//! Signature help: what the call around the cursor takes, and which parameter is being written. It must not know how
//! editors show it.

use std::ops::Range;

use source::Db;
use types::Ty;

use crate::builtins::BuiltinName;
use crate::cursor::{CallTarget, Called, Cursor};
use crate::definition::Definition;
use crate::passing;
use crate::position::FilePosition;

/// The signature of the call around a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignatureHelp {
    /// All of it: `dot(other: Vec3) -> f64`.
    pub label: String,
    /// The parameters as bytes of the label.
    pub parameters: Vec<Range<u32>>,
    /// The parameter that is being written.
    pub active: Option<u32>,
    /// Markdown: what is called.
    pub documentation: Option<String>,
    /// Markdown: where the active parameter travels.
    pub active_documentation: Option<String>,
}

/// The signature of the innermost call whose parentheses hold a position, closed or not.
pub fn signature_help(db: &dyn Db, position: FilePosition) -> Option<SignatureHelp> {
    let cursor = Cursor::at(db, position)?;
    let (call, argument) = cursor.call_around()?;
    let target = cursor.call_target(call)?;
    let active = cursor.parameter_of(&target, call, argument);
    let (label, parameters) = written(&cursor, &target);
    let documentation = match target.called {
        Called::Function { item, .. } | Called::Type(item) => crate::documentation::of_item(db, item),
        Called::Builtin(builtin) => Some(BuiltinName::Function(builtin).documentation().to_string()),
        Called::BuiltinMethod(builtin) => BuiltinName::of_method(builtin).map(|name| name.documentation().to_string()),
        Called::PointerNull => Some(BuiltinName::PointerNull.documentation().to_string()),
        Called::Case { .. } | Called::Pointer => None,
    };
    let travels = active.and_then(|active| {
        let Called::Function { item, has_self } = target.called else {
            return None;
        };
        let hidden = usize::from(has_self && types::signature(db, item).receiver.is_some());
        let report = passing::report(db, item)?;
        let value = report.params.get(active + hidden)?;
        Some(format!("*{}*: {}", report.target, value.places_text()))
    });
    Some(SignatureHelp {
        label,
        parameters,
        active: active.map(|active| active as u32),
        documentation,
        active_documentation: travels,
    })
}

/// The signature as text, and where its parameters stand in it.
fn written(cursor: &Cursor<'_>, target: &CallTarget) -> (String, Vec<Range<u32>>) {
    let db = cursor.db;
    let mut label = match target.called {
        Called::Function { item, .. } => {
            let mut name = item.name(db).text().to_string();
            if let Some(owner) = item.parent_item(db) {
                name = format!("{}.{name}", owner.name(db).text());
            }
            name
        }
        Called::Type(item) => item.name(db).text().to_string(),
        Called::Case { item, index } => {
            format!("{}.{}", item.name(db).text(), Definition::Case { item, index }.name(db))
        }
        Called::Pointer => "extern fn ".to_string(),
        Called::Builtin(builtin) => builtin.text().to_string(),
        Called::BuiltinMethod(builtin) => {
            types::builtin_method_name(builtin).map_or_else(String::new, |(owner, name)| format!("{owner}.{name}"))
        }
        Called::PointerNull => "Pointer.null".to_string(),
    };
    label.push('(');
    let more = target.is_variadic.then_some("...");
    let texts = target.parameters.iter().map(|each| &*each.text).chain(more);
    let separator = if target.is_union(db) { " | " } else { ", " };
    let mut parameters = Vec::new();
    for (place, text) in texts.enumerate() {
        label.push_str(if place > 0 { separator } else { "" });
        let start = label.len() as u32;
        label.push_str(text);
        parameters.push(start..label.len() as u32);
    }
    label.push(')');
    let result = target.result.filter(|result| *result != Ty::UNIT && !result.is_error());
    if let Some(result) = result.filter(|_| !matches!(target.called, Called::Type(_) | Called::Case { .. })) {
        label.push_str(" -> ");
        label.push_str(&types::display(db, result));
    }
    (label, parameters)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::signature_help;
    use crate::fixture::Fixture;

    fn check(text: &str, expected: Expect) {
        let fixture = Fixture::new(text);
        let shown = match signature_help(&fixture.db, fixture.position()) {
            None => "nothing".to_string(),
            Some(help) => {
                let mut label = help.label.clone();
                if let Some(range) = help.active.and_then(|active| help.parameters.get(active as usize)) {
                    label.insert(range.end as usize, '>');
                    label.insert(range.start as usize, '<');
                }
                let texts = [help.documentation, help.active_documentation];
                let lines = std::iter::once(label).chain(texts.into_iter().flatten());
                lines.collect::<Vec<_>>().join("\n")
            }
        };
        expected.assert_eq(&shown);
    }

    const GEOMETRY: &str = "
type copy Vec3 { let @x: f64 let @y: f64 fn dot(other: Vec3, scale: f64) -> f64 { @x } fn static of(x: f64) -> Vec3 { Vec3(x: x, y: x) } }
# The larger one.
fn max(left: i64, right: i64) -> i64 { left }
extern { fn printf(format: Pointer[u8], ...) -> i32 }
";

    #[test]
    fn methods_of_the_compiler() {
        check(
            "type H { let @x: i64 }\nfn f(p: Pointer[H]) { p.write($0) }",
            expect![[r#"
                Pointer.write(<value: H>)
                Moves a value into the memory and drops nothing: for memory that holds no value yet. `p[i] = v` drops what was there."#]],
        );
        check(
            "type H { let @x: i64 }\nfn f { H.from_raw($0) }",
            expect![[r#"
                Self.from_raw(<object: Pointer[H.Object]>) -> H
                Makes an owner of what `into_raw` of a heap type gave, once; it is dropped as any other."#]],
        );
    }

    #[test]
    fn parameters_by_place_and_by_name() {
        check(
            &format!("{GEOMETRY}fn main {{ max($0) }}"),
            expect![[r#"
            max(<left: i64>, right: i64) -> i64
            The larger one.
            *x86_64-linux-gnu*: rdi"#]],
        );
        check(
            &format!("{GEOMETRY}fn main {{ max(1, 2$0) }}"),
            expect![[r#"
            max(left: i64, <right: i64>) -> i64
            The larger one.
            *x86_64-linux-gnu*: rsi"#]],
        );
        check(
            &format!("{GEOMETRY}fn main {{ max(1 $0, 2) }}"),
            expect![[r#"
            max(<left: i64>, right: i64) -> i64
            The larger one.
            *x86_64-linux-gnu*: rdi"#]],
        );
        check(
            &format!("{GEOMETRY}fn main {{ max(right: 1$0) }}"),
            expect![[r#"
            max(left: i64, <right: i64>) -> i64
            The larger one.
            *x86_64-linux-gnu*: rsi"#]],
        );
        check(
            &format!("{GEOMETRY}fn main {{ max(right: 1, $0) }}"),
            expect![[r#"
            max(<left: i64>, right: i64) -> i64
            The larger one.
            *x86_64-linux-gnu*: rdi"#]],
        );
        check(
            &format!("{GEOMETRY}fn main {{ max(1, 2, $0) }}"),
            expect![[r#"
            max(left: i64, right: i64) -> i64
            The larger one."#]],
        );
    }

    #[test]
    fn unclosed_calls() {
        check(
            &format!("{GEOMETRY}fn main {{\n  let a = max(1,$0\n  let b = 2\n}}"),
            expect![[r#"
                max(left: i64, <right: i64>) -> i64
                The larger one.
                *x86_64-linux-gnu*: rsi"#]],
        );
        check(
            &format!("{GEOMETRY}fn main {{\n  max(max(1, 2), max(3, $0\n}}\nfn after {{}}"),
            expect![[r#"
                max(left: i64, <right: i64>) -> i64
                The larger one.
                *x86_64-linux-gnu*: rsi"#]],
        );
        check(
            &format!("{GEOMETRY}fn main {{ max(max(1, 2$0), 3) }}"),
            expect![[r#"
            max(left: i64, <right: i64>) -> i64
            The larger one.
            *x86_64-linux-gnu*: rsi"#]],
        );
        check(
            &format!("{GEOMETRY}fn main {{ max(max(1, 2), $0"),
            expect![[r#"
            max(left: i64, <right: i64>) -> i64
            The larger one.
            *x86_64-linux-gnu*: rsi"#]],
        );
    }

    #[test]
    fn methods_constructions_and_functions_of_the_compiler() {
        check(
            &format!("{GEOMETRY}fn f(v: Vec3) {{ v.dot(v, $0) }}"),
            expect![[r#"
            Vec3.dot(other: Vec3, <scale: f64>) -> f64
            *x86_64-linux-gnu*: xmm2"#]],
        );
        check(
            &format!("{GEOMETRY}fn f(v: Vec3) {{ Vec3.of($0 }}"),
            expect![[r#"
            Vec3.of(<x: f64>) -> Vec3
            *x86_64-linux-gnu*: xmm0"#]],
        );
        check(&format!("{GEOMETRY}fn f(v: Vec3) {{ Vec3(x: 1.0, $0 }}"), expect!["Vec3(x: f64, <y: f64>)"]);
        check("type union Bits { let @i: u64 let @f: f64 }\nfn f { Bits(f: $0 }", expect!["Bits(i: u64 | <f: f64>)"]);
        check("fn f(call: extern fn (i32, f64) -> bool) { call(1, $0) }", expect!["extern fn (i32, <f64>) -> bool"]);
        check(
            "fn f(p: Pointer[u8]) { assert($0) }",
            expect![[r#"
                assert(<condition: bool>)
                Panics with `assertion failed` unless the condition holds, and shows both sides if it is a comparison. It is checked in optimised builds too."#]],
        );
        check(
            "fn f(p: Pointer[u8]) { p.offset($0) }",
            expect![[r#"
                Pointer.offset(<count: i64>) -> Pointer[u8]
                The pointer `count` elements further, or back if that is negative. Nothing is read, so it is no `unsafe`; reading what lies there is."#]],
        );
    }

    #[test]
    fn variadic_functions_and_strings() {
        check(
            &format!("{GEOMETRY}fn f {{ printf(c\"%d$0\", 1) }}"),
            expect![[r#"
            printf(<format: Pointer[u8]>, ...) -> i32
            *x86_64-linux-gnu*: rdi"#]],
        );
        check(
            &format!("{GEOMETRY}fn f {{ printf(c\"%d\", 1, 2$0) }}"),
            expect!["printf(format: Pointer[u8], <...>) -> i32"],
        );
    }

    #[test]
    fn nothing_outside_of_calls() {
        check(&format!("{GEOMETRY}fn main {{ max(1, 2)$0 }}"), expect!["nothing"]);
        check(&format!("{GEOMETRY}fn main {{ ma$0x(1, 2) }}"), expect!["nothing"]);
        check(&format!("{GEOMETRY}fn main {{ unknown($0) }}"), expect!["nothing"]);
        check("fn f($0", expect!["nothing"]);
    }
}
