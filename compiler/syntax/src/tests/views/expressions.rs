//! Views of expressions.

use super::*;

#[test]
fn expressions_in_brackets_read_as_types() {
    let body = "f[a.B[C], ref T, mut [u8], [T; 4], (A, B), (A), (), dyn D, fn (A) -> B, 1, x + y, [a, b], -a, g().h]()";
    with_expression(body, |expression| {
        let Expression::Call(call) = expression else { panic!() };
        let Some(Expression::Index(index)) = call.callee() else { panic!() };
        let types: Vec<_> = index.type_arguments().collect();
        let TypeSyntax::Path(path) = types[0] else { panic!() };
        assert_eq!(texts(path.segments()), ["a", "B"]);
        assert_eq!(path.arguments().map(|part| written(Some(part))).collect::<Vec<_>>(), ["C"]);
        assert!(matches!(types[1], TypeSyntax::Borrow(borrow) if !borrow.is_mutable()));
        let TypeSyntax::Borrow(borrow) = types[2] else { panic!() };
        assert!(borrow.is_mutable() && matches!(borrow.inner(), Some(TypeSyntax::Slice(_))));
        assert!(matches!(types[3], TypeSyntax::Array(array) if code(array.length()) == "4"));
        assert!(matches!(types[4], TypeSyntax::Tuple(tuple) if tuple.elements().count() == 2));
        assert!(matches!(types[5], TypeSyntax::Path(_)));
        assert!(matches!(types[6], TypeSyntax::Tuple(tuple) if tuple.elements().count() == 0));
        assert!(matches!(types[7], TypeSyntax::Dyn(_)));
        assert!(matches!(types[8], TypeSyntax::Function(_)));
        assert!(types[9..].iter().all(|syntax| matches!(syntax, TypeSyntax::Error(_))), "{:?}", &types[9..]);
        assert_eq!(types.len(), 14);
    });
}

#[test]
fn operators() {
    with_expression("-a *% b", |expression| {
        let Expression::Binary(binary) = expression else { panic!() };
        assert_eq!(binary.operator(), Some(BinaryOperator::MultiplyWrapping));
        assert_eq!(binary.operator_token().map(Token::text), Some("*%"));
        assert_eq!((code(binary.left()), code(binary.right())), ("-a".to_string(), "b".to_string()));
        let Some(Expression::Unary(unary)) = binary.left() else { panic!() };
        assert_eq!(unary.operator(), UnaryOperator::Negate);
        assert_eq!(code(unary.operand()), "a");
    });
    for (text, operator) in [
        ("!a", UnaryOperator::Not),
        ("try a", UnaryOperator::Try),
        ("ref a", UnaryOperator::Ref),
        ("mut a", UnaryOperator::Mut),
        ("move a", UnaryOperator::Move),
    ] {
        with_expression(text, |expression| {
            assert!(matches!(expression, Expression::Unary(unary) if unary.operator() == operator), "{text}");
        });
    }
    with_expression("a as Pointer[u8]", |expression| {
        let Expression::Cast(cast) = expression else { panic!() };
        assert_eq!((code(cast.value()), written(cast.type_syntax())), ("a".to_string(), "Pointer[u8]".to_string()));
    });
}

#[test]
fn every_operator_token_has_its_operator() {
    let operators = "+ - * / % +% -% *% << >> & ^ | == != < <= > >=";
    let mut seen = Vec::new();
    for text in operators.split(' ') {
        with_expression(&format!("a {text} b"), |expression| {
            let Expression::Binary(binary) = expression else { panic!("{text}") };
            seen.push(binary.operator().expect("an operator"));
        });
    }
    let distinct: std::collections::HashSet<_> = seen.iter().collect();
    assert_eq!(distinct.len(), 19);
    for (text, operator) in [("&&", LogicalOperator::And), ("||", LogicalOperator::Or)] {
        with_expression(&format!("a {text} b"), |expression| {
            let Expression::Binary(binary) = expression else { panic!("{text}") };
            let found = binary.operator_token().and_then(|token| LogicalOperator::of_token(token.kind()));
            assert_eq!((found, binary.operator()), (Some(operator), None));
        });
    }
    for text in "+ - * / % +% -% *% << >> & ^ |".split(' ') {
        with_statement(&format!("a {text}= b"), |statement| {
            let Statement::Assign(assign) = statement else { panic!("{text}") };
            assert_eq!(assign.operator(), Some(seen[operators.split(' ').position(|other| other == text).unwrap()]));
            assert_eq!((code(assign.place()), code(assign.value())), ("a".to_string(), "b".to_string()));
        });
    }
    with_statement("a = b", |statement| {
        assert!(matches!(statement, Statement::Assign(assign) if assign.operator().is_none()));
    });
}

#[test]
fn calls() {
    with_expression("x.f[T](a, b: c)", |expression| {
        let Expression::Call(call) = expression else { panic!() };
        let method = call.method().expect("a method");
        assert_eq!((code(Some(method.receiver)), method.name.text()), ("x".to_string(), "f"));
        assert_eq!(method.index.map(|index| index.type_arguments().count()), Some(1));
        let arguments: Vec<_> =
            call.arguments().map(|argument| (argument.label.map(Token::text), code(Some(argument.value)))).collect();
        assert_eq!(arguments, [(None, "a".to_string()), (Some("b"), "c".to_string())]);
    });
    for text in ["f(a)", "(x.f)(a)", "@f(a)", "f[T](a)", "x[0](a)"] {
        with_expression(text, |expression| {
            let Expression::Call(call) = expression else { panic!() };
            assert!(call.method().is_none(), "{text}");
        });
    }
    with_expression("a.0.name", |expression| {
        let Expression::FieldAccess(access) = expression else { panic!() };
        assert_eq!(access.name().map(Token::text), Some("name"));
        let Some(Expression::FieldAccess(inner)) = access.base() else { panic!() };
        assert_eq!(inner.name().map(Token::text), Some("0"));
    });
}

#[test]
fn ranges() {
    let ends = |text: &str| {
        let mut found = (String::new(), String::new(), false);
        with_expression(&format!("a[{text}]"), |expression| {
            let Expression::Index(index) = expression else { panic!() };
            let Some(Expression::Range(range)) = index.arguments().next() else { panic!() };
            found = (code(range.start()), code(range.end()), range.is_inclusive());
        });
        found
    };
    assert_eq!(ends("i..j"), ("i".to_string(), "j".to_string(), false));
    assert_eq!(ends("i..=j"), ("i".to_string(), "j".to_string(), true));
    assert_eq!(ends("..j"), (String::new(), "j".to_string(), false));
    assert_eq!(ends("i.."), ("i".to_string(), String::new(), false));
    assert_eq!(ends(".."), (String::new(), String::new(), false));
}

#[test]
fn literals() {
    let kind = |text: &str| {
        let mut found = None;
        with_expression(text, |expression| {
            let Expression::Literal(literal) = expression else { panic!("{text}") };
            assert_eq!(literal.token().text(), text);
            found = Some(literal.kind());
        });
        found
    };
    assert_eq!(kind("1"), Some(LiteralKind::Integer));
    assert_eq!(kind("1.5"), Some(LiteralKind::Float));
    assert_eq!(kind("'a'"), Some(LiteralKind::Character));
    assert_eq!(kind("\"a\""), Some(LiteralKind::String));
    assert_eq!(kind("\"\"\"a\"\"\""), Some(LiteralKind::String));
    assert_eq!(kind("c\"a\""), Some(LiteralKind::CString));
    assert_eq!(kind("true"), Some(LiteralKind::True));
    assert_eq!(kind("false"), Some(LiteralKind::False));
}
