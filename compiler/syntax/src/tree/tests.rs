//! Links of the tree that are found by search, beside what a walk from the root finds.

use super::parents::PASSED;
use crate::{NodeId, Parse, TokenId, parse};

/// Texts with wide, deep, empty and broken places.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "",
        "\n# nothing\n",
        "fn",
        "fn f {}",
        "fn f(a: i64, b: (i64, i64),) -> i64 { a + b.0 }\n",
        "@[a] pub type copy S {\n  let @x: i64\n  fn g(self) { self.x }\n}\nimpl T for S {\n}\n",
        "fn f { x = (1, , 3\n if { } else { } \"a${b + \"c${d}\"}e\" ",
        "extern \"C\" {\n  fn a(p: Pointer[u8])\n  let b: i32\n}\n}} ) ]\n",
    ]
    .map(str::to_owned)
    .to_vec();
    texts.push(crate::tests::CORPUS.to_owned());
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..200 {
        let whole = crate::tests::CORPUS.as_bytes();
        let start = random.usize(..whole.len());
        let end = random.usize(start..whole.len().min(start + 600));
        texts.push(String::from_utf8_lossy(&whole[start..end]).into_owned());
    }
    let wide = |width: usize| {
        let statements: String = (0..width).map(|number| format!("  f({number}, x{number})\n")).collect();
        let arguments: Vec<String> = (0..width).map(|number| number.to_string()).collect();
        format!("fn f {{\n{statements}  g({})\n}}\n", arguments.join(", "))
    };
    texts.extend([1, 14, 15, 16, 17, 18, 60].map(wide));
    texts
}

fn walked_parents(parse: &Parse) -> Vec<Option<NodeId>> {
    let mut parents = vec![None; parse.node_limit()];
    for node in parse.nodes() {
        for child in parse.children(node) {
            parents[child.number() as usize] = Some(node);
        }
    }
    parents
}

fn walked_node_of(parse: &Parse, token: TokenId) -> NodeId {
    let holds = |child: &NodeId| parse.first_token(*child) <= token && token < parse.end_token(*child);
    let mut node = parse.root();
    while let Some(child) = parse.children(node).find(holds) {
        node = child;
    }
    node
}

#[test]
fn parents_are_those_that_have_the_children() {
    for text in texts() {
        let tree = parse(&text);
        let expected = walked_parents(&tree);
        for node in tree.nodes() {
            assert_eq!(tree.parent(node), expected[node.number() as usize], "{node:?} of {text:?}");
        }
        // In the other order, which notes parents at another time, and on a copy that has noted none.
        let again = parse(&text);
        assert_eq!(tree, again);
        for node in again.nodes().rev() {
            assert_eq!(again.parent(node), expected[node.number() as usize], "{node:?} of {text:?}");
        }
    }
}

#[test]
fn tokens_belong_to_the_innermost_node_that_holds_them() {
    for text in texts() {
        let tree = parse(&text);
        for token in tree.tokens() {
            assert_eq!(tree.node_of(token), walked_node_of(&tree, token), "{token:?} of {text:?}");
        }
        for node in tree.nodes() {
            let all = (tree.first_token(node).number()..tree.end_token(node).number()).map(TokenId);
            let own: Vec<TokenId> = all.filter(|token| walked_node_of(&tree, *token) == node).collect();
            assert_eq!(tree.own_tokens(node).collect::<Vec<_>>(), own, "{node:?} of {text:?}");
        }
        let end = TokenId(tree.token_count() as u32 - 1);
        assert_eq!(tree.node_of(end), tree.root());
    }
}

/// Questions about each of many siblings cost in proportion.
#[test]
fn wide_places_are_not_walked_again_and_again() {
    let passed = |width: usize| {
        let statements: String = (0..width).map(|number| format!("  f(x{number})\n")).collect();
        let tree = parse(&format!("fn f {{\n{statements}}}\n"));
        let before = PASSED.get();
        for token in tree.tokens() {
            assert!(tree.parent(tree.node_of(token)).is_some());
        }
        PASSED.get() - before
    };
    assert!(passed(4000) <= 8 * passed(1000), "{} {}", passed(1000), passed(4000));
    assert!(passed(4000) <= 4000 * 20, "{}", passed(4000));
}
