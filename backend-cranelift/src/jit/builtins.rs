//! Functions that static libraries give to linked programs, but that no shared library of this process exports: those
//! of the compiler library for 128-bit integers, `atexit` and `pthread_atfork`. Must not know who calls them.

/// The address of a built-in function.
pub(super) fn address(name: &str) -> Option<u64> {
    let pointer: *const () = match name {
        "__divti3" => divti3 as *const (),
        "__modti3" => modti3 as *const (),
        "__udivti3" => udivti3 as *const (),
        "__umodti3" => umodti3 as *const (),
        "__floattisf" => floattisf as *const (),
        "__floattidf" => floattidf as *const (),
        "__floatuntisf" => floatuntisf as *const (),
        "__floatuntidf" => floatuntidf as *const (),
        "__fixsfti" => fixsfti as *const (),
        "__fixdfti" => fixdfti as *const (),
        "__fixunssfti" => fixunssfti as *const (),
        "__fixunsdfti" => fixunsdfti as *const (),
        "atexit" => libc::atexit as *const (),
        "pthread_atfork" => libc::pthread_atfork as *const (),
        _ => return None,
    };
    Some(pointer.expose_provenance() as u64)
}

extern "C" fn divti3(left: i128, right: i128) -> i128 {
    left.wrapping_div(right)
}

extern "C" fn modti3(left: i128, right: i128) -> i128 {
    left.wrapping_rem(right)
}

extern "C" fn udivti3(left: u128, right: u128) -> u128 {
    left / right
}

extern "C" fn umodti3(left: u128, right: u128) -> u128 {
    left % right
}

extern "C" fn floattisf(value: i128) -> f32 {
    value as f32
}

extern "C" fn floattidf(value: i128) -> f64 {
    value as f64
}

extern "C" fn floatuntisf(value: u128) -> f32 {
    value as f32
}

extern "C" fn floatuntidf(value: u128) -> f64 {
    value as f64
}

extern "C" fn fixsfti(value: f32) -> i128 {
    value as i128
}

extern "C" fn fixdfti(value: f64) -> i128 {
    value as i128
}

extern "C" fn fixunssfti(value: f32) -> u128 {
    value as u128
}

extern "C" fn fixunsdfti(value: f64) -> u128 {
    value as u128
}
