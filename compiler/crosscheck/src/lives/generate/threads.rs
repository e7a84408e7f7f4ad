//! Makes threads, and what they change together.

use super::super::forms::threads::{Race, Spawn, With};
use super::super::node::{Expr, Statement};
use super::super::types::{Closure, Type};
use super::Generator;
use super::scope::Lent;

/// What is behind a mutex, which several may own.
fn guarded(ty: &Type) -> Option<&Type> {
    let ty = if let Type::Shared(content) = ty { content } else { ty };
    if let Type::Mutex(content) = ty { Some(content) } else { None }
}

impl Generator {
    /// `spawn(fn move …).join()`
    pub(super) fn spawned(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        if self.scope.only_looks {
            return None;
        }
        let closure = self.literal(Closure::Once, &[], ty, depth)?;
        Some(Box::new(Spawn(closure)))
    }

    /// `mutex.with(fn …)`
    pub(super) fn guarded(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| guarded(&known.place.ty).is_some());
        let place = self.choose_place(places)?;
        let parameters = [Type::Mut(Box::new(guarded(&place.ty)?.clone()))];
        // Who names it inside of itself would wait for ever.
        let lent = [Lent::briefly(place.variable.number, true)];
        let closure =
            self.while_lent(&lent, |generator| generator.literal(Closure::Changes, &parameters, ty, depth))?;
        Some(Box::new(With(place, closure)))
    }

    /// Threads that count together.
    pub(super) fn race(&mut self) -> Option<Box<dyn Statement>> {
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| matches!(known.place.ty, Type::Shared(_) | Type::Text));
        let shared = self.choose_place(places);
        Some(Box::new(Race { names: self.number(), threads: self.rng.i64(1..4), turns: self.rng.i64(0..4), shared }))
    }
}
