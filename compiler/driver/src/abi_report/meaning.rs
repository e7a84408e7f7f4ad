//! Whether callers of an old version may be left as they are where values travel as before: it owns which differences of
//! shapes break them. What a caller gives may become wider, what it gets narrower; what both may write stays what it was.
//! A name counts where it tells what has moved: a field or case that is there before and after. Names of types and new names do
//! not count.

use std::collections::HashSet;

use super::ValueChange;
use super::shapes::{CaseShape, Held, Part, Shape, ShapeReport};

/// Which way a value goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Way {
    /// From the caller to the function.
    Given,
    /// From the function to the caller.
    Taken,
    /// Either may write it, and the other reads.
    Both,
}

impl Way {
    /// The way of what is given to a function that goes this way.
    fn turned(self) -> Way {
        match self {
            Way::Given => Way::Taken,
            Way::Taken => Way::Given,
            Way::Both => Way::Both,
        }
    }

    /// Whether old callers may give what new callers may not, if `old` has something that `new` lacks.
    fn is_given(self) -> bool {
        match self {
            Way::Given | Way::Both => true,
            Way::Taken => false,
        }
    }

    fn is_taken(self) -> bool {
        self.turned().is_given()
    }
}

/// What callers of the old version would get wrong about one value.
pub(super) fn changes(
    name: &str,
    (old, old_shape): (&[ShapeReport], usize),
    (new, new_shape): (&[ShapeReport], usize),
    way: Way,
) -> Vec<ValueChange> {
    let mut both = Both { old, new, seen: HashSet::new(), found: Vec::new() };
    both.shape(name, old_shape, new_shape, way);
    both.found
}

struct Both<'a> {
    old: &'a [ShapeReport],
    new: &'a [ShapeReport],
    seen: HashSet<(usize, usize, Way)>,
    found: Vec<ValueChange>,
}

impl<'a> Both<'a> {
    fn shape(&mut self, path: &str, old: usize, new: usize, way: Way) {
        if !self.seen.insert((old, new, way)) {
            return;
        }
        let (Some(before), Some(after)) = (self.old.get(old), self.new.get(new)) else { return };
        let differ = || (words(before), words(after));
        match (&before.shape, &after.shape) {
            (Shape::Text, Shape::Text) | (Shape::Bool, Shape::Bool) | (Shape::Nothing, Shape::Nothing) => {}
            (Shape::Closed, Shape::Closed) => {}
            // What was known may be forgotten by who gets it, and by nobody else.
            (_, Shape::Closed) if way == Way::Given => {}
            (Shape::Closed, _) if way == Way::Taken => {}
            (Shape::Integer { bits: before }, Shape::Integer { bits: after })
            | (Shape::Float { bits: before }, Shape::Float { bits: after })
                if before == after => {}
            (Shape::Pointer { .. }, Shape::Pointer { .. }) => self.pointer(path, before, after, way),
            (
                Shape::Structure { bytes, align, fields },
                Shape::Structure { bytes: size, align: to, fields: others },
            ) if (bytes, align, fields.len()) == (size, to, others.len()) => self.fields(path, fields, others, way),
            (Shape::Union { bytes, align, fields }, Shape::Union { bytes: size, align: to, fields: others })
                if (bytes, align, fields.len()) == (size, to, others.len()) =>
            {
                self.union(path, fields, others, way)
            }
            (Shape::Enum { .. }, Shape::Enum { .. }) => self.enumeration(path, before, after, way),
            // A number may stand for what only some numbers are.
            (Shape::Enum { bytes, cases, .. }, Shape::Integer { bits })
                if !way.is_taken() && is_number(*bytes, cases, *bits) => {}
            (Shape::Integer { bits }, Shape::Enum { bytes, cases, .. })
                if !way.is_given() && is_number(*bytes, cases, *bits) => {}
            (Shape::Array { element, length }, Shape::Array { element: other, length: other_length }) => {
                if length == other_length {
                    self.shape(&format!("{path}[..]"), *element, *other, way);
                } else {
                    self.differs(path, differ());
                }
            }
            (Shape::Function { params, result }, Shape::Function { params: others, result: other }) => {
                if params.len() != others.len() {
                    return self.differs(path, differ());
                }
                // Who is given a function calls it.
                for (number, (before, after)) in params.iter().zip(others).enumerate() {
                    self.shape(&format!("{path}(#{number})"), *before, *after, way.turned());
                }
                self.shape(&format!("{path}()"), *result, *other, way);
            }
            (Shape::Table { fields }, Shape::Table { fields: others }) => self.table(path, fields, others, way),
            (
                Shape::Text
                | Shape::Bool
                | Shape::Nothing
                | Shape::Closed
                | Shape::Integer { .. }
                | Shape::Float { .. }
                | Shape::Pointer { .. }
                | Shape::Structure { .. }
                | Shape::Union { .. }
                | Shape::Enum { .. }
                | Shape::Array { .. }
                | Shape::Function { .. }
                | Shape::Table { .. },
                _,
            ) => self.differs(path, differ()),
        }
    }

    fn differs(&mut self, path: &str, (old, new): (String, String)) {
        self.found.push(ValueChange { name: path.to_string(), old: Some(old), new: Some(new) });
    }

    fn pointer(&mut self, path: &str, before: &ShapeReport, after: &ShapeReport, way: Way) {
        let (
            Shape::Pointer { to, nullable, written, held },
            Shape::Pointer { to: other, nullable: may_be_null, written: may_be_written, held: holder },
        ) = (&before.shape, &after.shape)
        else {
            return;
        };
        let becomes_wrong = |was: bool, is: bool| (was && !is && way.is_given()) || (!was && is && way.is_taken());
        // Who gives an address says that it may be written, who gets one may write: the other way round than null.
        let is_written_wrongly =
            (!written && *may_be_written && way.is_given()) || (*written && !may_be_written && way.is_taken());
        if held != holder {
            self.differs(path, (holder_words(before, *held), holder_words(after, *holder)));
        } else if becomes_wrong(*nullable, *may_be_null) {
            let words = |report, may| format!("{}, {}", words(report), if may { "may be null" } else { "never null" });
            self.differs(path, (words(before, *nullable), words(after, *may_be_null)));
        } else if is_written_wrongly {
            let words = |report, may| {
                format!("{}, {}", words(report), if may { "may be written through" } else { "is only read through" })
            };
            self.differs(path, (words(before, *written), words(after, *may_be_written)));
        }
        let is_shared = *written && *may_be_written && *held == Held::Lent;
        self.shape(path, *to, *other, if is_shared { Way::Both } else { way });
    }

    /// Fields beside each other; of lists of different lengths those that both have.
    fn fields(&mut self, path: &str, old: &[Part], new: &[Part], way: Way) {
        let at = |part: &Part| format!("`{}` at byte {}", part.name, part.offset);
        for (before, after) in old.iter().zip(new) {
            let moved = new.iter().find(|other| other.name == before.name).map(|other| (before, other));
            let came = || old.iter().find(|other| other.name == after.name).map(|other| (other, after));
            match moved.or_else(came) {
                Some((was, is)) if was.offset != is.offset => {
                    self.differs(&format!("{path}.{}", was.name), (at(was), at(is)))
                }
                Some(_) | None if before.offset != after.offset => {
                    self.differs(&format!("{path}.{}", after.name), (at(before), at(after)))
                }
                Some(_) | None => self.shape(&format!("{path}.{}", after.name), before.shape, after.shape, way),
            }
        }
    }

    /// Fields in each other's place, in whatever order.
    fn union(&mut self, path: &str, old: &[Part], new: &[Part], way: Way) {
        for (before, beside) in old.iter().zip(new) {
            let after = new.iter().find(|other| other.name == before.name).unwrap_or(beside);
            self.shape(&format!("{path}.{}", after.name), before.shape, after.shape, way);
        }
    }

    fn enumeration(&mut self, path: &str, before: &ShapeReport, after: &ShapeReport, way: Way) {
        let (
            Shape::Enum { bytes, align, tag, cases },
            Shape::Enum { bytes: size, align: to, tag: other_tag, cases: others },
        ) = (&before.shape, &after.shape)
        else {
            return;
        };
        if (bytes, align) != (size, to) {
            return self.differs(path, (words(before), words(after)));
        }
        self.shape(&format!("{path}.tag"), tag.shape, other_tag.shape, way);
        let said = |case: &CaseShape| format!("case `{}` has the tag {}", case.name, case.tag);
        for case in cases {
            let inner = format!("{path}.{}", case.name);
            if let Some(other) = named(others, &case.name) {
                if case.tag != other.tag {
                    self.differs(&inner, (said(case), said(other)));
                } else {
                    self.carried(&inner, case, other, way);
                }
                continue;
            }
            // A case with another name and this tag, of which nothing was known, is this one called anew.
            let is_new = |other: &&CaseShape| other.tag == case.tag && named(cases, &other.name).is_none();
            match others.iter().find(is_new) {
                Some(other) => self.carried(&inner, case, other, way),
                None if way.is_given() => {
                    self.found.push(ValueChange { name: inner, old: Some(said(case)), new: None });
                }
                None => {}
            }
        }
        let is_unknown = |case: &&CaseShape| {
            named(cases, &case.name).is_none()
                && !cases.iter().any(|known| known.tag == case.tag && named(others, &known.name).is_none())
        };
        for case in others.iter().filter(is_unknown).filter(|_| way.is_taken()) {
            self.found.push(ValueChange {
                name: format!("{path}.{}", case.name),
                old: None,
                new: Some(format!("{}, which callers do not know", said(case))),
            });
        }
    }

    fn carried(&mut self, path: &str, old: &CaseShape, new: &CaseShape, way: Way) {
        if old.fields.len() == new.fields.len() {
            return self.fields(path, &old.fields, &new.fields, way);
        }
        let words = |case: &CaseShape| format!("case `{}` carries {} values", case.name, case.fields.len());
        self.differs(path, (words(old), words(new)));
    }

    /// Who is given a table reads as much of it as it knows.
    fn table(&mut self, path: &str, old: &[Part], new: &[Part], way: Way) {
        let known = old.len().min(new.len());
        self.fields(path, old, new, way);
        let place = |part: &Part| format!("a method at byte {} of the table", part.offset);
        let moved = |name: &str, in_known: &[Part]| in_known.iter().any(|part| part.name == name);
        for part in new.iter().skip(known).filter(|part| way.is_given() && !moved(&part.name, &old[..known])) {
            let name = format!("{path}.{}", part.name);
            self.found.push(ValueChange { name, old: None, new: Some(place(part)) });
        }
        for part in old.iter().skip(known).filter(|part| way.is_taken() && !moved(&part.name, &new[..known])) {
            let name = format!("{path}.{}", part.name);
            self.found.push(ValueChange { name, old: Some(place(part)), new: None });
        }
    }
}

fn named<'a>(cases: &'a [CaseShape], name: &str) -> Option<&'a CaseShape> {
    cases.iter().find(|case| case.name == name)
}

/// Whether an enum is nothing but its number.
fn is_number(bytes: u64, cases: &[CaseShape], bits: u64) -> bool {
    8 * bytes == bits && cases.iter().all(|case| case.fields.is_empty())
}

fn holder_words(report: &ShapeReport, held: Held) -> String {
    let words_of_holder = match held {
        Held::Lent => "which is lent",
        Held::Owned => "which is given away",
        Held::Counted => "of which one owner is given away",
        Held::Once => "which is given away and called once",
    };
    format!("{}, {words_of_holder}", words(report))
}

fn words(report: &ShapeReport) -> String {
    let what = match &report.shape {
        Shape::Closed => "nobody sees inside".to_string(),
        Shape::Text => "the object of a string".to_string(),
        Shape::Integer { bits } => format!("an integer of {bits} bits"),
        Shape::Float { bits } => format!("a floating-point number of {bits} bits"),
        Shape::Bool => "a truth value".to_string(),
        Shape::Pointer { .. } => "an address".to_string(),
        Shape::Structure { bytes, align, fields } => {
            format!("{} fields in {bytes} bytes aligned to {align}", fields.len())
        }
        Shape::Union { bytes, align, fields } => {
            format!("a union of {} fields in {bytes} bytes aligned to {align}", fields.len())
        }
        Shape::Enum { bytes, align, cases, .. } => {
            format!("a tag and {} cases in {bytes} bytes aligned to {align}", cases.len())
        }
        Shape::Array { length, .. } => format!("{length} elements"),
        Shape::Function { params, .. } => format!("a function of {} arguments", params.len()),
        Shape::Table { .. } => "a table of methods".to_string(),
        Shape::Nothing => "no value".to_string(),
    };
    format!("`{}`, {what}", report.ty)
}
