//! The generator: a random walk over the grammar with the types, scopes and owners in mind, so that every program is
//! accepted and has no undefined behaviour. It must not know what values are: operations that fail are guarded by the
//! model afterwards.

mod borrows;
mod calls;
mod expressions;
mod functions;
mod globals;
mod items;
mod leaves;
mod loops;
mod matches;
mod memory;
mod patterns;
mod places;
mod scope;
mod statements;
mod types;

use fastrand::Rng;

use super::Size;
use super::ast::{Expr, ExprKind, FunctionKind, Radix, Tree, Type, Variable};
use scope::Scope;

/// The most that the estimated cost of a function may be.
const COST: u64 = 12_000;

/// What callers must know of a function.
struct Signature {
    pure: bool,
    /// Whether the first parameter bounds the recursion.
    recursive: bool,
    cost: u64,
    /// Whether it may be named as an `extern fn`.
    plain: bool,
}

/// A program in the making.
struct Generator {
    rng: Rng,
    size: Size,
    tree: Tree,
    signatures: Vec<Signature>,
    /// How many constants the functions may use whose values call none of them.
    scope: Scope,
    ids: u32,
    loop_ids: u32,
    /// The comparison functions for sorting: element type, whether the greatest comes first, the function.
    comparisons: Vec<(Type, bool, usize)>,
}

/// Generates a program; the last function is `main`.
pub(crate) fn generate(rng: Rng, size: Size) -> Tree {
    let mut generator = Generator {
        rng,
        size,
        tree: Tree::default(),
        signatures: Vec::new(),
        scope: Scope::new(Type::Unit, false),
        ids: 0,
        loop_ids: 0,
        comparisons: Vec::new(),
    };
    generator.program();
    generator.tree
}

impl Generator {
    fn chance(&mut self, percent: u32) -> bool {
        self.rng.u32(0..100) < percent
    }

    fn below(&mut self, count: usize) -> usize {
        self.rng.usize(0..count)
    }

    /// One of several, if there is one.
    fn choose<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())].clone()) }
    }

    fn id(&mut self) -> u32 {
        self.ids += 1;
        self.ids
    }

    fn make(&mut self, ty: Type, kind: ExprKind) -> Expr {
        self.scope.cost += self.scope.times;
        Expr { id: self.id(), ty, kind }
    }

    /// An integer literal whose type is clear from where it stands.
    fn number(&mut self, ty: Type, bits: u128) -> Expr {
        self.make(ty, ExprKind::Int(bits, Radix::Decimal, true))
    }

    /// A call's parameters, without the receiver's special form.
    fn parameters(&self, function: usize) -> &[Variable] {
        let function = &self.tree.functions[function];
        &function.variables[..function.parameters]
    }

    fn is_static(kind: FunctionKind) -> bool {
        match kind {
            FunctionKind::Plain | FunctionKind::Extern | FunctionKind::Unsafe => true,
            FunctionKind::Method(_, receiver) => receiver == super::ast::Receiver::Static,
        }
    }
}
