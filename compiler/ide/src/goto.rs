//! Where what stands at a position is declared. It must not know how editors jump there.

use source::Db;

use crate::name_use::NameUse;
use crate::navigation_target::NavigationTarget;
use crate::position::FilePosition;

/// The declaration of the name at a position; on a declaration that itself.
pub fn definition(db: &dyn Db, position: FilePosition) -> Vec<NavigationTarget> {
    let found = NameUse::at(db, position);
    found
        .and_then(|found| NavigationTarget::of(db, found.definition))
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;
    use crate::position::FileRange;

    #[test]
    fn at_either_end_of_a_word() {
        let fixture = Fixture::new("fn half(x: f64) -> f64 { x / 2.0 }\nfn main { println($0half$1(3.0)) }");
        for mark in [0, 1] {
            let found = super::definition(&fixture.db, fixture.mark(mark));
            let places: Vec<String> = found
                .into_iter()
                .map(|target| FileRange {
                    file: target.file,
                    range: target.focus_range,
                })
                .map(|range| fixture.show(&range))
                .collect();
            assert_eq!(places, ["main.lang:1:4 half"]);
        }
        let behind = crate::FilePosition {
            offset: u32::MAX,
            ..fixture.position()
        };
        assert_eq!(super::definition(&fixture.db, behind), []);
    }
}
