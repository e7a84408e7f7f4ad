//! Indexing of types of one's own: `x[key]` is what `Index.index` lends, and where that is changed what `IndexMut.index_mut` does.
//! Owns which of the two is called; must not know what the methods do.

use hir::{ExpressionId, ItemId, ItemKind, Name, Receiver};

use super::Inferrer;
use crate::bounds::TraitReference;
use crate::display::display;
use crate::generics::own_count;
use crate::implementations::candidates;
use crate::inference::{Adjustment, CallId, Callee};
use crate::problems;
use crate::traits::traits_of_its_own;
use crate::ty::{Arguments, Ty};

impl Inferrer<'_> {
    /// `base[key]` of a type that has `Index`; nothing of others. Gives the type of the place.
    pub(super) fn index_by_trait(
        &mut self,
        node: ExpressionId,
        (base, found): (ExpressionId, Ty),
        key: ExpressionId,
    ) -> Option<Ty> {
        let own = self.resolved(found.value_type());
        let (of, method) = self.index_trait("Index", "index", own)?;
        let types = self.new_variables(of, 0..own_count(self.db, of) as u32, node);
        let &[wanted, out] = &*types else { return None };
        self.need_index(node, of, &types, own);
        self.lend_receiver(base, found, Receiver::Ref, method);
        let first = self.table.arguments.len();
        self.add_argument(base, 0);
        self.add_argument(key, 1);
        self.check(key, wanted);
        self.settle_recent();
        let holder = [&*types, &[own]].concat();
        self.add_call(node, Callee::Function(method, Arguments::new(&holder)), first, 2);
        Some(self.known_type(self.resolved(out)))
    }

    /// What is found by an index is changed: the other trait gives it, which the type needs, and the indexed value changes.
    pub(super) fn index_to_change(&mut self, place: ExpressionId, call: CallId, base: ExpressionId, how: &str) {
        let Callee::Function(_, arguments) = self.table.calls[call.0 as usize].callee else { return };
        let types = arguments.types();
        let [key, out, own] = *types else { return };
        let own = self.resolved(own);
        let Some((of, method)) = self.index_trait("IndexMut", "index_mut", own) else {
            let shown = display(self.db, own);
            self.report(problems::index_not_changed(self.at(place), &shown, how));
            return;
        };
        self.need_index(place, of, &[key, out], own);
        self.table.calls[call.0 as usize].callee = Callee::Function(method, arguments);
        let found = self.type_of(base);
        match found.as_borrow() {
            Some((_, true)) => self.adjust(base, Adjustment::ReborrowMutable),
            Some((_, false)) => self.check_container(place, base, how),
            None => {
                self.adjust(base, Adjustment::BorrowMutable);
                self.check_changeable(base, how);
            }
        }
    }

    fn need_index(&mut self, node: ExpressionId, of: ItemId, types: &[Ty], own: Ty) {
        let reference = TraitReference { item: of, arguments: Arguments::new(types) };
        self.need_trait(reference, own, self.at(node), node);
    }

    /// A trait of the prelude and its method, if a type has the trait with some arguments. What the language indexes by itself
    /// has none.
    fn index_trait(&self, name: &str, method: &str, ty: Ty) -> Option<(ItemId, ItemId)> {
        if ty.is_fixed() || ty.as_elements().is_some() || ty.as_pointer().is_some() {
            return None;
        }
        let of = hir::prelude_item(self.db, Name::new(name)).filter(|item| item.kind(self.db) == ItemKind::Trait)?;
        let has_it = match traits_of_its_own(self.db, ty) {
            Some(own) => own.iter().any(|known| known.item == of),
            None => candidates(self.db, of, ty).next().is_some(),
        };
        has_it.then_some(())?;
        Some((of, hir::member(self.db, of, Name::new(method))?))
    }
}
