//! `va_list` in the proof: what the library says of it, as tables for `common.c`. Owns that translation only.

use std::fmt::Write;

use abi::{FnAbi, Target, VaList, VaStart};

fn described(target: &Target) -> VaList {
    let convention = target.convention();
    convention.va_list().unwrap_or_else(|| panic!("{convention:?} defines no variadic functions"))
}

/// The save area, and size and alignment of the type.
pub fn save_area(target: &Target) -> String {
    let convention = target.convention();
    let VaList { size, align, save_area, .. } = described(target);
    let asserted = format!(
        "_Static_assert(sizeof(__builtin_va_list) == {size} && _Alignof(__builtin_va_list) == {align}, \"va_list\");\n"
    );
    let Some(area) = save_area else {
        return format!("{asserted}const SaveArea save_area = {{ 1 }};\n");
    };
    let (vector, step) = area.vector.unwrap_or_default();
    let vectors = area.vector.map_or(0, |_| convention.float_arguments().len());
    format!(
        "{asserted}const SaveArea save_area = {{ {}, {}, {}, {}, {vector}, {step}, {vectors} }};\n",
        i32::from(area.at.is_none()),
        area.at.unwrap_or(0),
        area.general,
        convention.general_arguments().len(),
    )
}

/// The fields of the list that a variadic function starts.
pub fn write(index: usize, target: &Target, abi: &FnAbi, source: &mut String) {
    let fields = described(target).fields.iter().map(|field| {
        let (start, value) = match field.start {
            VaStart::SaveArea(offset) => ("SAVED", i64::from(offset)),
            VaStart::General { .. } | VaStart::Vector { .. } => ("NUMBER", expected(field.start.value(&abi.call))),
            VaStart::Stack | VaStart::Next(_) => ("ADDRESS", expected(field.start.address(&abi.call))),
        };
        format!("{{{start}, {}, {}, {value}}}", field.offset, field.bytes)
    });
    let fields = fields.collect::<Vec<String>>().join(", ");
    writeln!(source, "static const ListField v{index}[] = {{{fields}}};").unwrap();
}

fn expected(start: Option<i64>) -> i64 {
    start.expect("the function is variadic")
}
