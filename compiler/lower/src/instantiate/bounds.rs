//! Checks that an index lies within its bounds. Owns how an index of any integer type is compared and told; must not know
//! where the elements are.

use mir::{Argument, Callee, CheckKind, Comparison, IndexForm, Scalar, SiteKind, SlicePart, Value};

use super::body::Lowering;

impl Lowering<'_, '_> {
    /// Panics at the current position unless `index` is below `length`.
    pub(super) fn check_index(&mut self, index: Value, length: u64) {
        let limit = self.builder.integer(Scalar::I64, i128::from(length));
        self.check_below(index, limit, |index| SiteKind::IndexOutOfBounds { length, index });
    }

    /// The same of a part of a slice, and of a limit that the program computes, an `i64`.
    pub(super) fn check_in_slice(&mut self, part: SlicePart, index: Value, limit: Value) {
        self.check_below(index, limit, |index| SiteKind::OutOfSlice { part, index });
    }

    fn check_below(&mut self, index: Value, limit: Value, kind: impl Fn(IndexForm) -> SiteKind) {
        let (narrow, form) = match self.builder.function().value_type(index) {
            Scalar::U64 | Scalar::U128 => (Scalar::U64, IndexForm::Unsigned),
            Scalar::Bool
            | Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64
            | Scalar::I128
            | Scalar::U8
            | Scalar::U16
            | Scalar::U32
            | Scalar::F32
            | Scalar::F64
            | Scalar::Pointer => (Scalar::I64, IndexForm::Signed),
        };
        let mut checked = self.converted(index, narrow);
        let wide = self.builder.function().value_type(index);
        if wide.bits() > narrow.bits() {
            // Cut to 64 bits, a large one could look small.
            let again = self.converted(checked, wide);
            let fits = self.builder.compare(Comparison::Equal, again, index);
            let (near, far) = (self.builder.block(), self.builder.block());
            self.builder.branch(fits, (near, &[]), (far, &[]));
            self.builder.switch_to(far);
            self.panic_at_wide_index(index, limit, (kind(form), kind(IndexForm::Untold)));
            self.builder.switch_to(near);
        }
        // Of one type, so that the same index under another type is known to be checked.
        checked = self.converted(checked, Scalar::I64);
        let site = self.builder.site(kind(form));
        self.builder.check(CheckKind::Below, checked, limit, site);
    }

    /// Ends the program at an index that 64 bits do not hold. Code generators tell none of these: the runtime's function gets
    /// what the first kind tells, and the site is of the second.
    fn panic_at_wide_index(&mut self, index: Value, limit: Value, (kind, untold): (SiteKind, SiteKind)) {
        let site = self.builder.site(untold);
        if let Some(callable) = self.unit.runtime("panic_wide_index") {
            let index = self.converted(index, Scalar::I128);
            let code = self.builder.integer(Scalar::U64, kind.told().map_or(0, |told| i128::from(told.code())));
            let site = self.builder.site_address(site);
            let arguments = [index, code, limit, site].map(Argument::Scalar);
            self.emit(Callee::Direct(callable.symbol), callable.signature, &arguments, callable.result, None);
        }
        self.builder.unreachable();
    }
}
