//! Trees of items and members.

use expect_test::expect;

use super::{each, outline};

#[test]
fn imports() {
    let cases = &[
        "import a",
        "import geometry.vec (Vec3, dot as inner,)",
        "import a.b as c",
        "pub import a.b",
        r#"import extern "m""#,
        "@[only(os: \"linux\")]\nimport extern \"dl\"",
    ];
    expect![[r#"
        import a
            File(Import`import a`)
        import geometry.vec (Vec3, dot as inner,)
            File(Import(ImportName`Vec3` ImportName`dot as inner`))
        import a.b as c
            File(Import`import a.b as c`)
        pub import a.b
            File(Import`pub import a.b`)
        import extern "m"
            File(ImportExtern`import extern "m"`)
        @[only(os: "linux")]⏎import extern "dl"
            File(ImportExtern(Attribute(AttributeArgument`os: "linux"`)))
    "#]]
    .assert_eq(&each(cases, outline));
}

#[test]
fn constants() {
    let cases = &["let LIMIT = 4 * 1024", "pub let X: [i64; 2] = [1,\n2]", "pub let mut x: u8 = 1"];
    expect![[r#"
        let LIMIT = 4 * 1024
            File(Constant(Binary(Literal`4` Literal`1024`)))
        pub let X: [i64; 2] = [1,⏎2]
            File(Constant(ArrayType(PathType`i64` Literal`2`) Array(Literal`1` Literal`2`)))
        pub let mut x: u8 = 1
            File(Constant(PathType`u8` Literal`1`))
    "#]]
    .assert_eq(&each(cases, outline));
}

#[test]
fn functions() {
    let cases = &[
        "fn main() { }",
        "fn f { }",
        "pub unsafe fn f[T: A + ref, U](x: ref T, type: mut [U]) -> (A, B) { }",
        "extern fn on_event(at: Vec3) -> Vec3 { at }",
        "fn f(x: fn (i64, by: mut T) -> A, y: ref fn move, z: extern fn (Pointer[()]) -> i32, w: dyn T[U]) { }",
        "fn f -> Self { }",
    ];
    expect![[r#"
        fn main() { }
            File(Function(ParameterList`()` Block`{ }`))
        fn f { }
            File(Function(Block`{ }`))
        pub unsafe fn f[T: A + ref, U](x: ref T, type: mut [U]) -> (A, B) { }
            File(Function(GenericParameterList(GenericParameter(PathType`A` RefBound`ref`) GenericParameter`U`) ParameterList(Parameter(BorrowType(PathType`T`)) Parameter(BorrowType(SliceType(PathType`U`)))) TupleType(PathType`A` PathType`B`) Block`{ }`))
        extern fn on_event(at: Vec3) -> Vec3 { at }
            File(Function(ParameterList(Parameter(PathType`Vec3`)) PathType`Vec3` Block(Name`at`)))
        fn f(x: fn (i64, by: mut T) -> A, y: ref fn move, z: extern fn (Pointer[()]) -> i32, w: dyn T[U]) { }
            File(Function(ParameterList(Parameter(FunctionType(ParameterList(Parameter(PathType`i64`) Parameter(BorrowType(PathType`T`))) PathType`A`)) Parameter(BorrowType(FunctionType`fn move`)) Parameter(FunctionType(ParameterList(Parameter(PathType(TupleType`()`))) PathType`i32`)) Parameter(DynType(PathType(PathType`U`)))) Block`{ }`))
        fn f -> Self { }
            File(Function(PathType`Self` Block`{ }`))
    "#]].assert_eq(&each(cases, outline));
}

#[test]
fn types() {
    let cases = &[
        "type User { let @name: String }",
        "pub type copy V[T] { pub let @type: T\n\n@[x] let @b: i64 fn static zero -> V { } fn mut m() { } fn move n { } fn mut_ { } }",
        "type inline enum S { case A(f64, x: T) case B case C }",
        "type copy enum M: i32 { case R = 0 case W = -4 }",
        "type union B { let @i: u64 let @f: f64 }",
        "type Name[T] = Map[T, a.B]",
        "type view L { }",
        "type copy { }",
        "type enum { }",
        "type enum = i64",
    ];
    expect![[r#"
        type User { let @name: String }
            File(Type(Field(PathType`String`)))
        pub type copy V[T] { pub let @type: T⏎⏎@[x] let @b: i64 fn static zero -> V { } fn mut m() { } fn move n { } fn mut_ { } }
            File(Type(GenericParameterList(GenericParameter`T`) Field(PathType`T`) Field(Attribute`@[x]` PathType`i64`) Function(PathType`V` Block`{ }`) Function(ParameterList`()` Block`{ }`) Function(Block`{ }`) Function(Block`{ }`)))
        type inline enum S { case A(f64, x: T) case B case C }
            File(Type(Case(ParameterList(Parameter(PathType`f64`) Parameter(PathType`T`))) Case`case B` Case`case C`))
        type copy enum M: i32 { case R = 0 case W = -4 }
            File(Type(PathType`i32` Case(Literal`0`) Case(Unary(Literal`4`))))
        type union B { let @i: u64 let @f: f64 }
            File(Type(Field(PathType`u64`) Field(PathType`f64`)))
        type Name[T] = Map[T, a.B]
            File(Alias(GenericParameterList(GenericParameter`T`) PathType(PathType`T` PathType`a.B`)))
        type view L { }
            File(Type`type view L { }`)
        type copy { }
            File(Type`type copy { }`)
        type enum { }
            File(Type`type enum { }`)
        type enum = i64
            File(Alias(PathType`i64`))
    "#]].assert_eq(&each(cases, outline));
}

#[test]
fn traits_and_impls() {
    let cases = &[
        "trait A[T]: B + C[T] { fn area -> f64  fn twice -> f64 { 2.0 }\nfn last }",
        "impl Area for Shape { fn area -> f64 { 1.0 } }",
        "impl Equal for Vec3\nfn f { }",
        "impl[T: Show] Show for Tree[T] { }",
        "impl[T: Order] Tree[T] { }",
    ];
    expect![[r#"
        trait A[T]: B + C[T] { fn area -> f64  fn twice -> f64 { 2.0 }⏎fn last }
            File(Trait(GenericParameterList(GenericParameter`T`) PathType`B` PathType(PathType`T`) Function(PathType`f64`) Function(PathType`f64` Block(Literal`2.0`)) Function`fn last`))
        impl Area for Shape { fn area -> f64 { 1.0 } }
            File(Impl(PathType`Area` PathType`Shape` Function(PathType`f64` Block(Literal`1.0`))))
        impl Equal for Vec3⏎fn f { }
            File(Impl(PathType`Equal` PathType`Vec3`) Function(Block`{ }`))
        impl[T: Show] Show for Tree[T] { }
            File(Impl(GenericParameterList(GenericParameter(PathType`Show`)) PathType`Show` PathType(PathType`T`)))
        impl[T: Order] Tree[T] { }
            File(Impl(GenericParameterList(GenericParameter(PathType`Order`)) PathType(PathType`T`)))
    "#]].assert_eq(&each(cases, outline));
}

#[test]
fn extern_blocks() {
    let cases = &[
        "extern {\n  type sqlite3\n  @[name(\"x\")] fn open(name: Pointer[u8], ...) -> i32\n  fn plain\n  let mut optind: i32\n  pub let x: T\n}",
    ];
    expect![[r#"
        extern {⏎  type sqlite3⏎  @[name("x")] fn open(name: Pointer[u8], ...) -> i32⏎  fn plain⏎  let mut optind: i32⏎  pub let x: T⏎}
            File(ExternBlock(OpaqueType`type sqlite3` Function(Attribute(AttributeArgument`"x"`) ParameterList(Parameter(PathType(PathType`u8`))) PathType`i32`) Function`fn plain` ExternVariable(PathType`i32`) ExternVariable(PathType`T`)))
    "#]].assert_eq(&each(cases, outline));
}

#[test]
fn tests_and_words() {
    let cases = &[
        r#"test "dot" { assert(true) }"#,
        "fn test() { test() }",
        "let test = 1",
        "fn static() { }",
        "fn static static() { }",
    ];
    expect![[r#"
        test "dot" { assert(true) }
            File(Test(Block(Call(Name`assert` Literal`true`))))
        fn test() { test() }
            File(Function(ParameterList`()` Block(Call(Name`test`))))
        let test = 1
            File(Constant(Literal`1`))
        fn static() { }
            File(Function(ParameterList`()` Block`{ }`))
        fn static static() { }
            File(Function(ParameterList`()` Block`{ }`))
    "#]]
    .assert_eq(&each(cases, outline));
}

#[test]
fn attributes() {
    let cases = &["@[packed] @[align(16)]\n@[allow(unused_variable, x)]\nfn f { }"];
    expect![[r#"
        @[packed] @[align(16)]⏎@[allow(unused_variable, x)]⏎fn f { }
            File(Function(Attribute`@[packed]` Attribute(AttributeArgument`16`) Attribute(AttributeArgument`unused_variable` AttributeArgument`x`) Block`{ }`))
    "#]].assert_eq(&each(cases, outline));
}
