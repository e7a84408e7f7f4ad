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
    assert_eq!(crate::print(&old), "module \"m\" version 1\n");
    crate::read(&crate::print(&old)).expect("is read again");
}

#[test]
fn texts_that_are_not_of_the_form() {
    for (text, expected) in [
        ("modul", "line 1: expected 'module'"),
        (
            "module \"m\" version 2",
            "line 1: this is a module of version 2, and only version 1 can be read; print it again with this lang",
        ),
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
