//! Data of a unit. Owns how bytes and the addresses between them become one constant; must not know sections.

use inkwell::module::Linkage as LlvmLinkage;
use inkwell::{AddressSpace, GlobalVisibility};
use mir::Linkage;

use crate::failure::Outcome;
use crate::unit::{Symbol, Unit, alignment, is_hidden, symbol_name};

impl<'ctx> Unit<'_, 'ctx> {
    /// Declares a datum of the unit.
    pub(crate) fn declare_data(&mut self, global: &mir::Global) -> Outcome<()> {
        let name = symbol_name(self.mir.symbol_name(global.symbol));
        let ty = self.data_type(global)?;
        let declared = self.llvm.add_global(ty, Some(AddressSpace::default()), &name);
        declared.set_linkage(match global.linkage {
            Linkage::Local => LlvmLinkage::Internal,
            Linkage::Export | Linkage::Hidden => LlvmLinkage::External,
            Linkage::Merge => LlvmLinkage::WeakODR,
            Linkage::Available => LlvmLinkage::AvailableExternally,
        });
        if is_hidden(global.linkage) {
            declared.set_visibility(GlobalVisibility::Hidden);
        }
        declared.set_constant(global.constant);
        declared.set_alignment(alignment(global.align)?);
        self.symbols[global.symbol.index()] = Some(Symbol::Data(declared));
        Ok(())
    }

    /// Bytes, with pointers between them where addresses are filled in.
    fn data_type(&self, global: &mir::Global) -> Outcome<inkwell::types::BasicTypeEnum<'ctx>> {
        if global.relocations.is_empty() {
            return Ok(self.types.bytes(global.bytes.len() as u64)?.into());
        }
        let mut elements = Vec::new();
        for piece in pieces(global) {
            elements.push(match piece {
                Piece::Bytes(bytes) => self.types.bytes(bytes.len() as u64)?.into(),
                Piece::Address(_) => self.types.pointer().into(),
            });
        }
        Ok(self.context.struct_type(&elements, true).into())
    }

    /// Gives a declared datum its bytes.
    pub(crate) fn define_data(&self, global: &mir::Global) -> Outcome<()> {
        let Some(Symbol::Data(declared)) = self.symbols[global.symbol.index()] else {
            return Err("data is declared before it is defined".into());
        };
        let constant = |bytes: &[u8]| -> Outcome<inkwell::values::BasicValueEnum<'ctx>> {
            if bytes.iter().all(|byte| *byte == 0) {
                return Ok(self.types.bytes(bytes.len() as u64)?.const_zero().into());
            }
            Ok(self.context.const_string(bytes, false).into())
        };
        if global.relocations.is_empty() {
            declared.set_initializer(&constant(&global.bytes)?);
            return Ok(());
        }
        let mut elements = Vec::new();
        for piece in pieces(global) {
            elements.push(match piece {
                Piece::Bytes(bytes) => constant(bytes)?,
                Piece::Address(relocation) => {
                    let address = self.address(relocation.symbol)?;
                    self.moved(address, relocation.addend).into()
                }
            });
        }
        declared.set_initializer(&self.context.const_struct(&elements, true));
        Ok(())
    }
}

enum Piece<'a> {
    Bytes(&'a [u8]),
    Address(&'a mir::GlobalRelocation),
}

fn pieces(global: &mir::Global) -> Vec<Piece<'_>> {
    const ADDRESS_BYTES: usize = 8;
    let mut pieces = Vec::new();
    let mut next = 0;
    for relocation in &global.relocations {
        let offset = relocation.offset as usize;
        if offset > next {
            pieces.push(Piece::Bytes(&global.bytes[next..offset]));
        }
        pieces.push(Piece::Address(relocation));
        next = offset + ADDRESS_BYTES;
    }
    if next < global.bytes.len() {
        pieces.push(Piece::Bytes(&global.bytes[next..]));
    }
    pieces
}
