//! Where a newline ends a statement and where it does not.

use expect_test::expect;

use super::{each, statements};

#[test]
fn a_newline_ends_a_statement() {
    let cases = &["a\nb", "a\n-b", "a\n(b)", "a\n[b]", "return\nx", "break\nouter", "let x = a\n{ b }"];
    expect![[r#"
        a⏎b
            Name`a`
            Name`b`
        a⏎-b
            Name`a`
            Unary(Name`b`)
        a⏎(b)
            Name`a`
            Paren(Name`b`)
        a⏎[b]
            Name`a`
            Array(Name`b`)
        return⏎x
            Return`return`
            Name`x`
        break⏎outer
            Break`break`
            Name`outer`
        let x = a⏎{ b }
            Let(BindingPattern`x` Name`a`)
            Block(Name`b`)
    "#]]
    .assert_eq(&each(cases, statements));
}

#[test]
fn a_line_goes_on_behind_operators() {
    let cases = &[
        "a +\nb",
        "let x =\n1",
        "x +=\n1",
        "f() as\ni64",
        "a &&\n\n# comment\nb",
        "a <\nb",
        "let x = fn () ->\nT { }",
    ];
    expect![[r#"
        a +⏎b
            Binary(Name`a` Name`b`)
        let x =⏎1
            Let(BindingPattern`x` Literal`1`)
        x +=⏎1
            Assign(Name`x` Literal`1`)
        f() as⏎i64
            Cast(Call(Name`f`) PathType`i64`)
        a &&⏎⏎# comment⏎b
            Binary(Name`a` Name`b`)
        a <⏎b
            Binary(Name`a` Name`b`)
        let x = fn () ->⏎T { }
            Let(BindingPattern`x` Closure(ParameterList`()` PathType`T` Block`{ }`))
    "#]]
    .assert_eq(&each(cases, statements));
}

#[test]
fn a_line_goes_on_with_a_point_else_and_or() {
    let cases = &["a\n.b()\n.c", "if a { }\nelse { }", "a\n&& b\n|| c", "a # comment\n# more\n.b"];
    expect![[r#"
        a⏎.b()⏎.c
            FieldAccess(Call(FieldAccess(Name`a`)))
        if a { }⏎else { }
            If(Name`a` Block`{ }` Block`{ }`)
        a⏎&& b⏎|| c
            Binary(Binary(Name`a` Name`b`) Name`c`)
        a # comment⏎# more⏎.b
            FieldAccess(Name`a`)
    "#]]
    .assert_eq(&each(cases, statements));
}

#[test]
fn brackets_swallow_newlines() {
    let cases = &[
        "f(\na\n,\nb\n)",
        "[\na,\nb\n]",
        "(a\n- b\n(c))",
        "f(fn (x) {\na\n-b\n},\nc)",
        "a[\ni\n]",
        "f(\ntype: 1,\nlet: 2)",
    ];
    expect![[r#"
        f(⏎a⏎,⏎b⏎)
            Call(Name`f` Name`a` Name`b`)
        [⏎a,⏎b⏎]
            Array(Name`a` Name`b`)
        (a⏎- b⏎(c))
            Paren(Binary(Name`a` Call(Name`b` Name`c`)))
        f(fn (x) {⏎a⏎-b⏎},⏎c)
            Call(Name`f` Closure(ParameterList(Parameter(PathType`x`)) Block(Name`a` Unary(Name`b`))) Name`c`)
        a[⏎i⏎]
            Index(Name`a` Name`i`)
        f(⏎type: 1,⏎let: 2)
            Call(Name`f` NamedArgument(Literal`1`) NamedArgument(Literal`2`))
    "#]]
    .assert_eq(&each(cases, statements));
}

#[test]
fn several_statements_share_a_line() {
    let cases = &["a b c", "@x *= by  @y *= by", "f(x) g(y)", "let x = 1 let y = 2", "a return", "if a { } b { }"];
    expect![[r#"
        a b c
            Name`a`
            Name`b`
            Name`c`
        @x *= by  @y *= by
            Assign(SelfField`@x` Name`by`)
            Assign(SelfField`@y` Name`by`)
        f(x) g(y)
            Call(Name`f` Name`x`)
            Call(Name`g` Name`y`)
        let x = 1 let y = 2
            Let(BindingPattern`x` Literal`1`)
            Let(BindingPattern`y` Literal`2`)
        a return
            Name`a`
            Return`return`
        if a { } b { }
            If(Name`a` Block`{ }`)
            Name`b`
            Block`{ }`
    "#]]
    .assert_eq(&each(cases, statements));
}
