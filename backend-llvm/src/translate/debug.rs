//! Variables for debuggers. Owns where LLVM is told that a variable of the source lies. Must not know how debuggers are told.

use mir::{Slot, Storage};
use rustc_hash::FxHashSet;

use super::Translator;
use crate::debug_information::Home;
use crate::failure::Outcome;

impl<'ctx> Translator<'_, '_, 'ctx> {
    /// Says where the variables lie, once their slots are made.
    pub(super) fn declare_variables(&mut self) -> Outcome<()> {
        if !self.unit.debug.as_ref().is_some_and(|debug| debug.tells_variables()) {
            return Ok(());
        }
        let block = self.current_block();
        let function = self.function;
        let mut parameters = FxHashSet::default();
        for (number, variable) in function.variables.iter().enumerate() {
            let Some(slot) = variable.slot else { continue };
            let home = self.home(slot)?;
            let bytes = self.unit.mir.types.layout(variable.ty).size;
            // LLVM knows one variable for each parameter.
            let parameter = variable.parameter.filter(|parameter| parameters.insert(*parameter));
            if let Some(debug) = &mut self.unit.debug {
                debug.declare(self.unit.context, number, (variable.ty, bytes), parameter, home, block)?;
            }
        }
        Ok(())
    }

    /// The memory of a slot. Where nothing is optimised, an address that arrived is put into memory, since its register is
    /// soon used for something else.
    fn home(&self, slot: Slot) -> Outcome<Home<'ctx>> {
        let address = self.slot(slot);
        match self.function.slot(slot).storage {
            Storage::Pointer(_) if !self.unit.optimises() => {
                let builder = &self.unit.builder;
                let place = builder.build_alloca(self.unit.types.pointer(), "address")?;
                self.locate_parameter();
                builder.build_store(place, address)?;
                self.locate(0);
                Ok(Home { address: place, is_indirect: true })
            }
            Storage::Pointer(_) | Storage::Frame | Storage::Incoming => Ok(Home { address, is_indirect: false }),
        }
    }
}
