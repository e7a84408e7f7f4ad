//! Typed views: each accessor on the construct it is for, and on broken text.

use super::CORPUS;
use crate::view::{
    BinaryOperator, Bound, Expression, ExternItem, Function, Item, LiteralKind, Member, Pattern, Receiver, Statement,
    Token, Type, TypeStorage, TypeSyntax, UnaryOperator,
};
use crate::{NodeKind, Parse, parse};

fn first(parse: &Parse) -> Item<'_> {
    parse.file().items().next().expect("an item")
}

fn function(parse: &Parse) -> Function<'_> {
    let Item::Function(function) = first(parse) else {
        panic!("no function")
    };
    function
}

fn record(parse: &Parse) -> Type<'_> {
    let Item::Type(record) = first(parse) else {
        panic!("no type")
    };
    record
}

fn texts<'tree>(tokens: impl Iterator<Item = Token<'tree>>) -> Vec<&'tree str> {
    tokens.map(Token::text).collect()
}

/// The only statement of a function whose body is `body`, given to `check`.
fn with_statement(body: &str, check: impl FnOnce(Statement<'_>)) {
    let parse = parse(&format!("fn f {{ {body} }}"));
    check(
        function(&parse)
            .body()
            .and_then(|body| body.statements().next())
            .expect("a statement"),
    );
}

fn with_expression(body: &str, check: impl FnOnce(Expression<'_>)) {
    with_statement(body, |statement| {
        let Statement::Expression(expression) = statement else {
            panic!("no expression: {statement:?}")
        };
        check(expression);
    });
}

fn written(syntax: Option<TypeSyntax<'_>>) -> String {
    syntax.map_or(String::new(), |syntax| {
        syntax.tree().node_text(syntax.node()).to_string()
    })
}

fn code(expression: Option<Expression<'_>>) -> String {
    expression.map_or(String::new(), |expression| {
        expression.tree().node_text(expression.node()).to_string()
    })
}

#[test]
fn imports() {
    let parse = parse(
        "import a.b.c (x, y as z)\nimport d as e\n@[a(b)] pub import f\n@[only(os: \"linux\")] import extern \"m\"",
    );
    let mut items = parse.file().items();
    let Some(Item::Import(import)) = items.next() else {
        panic!()
    };
    assert_eq!(texts(import.path()), ["a", "b", "c"]);
    assert_eq!(
        import.path_range().map(|range| &parse.text()[range.index()]),
        Some("a.b.c")
    );
    assert!(import.has_names() && import.alias().is_none() && !import.is_public());
    let names: Vec<_> = import
        .names()
        .map(|name| (name.name().unwrap().text(), name.alias().map(Token::text)))
        .collect();
    assert_eq!(names, [("x", None), ("y", Some("z"))]);
    let Some(Item::Import(import)) = items.next() else {
        panic!()
    };
    assert_eq!(import.alias().map(Token::text), Some("e"));
    assert!(!import.has_names());
    let Some(Item::Import(import)) = items.next() else {
        panic!()
    };
    assert!(import.is_public() && import.alias().is_none() && !import.has_names());
    assert_eq!(texts(import.path()), ["f"]);
    let Some(Item::ImportExtern(import)) = items.next() else {
        panic!()
    };
    assert_eq!(import.library().map(Token::text), Some("\"m\""));
    let argument = import.attributes().next().unwrap().arguments().next().unwrap();
    assert_eq!(argument.label().map(Token::text), Some("os"));
    assert_eq!(argument.value().map(Token::text), Some("\"linux\""));
}

#[test]
fn constants_and_aliases() {
    let parse = parse("pub let X: i64 = 1 + 2\nlet Y = 3\ntype A[T] = B[T]");
    let mut items = parse.file().items();
    let Some(Item::Constant(constant)) = items.next() else {
        panic!()
    };
    assert!(constant.is_public());
    assert_eq!(constant.name().map(Token::text), Some("X"));
    assert_eq!(written(constant.type_syntax()), "i64");
    assert_eq!(code(constant.value()), "1 + 2");
    let Some(Item::Constant(constant)) = items.next() else {
        panic!()
    };
    assert!(constant.type_syntax().is_none());
    assert_eq!(code(constant.value()), "3");
    let Some(Item::Alias(alias)) = items.next() else {
        panic!()
    };
    assert_eq!(alias.name().map(Token::text), Some("A"));
    assert_eq!(
        alias.generic_parameters().map(|list| list.parameters().count()),
        Some(1)
    );
    assert_eq!(written(alias.target()), "B[T]");
}

#[test]
fn functions() {
    let parse = parse("@[a] pub unsafe fn f[T: A + ref, U](x: ref T, type: [U]) -> (A, B) { x }");
    let function = function(&parse);
    assert!(function.is_public() && function.is_unsafe() && !function.is_extern() && !function.is_variadic());
    assert_eq!(function.name().map(Token::text), Some("f"));
    assert_eq!(
        function
            .attributes()
            .next()
            .and_then(|attribute| attribute.name())
            .map(Token::text),
        Some("a")
    );
    let generics: Vec<_> = function.generic_parameters().unwrap().parameters().collect();
    assert_eq!(generics[0].name().map(Token::text), Some("T"));
    let bounds: Vec<_> = generics[0].bounds().collect();
    assert!(matches!(bounds[..], [Bound::Trait(TypeSyntax::Path(_)), Bound::Ref(_)]));
    assert_eq!(generics[1].bounds().count(), 0);
    let parameters: Vec<_> = function
        .parameters()
        .map(|parameter| (parameter.name().unwrap().text(), written(parameter.type_syntax())))
        .collect();
    assert_eq!(parameters, [("x", "ref T".to_string()), ("type", "[U]".to_string())]);
    assert_eq!(written(function.result()), "(A, B)");
    assert_eq!(function.body().unwrap().statements().count(), 1);
}

#[test]
fn receivers() {
    let parse =
        parse("impl T { fn a { } fn mut b { } fn move c { } fn static d { } fn static { } fn move static { } }");
    let Item::Impl(implementation) = first(&parse) else {
        panic!()
    };
    let heads: Vec<_> = implementation
        .functions()
        .map(|function| {
            (
                function.name().unwrap().text(),
                function.receiver(),
                function.receiver_token().is_some(),
            )
        })
        .collect();
    assert_eq!(
        heads,
        [
            ("a", Receiver::Ref, false),
            ("b", Receiver::Mut, true),
            ("c", Receiver::Move, true),
            ("d", Receiver::Static, true),
            ("static", Receiver::Ref, false),
            ("static", Receiver::Move, true),
        ]
    );
}

#[test]
fn types_and_members() {
    let parse = parse(
        "# Doc.\npub type inline enum E[T]: u8 { case A(x: T, U) = 1\n# Of f.\n@[c] pub fn f { } pub let @y: V }",
    );
    let record = record(&parse);
    assert_eq!(record.documentation(), ["Doc."]);
    assert!(record.is_public() && record.is_enum());
    assert_eq!(record.storage(), TypeStorage::Inline);
    assert_eq!(record.name().map(Token::text), Some("E"));
    assert_eq!(written(record.representation()), "u8");
    assert_eq!(
        record.generic_parameters().map(|list| list.parameters().count()),
        Some(1)
    );
    let members: Vec<_> = record.members().collect();
    let [Member::Case(case), Member::Function(function), Member::Field(field)] = members[..] else {
        panic!("{members:?}")
    };
    assert_eq!(case.name().map(Token::text), Some("A"));
    assert_eq!(code(case.value()), "1");
    let payload: Vec<_> = case
        .payload()
        .map(|part| (part.name().map(Token::text), written(part.type_syntax())))
        .collect();
    assert_eq!(payload, [(Some("x"), "T".to_string()), (None, "U".to_string())]);
    assert_eq!(function.documentation(), ["Of f."]);
    assert!(field.is_public());
    assert_eq!(field.name().map(Token::text), Some("y"));
    assert_eq!(written(field.type_syntax()), "V");
}

#[test]
fn words_before_a_type_name() {
    let head = |text: &str| {
        let parse = parse(text);
        let record = record(&parse);
        (
            record.storage(),
            record.is_enum(),
            record.name().map(|name| name.text().to_string()).unwrap_or_default(),
        )
    };
    assert_eq!(head("type A { }"), (TypeStorage::Heap, false, "A".to_string()));
    assert_eq!(head("type copy A { }"), (TypeStorage::Copy, false, "A".to_string()));
    assert_eq!(head("type view enum A { }"), (TypeStorage::View, true, "A".to_string()));
    assert_eq!(head("type union A { }"), (TypeStorage::Union, false, "A".to_string()));
    assert_eq!(head("type enum { }"), (TypeStorage::Heap, false, "enum".to_string()));
    assert_eq!(
        head("type enum enum { }"),
        (TypeStorage::Heap, true, "enum".to_string())
    );
    assert_eq!(head("type copy[T] { }"), (TypeStorage::Heap, false, "copy".to_string()));
}

#[test]
fn extern_blocks() {
    let parse = parse("extern { type t\nfn f(a: T, ...) -> i32\nlet mut v: U\nlet w: X }");
    let Item::ExternBlock(block) = first(&parse) else {
        panic!()
    };
    let items: Vec<_> = block.items().collect();
    let [
        ExternItem::Type(opaque),
        ExternItem::Function(function),
        ExternItem::Variable(v),
        ExternItem::Variable(w),
    ] = items[..]
    else {
        panic!("{items:?}")
    };
    assert_eq!(opaque.name().map(Token::text), Some("t"));
    assert!(function.is_variadic() && function.body().is_none());
    assert_eq!(function.parameters().count(), 1);
    assert_eq!(
        (v.name().map(Token::text), v.is_mutable(), written(v.type_syntax())),
        (Some("v"), true, "U".to_string())
    );
    assert_eq!((w.name().map(Token::text), w.is_mutable()), (Some("w"), false));
}

#[test]
fn traits_impls_and_tests() {
    let parse = parse(
        "trait A[T]: B + C { fn f }\nimpl[T] A[T] for D { fn f { } }\nimpl E { }\nimpl F for G\ntest \"n\" { 1 }",
    );
    let mut items = parse.file().items();
    let Some(Item::Trait(declared)) = items.next() else {
        panic!()
    };
    assert_eq!(declared.name().map(Token::text), Some("A"));
    assert_eq!(
        declared.bounds().map(|bound| written(Some(bound))).collect::<Vec<_>>(),
        ["B", "C"]
    );
    assert_eq!(declared.functions().count(), 1);
    let mut next = || {
        let Some(Item::Impl(implementation)) = items.next() else {
            panic!()
        };
        (
            written(implementation.trait_syntax()),
            written(implementation.type_syntax()),
            implementation.has_body(),
        )
    };
    assert_eq!(next(), ("A[T]".to_string(), "D".to_string(), true));
    assert_eq!(next(), (String::new(), "E".to_string(), true));
    assert_eq!(next(), ("F".to_string(), "G".to_string(), false));
    let Some(Item::Test(test)) = items.next() else { panic!() };
    assert_eq!(test.name().map(Token::text), Some("\"n\""));
    assert_eq!(test.body().unwrap().statements().count(), 1);
}

#[test]
fn documentation_is_the_block_directly_above() {
    let lines = |text: &str| {
        let parse = parse(text);
        let item = parse.file().items().last().expect("an item");
        crate::view::documentation(&parse, item.node()).join("|")
    };
    assert_eq!(lines("# a\n#  b\n#\n## c\nfn f { }"), "a| b||c");
    assert_eq!(lines("# a\n\n# b\nfn f { }"), "b");
    assert_eq!(lines("# a\n\nfn f { }"), "");
    assert_eq!(lines("fn g { } # of g\nfn f { }"), "");
    assert_eq!(lines("fn g { } # of g\n# of f\nfn f { }"), "of f");
    assert_eq!(lines("  # a\r\n  # b\r\n  fn f { }"), "a|b");
    assert_eq!(lines("\n# a\n@[x]\n# not this\nfn f { }"), "a");
    assert_eq!(lines("fn f { }"), "");
}

#[test]
fn types() {
    let parse = parse(
        "fn f(a: x.y.Z[A, mut B], b: dyn T, c: ((A, B)), d: [T; 4], e: [T], g: extern fn (x: A, B) -> C, h: fn move, i: Self) { }",
    );
    let types: Vec<_> = function(&parse)
        .parameters()
        .filter_map(|parameter| parameter.type_syntax())
        .collect();
    let [
        TypeSyntax::Path(path),
        TypeSyntax::Dyn(object),
        TypeSyntax::Tuple(tuple),
        TypeSyntax::Array(array),
        TypeSyntax::Slice(slice),
        TypeSyntax::Function(pointer),
        TypeSyntax::Function(closure),
        TypeSyntax::Path(own),
    ] = types[..]
    else {
        panic!("{types:?}")
    };
    assert_eq!(texts(path.segments()), ["x", "y", "Z"]);
    assert!(path.single_word().is_none());
    let arguments: Vec<_> = path.arguments().collect();
    let [TypeSyntax::Path(_), TypeSyntax::Borrow(borrow)] = arguments[..] else {
        panic!("{arguments:?}")
    };
    assert!(borrow.is_mutable());
    assert_eq!(written(borrow.inner()), "B");
    assert_eq!(written(object.trait_syntax()), "T");
    assert_eq!(tuple.elements().count(), 2);
    assert_eq!(
        (written(array.element()), code(array.length())),
        ("T".to_string(), "4".to_string())
    );
    assert_eq!(written(slice.element()), "T");
    assert!(pointer.is_extern() && !pointer.is_move() && closure.is_move() && !closure.is_extern());
    let parameters: Vec<_> = pointer
        .parameters()
        .map(|part| (part.name().map(Token::text), written(part.type_syntax())))
        .collect();
    assert_eq!(parameters, [(Some("x"), "A".to_string()), (None, "B".to_string())]);
    assert_eq!(written(pointer.result()), "C");
    assert_eq!(own.single_word().map(Token::text), Some("Self"));
}

#[test]
fn expressions_in_brackets_read_as_types() {
    let body = "f[a.B[C], ref T, mut [u8], [T; 4], (A, B), (A), (), dyn D, fn (A) -> B, 1, x + y, [a, b], -a, g().h]()";
    with_expression(body, |expression| {
        let Expression::Call(call) = expression else { panic!() };
        let Some(Expression::Index(index)) = call.callee() else {
            panic!()
        };
        let types: Vec<_> = index.type_arguments().collect();
        let TypeSyntax::Path(path) = types[0] else { panic!() };
        assert_eq!(texts(path.segments()), ["a", "B"]);
        assert_eq!(
            path.arguments().map(|part| written(Some(part))).collect::<Vec<_>>(),
            ["C"]
        );
        assert!(matches!(types[1], TypeSyntax::Borrow(borrow) if !borrow.is_mutable()));
        let TypeSyntax::Borrow(borrow) = types[2] else { panic!() };
        assert!(borrow.is_mutable() && matches!(borrow.inner(), Some(TypeSyntax::Slice(_))));
        assert!(matches!(types[3], TypeSyntax::Array(array) if code(array.length()) == "4"));
        assert!(matches!(types[4], TypeSyntax::Tuple(tuple) if tuple.elements().count() == 2));
        assert!(matches!(types[5], TypeSyntax::Path(_)));
        assert!(matches!(types[6], TypeSyntax::Tuple(tuple) if tuple.elements().count() == 0));
        assert!(matches!(types[7], TypeSyntax::Dyn(_)));
        assert!(matches!(types[8], TypeSyntax::Function(_)));
        assert!(
            types[9..].iter().all(|syntax| matches!(syntax, TypeSyntax::Error(_))),
            "{:?}",
            &types[9..]
        );
        assert_eq!(types.len(), 14);
    });
}

#[test]
fn operators() {
    with_expression("-a *% b", |expression| {
        let Expression::Binary(binary) = expression else {
            panic!()
        };
        assert_eq!(binary.operator(), Some(BinaryOperator::MultiplyWrapping));
        assert_eq!(binary.operator_token().map(Token::text), Some("*%"));
        assert_eq!(
            (code(binary.left()), code(binary.right())),
            ("-a".to_string(), "b".to_string())
        );
        let Some(Expression::Unary(unary)) = binary.left() else {
            panic!()
        };
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
            assert!(
                matches!(expression, Expression::Unary(unary) if unary.operator() == operator),
                "{text}"
            );
        });
    }
    with_expression("a as Pointer[u8]", |expression| {
        let Expression::Cast(cast) = expression else { panic!() };
        assert_eq!(
            (code(cast.value()), written(cast.type_syntax())),
            ("a".to_string(), "Pointer[u8]".to_string())
        );
    });
}

#[test]
fn every_operator_token_has_its_operator() {
    let operators = "+ - * / % +% -% *% << >> & ^ | == != < <= > >= && ||";
    let mut seen = Vec::new();
    for text in operators.split(' ') {
        with_expression(&format!("a {text} b"), |expression| {
            let Expression::Binary(binary) = expression else {
                panic!("{text}")
            };
            seen.push(binary.operator().expect("an operator"));
        });
    }
    let distinct: std::collections::HashSet<_> = seen.iter().collect();
    assert_eq!(distinct.len(), 21);
    for text in "+ - * / % +% -% *% << >> & ^ |".split(' ') {
        with_statement(&format!("a {text}= b"), |statement| {
            let Statement::Assign(assign) = statement else {
                panic!("{text}")
            };
            assert_eq!(
                assign.operator(),
                Some(seen[operators.split(' ').position(|other| other == text).unwrap()])
            );
            assert_eq!(
                (code(assign.place()), code(assign.value())),
                ("a".to_string(), "b".to_string())
            );
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
        assert_eq!(
            (code(Some(method.receiver)), method.name.text()),
            ("x".to_string(), "f")
        );
        assert_eq!(method.index.map(|index| index.type_arguments().count()), Some(1));
        let arguments: Vec<_> = call
            .arguments()
            .map(|argument| (argument.label.map(Token::text), code(Some(argument.value))))
            .collect();
        assert_eq!(arguments, [(None, "a".to_string()), (Some("b"), "c".to_string())]);
    });
    for text in ["f(a)", "(x.f)(a)", "@f(a)", "f[T](a)", "x[0](a)"] {
        with_expression(text, |expression| {
            let Expression::Call(call) = expression else { panic!() };
            assert!(call.method().is_none(), "{text}");
        });
    }
    with_expression("a.0.name", |expression| {
        let Expression::FieldAccess(access) = expression else {
            panic!()
        };
        assert_eq!(access.name().map(Token::text), Some("name"));
        let Some(Expression::FieldAccess(inner)) = access.base() else {
            panic!()
        };
        assert_eq!(inner.name().map(Token::text), Some("0"));
    });
}

#[test]
fn ranges() {
    let ends = |text: &str| {
        let mut found = (String::new(), String::new(), false);
        with_expression(&format!("a[{text}]"), |expression| {
            let Expression::Index(index) = expression else { panic!() };
            let Some(Expression::Range(range)) = index.arguments().next() else {
                panic!()
            };
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
            let Expression::Literal(literal) = expression else {
                panic!("{text}")
            };
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

#[test]
fn lets() {
    with_statement("@[a] let mut x: T = 1", |statement| {
        let Statement::Let(declared) = statement else { panic!() };
        assert_eq!(declared.attributes().count(), 1);
        let Some(Pattern::Binding(binding)) = declared.pattern() else {
            panic!()
        };
        assert!(binding.is_mutable());
        assert_eq!(binding.name().map(Token::text), Some("x"));
        assert_eq!(
            (written(declared.type_syntax()), code(declared.value())),
            ("T".to_string(), "1".to_string())
        );
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
        let Some(Expression::If(second)) = branch.else_branch() else {
            panic!()
        };
        assert!(matches!(second.else_branch(), Some(Expression::Block(_))));
    });
    with_expression("a: while b { break a }", |expression| {
        let Expression::While(repeated) = expression else {
            panic!()
        };
        assert_eq!(repeated.label().map(Token::text), Some("a"));
        assert_eq!(code(repeated.condition()), "b");
        let Some(Statement::Expression(Expression::Break(jump))) = repeated.body().unwrap().statements().next() else {
            panic!()
        };
        assert_eq!(jump.label().map(Token::text), Some("a"));
    });
    with_expression("for (a, _) in mut b { continue }", |expression| {
        let Expression::For(repeated) = expression else {
            panic!()
        };
        assert!(repeated.label().is_none());
        assert!(matches!(repeated.pattern(), Some(Pattern::Tuple(tuple)) if tuple.elements().count() == 2));
        assert_eq!(code(repeated.iterated()), "mut b");
        assert!(repeated.body().is_some());
    });
    with_expression("loop { return 1 }", |expression| {
        let Expression::Loop(repeated) = expression else {
            panic!()
        };
        let Some(Statement::Expression(Expression::Return(jump))) = repeated.body().unwrap().statements().next() else {
            panic!()
        };
        assert_eq!(code(jump.value()), "1");
        assert!(repeated.body().unwrap().closing_brace().is_some());
    });
    with_expression("fn move (x: T, y, _) -> U { throw e }", |expression| {
        let Expression::Closure(closure) = expression else {
            panic!()
        };
        assert!(closure.is_move());
        let parameters: Vec<_> = closure
            .parameters()
            .map(|part| (part.closure_name().map(Token::text), written(part.closure_type())))
            .collect();
        assert_eq!(
            parameters,
            [
                (Some("x"), "T".to_string()),
                (Some("y"), String::new()),
                (Some("_"), String::new())
            ]
        );
        assert_eq!(written(closure.result()), "U");
        assert!(closure.body().is_some());
    });
}

#[test]
fn matches() {
    with_expression(
        "match e { case a.B(x, n: -1, ..) as w if let q = r -> y = 1 case 1..=2 | C -> z }",
        |expression| {
            let Expression::Match(matched) = expression else {
                panic!()
            };
            assert_eq!(code(matched.scrutinee()), "e");
            let arms: Vec<_> = matched.arms().collect();
            let Some(Pattern::As(whole)) = arms[0].pattern() else {
                panic!()
            };
            assert_eq!(whole.name().map(Token::text), Some("w"));
            let Some(Pattern::Path(path)) = whole.pattern() else {
                panic!()
            };
            assert_eq!(texts(path.segments()), ["a", "B"]);
            assert!(path.has_arguments() && path.has_rest());
            let arguments: Vec<_> = path.arguments().collect();
            assert!(matches!(arguments[0].pattern, Pattern::Binding(_)) && arguments[0].label.is_none());
            assert_eq!(arguments[1].label.map(Token::text), Some("n"));
            let Pattern::Literal(literal) = arguments[1].pattern else {
                panic!()
            };
            assert!(
                literal
                    .literal()
                    .is_some_and(|literal| literal.is_negative && literal.token.text() == "1")
            );
            let Some(Expression::LetCondition(condition)) = arms[0].guard() else {
                panic!()
            };
            assert!(condition.pattern().is_some());
            assert_eq!(code(condition.value()), "r");
            assert!(matches!(arms[0].body(), Some(Statement::Assign(_))));
            let Some(Pattern::Or(either)) = arms[1].pattern() else {
                panic!()
            };
            let alternatives: Vec<_> = either.alternatives().collect();
            let [Pattern::Range(range), Pattern::Path(case)] = alternatives[..] else {
                panic!()
            };
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
        let Expression::FieldAccess(access) = expression else {
            panic!()
        };
        assert!(access.name().is_none());
        assert_eq!(code(access.base()), "a");
    });
    with_expression("a + ", |expression| {
        let Expression::Binary(binary) = expression else {
            panic!()
        };
        assert!(matches!(binary.right(), Some(Expression::Error(_))));
    });
    let parse = parse("fn (x: i64) { }\ntype { let @x: }");
    assert_eq!(parse.file().items().count(), 1);
    let Some(Item::Type(record)) = parse.file().items().next() else {
        panic!()
    };
    assert!(record.name().is_none());
    assert!(matches!(
        record.fields().next().unwrap().type_syntax(),
        Some(TypeSyntax::Error(_))
    ));
}

#[test]
fn every_node_of_the_corpus_has_a_view() {
    let parse = parse(CORPUS);
    for node in parse.nodes() {
        let is_seen = Item::cast(&parse, node).is_some()
            || Statement::cast(&parse, node).is_some()
            || Pattern::cast(&parse, node).is_some();
        let is_part = matches!(
            parse.kind(node),
            NodeKind::File
                | NodeKind::Attribute
                | NodeKind::AttributeArgument
                | NodeKind::ImportName
                | NodeKind::OpaqueType
                | NodeKind::ExternVariable
                | NodeKind::Field
                | NodeKind::Case
                | NodeKind::GenericParameterList
                | NodeKind::GenericParameter
                | NodeKind::RefBound
                | NodeKind::ParameterList
                | NodeKind::Parameter
                | NodeKind::FieldPattern
                | NodeKind::RestPattern
                | NodeKind::Interpolation
                | NodeKind::NamedArgument
                | NodeKind::MatchArm
        );
        assert!(is_seen != is_part, "{:?} {}", parse.kind(node), parse.node_text(node));
    }
}
