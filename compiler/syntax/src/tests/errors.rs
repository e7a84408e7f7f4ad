//! Each error: where it is shown, what it says, and that it is the only one. Bodies stand behind `fn f { ` on line 1.

use expect_test::expect;

use super::{each, errors, errors_in_body};

#[test]
fn literals() {
    let cases = &[
        "\"abc\nlet x = 1",
        "\"a${b\nlet x = 1",
        "\"a${\"b${c\nlet x = 1",
        r#""""abc"#,
        "f(\"abc\nlet x = 1",
        "f('a\nlet x = 1",
        "f(\"a${b\nlet x = 1",
        "'ab'",
        "''",
        "'a\nb",
        r#""\q \u{110000} \u{zz} \uff""#,
        r#"'\q'"#,
        r#"c"${x}""#,
        r#""\"#,
        "12ab",
        "1u8",
        "2e",
        "0b12",
        "0x",
        "0XFF",
        "340282366920938463463374607431768211456",
        "1.",
        "a.0x1",
    ];
    expect![[r#"
        "abc⏎let x = 1
            1:8-12 UnterminatedLiteral: close this string with `"` on its line, or use `"""` for several lines
        "a${b⏎let x = 1
            1:8-13 UnterminatedLiteral: close this string with `"` on its line, or use `"""` for several lines
        "a${"b${c⏎let x = 1
            1:8-17 UnterminatedLiteral: close this string with `"` on its line, or use `"""` for several lines
        """abc
            1:8-11 UnterminatedLiteral: close this string with `"""`
        f("abc⏎let x = 1
            1:10-14 UnterminatedLiteral: close this string with `"` on its line, or use `"""` for several lines
        f('a⏎let x = 1
            1:10-12 UnterminatedLiteral: close this character literal with `'`
        f("a${b⏎let x = 1
            1:10-15 UnterminatedLiteral: close this string with `"` on its line, or use `"""` for several lines
        'ab'
            1:8-12 InvalidCharacterLiteral: a character literal holds one code point, use `"…"` for text
        ''
            1:8-10 InvalidCharacterLiteral: a character literal holds one code point, write `'\''` for a quote
        'a⏎b
            1:8-10 UnterminatedLiteral: close this character literal with `'`
        "\q \u{110000} \u{zz} \uff"
            1:9-11 InvalidEscape: `\q` is no escape, write `\\` for a backslash
            1:12-14 InvalidEscape: write a code point as `\u{1F600}`, one to six hexadecimal digits
            1:23-25 InvalidEscape: write a code point as `\u{1F600}`, one to six hexadecimal digits
            1:30-32 InvalidEscape: write a code point as `\u{1F600}`, one to six hexadecimal digits
        '\q'
            1:8-12 InvalidEscape: `\q` is no escape, write `'\\'` for a backslash
        c"${x}"
            1:10-12 MisplacedInterpolation: a C string holds no `${…}`, write `\$` for a dollar sign
        "\
            1:8-10 UnterminatedLiteral: close this string with `"` on its line, or use `"""` for several lines
        12ab
            1:8-12 InvalidNumber: put a space between the number and `ab`
        1u8
            1:8-11 InvalidNumber: a number has no suffix, write `1 as u8`
        2e
            1:8-10 InvalidNumber: write digits behind the `e`, as in `2e9`
        0b12
            1:11-12 InvalidNumber: `2` is no digit of a number such as `0b101`
        0x
            1:8-10 InvalidNumber: write digits behind the prefix, as in `0xff`
        0XFF
            1:8-10 InvalidNumber: write the prefix as `0x`
        340282366920938463463374607431768211456
            1:8-47 InvalidNumber: this number fits no integer type
        1.
            1:10-10 InvalidNumber: a digit follows the point, as in `1.0`
        a.0x1
            1:10-13 InvalidNumber: put a space between the number and `x1`
    "#]]
    .assert_eq(&each(cases, errors_in_body));
}

#[test]
fn characters() {
    let cases = &["a ? b", "let x = “a”", "a ~ b", "a  b", "$x", "☃☃"];
    expect![[r#"
        a ? b
            1:10-11 InvalidCharacter: use `try e` instead of `e?`, `if c { a } else { b }` instead of `c ? a : b`, and `Option[T]` instead of `?T`
        let x = “a”
            1:16-19 InvalidCharacter: use plain quotes `"`
            1:20-23 InvalidCharacter: use plain quotes `"`
        a ~ b
            1:10-11 InvalidCharacter: use `!x` for the bitwise complement
        a  b
            1:10-12 InvalidCharacter: use a plain space instead of the character U+00A0
        $x
            1:8-9 InvalidCharacter: `$` has a meaning only in strings
        ☃☃
            1:8-14 InvalidCharacter: remove the character `☃`, which begins nothing
    "#]]
    .assert_eq(&each(cases, errors_in_body));
}

#[test]
fn missing_expressions() {
    let cases = &[
        "let x =",
        "let x = \nlet y = 1",
        "a + ",
        "@",
        "_",
        "x = type",
        "as",
        "dyn T",
        "fn (x) -> T",
        "let f = fn g() { }",
        r#""${}""#,
        r#""${a b}""#,
        "a.",
        "a.\nb",
    ];
    expect![[r#"
        let x =
            1:15-15 ExpectedExpression: expected an expression
        let x = ⏎let y = 1
            1:15-15 ExpectedExpression: expected an expression
        a + 
            1:11-11 ExpectedExpression: expected an expression
        @
            1:9-9 ExpectedName: expected the name of a field behind `@`
        _
            1:8-9 ExpectedExpression: expected an expression, `_` is a pattern
        x = type
            1:12-16 ExpectedExpression: expected an expression
        as
            1:8-10 ExpectedExpression: expected an expression
            1:10-10 ExpectedType: expected a type
        dyn T
            1:8-11 ExpectedExpression: expected an expression, found a type
        fn (x) -> T
            1:19-19 ExpectedToken: expected `{` to begin the body of the closure
        let f = fn g() { }
            1:19-20 UnexpectedToken: a closure has no name, bind it with `let`
        "${}"
            1:11-12 ExpectedExpression: expected an expression in `${…}`, or write `\$` for a dollar sign
        "${a b}"
            1:13-14 UnexpectedToken: expected `}`, `${…}` holds one expression
        a.
            1:10-10 ExpectedName: expected a name behind the `.`
        a.⏎b
            1:10-10 ExpectedName: expected a name behind the `.`
    "#]]
    .assert_eq(&each(cases, errors_in_body));
}

#[test]
fn lists() {
    let cases = &[
        "f(,)",
        "f(a b)",
        "f(a, b",
        "f(a\nlet x = 1\nlet y = 2",
        "f(a]) + 1",
        "(a",
        "[1, 2",
        "a[]",
        "f(x: 1, 2)",
        "return )",
        "a)",
    ];
    expect![[r#"
        f(,)
            1:10-11 ExpectedExpression: expected an expression
        f(a b)
            1:12-13 ExpectedToken: expected `,` or `)` in the list of arguments
        f(a, b
            1:14-14 Unclosed: expected `)` to close the list of arguments (1:9 the list of arguments begins here)
        f(a⏎let x = 1⏎let y = 2
            1:11-11 Unclosed: expected `)` to close the list of arguments (1:9 the list of arguments begins here)
        f(a]) + 1
            1:11-12 UnexpectedClosing: remove this `]`, it closes nothing
        (a
            1:10-10 Unclosed: expected `)` to close the parenthesised expression (1:8 the parenthesised expression begins here)
        [1, 2
            1:13-13 Unclosed: expected `]` to close the array (1:8 the array begins here)
        a[]
            1:10-11 ExpectedExpression: expected an index or type in the brackets
        f(x: 1, 2)
            1:16-17 PositionalAfterNamed: put arguments without a name before those with one
        return )
            1:15-16 UnexpectedClosing: remove this `)`, it closes nothing
        a)
            1:9-10 UnexpectedClosing: remove this `)`, it closes nothing
    "#]]
    .assert_eq(&each(cases, errors_in_body));
}

#[test]
fn operators() {
    let cases = &[
        "a = b = c",
        "f(a = 1)",
        "(a = 1)",
        "if a = 1 { }",
        "a < b < c",
        "a == b != c",
        "a..b..c",
        "let r = a..",
        "let x = let y",
        "if let a = b || c { }",
        "if a || let b = c { }",
        "!let a = b",
    ];
    expect![[r#"
        a = b = c
            1:14-15 MisplacedAssignment: assign to one place at a time
        f(a = 1)
            1:12-13 MisplacedAssignment: name an argument with `:`, as in `f(x: 1)`
        (a = 1)
            1:11-12 MisplacedAssignment: an assignment is a statement, it has no value
        if a = 1 { }
            1:13-14 MisplacedAssignment: use `==` to compare
        a < b < c
            1:14-15 ChainedComparison: comparisons do not chain, join two with `&&`
        a == b != c
            1:15-17 ChainedComparison: comparisons do not chain, join two with `&&`
        a..b..c
            1:12-14 InvalidRange: ranges do not chain
        let r = a..
            1:19-19 InvalidRange: a range needs an end, except in `a[i..]`
        let x = let y
            1:16-19 MisplacedLet: `let` stands in the condition of `if` or `while`, joined by `&&`
        if let a = b || c { }
            1:21-23 MisplacedLet: a condition with `let` is joined by `&&` only
        if a || let b = c { }
            1:13-15 MisplacedLet: a condition with `let` is joined by `&&` only
        !let a = b
            1:9-12 MisplacedLet: `let` stands in the condition of `if` or `while`, joined by `&&`
    "#]]
    .assert_eq(&each(cases, errors_in_body));
}

#[test]
fn habits_from_other_languages() {
    let cases = &[
        "&x",
        "*p = 1",
        "i++",
        "a === b",
        "a !== b",
        "|x| x",
        "// comment",
        "x: i64 = 5",
        "a: b",
        "a; b; c",
        "let x: Vec<i64> = 5",
        "let x: &T = 5",
        "match x { case 1 => 2, case 2 -> 3 }",
    ];
    expect![[r#"
        &x
            1:8-9 ForeignSyntax: write a borrow as `ref x` or `mut x`
        *p = 1
            1:8-9 ForeignSyntax: write `p[0]` for what a pointer leads to, a borrow is used as its value
        i++
            1:9-11 ForeignSyntax: write `x += 1`
        a === b
            1:12-13 ForeignSyntax: write `==`
        a !== b
            1:12-13 ForeignSyntax: write `!=`
        |x| x
            1:8-9 ForeignSyntax: write a closure as `fn (x) { … }`
        // comment
            1:8-10 ForeignSyntax: write a comment with `#`
        x: i64 = 5
            1:8-9 ExpectedToken: write `let` to declare a variable, or `loop`, `while` or `for` behind a label
        a: b
            1:8-9 ExpectedToken: write `let` to declare a variable, or `loop`, `while` or `for` behind a label
        a; b; c
            1:9-10 Semicolon: remove the `;`, a statement ends with its line
            1:12-13 Semicolon: remove the `;`, a statement ends with its line
        let x: Vec<i64> = 5
            1:18-19 ForeignSyntax: write type arguments in `[…]`
        let x: &T = 5
            1:15-16 ForeignSyntax: write a borrow as `ref T` or `mut T`
        match x { case 1 => 2, case 2 -> 3 }
            1:25-27 ForeignSyntax: write `->` instead of `=>`
    "#]]
    .assert_eq(&each(cases, errors_in_body));
}

#[test]
fn statements() {
    let cases = &[
        "let = 5",
        "let",
        "let x: = 5",
        "let x: ref ref T",
        "let x: [T",
        "case 1 -> 2",
        "unsafe x",
        "let mut = 1",
        "let type = 1",
        "@[a] x = 1",
        "fn g() { }",
        "type T { }",
        "pub let x = 1",
        "else { }",
        "a }",
    ];
    expect![[r#"
        let = 5
            1:12-13 ExpectedPattern: expected a name or another pattern
        let
            1:11-11 ExpectedPattern: expected a name or another pattern
        let x: = 5
            1:15-16 ExpectedType: expected a type
        let x: ref ref T
            1:19-22 UnexpectedToken: a borrow has one `ref` or `mut`
        let x: [T
            1:17-17 Unclosed: expected `]` to close the array type (1:15 the array type begins here)
        case 1 -> 2
            1:8-12 UnexpectedToken: a `case` belongs in the braces of a `match`
        unsafe x
            1:15-16 ExpectedToken: expected `{` to begin the body of the `unsafe`
        let mut = 1
            1:16-17 ExpectedName: expected the name of the variable
        let type = 1
            1:12-16 ReservedWord: `type` is a reserved word, choose another name
        @[a] x = 1
            1:13-14 MisplacedAttribute: an attribute belongs to an item, a member or a `let`
        fn g() { }
            1:8-10 MisplacedItem: move this item out of the function
        type T { }
            1:8-12 MisplacedItem: move this item out of the function
        pub let x = 1
            1:8-11 MisplacedItem: move this item out of the function
        else { }
            1:8-12 ExpectedExpression: an `else` belongs behind the `}` of its `if`
        a }
            2:1-2 UnexpectedClosing: remove this `}`, no block is open here
    "#]]
    .assert_eq(&each(cases, errors_in_body));
}

#[test]
fn control() {
    let cases = &[
        "if a",
        "if a\n{ b }",
        "if a { b } else",
        "while { }",
        "for x y { }",
        "for in x { }",
        "loop",
        "match x",
        "match x { a }",
        "match x { case -> 2 }",
        "match x { case 1 -> a b }",
    ];
    expect![[r#"
        if a
            1:12-12 ExpectedToken: expected `{` to begin the body of the `if`
        if a⏎{ b }
            2:1-2 BraceOnNextLine: put this `{` on the line of its `if`
        if a { b } else
            1:23-23 ExpectedToken: expected `{` to begin the body of the `else`
        while { }
            1:17-17 ExpectedToken: expected `{` to begin the body of the `while`
        for x y { }
            1:14-15 ExpectedToken: expected `in` and what to loop over
        for in x { }
            1:12-14 ExpectedPattern: expected a name or another pattern
        loop
            1:12-12 ExpectedToken: expected `{` to begin the body of the `loop`
        match x
            1:15-15 ExpectedToken: expected `{` to begin the body of the `match`
        match x { a }
            1:18-19 ExpectedToken: expected `case` or `}`, put several statements of an arm in `{ … }`
        match x { case -> 2 }
            1:23-25 ExpectedPattern: expected a name or another pattern
        match x { case 1 -> a b }
            1:30-31 ExpectedToken: expected `case` or `}`, put several statements of an arm in `{ … }`
    "#]]
    .assert_eq(&each(cases, errors_in_body));
}

#[test]
fn patterns() {
    let cases = &[
        r#"let "${x}" = y"#,
        "let (a, ..) = b",
        "match x { case A(x: a, b) -> c }",
        "match x { case A(.., b) -> c }",
        "match x { case 1.. -> c }",
        "match x { case -a -> c }",
    ];
    expect![[r#"
        let "${x}" = y
            1:12-13 MisplacedInterpolation: a pattern holds no `${…}`, compare in a guard `if`
        let (a, ..) = b
            1:16-18 UnexpectedToken: `..` stands only in the parentheses of a case or type, and in arrays
        match x { case A(x: a, b) -> c }
            1:31-32 PositionalAfterNamed: put patterns without a name before those with one
        match x { case A(.., b) -> c }
            1:27-28 UnexpectedToken: `..` comes last
        match x { case 1.. -> c }
            1:27-29 InvalidRange: a range in a pattern has both ends, as literals: write a guard, `n if n >= 1`
        match x { case -a -> c }
            1:24-25 ExpectedPattern: expected a number behind `-`
    "#]]
    .assert_eq(&each(cases, errors_in_body));
}

#[test]
fn items() {
    let cases = &[
        "x = 5\ny = 6\nfn f { }",
        "struct Foo { }\nfn f { }",
        "func f() { }",
        "}",
        "pub impl A for B",
        r#"pub test "x" { }"#,
        "unsafe type T { }",
        "extern type T { }",
        r#"test "a""#,
        "fn f { } ; fn g { }",
        "let X",
        "let mut X = 1",
        "let X: i64",
        "let mut x: i64",
        "let mut = 1",
    ];
    expect![[r#"
        x = 5⏎y = 6⏎fn f { }
            1:1-2 ForeignSyntax: a constant is written `let NAME = value`, what changes is a global, `let mut NAME: T = constant`
        struct Foo { }⏎fn f { }
            1:1-7 ForeignSyntax: write a type as `type Name { let @field: Type }`, or `type copy Name { … }` for plain bits
        func f() { }
            1:1-5 ForeignSyntax: write a function as `fn name(…) { … }`
        }
            1:1-2 UnexpectedClosing: remove this `}`, no block is open here
        pub impl A for B
            1:1-4 MisplacedModifier: remove `pub`, an `impl` is as visible as its parts
        pub test "x" { }
            1:1-4 MisplacedModifier: remove `pub`, tests and benches are seen by nobody
        unsafe type T { }
            1:1-7 MisplacedModifier: `unsafe` stands before `fn` or a block in a function
        extern type T { }
            1:8-12 ExpectedToken: expected `fn` or `{` behind `extern`
        test "a"
            1:9-9 ExpectedToken: expected `{` to begin the body of the test
        fn f { } ; fn g { }
            1:10-11 Semicolon: remove the `;`, a statement ends with its line
        let X
            1:6-6 ExpectedToken: expected `=` and the value of the constant
        let mut X = 1
        let X: i64
            1:11-11 ExpectedToken: expected `=` and the value of the constant
        let mut x: i64
            1:15-15 ExpectedToken: expected `=` and the value that the global starts with
        let mut = 1
            1:9-10 ExpectedName: expected the name of the global
    "#]]
    .assert_eq(&each(cases, errors));
}

#[test]
fn attributes() {
    let cases = &[
        "@[packed]",
        "@[] fn f { }",
        "@[a b] fn f { }",
        "@[a, b] fn f { }",
        "@[a(+)] fn f { }",
        "@[a(b-c-d, e)] fn f { }",
    ];
    expect![[r#"
        @[packed]
            1:10-10 ExpectedItem: expected an item behind the attribute
        @[] fn f { }
            1:3-4 ExpectedName: expected the name of an attribute behind `@[`
        @[a b] fn f { }
            1:5-6 Unclosed: expected `]` to close the attribute (1:1 the attribute begins here)
        @[a, b] fn f { }
            1:4-5 UnexpectedToken: write one attribute in each `@[…]`
        @[a(+)] fn f { }
            1:5-6 ExpectedExpression: expected a literal or a word as the attribute's argument
        @[a(b-c-d, e)] fn f { }
            1:6-7 ForeignSyntax: write `_` instead of `-` in a word
    "#]]
    .assert_eq(&each(cases, errors));
}

#[test]
fn functions() {
    let cases = &[
        "fn",
        "fn f",
        "fn f\n{ }",
        "fn f(",
        "fn f(a: i64\n  g()\n}\nfn h { }",
        "fn f(a) { }",
        "fn f(self) { }",
        "fn f(mut x: T) { }",
        "fn f(x: T, ...) { }",
        "fn f<T>() { }",
        "fn f: T { }",
        "fn type() { }",
        "fn f[T: ]() { }",
    ];
    expect![[r#"
        fn
            1:3-3 ExpectedName: expected the name of the function
        fn f
            1:5-5 WrongBody: expected the body `{ … }` of the function
        fn f⏎{ }
            2:1-2 BraceOnNextLine: put this `{` on the line of its function
        fn f(
            1:6-6 Unclosed: expected `)` to close the list of parameters (1:5 the list of parameters begins here)
        fn f(a: i64⏎  g()⏎}⏎fn h { }
            1:12-12 Unclosed: expected `)` to close the list of parameters (1:5 the list of parameters begins here)
        fn f(a) { }
            1:7-8 ExpectedType: expected `:` and the type of the parameter
        fn f(self) { }
            1:6-10 ForeignSyntax: `self` is not declared: write `fn`, `fn mut`, `fn move` or `fn static`
        fn f(mut x: T) { }
            1:6-9 MisplacedModifier: a parameter is no variable: copy it with `let mut`
        fn f(x: T, ...) { }
            1:12-15 UnexpectedToken: only functions of C in `extern { … }` take `...`
        fn f<T>() { }
            1:5-6 ForeignSyntax: write type parameters in `[…]`
        fn f: T { }
            1:5-6 ForeignSyntax: write the result type behind `->`
        fn type() { }
            1:4-8 ReservedWord: `type` is a reserved word, choose another name for the function
        fn f[T: ]() { }
            1:9-10 ExpectedType: expected a type
    "#]]
    .assert_eq(&each(cases, errors));
}

#[test]
fn imports() {
    let cases = &[
        "import",
        "import a/b",
        "import a.*",
        "import a { b }",
        "import (a)",
        "import a (b c)",
        "import a as",
        "import extern m",
    ];
    expect![[r#"
        import
            1:7-7 ExpectedName: expected a module such as `geometry.vec`
        import a/b
            1:9-10 ForeignSyntax: write the path of a module with `.`
        import a.*
            1:10-11 ForeignSyntax: write out the names, there is no wildcard
        import a { b }
            1:10-11 ForeignSyntax: write the imported names in `( … )`
        import (a)
            1:8-9 ExpectedName: expected a module such as `geometry.vec`
        import a (b c)
            1:13-14 ExpectedToken: expected `,` or `)` in the list of imported names
        import a as
            1:12-12 ExpectedName: expected the name of the module
        import extern m
            1:15-16 ExpectedName: expected the library's name in quotes, as in `import extern "m"`
    "#]]
    .assert_eq(&each(cases, errors));
}

#[test]
fn types() {
    let cases = &[
        "type",
        "type T",
        "type T = ",
        "type copy inline T { }",
        "type T { x: i64 }",
        "type T { let x: i64 }",
        "type T { let mut @x: i64 }",
        "type T { let @x }",
        "type T { let @x: i64 = 1 }",
        "type T { let @x: i64, let @y: i64 }",
        "type T { case A }",
        "type enum T { let @x: i64 }",
        "type T { type U { } }",
        "type union T { fn f { } }",
        "type T\n{ let @x: i64 }",
    ];
    expect![[r#"
        type
            1:5-5 ExpectedName: expected the name of the type
        type T
            1:7-7 ExpectedToken: expected `{` to begin the body of the declaration
        type T = 
            1:9-9 ExpectedType: expected a type
        type copy inline T { }
            1:11-17 MisplacedModifier: write one of `inline`, `copy` and `view`, then perhaps `enum`; or `union` alone
        type T { x: i64 }
            1:10-11 ExpectedItem: a field is written `let @x: Type`
        type T { let x: i64 }
            1:14-15 ExpectedToken: write `@` before the name of the field
        type T { let mut @x: i64 }
            1:14-17 MisplacedModifier: a field has no `mut` of its own
        type T { let @x }
            1:17-18 ExpectedType: expected `:` and the type of the field
        type T { let @x: i64 = 1 }
            1:22-23 UnexpectedToken: a field has no default, give its value where the type is constructed
        type T { let @x: i64, let @y: i64 }
            1:21-22 UnexpectedToken: remove the `,`, a member ends with its line
        type T { case A }
            1:10-14 MisplacedItem: a `case` belongs in `type enum Name { … }`
        type enum T { let @x: i64 }
            1:15-18 ExpectedItem: expected a `case` or a method `fn`
        type T { type U { } }
            1:10-14 MisplacedItem: types are declared outside of other items
        type union T { fn f { } }
            1:16-18 ExpectedItem: a union has fields only, write its methods in an `impl`
        type T⏎{ let @x: i64 }
            2:1-2 BraceOnNextLine: put this `{` on the line of its declaration
    "#]]
    .assert_eq(&each(cases, errors));
}

#[test]
fn traits_impls_and_extern_blocks() {
    let cases = &[
        "trait T { let @x: i64 }",
        "trait T",
        "trait T { pub fn f }",
        "impl",
        "impl T",
        "impl A for",
        "extern { fn f { } }",
        "extern { let x }",
        "extern { let x: T = 1 }",
        "extern { x }",
        "pub extern { }",
    ];
    expect![[r#"
        trait T { let @x: i64 }
            1:11-14 ExpectedItem: expected a method `fn`
        trait T
            1:8-8 ExpectedToken: expected `{` to begin the body of the declaration
        trait T { pub fn f }
            1:11-14 MisplacedModifier: remove `pub`, methods of a trait are as visible as the trait
        impl
            1:5-5 ExpectedType: expected a type
        impl T
            1:7-7 ExpectedToken: expected `{` to begin the body of the declaration
        impl A for
            1:11-11 ExpectedType: expected a type
        extern { fn f { } }
            1:15-16 WrongBody: C provides this function: remove the body, or write `extern fn` outside of `extern { … }`
        extern { let x }
            1:16-17 ExpectedType: expected `:` and the type of the C variable
        extern { let x: T = 1 }
            1:19-20 WrongBody: C provides this variable, remove its value
        extern { x }
            1:10-11 ExpectedItem: expected `fn`, `let` or `type`
        pub extern { }
            1:1-4 MisplacedModifier: put `pub` before each declaration in the `extern` block
    "#]]
    .assert_eq(&each(cases, errors));
}

#[test]
fn unclosed_blocks_end_by_indentation() {
    let cases = &[
        "fn f {\n  if x {\n    y\n}\n\nfn g {\n  z\n}\n",
        "type A {\n  fn h {\n    if x {\n  }\n  fn i { }\n}\n",
        "fn f {\n  match x {\n    case 1 -> {\n    case 2 -> 3\n  }\n}\nfn g { }\n",
        "fn f {\n",
        "fn f {\n  match a {\n    case x -> match b {\n      case y -> 1\n    case z -> 2\n  }\n}\n",
        "type T {\n  let @x: i64\n\nfn g { }\nlet X = 1\n",
        "fn main() {\nlet x = 1\nfn (y) { }\n}\n",
    ];
    expect![[r#"
        fn f {⏎  if x {⏎    y⏎}⏎⏎fn g {⏎  z⏎}⏎
            4:2-2 Unclosed: expected `}` to close the block (1:6 the block begins here)
        type A {⏎  fn h {⏎    if x {⏎  }⏎  fn i { }⏎}⏎
            4:4-4 Unclosed: expected `}` to close the block (2:8 the block begins here)
        fn f {⏎  match x {⏎    case 1 -> {⏎    case 2 -> 3⏎  }⏎}⏎fn g { }⏎
            3:16-16 Unclosed: expected `}` to close the block (3:15 the block begins here)
        fn f {⏎
            1:7-7 Unclosed: expected `}` to close the block (1:6 the block begins here)
        fn f {⏎  match a {⏎    case x -> match b {⏎      case y -> 1⏎    case z -> 2⏎  }⏎}⏎
            4:18-18 Unclosed: expected `}` to close the `match` (3:23 the `match` begins here)
        type T {⏎  let @x: i64⏎⏎fn g { }⏎let X = 1⏎
            2:14-14 Unclosed: expected `}` to close the body of the type (1:8 the body of the type begins here)
        fn main() {⏎let x = 1⏎fn (y) { }⏎}⏎
    "#]]
    .assert_eq(&each(cases, errors));
}

#[test]
fn words_of_other_languages_are_names() {
    for text in [
        "fn f(new: i64) { @a = new  count += 1 }",
        "fn f(not: bool) { a = not  b = 3 }",
        "fn f { let or = a  and = 3 }",
        "fn f { x = y  or(1) }",
        "fn f { switch(x) \n do \n until(y) }",
        "fn f { let is = 1 \n is += 1 \n print(is) }",
        "fn f(def: i64, var: i64) -> i64 { def + var }",
        "fn f { elif = 3 }",
        "fn f { if LIMIT { outer: loop { break outer } } }",
        "fn f { a - -b \n a - --b \n -(-c) }",
        "fn f { match x { case p if p > q -> r } }",
        "fn f { let x = (i64_max) \n (x) }",
        "type T { let @struct: i64  let @new: i64 }",
        "fn f { g(new: 1, not: 2, class: 3) }",
    ] {
        let errors = crate::parse(text).errors().to_vec();
        assert!(errors.is_empty(), "{text}: {errors:?}");
    }
}

#[test]
fn formats() {
    let cases = &[
        "\"${x:>8.2}\"",
        "\"${x:}\"",
        "\"${:8}\"",
        "\"${x:8 }\"",
        "\"${x: 8}\"",
        "\"${x:y}\"",
        "\"${x:2.f}\"",
        "\"${x:99999}\"",
        "\"${x:>08}\"",
        "\"${x:8",
        "\"${x:8\n}",
        "\"${x:\"8\"}\"",
        "\"${x:{8}}\"",
        "\"${x::8}\" + \"${f(a: 1):x}\" + \"${fn (a: i64) { a }:8}\"",
        "\"${[1, 2][0]:3}${{ let a: i64 = 1  a }:2}\"",
        "\"${x y:8}\"",
        "c\"${x:8}\"",
    ];
    expect![[r#"
        "${x:>8.2}"
        "${x:}"
            1:12-13 InvalidTextFormat: write a format behind `:`, as `>8`, `*^12`, `+`, `08`, `.2`, `x`, `X`, `o`, `b` or `e`, in this order
        "${:8}"
            1:11-13 ExpectedExpression: expected an expression in `${…}`, or write `\$` for a dollar sign
        "${x:8 }"
            1:12-15 InvalidTextFormat: ` ` is no part of a format, as `>8`, `*^12`, `+`, `08`, `.2`, `x`, `X`, `o`, `b` or `e`, in this order
        "${x: 8}"
            1:12-15 InvalidTextFormat: ` 8` is no part of a format, as `>8`, `*^12`, `+`, `08`, `.2`, `x`, `X`, `o`, `b` or `e`, in this order
        "${x:y}"
            1:12-14 InvalidTextFormat: `y` is no part of a format, as `>8`, `*^12`, `+`, `08`, `.2`, `x`, `X`, `o`, `b` or `e`, in this order
        "${x:2.f}"
            1:12-16 InvalidTextFormat: write how many digits behind `.`, as in `${x:.2}`
        "${x:99999}"
            1:12-18 InvalidTextFormat: `99999` is too much, write 9999 at most
        "${x:>08}"
            1:12-16 InvalidTextFormat: a number is filled up with zeros behind its sign: leave out either `0` or the alignment
        "${x:8
            1:8-14 UnterminatedLiteral: close this string with `"` on its line, or use `"""` for several lines
        "${x:8⏎}
            1:8-14 UnterminatedLiteral: close this string with `"` on its line, or use `"""` for several lines
            3:1-2 UnexpectedClosing: remove this `}`, no block is open here
        "${x:"8"}"
            1:12-13 InvalidTextFormat: write a format behind `:`, as `>8`, `*^12`, `+`, `08`, `.2`, `x`, `X`, `o`, `b` or `e`, in this order
            1:13-16 UnexpectedToken: expected `}`, `${…}` holds one expression
        "${x:{8}}"
            1:12-13 InvalidTextFormat: write a format behind `:`, as `>8`, `*^12`, `+`, `08`, `.2`, `x`, `X`, `o`, `b` or `e`, in this order
            1:13-14 UnexpectedToken: expected `}`, `${…}` holds one expression
        "${x::8}" + "${f(a: 1):x}" + "${fn (a: i64) { a }:8}"
            1:12-15 InvalidTextFormat: `:8` is no part of a format, as `>8`, `*^12`, `+`, `08`, `.2`, `x`, `X`, `o`, `b` or `e`, in this order
        "${[1, 2][0]:3}${{ let a: i64 = 1  a }:2}"
        "${x y:8}"
            1:13-14 UnexpectedToken: expected `}`, `${…}` holds one expression
        c"${x:8}"
            1:10-12 MisplacedInterpolation: a C string holds no `${…}`, write `\$` for a dollar sign
    "#]].assert_eq(&each(cases, errors_in_body));
}
