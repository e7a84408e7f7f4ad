//! Views of items, members and types.

use super::*;

#[test]
fn imports() {
    let parse = parse(
        "import a.b.c (x, y as z)\nimport d as e\n@[a(b)] pub import f\n@[only(os: \"linux\")] import extern \"m\"",
    );
    let mut items = parse.file().items();
    let Some(Item::Import(import)) = items.next() else { panic!() };
    assert_eq!(texts(import.path()), ["a", "b", "c"]);
    assert_eq!(import.path_range().map(|range| &parse.text()[range.index()]), Some("a.b.c"));
    assert!(import.has_names() && import.alias().is_none() && !import.is_public());
    let names: Vec<_> =
        import.names().map(|name| (name.name().unwrap().text(), name.alias().map(Token::text))).collect();
    assert_eq!(names, [("x", None), ("y", Some("z"))]);
    let Some(Item::Import(import)) = items.next() else { panic!() };
    assert_eq!(import.alias().map(Token::text), Some("e"));
    assert!(!import.has_names());
    let Some(Item::Import(import)) = items.next() else { panic!() };
    assert!(import.is_public() && import.alias().is_none() && !import.has_names());
    assert_eq!(texts(import.path()), ["f"]);
    let Some(Item::ImportExtern(import)) = items.next() else { panic!() };
    assert_eq!(import.library().map(Token::text), Some("\"m\""));
    let argument = import.attributes().next().unwrap().arguments().next().unwrap();
    assert_eq!(argument.label().map(Token::text), Some("os"));
    assert_eq!(argument.value().map(Token::text), Some("\"linux\""));
}

#[test]
fn constants_and_aliases() {
    let parse = parse("pub let X: i64 = 1 + 2\nlet Y = 3\ntype A[T] = B[T]");
    let mut items = parse.file().items();
    let Some(Item::Constant(constant)) = items.next() else { panic!() };
    assert!(constant.is_public());
    assert_eq!(constant.name().map(Token::text), Some("X"));
    assert_eq!(written(constant.type_syntax()), "i64");
    assert_eq!(code(constant.value()), "1 + 2");
    let Some(Item::Constant(constant)) = items.next() else { panic!() };
    assert!(constant.type_syntax().is_none());
    assert_eq!(code(constant.value()), "3");
    let Some(Item::Alias(alias)) = items.next() else { panic!() };
    assert_eq!(alias.name().map(Token::text), Some("A"));
    assert_eq!(alias.generic_parameters().map(|list| list.parameters().count()), Some(1));
    assert_eq!(written(alias.target()), "B[T]");
}

#[test]
fn functions() {
    let parse = parse("@[a] pub unsafe fn f[T: A + ref, U](x: ref T, type: [U]) -> (A, B) { x }");
    let function = function(&parse);
    assert!(function.is_public() && function.is_unsafe() && !function.is_extern() && !function.is_variadic());
    assert_eq!(function.name().map(Token::text), Some("f"));
    assert_eq!(function.attributes().next().and_then(|attribute| attribute.name()).map(Token::text), Some("a"));
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
    let Item::Impl(implementation) = first(&parse) else { panic!() };
    let heads: Vec<_> = implementation
        .functions()
        .map(|function| (function.name().unwrap().text(), function.receiver(), function.receiver_token().is_some()))
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
    assert_eq!(record.generic_parameters().map(|list| list.parameters().count()), Some(1));
    let members: Vec<_> = record.members().collect();
    let [Member::Case(case), Member::Function(function), Member::Field(field)] = members[..] else {
        panic!("{members:?}")
    };
    assert_eq!(case.name().map(Token::text), Some("A"));
    assert_eq!(code(case.value()), "1");
    let payload: Vec<_> =
        case.payload().map(|part| (part.name().map(Token::text), written(part.type_syntax()))).collect();
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
        (record.storage(), record.is_enum(), record.name().map(|name| name.text().to_string()).unwrap_or_default())
    };
    assert_eq!(head("type A { }"), (TypeStorage::Heap, false, "A".to_string()));
    assert_eq!(head("type copy A { }"), (TypeStorage::Copy, false, "A".to_string()));
    assert_eq!(head("type view enum A { }"), (TypeStorage::View, true, "A".to_string()));
    assert_eq!(head("type union A { }"), (TypeStorage::Union, false, "A".to_string()));
    assert_eq!(head("type enum { }"), (TypeStorage::Heap, false, "enum".to_string()));
    assert_eq!(head("type enum enum { }"), (TypeStorage::Heap, true, "enum".to_string()));
    assert_eq!(head("type copy[T] { }"), (TypeStorage::Heap, false, "copy".to_string()));
}

#[test]
fn extern_blocks() {
    let parse = parse("extern { type t\nfn f(a: T, ...) -> i32\nlet mut v: U\nlet w: X }");
    let Item::ExternBlock(block) = first(&parse) else { panic!() };
    let items: Vec<_> = block.items().collect();
    let [ExternItem::Type(opaque), ExternItem::Function(function), ExternItem::Variable(v), ExternItem::Variable(w)] =
        items[..]
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
    let Some(Item::Trait(declared)) = items.next() else { panic!() };
    assert_eq!(declared.name().map(Token::text), Some("A"));
    assert_eq!(declared.bounds().map(|bound| written(Some(bound))).collect::<Vec<_>>(), ["B", "C"]);
    assert_eq!(declared.functions().count(), 1);
    let mut next = || {
        let Some(Item::Impl(implementation)) = items.next() else { panic!() };
        (written(implementation.trait_syntax()), written(implementation.type_syntax()), implementation.has_body())
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
    let types: Vec<_> = function(&parse).parameters().filter_map(|parameter| parameter.type_syntax()).collect();
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
    let [TypeSyntax::Path(_), TypeSyntax::Borrow(borrow)] = arguments[..] else { panic!("{arguments:?}") };
    assert!(borrow.is_mutable());
    assert_eq!(written(borrow.inner()), "B");
    assert_eq!(written(object.trait_syntax()), "T");
    assert_eq!(tuple.elements().count(), 2);
    assert_eq!((written(array.element()), code(array.length())), ("T".to_string(), "4".to_string()));
    assert_eq!(written(slice.element()), "T");
    assert!(pointer.is_extern() && !pointer.is_move() && closure.is_move() && !closure.is_extern());
    let parameters: Vec<_> =
        pointer.parameters().map(|part| (part.name().map(Token::text), written(part.type_syntax()))).collect();
    assert_eq!(parameters, [(Some("x"), "A".to_string()), (None, "B".to_string())]);
    assert_eq!(written(pointer.result()), "C");
    assert_eq!(own.single_word().map(Token::text), Some("Self"));
}
