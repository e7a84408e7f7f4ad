//! The C library, through calls with `...` and through callbacks.

use super::{Both, Outcome};
use crate::backend::NoPositions;
use crate::interpret::{CLibrary, Ended, Limits, Program, run_program};

/// Runs `main`, in both forms.
fn program(text: &str) -> Ended {
    let both = Both::new(text);
    let [plain, lowered @ ..] = both.modules().map(|module| {
        let program = Program { modules: std::slice::from_ref(module), positions: &NoPositions };
        let limits = Limits::default();
        run_program(&program, "main", &["one".to_owned()], &mut CLibrary::new(), &limits)
    });
    // The pass adds steps, and slots for its temporaries; nothing that shows.
    for lowered in lowered {
        let shown = |ended: &Ended| (ended.stdout.clone(), ended.stderr.clone(), ended.exit, ended.leaks.clone());
        assert_eq!(shown(&plain), shown(&lowered));
        let kind = |ended: &Ended| ended.fault.as_ref().map(|fault| fault.kind);
        assert_eq!(kind(&plain), kind(&lowered));
    }
    plain
}

/// What `printf` makes of a format and a value, a constant of a type.
fn printed(format: &str, values: &[(&str, &str)]) -> String {
    let mut constants = String::new();
    let mut names = String::new();
    let mut types = String::new();
    for (index, (ty, value)) in values.iter().enumerate() {
        constants += &format!("  v{}: {ty} = constant {value}\n", index + 1);
        names += &format!(", v{}", index + 1);
        types += &format!(", {ty}");
    }
    let result = values.len() + 1;
    let fixed = if values.is_empty() { "ptr, ..." } else { "ptr, ...PLACE" };
    let signature = fixed.replace("PLACE", &types);
    let text = format!(
        "import function @printf : (ptr, ...) -> i32
global constant local @format align 1 = \"{format}\\00\"
function system_abi export @main() : () -> i32 {{
b0:
  v0: ptr = symbol_address @format
{constants}  v{result}: i32 = call @printf(v0{names}) : ({signature}) -> i32
  return v{result}
}}"
    );
    let ended = program(&text);
    assert_eq!(ended.fault, None, "{format}");
    assert_eq!(ended.exit as usize, ended.stdout.len() & 0xff);
    String::from_utf8(ended.stdout).expect("text")
}

/// Formats with values, and what glibc's `printf` writes.
type Printed = (&'static str, &'static [(&'static str, &'static str)], &'static str);

const PRINTED: &[Printed] = &[
    ("%.17g", &[("f64", "100.0")], "100"),
    ("% G", &[("f64", "5e-324")], " 4.94066E-324"),
    ("%.15g", &[("f64", "2.5")], "2.5"),
    ("%05d", &[("i32", "42")], "00042"),
    ("%-12g|", &[("f64", "0.1")], "0.1         |"),
    ("%e", &[("f64", "1e15")], "1.000000e+15"),
    ("%c", &[("i32", "126")], "~"),
    ("%.1f", &[("f64", "999999.5")], "999999.5"),
    ("%g", &[("f64", "1.5")], "1.5"),
    ("%X", &[("i32", "-2147483648")], "80000000"),
    ("%lu", &[("i64", "1234567890123")], "1234567890123"),
    ("%012.3f", &[("f64", "5e-324")], "00000000.000"),
    ("%.3f", &[("f64", "123456.789")], "123456.789"),
    ("%20lld|", &[("i64", "1234567890123")], "       1234567890123|"),
    ("%c", &[("i32", "65")], "A"),
    ("% G", &[("f64", "1e15")], " 1E+15"),
    ("%ld", &[("i64", "0")], "0"),
    ("%.1f", &[("f64", "-0.0")], "-0.0"),
    ("%d%% of %c%c", &[("i32", "50"), ("i32", "65"), ("i32", "66")], "50% of AB"),
    ("%.3f", &[("f64", "0.00001234")], "0.000"),
    ("%hhd", &[("i32", "1")], "1"),
    ("%p", &[("ptr", "4096")], "0x1000"),
    ("%f", &[("f64", "0.1")], "0.100000"),
    ("%.15g", &[("f64", "1.5")], "1.5"),
    ("%.17g", &[("f64", "1.5")], "1.5"),
    ("%f", &[("f64", "999999.5")], "999999.500000"),
    ("%llx", &[("i64", "9223372036854775807")], "7fffffffffffffff"),
    ("%012.3f", &[("f64", "-0.0")], "-0000000.000"),
    ("%-12g|", &[("f64", "2.5")], "2.5         |"),
    ("%05d", &[("i32", "-1")], "-0001"),
    ("%.*f", &[("i32", "2"), ("f64", "3.14159")], "3.14"),
    ("% G", &[("f64", "0.0")], " 0"),
    ("%20lld|", &[("i64", "9223372036854775807")], " 9223372036854775807|"),
    ("%e", &[("f64", "0.1")], "1.000000e-01"),
    ("%u", &[("i32", "2147483647")], "2147483647"),
    ("%-20ld|", &[("i64", "9223372036854775807")], "9223372036854775807 |"),
    ("%.15g", &[("f64", "1e16")], "1e+16"),
    ("%-12g|", &[("f64", "-1.5")], "-1.5        |"),
    ("%3c|", &[("i32", "65")], "  A|"),
    ("%e", &[("f64", "0.0001")], "1.000000e-04"),
    ("%10.2e|", &[("f64", "-0.0")], " -0.00e+00|"),
    ("%x", &[("i32", "2147483647")], "7fffffff"),
    ("%-5d|", &[("i32", "-2147483648")], "-2147483648|"),
    ("%f", &[("f64", "1e6")], "1000000.000000"),
    ("%.17g", &[("f64", "0.00001234")], "1.234e-05"),
    ("%#g", &[("f64", "0.5")], "0.500000"),
    ("%#g", &[("f64", "-0.0")], "-0.00000"),
    ("%012.3f", &[("f64", "0.30000000000000004")], "00000000.300"),
    ("%10.2e|", &[("f64", "1e5")], "  1.00e+05|"),
    ("%.17g", &[("f64", "9.9999995")], "9.9999994999999995"),
    ("%#g", &[("f64", "1e6")], "1.00000e+06"),
    ("%10.2e|", &[("f64", "0.0")], "  0.00e+00|"),
    ("%#g", &[("f64", "1e16")], "1.00000e+16"),
    ("%e", &[("f64", "100.0")], "1.000000e+02"),
    ("%llx", &[("i64", "-9223372036854775808")], "8000000000000000"),
    ("%-3c|", &[("i32", "65")], "A  |"),
    ("% G", &[("f64", "9.9999995")], " 10"),
    ("%-12g|", &[("f64", "999999.5")], "1e+06       |"),
    ("%.1f", &[("f64", "1e16")], "10000000000000000.0"),
    ("%-5d|", &[("i32", "0")], "0    |"),
    ("% d", &[("i32", "-1")], "-1"),
    ("%.15g", &[("f64", "1e5")], "100000"),
    ("%g", &[("f64", "1e16")], "1e+16"),
    ("%#g", &[("f64", "0.0001")], "0.000100000"),
    ("%d", &[("i32", "1")], "1"),
    ("%lld", &[("i64", "0")], "0"),
    ("%.0f", &[("f64", "-0.0")], "-0"),
    ("%p", &[("ptr", "0")], "(nil)"),
    ("%f", &[("f64", "100.0")], "100.000000"),
    ("%f", &[("f64", "1.5")], "1.500000"),
    ("%#x", &[("i32", "-1")], "0xffffffff"),
    ("%-5d|", &[("i32", "42")], "42   |"),
    ("%5d|", &[("i32", "0")], "    0|"),
    ("%#g", &[("f64", "1.0")], "1.00000"),
    ("%.0f", &[("f64", "9.9999995")], "10"),
    ("% G", &[("f64", "0.1")], " 0.1"),
    ("%#o", &[("i32", "1")], "01"),
    ("%ld", &[("i64", "9223372036854775807")], "9223372036854775807"),
    ("%.0f", &[("f64", "0.00001234")], "0"),
    ("% G", &[("f64", "999999.5")], " 1E+06"),
    ("%-12g|", &[("f64", "0.30000000000000004")], "0.3         |"),
    ("%+.1f", &[("f64", "1e16")], "+10000000000000000.0"),
    ("%e", &[("f64", "1.0")], "1.000000e+00"),
    ("%g", &[("f64", "0.5")], "0.5"),
    ("%-12g|", &[("f64", "123456789.0")], "1.23457e+08 |"),
    ("%hhd", &[("i32", "2147483647")], "-1"),
    ("%.15g", &[("f64", "-0.0")], "-0"),
    ("%e", &[("f64", "0.0")], "0.000000e+00"),
    ("%-12g|", &[("f64", "1.7976931348623157e308")], "1.79769e+308|"),
    ("%+.1f", &[("f64", "0.0001")], "+0.0"),
    ("%.3f", &[("f64", "1.5")], "1.500"),
    ("%.17g", &[("f64", "0.1")], "0.10000000000000001"),
    ("%012.3f", &[("f64", "1.0")], "00000001.000"),
    ("%10.2e|", &[("f64", "0.0001")], "  1.00e-04|"),
    ("%llx", &[("i64", "0")], "0"),
    ("%012.3f", &[("f64", "-1.5")], "-0000001.500"),
    ("%g", &[("f64", "0.30000000000000004")], "0.3"),
    ("%012.3f", &[("f64", "1e16")], "10000000000000000.000"),
    ("%+.1f", &[("f64", "1.0")], "+1.0"),
    ("% G", &[("f64", "0.0001")], " 0.0001"),
    ("%i", &[("i32", "-1")], "-1"),
    ("%.3f", &[("f64", "1e16")], "10000000000000000.000"),
    ("%X", &[("i32", "-1")], "FFFFFFFF"),
    ("%e", &[("f64", "0.5")], "5.000000e-01"),
    ("%.3f", &[("f64", "9.9999995")], "10.000"),
    ("%.15g", &[("f64", "123456.789")], "123456.789"),
    ("%f", &[("f64", "0.00001234")], "0.000012"),
    ("%.0f", &[("f64", "0.1")], "0"),
    ("%-12g|", &[("f64", "1.0")], "1           |"),
    ("%#g", &[("f64", "0.1")], "0.100000"),
    ("%-20ld|", &[("i64", "0")], "0                   |"),
    ("%X", &[("i32", "1")], "1"),
    ("%8.3d|", &[("i32", "2147483647")], "2147483647|"),
    ("%zu", &[("i64", "-9223372036854775808")], "9223372036854775808"),
    ("%10.2e|", &[("f64", "0.30000000000000004")], "  3.00e-01|"),
    ("%f", &[("f64", "123456.789")], "123456.789000"),
    ("%e", &[("f64", "1e5")], "1.000000e+05"),
    ("%lld", &[("i64", "1234567890123")], "1234567890123"),
    ("% G", &[("f64", "123456.789")], " 123457"),
    ("%.1f", &[("f64", "1.5")], "1.5"),
    ("%05d", &[("i32", "-2147483648")], "-2147483648"),
    ("%10.2e|", &[("f64", "123456789.0")], "  1.23e+08|"),
    ("%.0f", &[("f64", "123456.789")], "123457"),
    ("%x", &[("i32", "-1")], "ffffffff"),
    ("%.1f", &[("f64", "1e6")], "1000000.0"),
    ("%+.1f", &[("f64", "5e-324")], "+0.0"),
    ("%.17g", &[("f64", "-1.5")], "-1.5"),
    ("%#g", &[("f64", "1.7976931348623157e308")], "1.79769e+308"),
    ("%05d", &[("i32", "0")], "00000"),
    ("%05d", &[("i32", "2147483647")], "2147483647"),
    ("%10.2e|", &[("f64", "0.5")], "  5.00e-01|"),
    ("%jd", &[("i64", "-9223372036854775808")], "-9223372036854775808"),
    ("%.17g", &[("f64", "0.5")], "0.5"),
    ("%012.3f", &[("f64", "1.5")], "00000001.500"),
    ("%#o", &[("i32", "-1")], "037777777777"),
    ("%.0f", &[("f64", "1.5")], "2"),
    ("%g", &[("f64", "5e-324")], "4.94066e-324"),
    ("%#x", &[("i32", "42")], "0x2a"),
    ("%012.3f", &[("f64", "0.0001")], "00000000.000"),
    ("%.15g", &[("f64", "1e100")], "1e+100"),
    ("%.17g", &[("f64", "2.5")], "2.5"),
    ("%5d|", &[("i32", "2147483647")], "2147483647|"),
    ("%8.3d|", &[("i32", "0")], "     000|"),
    ("%#g", &[("f64", "0.00001234")], "1.23400e-05"),
    ("%+.1f", &[("f64", "100.0")], "+100.0"),
    ("%jd", &[("i64", "9223372036854775807")], "9223372036854775807"),
    ("%.3f", &[("f64", "0.30000000000000004")], "0.300"),
    ("%g", &[("f64", "100.0")], "100"),
    ("%d", &[("i32", "0")], "0"),
    ("%.0f", &[("f64", "2.5")], "2"),
    ("%*d|%-*d|", &[("i32", "6"), ("i32", "7"), ("i32", "6"), ("i32", "8")], "     7|8     |"),
    ("%a", &[("f64", "0.0")], "0x0p+0"),
    ("%20a|", &[("f64", "0.0")], "              0x0p+0|"),
    ("%.15a", &[("f64", "0.0")], "0x0.000000000000000p+0"),
    ("%.0a", &[("f64", "-1.0")], "-0x1p+0"),
    ("%-12.2A|", &[("f64", "-1.0")], "-0X1.00P+0  |"),
    ("%#.0a", &[("f64", "-1.0")], "-0x1.p+0"),
    ("%a", &[("f64", "1.5")], "0x1.8p+0"),
    ("%.0a", &[("f64", "1.5")], "0x2p+0"),
    ("%.3a", &[("f64", "1.5")], "0x1.800p+0"),
    ("%20a|", &[("f64", "1.5")], "            0x1.8p+0|"),
    ("%-12.2A|", &[("f64", "1.5")], "0X1.80P+0   |"),
    ("%020a", &[("f64", "1.5")], "0x0000000000001.8p+0"),
    ("%.15a", &[("f64", "1.5")], "0x1.800000000000000p+0"),
    ("%#.0a", &[("f64", "1.5")], "0x2.p+0"),
    ("%a", &[("f64", "0.10000000000000001")], "0x1.999999999999ap-4"),
    ("%20a|", &[("f64", "0.10000000000000001")], "0x1.999999999999ap-4|"),
    ("%.15a", &[("f64", "0.10000000000000001")], "0x1.999999999999a00p-4"),
    ("%.0a", &[("f64", "4.9406564584124654e-324")], "0x0p-1022"),
    ("%-12.2A|", &[("f64", "4.9406564584124654e-324")], "0X0.00P-1022|"),
    ("%#.0a", &[("f64", "4.9406564584124654e-324")], "0x0.p-1022"),
    ("%.3a", &[("f64", "1e+100")], "0x1.24ap+332"),
    ("%020a", &[("f64", "1e+100")], "0x1.249ad2594c37dp+332"),
    ("%a", &[("f64", "255.75")], "0x1.ff8p+7"),
    ("%20a|", &[("f64", "255.75")], "          0x1.ff8p+7|"),
    ("%.15a", &[("f64", "255.75")], "0x1.ff8000000000000p+7"),
];

/// Precisions beyond what Rust's formats take.
#[test]
fn printf_writes_as_many_digits_as_are_wanted() {
    for (conversion, digits) in [("f", 70_002), ("e", 70_006), ("g", 3), ("#g", 70_001)] {
        let (flags, letter) = conversion.split_at(conversion.len() - 1);
        let written = printed(&format!("%{flags}.70000{letter}"), &[("f64", "1.5")]);
        assert_eq!(written.len(), digits, "{conversion}");
        assert!(written.starts_with("1.5"), "{conversion}");
        assert!(conversion != "e" || written.ends_with("000e+00"));
    }
}

#[test]
fn printf_writes_what_c_writes() {
    for (format, values, expected) in PRINTED {
        assert_eq!(printed(format, values), *expected, "{format} {values:?}");
    }
    let infinity = u64::to_string(&f64::NEG_INFINITY.to_bits());
    assert_eq!(printed("%08.3f|%E", &[("f64", &format!("bits {infinity}")), ("f64", "1.0")]), "    -inf|1.000000E+00");
}

#[test]
fn texts_are_cut_padded_and_copied() {
    let ended = program(
        "import function @printf : (ptr, ...) -> i32
import function @snprintf : (ptr, u64, ptr, ...) -> i32
import function @puts : (ptr) -> i32
import function @strlen : (ptr) -> u64
global constant local @format align 1 = \"%.3s|%6s|%-6s|\\0A\\00\"
global constant local @text align 1 = \"hello\\00\"
global variable local @buffer align 1 = \"xxxxxxxxxxxxxxx\\00\"
function system_abi export @main() : () -> i32 {
b0:
  v0: ptr = symbol_address @format
  v1: ptr = symbol_address @text
  v2: i32 = call @printf(v0, v1, v1, v1) : (ptr, ..., ptr, ptr, ptr) -> i32
  v3: ptr = symbol_address @buffer
  v4: u64 = constant 8
  v5: i32 = call @snprintf(v3, v4, v0, v1, v1, v1) : (ptr, u64, ptr, ..., ptr, ptr, ptr) -> i32
  v6: i32 = call @puts(v3) : (ptr) -> i32
  v7: u64 = call @strlen(v3) : (ptr) -> u64
  v8: i32 = convert v7
  v9: i32 = subtract v5, v8
  return v9
}",
    );
    assert_eq!(String::from_utf8_lossy(&ended.stdout), "hel| hello|hello |\nhel| he\n");
    assert_eq!((ended.exit, ended.fault), (19 - 7, None));
}

#[test]
fn addresses_are_the_same_in_every_run() {
    let text = "import function @malloc : (u64) -> ptr
import function @printf : (ptr, ...) -> i32
global constant local @format align 1 = \"%p %p %p\\00\"
function system_abi export @main() : () -> i32 {
  slot s0 8 align 8 local frame
b0:
  v0: ptr = symbol_address @format
  v1: ptr = slot_address s0
  v2: u64 = constant 8
  v3: ptr = call @malloc(v2) : (u64) -> ptr
  v4: i32 = call @printf(v0, v0, v1, v3) : (ptr, ..., ptr, ptr, ptr) -> i32
  return v4
}";
    let (one, other) = (program(text), program(text));
    assert_eq!(one, other);
    assert!(one.stdout.len() > 30 && one.stdout.starts_with(b"0x"), "{one:?}");
}

#[test]
fn callbacks_sort_and_find() {
    let ended = program(
        "import function @qsort : (ptr, u64, u64, ptr)
import function @bsearch : (ptr, ptr, u64, u64, ptr) -> ptr
import function @printf : (ptr, ...) -> i32
global constant local @format align 1 = \"%d %d %d %d at %ld\\0A\\00\"
global variable local @list align 4 = \"\\09\\00\\00\\00\\01\\00\\00\\00\\05\\00\\00\\00\\03\\00\\00\\00\"
function system_abi local @compare(v0: ptr, v1: ptr) : (ptr, ptr) -> i32 {
b0:
  v2: i32 = load v0 align 4
  v3: i32 = load v1 align 4
  v4: i32 = subtract v2, v3
  return v4
}
function system_abi export @main() : () -> i32 {
b0:
  v0: ptr = symbol_address @list
  v1: u64 = constant 4
  v2: ptr = symbol_address @compare
  call @qsort(v0, v1, v1, v2) : (ptr, u64, u64, ptr)
  v3: ptr = symbol_address @format
  v4: i32 = load v0 align 4
  v5: i32 = load v0 + 4 align 4
  v6: i32 = load v0 + 8 align 4
  v7: i32 = load v0 + 12 align 4
  v8: ptr = symbol_address @list + 8
  v9: ptr = call @bsearch(v8, v0, v1, v1, v2) : (ptr, ptr, u64, u64, ptr) -> ptr
  v10: i64 = convert v9
  v11: i64 = convert v0
  v12: i64 = subtract v10, v11
  v13: i32 = call @printf(v3, v4, v5, v6, v7, v12) : (ptr, ..., i32, i32, i32, i32, i64) -> i32
  v14: i32 = constant 7
  return v14
}",
    );
    assert_eq!(String::from_utf8_lossy(&ended.stdout), "1 3 5 9 at 8\n");
    assert_eq!((ended.exit, ended.fault), (7, None));
}

#[test]
fn output_exit_codes_and_leaks() {
    let ended = program(
        "import function @malloc : (u64) -> ptr
import function @exit : (i32)
import function @fputs : (ptr, ptr) -> i32
import global @stderr : ptr
global constant local @text align 1 = \"bad\\00\"
function system_abi export @main(v0: i32, v1: ptr) : (i32, ptr) -> i32 {
b0:
  v2: u64 = constant 24
  v3: ptr = call @malloc(v2) : (u64) -> ptr
  v4: ptr = symbol_address @text
  v5: ptr = symbol_address @stderr
  v6: ptr = load v5 align 8
  v7: ptr = load v1 + 8 align 8
  v8: i32 = call @fputs(v7, v6) : (ptr, ptr) -> i32
  v9: i32 = call @fputs(v4, v6) : (ptr, ptr) -> i32
  call @exit(v0) : (i32)
  unreachable
}",
    );
    assert_eq!(ended.stderr, b"onebad");
    assert_eq!((ended.exit, ended.fault), (2, None));
    assert_eq!(ended.leaks.iter().map(|leak| leak.bytes).collect::<Vec<_>>(), [24]);
}

#[test]
fn aggregates_and_numbers_of_c() {
    let ended = program(
        "import function @ldiv : (i64, i64) -> %Both
import function @frexp : (f64, ptr) -> f64
import function @strtol : (ptr, ptr, i32) -> i64
import function @printf : (ptr, ...) -> i32
type %Both = struct 16 align 8 { i64 @0, i64 @8 }
global constant local @format align 1 = \"%ld %ld %g %d %ld %s\\0A\\00\"
global constant local @text align 1 = \"  -0x1fz\\00\"
function system_abi export @main() : () -> i32 {
  slot s0 16 align 8 local frame : %Both
  slot s1 8 align 8 local frame
  slot s2 8 align 8 local frame
b0:
  v0: ptr = slot_address s0
  v1: i64 = constant -17
  v2: i64 = constant 5
  call @ldiv(v1, v2) : (i64, i64) -> %Both into v0
  v3: ptr = slot_address s1
  v4: f64 = constant 40.0
  v5: f64 = call @frexp(v4, v3) : (f64, ptr) -> f64
  v6: ptr = symbol_address @text
  v7: ptr = slot_address s2
  v8: i32 = constant 0
  v9: i64 = call @strtol(v6, v7, v8) : (ptr, ptr, i32) -> i64
  v10: ptr = symbol_address @format
  v11: i64 = load v0 align 8
  v12: i64 = load v0 + 8 align 8
  v13: i32 = load v3 align 4
  v14: ptr = load v7 align 8
  v15: i32 = call @printf(v10, v11, v12, v5, v13, v9, v14) : (ptr, ..., i64, i64, f64, i32, i64, ptr) -> i32
  return v8
}",
    );
    assert_eq!(String::from_utf8_lossy(&ended.stdout), "-3 -2 0.625 6 -31 z\n");
    assert_eq!((ended.exit, ended.fault), (0, None));
}

#[test]
fn what_c_does_not_allow() {
    let outcome = |inside: &str| {
        let text = format!(
            "import function @printf : (ptr, ...) -> i32
import function @strlen : (ptr) -> u64
import function @memcpy : (ptr, ptr, u64) -> ptr
global constant local @text align 1 = \"%q%s\"
global variable local @data align 1 = \"12345678\"
function system_abi export @f() : () -> i32 {{
b0:
  v0: ptr = symbol_address @text
{inside}
}}"
        );
        Both::new(&text).call("f", &[])
    };
    let cases = [
        ("  v1: u64 = call @strlen(v0) : (ptr) -> u64\n  v2: i32 = convert v1\n  return v2", "no NUL"),
        (
            "  v1: ptr = symbol_address @data\n  v2: ptr = symbol_address @data + 1\n  v3: u64 = constant 4\n  v4: ptr = call @memcpy(v1, v2, v3) : (ptr, ptr, u64) -> ptr\n  v5: i32 = constant 0\n  return v5",
            "memmove",
        ),
    ];
    for (inside, words) in cases {
        let Outcome::Faults(_, message) = outcome(inside) else {
            panic!("{inside}");
        };
        assert!(message.contains(words), "{message}");
    }
}
