//! The code or data of an instance from when it was made until it stands in a unit. It owns the form in which it waits,
//! since all of a program wait at once; it must not know instances nor what is made of modules.

use std::sync::{Mutex, MutexGuard, PoisonError};

use mir::{Module, binary};

/// A module that waits.
#[derive(Default)]
pub(crate) struct Waiting(Mutex<Held>);

/// In which form.
enum Held {
    /// Boxed, so that sorting instances moves little.
    Module(Box<Module>),
    /// Its binary form: a small module takes several times the memory, most of it for tables of look-ups.
    Packed(Box<[u8]>),
}

impl Default for Held {
    fn default() -> Held {
        Held::Module(Box::default())
    }
}

impl Waiting {
    /// A module that is looked at before it stands in a unit.
    pub(crate) fn at_hand(module: Module) -> Waiting {
        Waiting(Mutex::new(Held::Module(module.into())))
    }

    /// One that nobody looks at before.
    pub(crate) fn packed(module: &Module) -> Waiting {
        Waiting(Mutex::new(Held::Packed(binary::write(module).into())))
    }

    /// Puts another one in its place.
    pub(crate) fn set(&self, module: Module) {
        *self.held() = Held::Module(module.into());
    }

    /// Looks at it or changes it; it is at hand afterwards.
    pub(crate) fn with<R>(&self, look: impl FnOnce(&mut Module) -> R) -> R {
        let held = &mut *self.held();
        if let Held::Packed(bytes) = held {
            *held = Held::Module(unpacked(bytes).into());
        }
        match held {
            Held::Module(module) => look(module),
            Held::Packed(_) => unreachable!("it has been unpacked"),
        }
    }

    /// A copy of it.
    pub(crate) fn copy(&self) -> Module {
        match &*self.held() {
            Held::Module(module) => Module::clone(module),
            Held::Packed(bytes) => unpacked(bytes),
        }
    }

    /// Itself; an empty one is left.
    pub(crate) fn take(&self) -> Module {
        match std::mem::take(&mut *self.held()) {
            Held::Module(module) => *module,
            Held::Packed(bytes) => unpacked(&bytes),
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unpacked(bytes: &[u8]) -> Module {
    binary::read(bytes).expect("it was written by this very process")
}

#[cfg(test)]
mod tests {
    use mir::Module;

    use super::Waiting;

    fn named(name: &str) -> Module {
        let mut module = Module::new(name);
        module.symbol("app.function");
        module
    }

    /// Whoever asks for a module gets the same one, whatever form it waits in.
    #[test]
    fn a_packed_module_is_what_it_was() {
        let expected = mir::print(&named("app"));
        let packed = Waiting::packed(&named("app"));
        for waiting in [packed, Waiting::at_hand(named("app"))] {
            assert_eq!(mir::print(&waiting.copy()), expected);
            assert!(waiting.copy().find_symbol("app.function").is_some());
            waiting.with(|module| {
                assert_eq!(mir::print(module), expected);
                module.symbol("app.other");
            });
            let taken = waiting.take();
            assert!(taken.find_symbol("app.other").is_some());
            assert!(waiting.take().find_symbol("app.other").is_none());
            waiting.set(named("other"));
            assert_eq!(waiting.take().name, "other");
        }
    }
}
