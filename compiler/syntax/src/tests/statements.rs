//! Trees of statements, patterns and the expressions that steer control.

use expect_test::expect;

use super::{each, statements};

#[test]
fn lets() {
    let cases = &[
        "let x = 1",
        "let mut x: i64 = 1",
        "let x: T",
        "let Some(x) = e else { return }",
        "let (a, mut b) = c",
        "@[allow(unused)] @[b] let x = 1",
    ];
    expect![[r#"
        let x = 1
            Let(BindingPattern`x` Literal`1`)
        let mut x: i64 = 1
            Let(BindingPattern`mut x` PathType`i64` Literal`1`)
        let x: T
            Let(BindingPattern`x` PathType`T`)
        let Some(x) = e else { return }
            Let(PathPattern(BindingPattern`x`) Name`e` Block(Return`return`))
        let (a, mut b) = c
            Let(TuplePattern(BindingPattern`a` BindingPattern`mut b`) Name`c`)
        @[allow(unused)] @[b] let x = 1
            Let(Attribute(AttributeArgument`unused`) Attribute`@[b]` BindingPattern`x` Literal`1`)
    "#]]
    .assert_eq(&each(cases, statements));
}

#[test]
fn assignments() {
    let cases = &["x = 1", "x.y[0] +%= 2", "@x *= by  @y *= by", "p[0] <<= 1"];
    expect![[r#"
        x = 1
            Assign(Name`x` Literal`1`)
        x.y[0] +%= 2
            Assign(Index(FieldAccess(Name`x`) Literal`0`) Literal`2`)
        @x *= by  @y *= by
            Assign(SelfField`@x` Name`by`)
            Assign(SelfField`@y` Name`by`)
        p[0] <<= 1
            Assign(Index(Name`p` Literal`0`) Literal`1`)
    "#]]
    .assert_eq(&each(cases, statements));
}

#[test]
fn branches() {
    let cases = &[
        "if a { b } else if c { d } else { e }",
        "if let Some(x) = a && x > 0 && let P(y) = b.c { }",
        "if (a || b) && let P = c { }",
        "let x = if a { 1 } else { 2 }",
        "if a { b } else { c }.d()",
        "unsafe { f() } < 0",
    ];
    expect![[r#"
        if a { b } else if c { d } else { e }
            If(Name`a` Block(Name`b`) If(Name`c` Block(Name`d`) Block(Name`e`)))
        if let Some(x) = a && x > 0 && let P(y) = b.c { }
            If(Binary(Binary(LetCondition(PathPattern(BindingPattern`x`) Name`a`) Binary(Name`x` Literal`0`)) LetCondition(PathPattern(BindingPattern`y`) FieldAccess(Name`b`))) Block`{ }`)
        if (a || b) && let P = c { }
            If(Binary(Paren(Binary(Name`a` Name`b`)) LetCondition(PathPattern`P` Name`c`)) Block`{ }`)
        let x = if a { 1 } else { 2 }
            Let(BindingPattern`x` If(Name`a` Block(Literal`1`) Block(Literal`2`)))
        if a { b } else { c }.d()
            Call(FieldAccess(If(Name`a` Block(Name`b`) Block(Name`c`))))
        unsafe { f() } < 0
            Binary(Unsafe(Block(Call(Name`f`))) Literal`0`)
    "#]].assert_eq(&each(cases, statements));
}

#[test]
fn loops() {
    let cases = &[
        "loop { break }",
        "while a { continue }",
        "while let Some(x) = mut y.pop() && z { }",
        "for (k, v) in mut map { }",
        "outer: for x in y { break outer }",
        "a: loop { } b: while c { continue a }",
    ];
    expect![[r#"
        loop { break }
            Loop(Block(Break`break`))
        while a { continue }
            While(Name`a` Block(Continue`continue`))
        while let Some(x) = mut y.pop() && z { }
            While(Binary(LetCondition(PathPattern(BindingPattern`x`) Unary(Call(FieldAccess(Name`y`)))) Name`z`) Block`{ }`)
        for (k, v) in mut map { }
            For(TuplePattern(BindingPattern`k` BindingPattern`v`) Unary(Name`map`) Block`{ }`)
        outer: for x in y { break outer }
            For(BindingPattern`x` Name`y` Block(Break`break outer`))
        a: loop { } b: while c { continue a }
            Loop(Block`{ }`)
            While(Name`c` Block(Continue`continue a`))
    "#]].assert_eq(&each(cases, statements));
}

#[test]
fn matches() {
    let cases = &[
        "match x { case A -> 1 case B(c) -> d }",
        "match mut x { case 1 | 2..5 | -3..=-1 -> return case 'a'..'z' -> { } case _ if let Some(q) = w && q -> x = 1 }",
        "match x {\n  case a.B(c, d: e, ..) as f -> g\n  case (1, mut h) ->\n    i\n  case [j, _] -> throw k\n  case LIMIT -> continue\n  case \"s\" -> f()\n  case true -> { }\n}",
    ];
    expect![[r#"
        match x { case A -> 1 case B(c) -> d }
            Match(Name`x` MatchArm(PathPattern`A` Literal`1`) MatchArm(PathPattern(BindingPattern`c`) Name`d`))
        match mut x { case 1 | 2..5 | -3..=-1 -> return case 'a'..'z' -> { } case _ if let Some(q) = w && q -> x = 1 }
            Match(Unary(Name`x`) MatchArm(OrPattern(LiteralPattern`1` RangePattern`2..5` RangePattern`-3..=-1`) Return`return`) MatchArm(RangePattern`'a'..'z'` Block`{ }`) MatchArm(WildcardPattern`_` Binary(LetCondition(PathPattern(BindingPattern`q`) Name`w`) Name`q`) Assign(Name`x` Literal`1`)))
        match x {⏎  case a.B(c, d: e, ..) as f -> g⏎  case (1, mut h) ->⏎    i⏎  case [j, _] -> throw k⏎  case LIMIT -> continue⏎  case "s" -> f()⏎  case true -> { }⏎}
            Match(Name`x` MatchArm(AsPattern(PathPattern(BindingPattern`c` FieldPattern(BindingPattern`e`) RestPattern`..`)) Name`g`) MatchArm(TuplePattern(LiteralPattern`1` BindingPattern`mut h`) Name`i`) MatchArm(ArrayPattern(BindingPattern`j` WildcardPattern`_`) Throw(Name`k`)) MatchArm(PathPattern`LIMIT` Continue`continue`) MatchArm(LiteralPattern`"s"` Call(Name`f`)) MatchArm(LiteralPattern`true` Block`{ }`))
    "#]].assert_eq(&each(cases, statements));
}

#[test]
fn jumps() {
    let cases = &[
        "return",
        "return x + 1",
        "return -1",
        "break",
        "continue outer",
        "throw E(1)",
        "if a { return } else { return b }",
        "a || return",
    ];
    expect![[r#"
        return
            Return`return`
        return x + 1
            Return(Binary(Name`x` Literal`1`))
        return -1
            Return(Unary(Literal`1`))
        break
            Break`break`
        continue outer
            Continue`continue outer`
        throw E(1)
            Throw(Call(Name`E` Literal`1`))
        if a { return } else { return b }
            If(Name`a` Block(Return`return`) Block(Return(Name`b`)))
        a || return
            Binary(Name`a` Return`return`)
    "#]]
    .assert_eq(&each(cases, statements));
}

#[test]
fn blocks() {
    let cases = &["{ a { b } }", "let x = { a }", "unsafe { a }"];
    expect![[r#"
        { a { b } }
            Block(Name`a` Block(Name`b`))
        let x = { a }
            Let(BindingPattern`x` Block(Name`a`))
        unsafe { a }
            Unsafe(Block(Name`a`))
    "#]]
    .assert_eq(&each(cases, statements));
}
