//! The program of trees.lang in Rust: trees made and given back.

struct Node {
    key: i64,
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
}

fn insert(place: &mut Option<Box<Node>>, key: i64) {
    match place {
        None => *place = Some(Box::new(Node { key, left: None, right: None })),
        Some(node) => {
            if key < node.key {
                insert(&mut node.left, key)
            } else if key > node.key {
                insert(&mut node.right, key)
            }
        }
    }
}

fn sum(place: &Option<Box<Node>>) -> i64 {
    match place {
        None => 0,
        Some(node) => node.key + sum(&node.left) + sum(&node.right),
    }
}

fn full(depth: i64) -> Option<Box<Node>> {
    if depth == 0 {
        return None;
    }
    Some(Box::new(Node { key: depth, left: full(depth - 1), right: full(depth - 1) }))
}

fn main() {
    let mut root = None;
    let mut key: i64 = 1;
    for _ in 0..500000 {
        key = (key * 1103515245 + 12345) % 2147483648;
        insert(&mut root, key % 1000003);
    }
    let mut total = sum(&root);
    for _ in 0..200 {
        total += sum(&full(12));
    }
    println!("{total}");
}
