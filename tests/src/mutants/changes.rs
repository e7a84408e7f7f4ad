//! The mistakes themselves: for each node in the body of a function, what may stand there instead. Owns the list of kinds;
//! must not know whether the result compiles.

use syntax::{NodeId, NodeKind, Parse, TextRange, TokenKind, view};

use super::Place;

/// One mistake.
pub(super) struct Change {
    pub(super) place: Place,
    pub(super) range: TextRange,
    pub(super) with: String,
}

/// Every mistake in every body of a text, inner ones first.
pub(super) fn of(parse: &Parse) -> Vec<Change> {
    let mut changes = Vec::new();
    for node in parse.nodes() {
        let Some((function, body)) = body_around(parse, node) else { continue };
        let place = place(parse, function);
        let mut add = |range, with| changes.push(Change { place: place.clone(), range, with });
        if node == body {
            results(parse, function, body, &mut add);
        }
        if parse.parent(node).is_some_and(|parent| parse.kind(parent) == NodeKind::Block) {
            removal(parse, node, &mut add);
        }
        operators(parse, node, &mut add);
        literal(parse, node, &mut add);
        condition(parse, node, &mut add);
        arguments(parse, node, &mut add);
    }
    changes
}

/// The function and its body that a node stands in, if it is compiled here.
fn body_around(parse: &Parse, node: NodeId) -> Option<(NodeId, NodeId)> {
    let mut below = node;
    for above in parse.ancestors(node) {
        if parse.kind(above) == NodeKind::Test {
            return None;
        }
        if parse.kind(above) == NodeKind::Function {
            let is_body = parse.kind(below) == NodeKind::Block;
            return (is_body && !is_for_others(parse, above)).then_some((above, below));
        }
        below = above;
    }
    None
}

/// Whether an item is left out on x86-64 Linux.
fn is_for_others(parse: &Parse, item: NodeId) -> bool {
    let items = std::iter::once(item).chain(parse.ancestors(item));
    let mut attributes = items.flat_map(|item| parse.children(item));
    attributes.any(|node| {
        let text = parse.node_text(node);
        let is_condition = parse.kind(node) == NodeKind::Attribute && text.contains("only(");
        is_condition && !(text.contains("\"linux\"") || text.contains("\"x86_64\""))
    })
}

fn place(parse: &Parse, function: NodeId) -> Place {
    let name = view::Function::cast(parse, function).and_then(|function| function.name());
    let mut place = Place { function: name.map_or(String::new(), |name| name.text().to_owned()), ..Place::default() };
    let Some(outer) = parse.parent(function) else { return place };
    let head = |node: NodeId| {
        let text = parse.node_text(node).split('[').next().unwrap_or_default();
        let name = text.rsplit(['.', ' ']).next().unwrap_or_default();
        (!name.is_empty() && !name.starts_with('(')).then(|| name.to_owned())
    };
    if let Some(declared) = view::Type::cast(parse, outer) {
        place.of_type = declared.name().map(|name| name.text().to_owned());
    } else if let Some(declared) = view::Trait::cast(parse, outer) {
        place.of_trait = declared.name().map(|name| name.text().to_owned());
    } else if let Some(written) = view::Impl::cast(parse, outer) {
        place.of_type = written.type_syntax().and_then(|of| head(of.node()));
        place.of_trait = written.trait_syntax().and_then(|of| head(of.node()));
    }
    place
}

/// What a function may give without doing anything.
fn results(parse: &Parse, function: NodeId, body: NodeId, add: &mut impl FnMut(TextRange, String)) {
    let result = view::Function::cast(parse, function).and_then(|function| function.result());
    let written = result.map_or("", |result| parse.node_text(result.node()));
    let values: &[&str] = match written {
        "" if parse.children(body).count() > 1 => &[""],
        "bool" => &["false", "true"],
        "i8" | "i16" | "i32" | "i64" | "i128" | "u8" | "u16" | "u32" | "u64" | "u128" | "Int" => &["0"],
        "f32" | "f64" => &["0.0"],
        "String" => &["\"\""],
        "Ordering" => &["Ordering.Equal"],
        _ if written.starts_with("Option[") => &["None"],
        _ if written.starts_with("Result[(),") => &["Ok(())"],
        _ => &[],
    };
    for value in values.iter().filter(|value| parse.node_text(body) != format!("{{ {value} }}")) {
        add(parse.range(body), if value.is_empty() { "{}".to_owned() } else { format!("{{ {value} }}") });
    }
}

/// A statement that is forgotten.
fn removal(parse: &Parse, node: NodeId, add: &mut impl FnMut(TextRange, String)) {
    let block = parse.parent(node).expect("a statement stands in a block");
    // Where it stands alone in an `if` that is a statement itself, that is forgotten with it.
    let is_alone = parse.children(block).count() == 1
        && parse.parent(block).is_some_and(|outer| {
            parse.kind(outer) == NodeKind::If
                && parse.children(outer).count() == 2
                && parse.parent(outer).is_some_and(|above| parse.kind(above) == NodeKind::Block)
        });
    if !is_alone && !matches!(parse.kind(node), NodeKind::Let | NodeKind::Error) {
        add(parse.range(node), String::new());
    }
}

/// Another operator.
fn operators(parse: &Parse, node: NodeId, add: &mut impl FnMut(TextRange, String)) {
    if !matches!(parse.kind(node), NodeKind::Binary | NodeKind::Assign | NodeKind::Range) {
        return;
    }
    for token in parse.own_tokens(node) {
        let other = match parse.token_kind(token) {
            TokenKind::Plus => "-",
            TokenKind::Minus => "+",
            TokenKind::PlusPercent => "-%",
            TokenKind::MinusPercent => "+%",
            TokenKind::PlusEqual => "-=",
            TokenKind::MinusEqual => "+=",
            TokenKind::PlusPercentEqual => "-%=",
            TokenKind::MinusPercentEqual => "+%=",
            TokenKind::Star => "/",
            TokenKind::Slash => "*",
            TokenKind::Percent => "/",
            TokenKind::StarPercent => "+%",
            TokenKind::StarEqual => "/=",
            TokenKind::SlashEqual => "*=",
            TokenKind::ShiftLeft => ">>",
            TokenKind::ShiftRight => "<<",
            TokenKind::ShiftLeftEqual => ">>=",
            TokenKind::ShiftRightEqual => "<<=",
            TokenKind::Ampersand => "|",
            TokenKind::Bar => "&",
            TokenKind::Caret => "|",
            TokenKind::AmpersandEqual => "|=",
            TokenKind::BarEqual => "&=",
            TokenKind::CaretEqual => "|=",
            TokenKind::Less => "<=",
            TokenKind::LessEqual => "<",
            TokenKind::Greater => ">=",
            TokenKind::GreaterEqual => ">",
            TokenKind::EqualEqual => "!=",
            TokenKind::NotEqual => "==",
            TokenKind::AndAnd => "||",
            TokenKind::OrOr => "&&",
            TokenKind::DotDotEqual => "..",
            _ => continue,
        };
        add(parse.token_range(token), other.to_owned());
    }
}

/// The other truth, or a neighbour of a number.
fn literal(parse: &Parse, node: NodeId, add: &mut impl FnMut(TextRange, String)) {
    if parse.kind(node) != NodeKind::Literal {
        return;
    }
    for token in parse.own_tokens(node) {
        let range = parse.token_range(token);
        match parse.token_kind(token) {
            TokenKind::True => add(range, "false".to_owned()),
            TokenKind::False => add(range, "true".to_owned()),
            TokenKind::Integer => {
                let Some(number) = number(parse.token_text(token)) else { continue };
                if let Some(more) = number.checked_add(1) {
                    add(range, more.to_string());
                }
                if number > 0 {
                    add(range, (number - 1).to_string());
                }
            }
            _ => {}
        }
    }
}

fn number(text: &str) -> Option<u128> {
    let digits = text.replace('_', "");
    let (radix, digits) = match digits.get(..2) {
        Some("0x") => (16, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        _ => (10, &digits[..]),
    };
    u128::from_str_radix(digits, radix).ok()
}

/// A condition turned around; that of `==` is another operator already.
fn condition(parse: &Parse, node: NodeId, add: &mut impl FnMut(TextRange, String)) {
    if !matches!(parse.kind(node), NodeKind::If | NodeKind::While) {
        return;
    }
    let Some(condition) = parse.first_child(node) else { return };
    let text = parse.node_text(condition);
    let has_pattern = text.split_whitespace().any(|word| word == "let");
    let is_equality = parse.kind(condition) == NodeKind::Binary
        && parse
            .own_tokens(condition)
            .any(|token| matches!(parse.token_kind(token), TokenKind::EqualEqual | TokenKind::NotEqual));
    if !has_pattern && !is_equality && parse.kind(condition) != NodeKind::Block {
        add(parse.range(condition), format!("!({text})"));
    }
}

/// Two arguments of a call in the wrong order.
fn arguments(parse: &Parse, node: NodeId, add: &mut impl FnMut(TextRange, String)) {
    let callee = parse.first_child(node).map_or("", |callee| parse.node_text(callee));
    // Of `swap` both orders are one.
    if parse.kind(node) != NodeKind::Call || callee == "swap" {
        return;
    }
    let arguments: Vec<NodeId> = parse.children(node).skip(1).collect();
    for pair in arguments.windows(2) {
        let (left, right) = (parse.node_text(pair[0]), parse.node_text(pair[1]));
        let is_named = pair.iter().any(|argument| parse.kind(*argument) == NodeKind::NamedArgument);
        if left != right && !is_named {
            let (first, second) = (parse.range(pair[0]), parse.range(pair[1]));
            let between = &parse.text()[first.end as usize..second.start as usize];
            add(first.cover(second), format!("{right}{between}{left}"));
        }
    }
}
