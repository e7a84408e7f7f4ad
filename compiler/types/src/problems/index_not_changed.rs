//! What is found by an index is changed, and the type only lends it.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0342",
    name: "index-not-changed",
    title: "what an index finds is not to be changed",
    explanation: "\
`x[key]` of a type of one's own is what `Index` lends. Where it is assigned, lent `mut` or changed by a method, the type needs
`IndexMut` too.

Wrong:
    type inline Row { let @cells: [i64; 8] }
    impl Index[i64, i64] for Row { fn index(key: i64) -> ref i64 { ref @cells[key] } }
    fn clear(row: mut Row) { row[0] = 0 }
Right:
    type inline Row { let @cells: [i64; 8] }
    impl Index[i64, i64] for Row { fn index(key: i64) -> ref i64 { ref @cells[key] } }
    impl IndexMut[i64, i64] for Row { fn mut index_mut(key: i64) -> mut i64 { mut @cells[key] } }
    fn clear(row: mut Row) { row[0] = 0 }",
    severity: Severity::Error,
};

pub(crate) fn index_not_changed(at: Anchor, ty: &str, how: &str) -> Problem {
    Problem::new(&KIND, at, format!("this is found in a `{ty}` by `Index`, and is {how}")).help(format!(
        "`impl IndexMut[Key, Out] for {ty} {{ fn mut index_mut(key: Key) -> mut Out {{ … }} }}` allows it"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The programs are in `tests/check/index_trait.lang`, with the standard library's traits.
    #[test]
    fn the_type_and_the_change_are_named() {
        let problem = index_not_changed(Anchor::Item, "Row", "lent `mut`");
        assert_eq!(problem.message, "this is found in a `Row` by `Index`, and is lent `mut`");
    }
}
