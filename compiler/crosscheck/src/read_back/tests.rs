//! The readers on texts as the code generators write them.

use abi::Target;

use super::clif::Signature;
use super::llvm::{Found, Kind, is_passed_as, read};

#[test]
fn clif_signatures_are_read() {
    let signature = Signature::read("(i64 sret, i8 sext, i64 sarg(16), f64) -> i64, f64 system_v");
    assert_eq!(signature.params, ["i64 sret", "i8 sext", "i64 sarg(16)", "f64"]);
    assert_eq!(signature.results, ["i64", "f64"]);
    let nothing = Signature::read("() system_v");
    assert!(nothing.params.is_empty() && nothing.results.is_empty());
}

#[test]
fn llvm_signatures_are_read_without_what_optimisers_add() {
    let text = r#"
define dso_local noundef zeroext i1 @first(ptr dead_on_unwind noalias writable sret({ i64, [2 x i8] }) align 8 %result, i8 noundef signext %a, ptr noundef align 4 dereferenceable(12) %b) #0 {
  %1 = call i32 (ptr, ...) @"std.print#1"(ptr nonnull %2, double noundef 0x3FF, ptr byval(<{ i8, i32 }>) align 8 %3), !dbg !4
  %2 = tail call { i64, double } @pair([2 x i64] alignstack(16) %4)
}
declare i32 @"std.print#1"(ptr, ...)
"#;
    let found = read(text);
    let expect = |kind, result: &str, params: &[&str], variadic| Found {
        kind,
        result: result.to_owned(),
        params: params.iter().map(|text| (*text).to_owned()).collect(),
        variadic,
    };
    assert_eq!(
        found["first"],
        [expect(Kind::Definition, "i1 zeroext", &["ptr sret({ i64, [2 x i8] }) align 8", "i8 signext", "ptr"], false)]
    );
    assert_eq!(
        found["std.print#1"],
        [
            expect(Kind::Call, "i32", &["ptr", "double", "ptr byval(<{ i8, i32 }>) align 8"], false),
            expect(Kind::Declaration, "i32", &["ptr"], true)
        ]
    );
    assert_eq!(found["pair"], [expect(Kind::Call, "{ i64, double }", &["[2 x i64] alignstack(16)"], false)]);
}

#[test]
fn named_structures_are_what_they_are_made_of() {
    let text = r#"
%main.Line = type { %"main.Point<3>", %0, [2 x %0] }
%"main.Point<3>" = type { double, float }
%0 = type { i8, { i16, i16 } }
declare void @f(ptr sret(%main.Line) align 8, ptr byval(%0) align 8, ptr)
"#;
    let signature = &read(text)["f"][0];
    let pair = "{ i8, { i16, i16 } }";
    let line = format!("{{ {{ double, float }}, {pair}, [2 x {pair}] }}");
    let expected = [format!("ptr sret({line}) align 8"), format!("ptr byval({pair}) align 8"), "ptr".to_owned()];
    assert_eq!(signature.params, expected);
}

#[test]
fn bytes_are_read_from_less_aligned_memory_for_words_of_the_argument_area() {
    let alike = |expected: &str, found: &str, kind| {
        is_passed_as((&expected.to_owned(), &found.to_owned()), kind, &Target::X86_64_LINUX)
    };
    let byval = |alignment: u64| format!("ptr byval({{ float, float }}) align {alignment}");
    assert!(alike(&byval(8), &byval(8), Kind::Declaration));
    assert!(alike(&byval(8), &byval(4), Kind::Call));
    assert!(!alike(&byval(8), &byval(4), Kind::Declaration));
    assert!(!alike(&byval(8), &byval(16), Kind::Call));
    assert!(!alike(&byval(16), &byval(8), Kind::Call));
    assert!(!alike(&byval(8), "ptr byval({ float, i32 }) align 4", Kind::Call));
    assert!(!alike("ptr sret({ i64 }) align 8", "ptr sret({ i64 }) align 4", Kind::Call));
}
