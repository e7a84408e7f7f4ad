//! Which warnings are shown, and which count as errors: `--allow` and `--deny`. It owns the list of all kinds of
//! diagnostics and the reading of names; it must not know command lines.

use project::Report;
use source::{DiagnosticKind, Severity};

/// Every kind of diagnostic, by code.
pub fn all_kinds() -> Vec<&'static DiagnosticKind> {
    let mut kinds: Vec<&'static DiagnosticKind> = Vec::new();
    for room in [
        source::DIAGNOSTIC_KINDS,
        hir::DIAGNOSTIC_KINDS,
        types::DIAGNOSTIC_KINDS,
        lower::DIAGNOSTIC_KINDS,
        project::problems::ALL,
        crate::problems::ALL,
    ] {
        kinds.extend_from_slice(room);
    }
    kinds.sort_by_key(|kind| kind.code);
    kinds
}

/// The kind with this code or name, in any case.
pub fn find_kind(name: &str) -> Option<&'static DiagnosticKind> {
    let wanted = name.to_lowercase().replace('_', "-");
    all_kinds().into_iter().find(|kind| kind.code.to_lowercase() == wanted || kind.name == wanted)
}

/// What the user wants of warnings.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    allowed: Selection,
    denied: Selection,
}

#[derive(Clone, Debug, Default)]
struct Selection {
    all: bool,
    kinds: Vec<&'static DiagnosticKind>,
}

/// A name that is no warning's; the text is for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWarning(pub String);

impl Policy {
    /// Reads what stands behind `--allow` and `--deny`.
    pub fn new(allowed: &[String], denied: &[String]) -> Result<Policy, UnknownWarning> {
        Ok(Policy { allowed: Selection::read(allowed)?, denied: Selection::read(denied)? })
    }

    /// Leaves out what is allowed and makes errors of what is denied. A kind that is named counts more than `warnings`.
    pub fn apply(&self, reports: &mut Vec<Report>) {
        reports.retain_mut(|report| match report.severity {
            Severity::Error => true,
            Severity::Warning => {
                let named = |selection: &Selection| selection.kinds.contains(&report.kind);
                let denied = named(&self.denied) || (self.denied.all && !named(&self.allowed));
                if denied {
                    report.severity = Severity::Error;
                }
                denied || !(named(&self.allowed) || self.allowed.all)
            }
            // `warnings` means warnings; a hint has to be named.
            Severity::Hint => {
                let denied = self.denied.kinds.contains(&report.kind);
                if denied {
                    report.severity = Severity::Error;
                }
                denied || !self.allowed.kinds.contains(&report.kind)
            }
        });
    }
}

impl Selection {
    fn read(names: &[String]) -> Result<Selection, UnknownWarning> {
        let mut selection = Selection::default();
        for name in names {
            if name == "warnings" {
                selection.all = true;
                continue;
            }
            match find_kind(name) {
                Some(kind) if kind.severity != Severity::Error => selection.kinds.push(kind),
                Some(kind) => {
                    return Err(UnknownWarning(format!(
                        "{} is an error, which cannot be allowed or denied",
                        kind.name
                    )));
                }
                None => {
                    return Err(UnknownWarning(format!("there is no warning `{name}`; `lang explain` lists all")));
                }
            }
        }
        Ok(selection)
    }
}

#[cfg(test)]
mod tests {
    use project::Report;
    use source::{DiagnosticKind, Severity};

    use super::{Policy, all_kinds, find_kind};

    fn warnings() -> Vec<&'static DiagnosticKind> {
        all_kinds().into_iter().filter(|kind| kind.severity == Severity::Warning).collect()
    }

    /// What becomes of one warning of each kind and one error.
    fn after(allowed: &[&str], denied: &[&str]) -> Vec<(&'static str, Severity)> {
        let text = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let policy = Policy::new(&text(allowed), &text(denied)).expect("the names are known");
        let error = find_kind("E0601").expect("it is known");
        let kinds = warnings().into_iter().take(2).chain([error]);
        let mut reports: Vec<Report> = kinds.map(|kind| Report::without_place(kind, "")).collect();
        policy.apply(&mut reports);
        reports.iter().map(|report| (report.kind.code, report.severity)).collect()
    }

    #[test]
    fn what_is_named_counts_more_than_all_warnings() {
        use Severity::{Error, Warning};
        let [first, second] = [warnings()[0].code, warnings()[1].code];
        let named = warnings()[0].name;
        let both = |left, right| vec![(first, left), (second, right), ("E0601", Error)];
        assert_eq!(after(&[], &[]), both(Warning, Warning));
        assert_eq!(after(&["warnings"], &[]), [("E0601", Error)]);
        assert_eq!(after(&[named], &[]), [(second, Warning), ("E0601", Error)]);
        assert_eq!(after(&[], &["warnings"]), both(Error, Error));
        assert_eq!(after(&[], &[first]), both(Error, Warning));
        assert_eq!(after(&[named], &["warnings"]), [(second, Error), ("E0601", Error)]);
        assert_eq!(after(&["warnings"], &[named]), [(first, Error), ("E0601", Error)]);
    }

    #[test]
    fn only_warnings_can_be_named() {
        let refuse = |name: &str| Policy::new(&[name.to_string()], &[]).expect_err("it is refused").0;
        assert_eq!(refuse("E0601"), "not-utf8 is an error, which cannot be allowed or denied");
        assert_eq!(refuse("nothing"), "there is no warning `nothing`; `lang explain` lists all");
    }

    #[test]
    fn codes_and_names_stand_for_one_kind_each() {
        let mut seen = std::collections::BTreeSet::new();
        for kind in all_kinds() {
            assert!(seen.insert(kind.code), "{} stands for two kinds", kind.code);
            assert!(seen.insert(kind.name), "{} stands for two kinds", kind.name);
            let letter = match kind.severity {
                Severity::Error => 'E',
                Severity::Warning | Severity::Hint => 'W',
            };
            assert!(kind.code.starts_with(letter) && kind.code.len() == 5, "{}", kind.code);
            assert!(!kind.explanation.trim().is_empty(), "{} explains nothing", kind.code);
        }
    }
}
