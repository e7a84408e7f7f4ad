//! Modules that the verifier refuses, one for each rule that a mistake in `lower` or in the pass would break.

fn problem(text: &str) -> String {
    let module = crate::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let problems = crate::verify(&module).expect_err("the module is broken");
    problems[0].to_string()
}

/// A function without parameters or result, around blocks.
fn function(inside: &str) -> String {
    format!("module \"m\"\nfunction system_abi export @f() : () {{\n{inside}\n}}\n")
}

#[test]
fn broken_bodies() {
    for (inside, expected) in [
        ("b0:\n jump b0", "nothing goes to the entry block"),
        ("b0:\n v0: i64 = constant 1\n return v0", "the result is no scalar"),
        ("b0:\n v0: i64 = add v1, v1\n v1: i64 = constant 1\n return", "v1 is used where"),
        (
            "b0:\n v0: bool = constant true\n branch v0, b1, b2\nb1:\n v1: i64 = constant 1\n jump b2\nb2:\n v2: i64 = negate v1\n return",
            "v1 is used where its definition need not have run",
        ),
        ("b0:\n v0: i64 = constant 1\n v1: i32 = add v0, v0\n return", "the left operand v0 is i64, not i32"),
        ("b0:\n v0: i64 = constant 1\n v1: i64 = load v0 align 8\n return", "the address v0 is i64, not ptr"),
        ("b0:\n v0: i64 = constant 1\n branch v0, b1, b1\nb1:\n return", "the condition v0 is i64, not bool"),
        ("b0:\n jump b1\nb1(v0: i64):\n return", "b1 wants 1 arguments"),
        ("b0:\n v0: i8 = constant 1\n jump b1(v0)\nb1(v1: i64):\n return", "the argument v0 is i8, not i64"),
        ("b0:\n v0: i8 = constant 300\n return", "the constant is not canonical"),
        ("b0:\n v0: f64 = constant 1.0\n v1: f64 = checked_add v0, v0, site0\n return", "the site is out of range"),
        (
            "site 0 place at 0\nb0:\n v0: f64 = constant 1.0\n v1: f64 = checked_add v0, v0, site0\n return",
            "checked arithmetic is on integers",
        ),
        ("b0:\n v0: ptr = slot_address s0\n return", "the slot is out of range"),
        (
            "slot s0 8 align 8 local frame\nb0:\n v0: ptr = slot_address s0 + 9\n return",
            "the address lies outside of its slot",
        ),
        ("slot s0 8 align 8 local frame : i128\nb0:\n return", "a slot is smaller than its type"),
        ("slot s0 8 align 8 local incoming\nb0:\n return", "before the ABI pass every slot is in the frame"),
        ("b0:\n return slot", "there is no return slot of the result's size"),
        ("b0:\n return parts()", "the return is of the other form"),
        ("b0:\n v0: i16 = constant 1\n switch v0 [5: b1, 5: b1], b1\nb1:\n return", "two cases are equal"),
        ("b0:\n v0: f32 = constant 1.0\n v1: bool = convert v0\n return", "the result has another type"),
        ("b0:\n call @f() : (i64)\n return", "the call does not agree"),
        (
            "b0:\n call @f() : ()\n v0: ptr = constant 0\n call v0(v0) : (i64)\n return",
            "the argument v0 is ptr, not i64",
        ),
        ("scope 0 5 to 4\nb0:\n return", "a scope ends after it begins"),
        ("scope 0 5 to 9\n scope 1 4 to 9 in scope0\nb0:\n return", "a scope lies inside its parent"),
        ("scope 0 5 to 9\n scope 1 5 to 10 in scope0\nb0:\n return", "a scope lies inside its parent"),
        ("b1:\n return", ""),
    ] {
        let text = function(inside);
        if expected.is_empty() {
            assert!(crate::read(&text).is_err(), "{text}");
            continue;
        }
        let found = problem(&text);
        assert!(found.contains(expected), "{text}\nfound: {found}\nexpected: {expected}");
    }
}

#[test]
fn broken_modules() {
    for (text, expected) in [
        ("type %A = struct 8 align 8 { i64 @4 }", "a member lies outside"),
        ("type %A = struct 16 align 8 { i8 @0, i64 @4 }", "a member is not aligned"),
        ("type %A = struct 12 align 8 { i64 @0 }", "its size is no multiple of its alignment"),
        ("type %A = union 16 align 8 { i64 @8 }", "a member of a union is not at its start"),
        ("type %A = struct 8 align 8 { %B @0 }\ntype %B = [1 x %A]", "it contains itself by value"),
        ("global constant local @a align 8 = \"12345678\" { 4: @b + 0 }", "a relocation lies outside"),
        ("global constant local @a align 8 : i64 = \"1234\"", "it has not the size of its type"),
        ("global constant local @a align 1 = \"\"\nglobal constant local @a align 1 = \"\"", "it is defined twice"),
        ("function lowered export @f() : () {\nb0:\n return parts()\n}", "a lowered function has no description"),
        (
            "target \"x86_64-linux-gnu\"\nfunction lowered export @f(v0: f64) : (i64) abi \"rdi -> -\" {\nb0:\n return parts()\n}",
            "the parameter v0 is f64, which does not travel as u64",
        ),
    ] {
        let found = problem(&format!("module \"m\"\n{text}\n"));
        assert!(found.contains(expected), "{text}\nfound: {found}\nexpected: {expected}");
    }
}

#[test]
fn a_text_from_before_versions_were_counted_moves_on() {
    let old = crate::read("module \"m\"\n").expect("is read");
    assert_eq!(crate::print(&old), "module \"m\" version 2\n");
    crate::read(&crate::print(&old)).expect("is read again");
}

#[test]
fn texts_that_are_not_of_the_form() {
    for (text, expected) in [
        ("modul", "line 1: expected 'module'"),
        (
            "module \"m\" version 3",
            "line 1: this is a module of version 3, and versions 1 to 2 can be read here; read it with the lang that",
        ),
        ("module \"m\" version 0", "line 1: this is a module of version 0, and versions 1 to 2 can be read here"),
        ("module \"m\" version -1", "line 1: this is a module of version -1"),
        ("module \"m\"\nfoo", "line 2: a module has no 'foo'"),
        ("module \"m\"\nimport global @a : %A", "line 2: type %A is not declared"),
        ("module \"m\"\ntype %A = opaque\ntype %A = opaque", "line 3: type %A is declared twice"),
        ("module \"m\"\ntarget \"pdp11\"", "unknown target 'pdp11'"),
        (
            "module \"m\"\ntarget \"x86_64-linux-gnu\"\nfunction lowered export @f(v0: i64) : (i64) abi \"rsi -> -\" {",
            "the text says abi \"rsi -> -\", the target's is \"rdi -> -\"",
        ),
        (
            "module \"m\"\nfunction system_abi export @f() : () {\nb0:\n v1: i64 = constant 1\n return\n}",
            "v0 is not defined",
        ),
        (
            "module \"m\"\nfunction system_abi export @f() : () {\nb0:\n frob v1\n",
            "line 4: there is no instruction 'frob'",
        ),
    ] {
        let error = crate::read(text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}\nfound: {error}\nexpected: {expected}");
    }
}

/// A module that tells debuggers of a node of each kind, one a line.
pub(super) const DESCRIBED: &str = r#"module "m" version 2
metadata !0 = { "scalar", "i64", i64 }
metadata !1 = { "scalar", "u8", u8 }
metadata !2 = { "field", "a", !0, 0 }
metadata !3 = { "field", "b", !1, 8 }
metadata !4 = { "structure", "Pair", 16, !2, !3 }
metadata !5 = { "type", "m.Pair", "m", !4 }
metadata !6 = { "union", "Either", 9, !2, !3 }
metadata !7 = { "case", "Red", 0 }
metadata !8 = { "case", "Green", 255 }
metadata !9 = { "enumeration", "Colour", u8, !7, !8 }
metadata !10 = { "type", "m.Colour", "m", !9 }
metadata !11 = { "variant", "Some", 1, 8, !2 }
metadata !12 = { "variants", "Perhaps", 16, !9, 8, !11 }
metadata !13 = { "type", "m.Perhaps", "m", !12 }
metadata !14 = { "opaque", "FILE" }
metadata !15 = { "type", "m.FILE", "m", !14 }
metadata !16 = { "array", "Pair[3]", "m.Pair", 3 }
metadata !17 = { "text", "[u8]" }
metadata !18 = { "code", "fn ()" }
metadata !19 = { "pointer", "Pointer[FILE]", "m.FILE" }
metadata !20 = { "pointer", "Pointer[()]" }
metadata !21 = { "reference", "ref Pair", "m.Pair" }
metadata !22 = { "field", "all", !16, 0 }
metadata !23 = { "field", "colour", "m.Colour", 48 }
metadata !24 = { "field", "code", !18, 56 }
metadata !25 = { "field", "file", !19, 64 }
metadata !26 = { "field", "any", !20, 72 }
metadata !27 = { "field", "either", !6, 80 }
metadata !28 = { "field", "elsewhere", "other.Type", 88 }
metadata !29 = { "field", "text", !17, 96 }
metadata !30 = { "structure", "All", 96, !22, !23, !24, !25, !26, !27, !28, !29 }
metadata !31 = { "type", "m.All", "m", !30 }
metadata !32 = { "named", "m.All" }
metadata !33 = { "function", "m", "m.Pair", "f", 7, !21 }
metadata !34 = { "nobody", "reads", -1 }
metadata !35 = { "field", 1 }
metadata !36 = { "a note", 5 }
metadata !37 = { "type", "m.Noted", "m", !14, !36, !36 }
metadata !38 = { "datum", "m.pair", "m", "pair", 8, "m.Pair", 16, !36 }
metadata !39 = { "value", "m.BYTE", "m", "BYTE", 4, !1, 1, 255, 0 }
metadata !40 = { "object", "m.PAIR", "m", "PAIR", 4, !4, "m.f.text0", 20 }
metadata !41 = { "datum", "m.elsewhere", "m", "elsewhere", 4, "other.Type", 24 }
global constant local @data align 1 !36 !36 = "x"
function system_abi export @f() : () {
  slot s0 96 align 8 local frame
  scope 0 0 to 9
  variable "all" s0 scope0 at 1 : i64 as !32 !36
  variable "pair" s0 scope0 at 2 : i64 as !21
  note !36
  attribute "debug" !33
b0:
  return
}
"#;

#[test]
fn broken_descriptions() {
    let valid = crate::read(DESCRIBED).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(crate::verify(&valid), Ok(()));
    for (right, wrong, expected) in [
        (
            r#""scalar", "i64", i64"#,
            r#""scalar", "i64", 64"#,
            "!0: operand 2 of a 'scalar' is the number 64, not a scalar",
        ),
        (r#""scalar", "u8", u8"#, r#""scalar", u8, u8"#, "!1: operand 1 of a 'scalar' is the scalar u8, not a text"),
        (
            r#""scalar", "u8", u8"#,
            r#""scalar", "u8""#,
            "!1: a 'scalar' has 1 operands behind its word, where 2 are due",
        ),
        (r#""scalar", "u8", u8"#, r#""scalar", "u8", u8, 1"#, "!1: a 'scalar' has 3 operands"),
        (r#""scalar", "u8", u8"#, r#""scalar", "u\00", u8"#, "not a text without zero bytes"),
        (r#""a", !0, 0"#, r#""a", !0, -1"#, "!2: operand 3 of a 'field' is the number -1, not a number of bytes"),
        (r#""a", !0, 0"#, r#""a", 5, 0"#, "!2: operand 2 of a 'field' is the number 5, not a type's node or key"),
        (r#""b", !1, 8"#, r#""b", !2, 8"#, "!3: operand 2 of a 'field' is !2, a 'field', not a type's node or key"),
        (r#""b", !1, 8"#, r#""b", !1, 16"#, "!4: the field !3 lies outside of the 16 bytes"),
        (r#""b", !1, 8"#, r#""b", !1, 9223372036854775807"#, "!4: the field !3 lies outside"),
        (
            r#""Pair", 16, !2"#,
            r#""Pair", 16, !1"#,
            "!4: operand 3 of a 'structure' is !1, a 'scalar', not the node of a 'field'",
        ),
        (r#""Pair", 16, !2"#, r#""Pair", 7, !2"#, "!4: the field !2 lies outside of the 7 bytes"),
        (
            r#""m.Pair", "m", !4"#,
            r#""m.Pair", "m", !0"#,
            "!5: operand 3 of a 'type' is !0, a 'scalar', not the node of a type that can",
        ),
        (r#""m.Pair", "m", !4"#, r#""m.Pair", "m", "m.Pair""#, "!5: operand 3 of a 'type' is the text"),
        (r#""m.Colour", "m", !9"#, r#""m.Pair", "m", !9"#, "!10: 'm.Pair' is described twice"),
        (r#""Either", 9"#, r#""Either", 8"#, "!6: the field !3 lies outside of the 8 bytes"),
        (r#""Green", 255"#, r#""Green", 256"#, "!9: the number of the case !8 is out of range"),
        (r#""Green", 255"#, r#""Green", -1"#, "!9: the number of the case !8 is out of range"),
        (r#""Green", 255"#, r#""Green""#, "!8: a 'case' has 1 operands"),
        (
            r#""Colour", u8"#,
            r#""Colour", f64"#,
            "!9: operand 2 of a 'enumeration' is the scalar f64, not the scalar of an integer",
        ),
        (r#""Some", 1, 8, !2"#, r#""Some", 1, 7, !2"#, "!11: the field !2 lies outside of the 7 bytes"),
        (r#""Some", 1, 8, !2"#, r#""Some", 1, 9, !2"#, "!12: what the case !11 carries lies outside of the 16 bytes"),
        (r#"16, !9, 8, !11"#, r#"16, !9, 0, !11"#, "!12: the tag lies outside of its bytes"),
        (
            r#"16, !9, 8, !11"#,
            r#"16, !9, 8, !2"#,
            "!12: operand 5 of a 'variants' is !2, a 'field', not the node of a 'variant'",
        ),
        (r#""m.Pair", 3"#, r#""m.Pair", 9223372036854775807"#, "!16: an array is larger than memory can be"),
        (r#""m.Pair", 3"#, r#""m.Pair", 7"#, "!30: the field !22 lies outside"),
        (r#""m.Pair", 3"#, r#""m.Pair", @f"#, "!16: operand 3 of a 'array' is the symbol @f, not a number"),
        (r#""ref Pair", "m.Pair""#, r#""ref Pair""#, "!21: a 'reference' has 1 operands"),
        (r#""m.Colour", 48"#, r#""m.All", 0"#, "it contains itself"),
        (
            r#""m.Pair", "f", 7"#,
            r#""m.Pair", "f", 4294967296"#,
            "!33: operand 4 of a 'function' is the number 4294967296, not a place in a text",
        ),
        (r#""f", 7, !21"#, r#""f", 7, !33"#, "names only nodes before it"),
        (r#""f", 7, !21"#, r#""f", 7, !32"#, "!33: operand 5 of a 'function' is !32, a 'named'"),
        (r#"as !32"#, r#"as !33"#, "f: the type of a variable is !33, a 'function', not a type's node"),
        (r#"as !32"#, r#"as !34"#, "f: the type of a variable is !34, which describes nothing"),
        (r#"as !32"#, r#"as !35"#, "f: the type of a variable is !35, a 'field'"),
        (
            r#""a note", 5"#,
            r#""a note", -5"#,
            "f: a note of a variable is !36, which describes nothing, not a text without zero bytes",
        ),
        (r#""a note", 5"#, r#""a\00note", 5"#, "data: a note of a global is !36, which describes nothing, not a text"),
        (
            r#""a note", 5"#,
            r#""a note""#,
            "!37: operand 4 of a 'type' is !36, which describes nothing, not the node of what is noted",
        ),
        (
            r#"!14, !36, !36"#,
            r#"!14, !36, 7"#,
            "!37: operand 5 of a 'type' is the number 7, not the node of what is noted",
        ),
        (r#""m.Pair", 16, !36"#, r#""m.Pair", 24, !36"#, "!38: its type has 16 bytes, and it has 24"),
        (r#""m.Pair", 16, !36"#, r#""m.Pair", 16, !21"#, "!38: operand 7 of a 'datum' is !21, a 'reference', not the"),
        (r#""pair", 8"#, r#""pair", -8"#, "!38: operand 4 of a 'datum' is the number -8, not a place in a text"),
        (r#"!1, 1, 255, 0"#, r#"!1, 1, 256, 0"#, "!39: a value of 1 bytes cannot be 0x100"),
        (r#"!1, 1, 255, 0"#, r#"!1, 2, 255, 0"#, "!39: its type has 1 bytes, and it has 2"),
        (r#"!1, 1, 255, 0"#, r#""m.Pair", 16, 255, 0"#, "!39: its type is no number"),
        (r#"!1, 1, 255, 0"#, r#""other.Type", 17, 255, 0"#, "!39: a value of 17 bytes cannot be 0xff"),
        (r#"!1, 1, 255, 0"#, r#"!1, 1, 255"#, "!39: a 'value' has 7 operands behind its word, where 8 are due"),
        (r#""m.f.text0", 20"#, r#""m.f.text0", 15"#, "!40: its type has 16 bytes, and it has 15"),
        (r#"!4, "m.f.text0""#, r#"!4, !1"#, "!40: operand 6 of a 'object' is !1, a 'scalar', not a text"),
        (r#"align 1 !36 !36"#, r#"align 1 !36 !99"#, "data: a note is out of range"),
        (r#"align 1 !36 !36"#, r#"align 1 !36 !34"#, "data: a note of a global is !34, which"),
        (r#"as !32 !36"#, r#"as !32 !21"#, "f: a note of a variable is !21, a 'reference', not a text"),
        (r#"  note !36"#, r#"  note !99"#, "f: a note is out of range"),
        (
            r#""debug" !33"#,
            r#""debug" !21"#,
            "f: the attribute 'debug' of a function is !21, a 'reference', not a 'function'",
        ),
    ] {
        let text = DESCRIBED.replacen(right, wrong, 1);
        assert_ne!(text, DESCRIBED, "{right}");
        let found = match crate::read(&text) {
            Ok(module) => match crate::verify(&module) {
                Ok(()) => "nothing".to_owned(),
                Err(problems) => problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
            },
            Err(error) => error.to_string(),
        };
        assert!(found.contains(expected), "{right} -> {wrong}\nfound: {found}\nexpected: {expected}");
    }
}

#[test]
fn types_without_an_end() {
    let structure = |number: usize, inner: &str| {
        let field = 3 * number;
        format!(
            "metadata !{field} = {{ \"field\", \"f{number}\", {inner}, 0 }}\n\
             metadata !{} = {{ \"structure\", \"S{number}\", 0, !{field} }}\n\
             metadata !{} = {{ \"type\", \"m.S{number}\", \"m\", !{} }}\n",
            field + 1,
            field + 2,
            field + 1
        )
    };
    let chain = |count: usize, last: &str| {
        let inner = |number: usize| if number + 1 < count { format!("\"m.S{}\"", number + 1) } else { last.to_owned() };
        (0..count).fold("module \"m\"\n".to_owned(), |text, number| text + &structure(number, &inner(number)))
    };
    for (text, expected) in [
        (chain(500, "\"elsewhere\""), ""),
        (chain(500, "\"m.S0\""), "it contains itself"),
        (chain(700, "\"elsewhere\""), "more than 1200 nodes lie inside of it"),
        (chain(100_000, "\"elsewhere\""), "more than 1200 nodes lie inside of it"),
        (pointers(1_199), ""),
        (pointers(1_200), "!1200: more than 1200 nodes lie inside of it"),
    ] {
        let module = crate::read(&text).unwrap_or_else(|error| panic!("{error}"));
        let found = crate::verify(&module).err().map_or(String::new(), |problems| problems[0].to_string());
        assert!(if expected.is_empty() { found.is_empty() } else { found.contains(expected) }, "{found}: {expected}");
    }
}

/// A variable whose type is so many pointers to each other.
fn pointers(count: usize) -> String {
    let pointer = |number: usize| format!("metadata !{} = {{ \"pointer\", \"p\", !{number} }}\n", number + 1);
    let pointers = (0..count).fold(String::new(), |text, number| text + &pointer(number));
    let variable = format!("scope 0 0 to 9\n variable \"v\" nowhere scope0 at 1 : i64 !{count}");
    let function = format!("function system_abi export @f() : () {{\n {variable}\nb0:\n return\n}}\n");
    format!("module \"m\"\nmetadata !0 = {{ \"code\", \"fn ()\" }}\n{pointers}{function}")
}
