//! Where packed structures leave a place less alignment than its type wants: no borrow may lead there. Must not know who
//! lends, nor rules of layout, which `types` answers.

use source::Db;

use super::place::PlaceBase;
use super::typing::projected_type;
use super::{Place, Projection, SourceForm};

impl SourceForm {
    /// Whether a place is sure to be aligned as its type wants.
    pub fn is_aligned(&self, db: &dyn Db, place: Place) -> bool {
        self.aligned_steps(db, place) == self.projections(place).len()
    }

    /// The innermost place around a place, or itself, that is sure to be aligned as its type wants, and the steps from there.
    pub(crate) fn aligned_around(&mut self, db: &dyn Db, place: Place) -> (Place, Vec<Projection>) {
        let steps = self.aligned_steps(db, place);
        let (inside, rest) = self.projections(place).split_at(steps);
        if rest.is_empty() {
            return (place, Vec::new());
        }
        let (inside, rest) = (inside.to_vec(), rest.to_vec());
        let base = match self.base(place) {
            PlaceBase::Local(local) => Place::local(local),
            PlaceBase::Item(item) => self.item_place(item),
        };
        (inside.into_iter().fold(base, |place, step| self.project(place, step)), rest)
    }

    /// How many steps of a path lead to the last place on it that is aligned as its type wants.
    fn aligned_steps(&self, db: &dyn Db, place: Place) -> usize {
        let mut ty = self.base_type(db, place);
        // What packed structures on the way leave; nothing where none is.
        let mut align: Option<u32> = None;
        let mut steps = 0;
        for (number, projection) in self.projections(place).iter().enumerate() {
            align = match *projection {
                Projection::Deref { mutable: _ }
                | Projection::Storage
                | Projection::PointerElement(_)
                | Projection::PointerSlice(_) => None,
                Projection::Field(part) | Projection::UnionField(part) | Projection::Payload(part) => {
                    let around = if types::is_object_pointer(db, ty) { None } else { align };
                    let own = types::packed_field_align(db, ty, part);
                    around.into_iter().chain(own).min()
                }
                Projection::Index(_)
                | Projection::ConstantIndex(_)
                | Projection::FromEnd { .. }
                | Projection::Rest { .. }
                | Projection::Slice(_) => align,
            };
            ty = projected_type(db, ty, *projection);
            if align.is_none_or(|align| types::borrowed_align(db, ty).is_some_and(|needed| needed <= align)) {
                steps = number + 1;
            }
        }
        steps
    }
}
