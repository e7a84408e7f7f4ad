extern "C" { fn printf(format: *const u8, ...) -> i32; }
/// As the language shows an `f64`.
#[allow(dead_code)]
fn print(value: f64) { unsafe { printf(b"%.15g\n\0".as_ptr(), value) }; }
