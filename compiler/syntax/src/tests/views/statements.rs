//! Views of statements, control and patterns, and of broken text.

use super::*;

#[test]
fn lets() {
    with_statement("@[a] let mut x: T = 1", |statement| {
        let Statement::Let(declared) = statement else { panic!() };
        assert_eq!(declared.attributes().count(), 1);
        let Some(Pattern::Binding(binding)) = declared.pattern() else { panic!() };
        assert!(binding.is_mutable());
        assert_eq!(binding.name().map(Token::text), Some("x"));
        assert_eq!((written(declared.type_syntax()), code(declared.value())), ("T".to_string(), "1".to_string()));
        assert!(declared.else_block().is_none());
    });
    with_statement("let Some(x) = e else { return }", |statement| {
        let Statement::Let(declared) = statement else { panic!() };
        assert!(declared.type_syntax().is_none());
        assert_eq!(code(declared.value()), "e");
        assert!(declared.else_block().is_some());
    });
    with_statement("let x: T", |statement| {
        let Statement::Let(declared) = statement else { panic!() };
        assert_eq!(written(declared.type_syntax()), "T");
        assert!(declared.value().is_none());
    });
}

#[test]
fn control() {
    with_expression("if a { } else if b { } else { }", |expression| {
        let Expression::If(branch) = expression else { panic!() };
        assert_eq!(code(branch.condition()), "a");
        assert!(branch.then_block().is_some());
        let Some(Expression::If(second)) = branch.else_branch() else { panic!() };
        assert!(matches!(second.else_branch(), Some(Expression::Block(_))));
    });
    with_expression("a: while b { break a }", |expression| {
        let Expression::While(repeated) = expression else { panic!() };
        assert_eq!(repeated.label().map(Token::text), Some("a"));
        assert_eq!(code(repeated.condition()), "b");
        let Some(Statement::Expression(Expression::Break(jump))) = repeated.body().unwrap().statements().next() else {
            panic!()
        };
        assert_eq!(jump.label().map(Token::text), Some("a"));
    });
    with_expression("for (a, _) in mut b { continue }", |expression| {
        let Expression::For(repeated) = expression else { panic!() };
        assert!(repeated.label().is_none());
        assert!(matches!(repeated.pattern(), Some(Pattern::Tuple(tuple)) if tuple.elements().count() == 2));
        assert_eq!(code(repeated.iterated()), "mut b");
        assert!(repeated.body().is_some());
    });
    with_expression("loop { return 1 }", |expression| {
        let Expression::Loop(repeated) = expression else { panic!() };
        let Some(Statement::Expression(Expression::Return(jump))) = repeated.body().unwrap().statements().next() else {
            panic!()
        };
        assert_eq!(code(jump.value()), "1");
        assert!(repeated.body().unwrap().closing_brace().is_some());
    });
    with_expression("fn move (x: T, y, _) -> U { throw e }", |expression| {
        let Expression::Closure(closure) = expression else { panic!() };
        assert!(closure.is_move());
        let parameters: Vec<_> = closure
            .parameters()
            .map(|part| (part.closure_name().map(Token::text), written(part.closure_type())))
            .collect();
        assert_eq!(parameters, [(Some("x"), "T".to_string()), (Some("y"), String::new()), (Some("_"), String::new())]);
        assert_eq!(written(closure.result()), "U");
        assert!(closure.body().is_some());
    });
}

#[test]
fn matches() {
    with_expression(
        "match e { case a.B(x, n: -1, ..) as w if let q = r -> y = 1 case 1..=2 | C -> z }",
        |expression| {
            let Expression::Match(matched) = expression else { panic!() };
            assert_eq!(code(matched.scrutinee()), "e");
            let arms: Vec<_> = matched.arms().collect();
            let Some(Pattern::As(whole)) = arms[0].pattern() else { panic!() };
            assert_eq!(whole.name().map(Token::text), Some("w"));
            let Some(Pattern::Path(path)) = whole.pattern() else { panic!() };
            assert_eq!(texts(path.segments()), ["a", "B"]);
            assert!(path.has_arguments() && path.has_rest());
            let arguments: Vec<_> = path.arguments().collect();
            assert!(matches!(arguments[0].pattern, Pattern::Binding(_)) && arguments[0].label.is_none());
            assert_eq!(arguments[1].label.map(Token::text), Some("n"));
            let Pattern::Literal(literal) = arguments[1].pattern else { panic!() };
            assert!(literal.literal().is_some_and(|literal| literal.is_negative && literal.token.text() == "1"));
            let Some(Expression::LetCondition(condition)) = arms[0].guard() else { panic!() };
            assert!(condition.pattern().is_some());
            assert_eq!(code(condition.value()), "r");
            assert!(matches!(arms[0].body(), Some(Statement::Assign(_))));
            let Some(Pattern::Or(either)) = arms[1].pattern() else { panic!() };
            let alternatives: Vec<_> = either.alternatives().collect();
            let [Pattern::Range(range), Pattern::Path(case)] = alternatives[..] else { panic!() };
            assert!(range.is_inclusive() && !case.has_arguments());
            assert_eq!(range.start().map(|literal| literal.token.text()), Some("1"));
            assert_eq!(range.end().map(|literal| literal.token.text()), Some("2"));
            assert!(arms[1].guard().is_none() && arms[1].body().is_some());
        },
    );
}

#[test]
fn broken_text_has_parts_too() {
    with_statement("let = 5", |statement| {
        let Statement::Let(declared) = statement else { panic!() };
        assert!(matches!(declared.pattern(), Some(Pattern::Error(_))));
        assert_eq!(code(declared.value()), "5");
    });
    with_statement("let x: = 5", |statement| {
        let Statement::Let(declared) = statement else { panic!() };
        assert!(matches!(declared.type_syntax(), Some(TypeSyntax::Error(_))));
        assert_eq!(code(declared.value()), "5");
    });
    with_expression("if { }", |expression| {
        let Expression::If(branch) = expression else { panic!() };
        assert!(branch.condition().is_some() && branch.then_block().is_none());
    });
    with_expression("a.", |expression| {
        let Expression::FieldAccess(access) = expression else { panic!() };
        assert!(access.name().is_none());
        assert_eq!(code(access.base()), "a");
    });
    with_expression("a + ", |expression| {
        let Expression::Binary(binary) = expression else { panic!() };
        assert!(matches!(binary.right(), Some(Expression::Error(_))));
    });
    let parse = parse("fn (x: i64) { }\ntype { let @x: }");
    assert_eq!(parse.file().items().count(), 1);
    let Some(Item::Type(record)) = parse.file().items().next() else { panic!() };
    assert!(record.name().is_none());
    assert!(matches!(record.fields().next().unwrap().type_syntax(), Some(TypeSyntax::Error(_))));
}
