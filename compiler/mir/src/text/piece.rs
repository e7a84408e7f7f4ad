//! Pieces that lines of functions are made of, put behind each other. Owns nothing but how fast that is: a module has millions of
//! them, and formatting each by the standard library's way takes most of the time in which it is printed.

use crate::ids::{Align, NodeId};
use crate::scalar::Scalar;

use super::cursor::Numbered;

/// What can be put behind a text.
pub trait Piece {
    /// Puts it there.
    fn put(self, out: &mut String);
}

impl Piece for &str {
    fn put(self, out: &mut String) {
        out.push_str(self);
    }
}

/// The numbers below a hundred, in two digits each.
const PAIRS: &str = "\
    00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354\
    555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

impl Piece for u64 {
    fn put(self, out: &mut String) {
        if self < 10 {
            return out.push(char::from(b'0' + self as u8));
        }
        if self >= 100 {
            (self / 100).put(out);
        }
        let start = (self % 100) as usize * 2;
        out.push_str(&PAIRS[start..start + 2]);
    }
}

impl Piece for u32 {
    fn put(self, out: &mut String) {
        u64::from(self).put(out);
    }
}

impl Piece for usize {
    fn put(self, out: &mut String) {
        (self as u64).put(out);
    }
}

impl Piece for i64 {
    fn put(self, out: &mut String) {
        if self < 0 {
            out.push('-');
        }
        self.unsigned_abs().put(out);
    }
}

impl Piece for Align {
    fn put(self, out: &mut String) {
        self.bytes().put(out);
    }
}

impl Piece for Scalar {
    fn put(self, out: &mut String) {
        out.push_str(self.name());
    }
}

impl Piece for NodeId {
    fn put(self, out: &mut String) {
        out.push('!');
        self.0.put(out);
    }
}

impl<Id: Numbered> Piece for Id {
    fn put(self, out: &mut String) {
        out.push_str(Id::PREFIX);
        self.number().put(out);
    }
}

/// Puts pieces behind a text.
macro_rules! put {
    ($out:expr, $($piece:expr),+ $(,)?) => {{
        let out: &mut String = $out;
        $($crate::text::piece::Piece::put($piece, out);)+
        Ok::<(), std::fmt::Error>(())
    }};
}

pub(super) use put;

#[cfg(test)]
mod tests {
    use super::Piece;

    #[test]
    fn numbers_are_those_of_the_standard_library() {
        let mut random = fastrand::Rng::with_seed(1);
        for number in [0, 1, 9, 10, u64::MAX].into_iter().chain((0..1000).map(|_| random.u64(..) >> random.u32(..64))) {
            let (mut unsigned, mut signed) = (String::new(), String::new());
            number.put(&mut unsigned);
            (number as i64).put(&mut signed);
            assert_eq!((unsigned, signed), (number.to_string(), (number as i64).to_string()));
        }
    }
}
