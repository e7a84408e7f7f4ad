//! Trees of expressions: precedence, postfix forms, types in brackets.

use expect_test::expect;

use super::{each, statements};

#[test]
fn operators_bind_as_in_rust() {
    let cases = &[
        "a + b * c - d",
        "a +% b *% c -% d",
        "a << 1 + 2 & b ^ c | d",
        "a | b == c && d < e || !f",
        "a || b && c",
        "a..b + 1",
        "-a as i64 * b",
        "!a.b as u8 as i64 < c",
        "a as Pointer[u8] == b",
        "- -a",
        "1 - -1",
    ];
    expect![[r#"
        a + b * c - d
            Binary(Binary(Name`a` Binary(Name`b` Name`c`)) Name`d`)
        a +% b *% c -% d
            Binary(Binary(Name`a` Binary(Name`b` Name`c`)) Name`d`)
        a << 1 + 2 & b ^ c | d
            Binary(Binary(Binary(Binary(Name`a` Binary(Literal`1` Literal`2`)) Name`b`) Name`c`) Name`d`)
        a | b == c && d < e || !f
            Binary(Binary(Binary(Binary(Name`a` Name`b`) Name`c`) Binary(Name`d` Name`e`)) Unary(Name`f`))
        a || b && c
            Binary(Name`a` Binary(Name`b` Name`c`))
        a..b + 1
            Range(Name`a` Binary(Name`b` Literal`1`))
        -a as i64 * b
            Binary(Cast(Unary(Name`a`) PathType`i64`) Name`b`)
        !a.b as u8 as i64 < c
            Binary(Cast(Cast(Unary(FieldAccess(Name`a`)) PathType`u8`) PathType`i64`) Name`c`)
        a as Pointer[u8] == b
            Binary(Cast(Name`a` PathType(PathType`u8`)) Name`b`)
        - -a
            Unary(Unary(Name`a`))
        1 - -1
            Binary(Literal`1` Unary(Literal`1`))
    "#]]
    .assert_eq(&each(cases, statements));
}

#[test]
fn prefixes_bind_tighter_than_as() {
    let cases = &[
        "try f(x) + 1",
        "mut state as Pointer[()]",
        "mut (data as Pointer[State])[0]",
        "ref a.b[1]",
        "move x",
        "-1.abs()",
    ];
    expect![[r#"
        try f(x) + 1
            Binary(Unary(Call(Name`f` Name`x`)) Literal`1`)
        mut state as Pointer[()]
            Cast(Unary(Name`state`) PathType(TupleType`()`))
        mut (data as Pointer[State])[0]
            Unary(Index(Paren(Cast(Name`data` PathType(PathType`State`))) Literal`0`))
        ref a.b[1]
            Unary(Index(FieldAccess(Name`a`) Literal`1`))
        move x
            Unary(Name`x`)
        -1.abs()
            Unary(Call(FieldAccess(Literal`1`)))
    "#]]
    .assert_eq(&each(cases, statements));
}

#[test]
fn postfix_forms_chain() {
    let cases = &[
        "a.b.c(d)(e)[f].0.1",
        "x.type.match",
        "@type.x",
        "self.area()",
        "(x.f)(1)",
        "@f(1)",
        "Vec3(x: 1, type: 2)",
        "f(a, b, c: d,)",
        "fn (x) { x }(1)",
    ];
    expect![[r#"
        a.b.c(d)(e)[f].0.1
            FieldAccess(FieldAccess(Index(Call(Call(FieldAccess(FieldAccess(Name`a`)) Name`d`) Name`e`) Name`f`)))
        x.type.match
            FieldAccess(FieldAccess(Name`x`))
        @type.x
            FieldAccess(SelfField`@type`)
        self.area()
            Call(FieldAccess(SelfValue`self`))
        (x.f)(1)
            Call(Paren(FieldAccess(Name`x`)) Literal`1`)
        @f(1)
            Call(SelfField`@f` Literal`1`)
        Vec3(x: 1, type: 2)
            Call(Name`Vec3` NamedArgument(Literal`1`) NamedArgument(Literal`2`))
        f(a, b, c: d,)
            Call(Name`f` Name`a` Name`b` NamedArgument(Name`d`))
        fn (x) { x }(1)
            Call(Closure(ParameterList(Parameter(PathType`x`)) Block(Name`x`)) Literal`1`)
    "#]]
    .assert_eq(&each(cases, statements));
}

#[test]
fn brackets_hold_indices_or_types() {
    let cases = &[
        "a[i]",
        "a[i + 1][j]",
        "a[..]",
        "a[i..]",
        "a[..j]",
        "a[..=j]",
        "a[i..j + 1]",
        "size_of[ref T]()",
        "zeroed[Pointer[u8]]()",
        "Array[i64].new()",
        "f[[T; 4], mut [u8], fn (A, x: B) -> C, extern fn (A), dyn D[E], (F, G), fn move]()",
        "a.b[T]()",
        "a[fn (x) { x }]",
    ];
    expect![[r#"
        a[i]
            Index(Name`a` Name`i`)
        a[i + 1][j]
            Index(Index(Name`a` Binary(Name`i` Literal`1`)) Name`j`)
        a[..]
            Index(Name`a` Range`..`)
        a[i..]
            Index(Name`a` Range(Name`i`))
        a[..j]
            Index(Name`a` Range(Name`j`))
        a[..=j]
            Index(Name`a` Range(Name`j`))
        a[i..j + 1]
            Index(Name`a` Range(Name`i` Binary(Name`j` Literal`1`)))
        size_of[ref T]()
            Call(Index(Name`size_of` Unary(Name`T`)))
        zeroed[Pointer[u8]]()
            Call(Index(Name`zeroed` Index(Name`Pointer` Name`u8`)))
        Array[i64].new()
            Call(FieldAccess(Index(Name`Array` Name`i64`)))
        f[[T; 4], mut [u8], fn (A, x: B) -> C, extern fn (A), dyn D[E], (F, G), fn move]()
            Call(Index(Name`f` Repeat(Name`T` Literal`4`) Unary(Array(Name`u8`)) FunctionType(ParameterList(Parameter(PathType`A`) Parameter(PathType`B`)) PathType`C`) FunctionType(ParameterList(Parameter(PathType`A`))) DynType(PathType(PathType`E`)) Tuple(Name`F` Name`G`) FunctionType`fn move`))
        a.b[T]()
            Call(Index(FieldAccess(Name`a`) Name`T`))
        a[fn (x) { x }]
            Index(Name`a` Closure(ParameterList(Parameter(PathType`x`)) Block(Name`x`)))
    "#]].assert_eq(&each(cases, statements));
}

#[test]
fn literals_and_lists() {
    let cases = &[
        r#"1_000 0xff 0o17 0b101 1.5 2e9 'a' "s" c"s" true false"#,
        "f ((), (a), (a,), (a, b))",
        "f ([], [a], [a, b,], [0; 4])",
        "self Self.x x",
    ];
    expect![[r#"
        1_000 0xff 0o17 0b101 1.5 2e9 'a' "s" c"s" true false
            Literal`1_000`
            Literal`0xff`
            Literal`0o17`
            Literal`0b101`
            Literal`1.5`
            Literal`2e9`
            Literal`'a'`
            Literal`"s"`
            Literal`c"s"`
            Literal`true`
            Literal`false`
        f ((), (a), (a,), (a, b))
            Call(Name`f` Tuple`()` Paren(Name`a`) Tuple(Name`a`) Tuple(Name`a` Name`b`))
        f ([], [a], [a, b,], [0; 4])
            Call(Name`f` Array`[]` Array(Name`a`) Array(Name`a` Name`b`) Repeat(Literal`0` Literal`4`))
        self Self.x x
            SelfValue`self`
            FieldAccess(Name`Self`)
            Name`x`
    "#]]
    .assert_eq(&each(cases, statements));
}

#[test]
fn strings_hold_expressions() {
    let cases = &[r#""a ${b} c ${d + "${e}"}""#, r#""${f(x: {1}, y: "}")}""#, "\"\"\"\n  ${a}\n  b\n  \"\"\""];
    expect![[r#"
        "a ${b} c ${d + "${e}"}"
            InterpolatedString(Interpolation(Name`b`) Interpolation(Binary(Name`d` InterpolatedString(Interpolation(Name`e`)))))
        "${f(x: {1}, y: "}")}"
            InterpolatedString(Interpolation(Call(Name`f` NamedArgument(Block(Literal`1`)) NamedArgument(Literal`"}"`))))
        """⏎  ${a}⏎  b⏎  """
            InterpolatedString(Interpolation(Name`a`))
    "#]].assert_eq(&each(cases, statements));
}

#[test]
fn closures() {
    let cases = &["fn { }", "fn (x: i64, _, y) -> i64 { x + n }", "fn move { return }", "f(fn (x) { x }, 1)"];
    expect![[r#"
        fn { }
            Closure(Block`{ }`)
        fn (x: i64, _, y) -> i64 { x + n }
            Closure(ParameterList(Parameter(PathType`i64`) Parameter`_` Parameter(PathType`y`)) PathType`i64` Block(Binary(Name`x` Name`n`)))
        fn move { return }
            Closure(Block(Return`return`))
        f(fn (x) { x }, 1)
            Call(Name`f` Closure(ParameterList(Parameter(PathType`x`)) Block(Name`x`)) Literal`1`)
    "#]].assert_eq(&each(cases, statements));
}

#[test]
fn ranges() {
    let cases = &["let r = a..b", "for i in 0..n + 1 { }", "for i in a..=b { }"];
    expect![[r#"
        let r = a..b
            Let(BindingPattern`r` Range(Name`a` Name`b`))
        for i in 0..n + 1 { }
            For(BindingPattern`i` Range(Literal`0` Binary(Name`n` Literal`1`)) Block`{ }`)
        for i in a..=b { }
            For(BindingPattern`i` Range(Name`a` Name`b`) Block`{ }`)
    "#]]
    .assert_eq(&each(cases, statements));
}
