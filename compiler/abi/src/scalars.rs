//! Sizes and alignments that depend on the target: integers, binary128, `_BitInt`, vectors. Owns these numbers; records
//! are laid out by [`crate::layout`].

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::target::{Architecture, OperatingSystem, Target};

/// Size and alignment of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Layout {
    /// Size in bytes, padding included.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
}

impl Target {
    /// A number of up to 16 bytes as it lies in memory; of a wider one the low bytes.
    pub fn bytes_of(&self, number: u128, size: usize) -> SmallVec<[u8; 16]> {
        let mut bytes = SmallVec::from_slice(&number.to_le_bytes()[..size]);
        if !self.is_little_endian() {
            bytes.reverse();
        }
        bytes
    }

    /// Size and alignment of a standard integer of so many bits.
    pub(crate) const fn int_layout(&self, bits: u16) -> Layout {
        let size = bits as u64 / 8;
        Layout {
            size,
            align: if matches!(self.architecture, Architecture::S390x) && size > 8 { 8 } else { size as u32 },
        }
    }

    /// Size and alignment of IEEE binary128.
    pub(crate) const fn binary128_layout(&self) -> Layout {
        Layout { size: 16, align: if matches!(self.architecture, Architecture::S390x) { 8 } else { 16 } }
    }

    /// Size and alignment of a `_BitInt`: up to 64 bits as the next standard integer, above as an array of
    /// the largest unit (8 bytes in the x86-64 psABI and clang's choice for RISC-V, 16 in AAPCS64).
    pub(crate) const fn bit_int_layout(&self, bits: u16) -> Layout {
        let bytes = (bits as u64).div_ceil(8);
        if bytes <= 8 {
            let size = bytes.next_power_of_two();
            return Layout { size, align: size as u32 };
        }
        let unit = match self.architecture {
            Architecture::Aarch64 | Architecture::Loongarch64 => 16,
            Architecture::X86_64
            | Architecture::Riscv64
            | Architecture::S390x
            | Architecture::Powerpc64le
            | Architecture::Wasm32 => 8,
        };
        Layout { size: bytes.next_multiple_of(unit), align: unit as u32 }
    }

    /// Alignment in bytes that LLVM gives a vector whose elements take so many bytes in IR. On IBM z it knows of
    /// vectors of exactly 128 bits only what the vector facility brings, and always counts on that.
    pub(crate) const fn ir_vector_align(&self, size: u64) -> u32 {
        if matches!(self.architecture, Architecture::S390x) && size == 16 { 8 } else { size.next_power_of_two() as u32 }
    }

    /// Alignment in bytes of a short vector of so many bytes.
    pub(crate) const fn vector_align(&self, size: u64) -> u32 {
        let largest = match self.architecture {
            Architecture::Aarch64 => 16,
            Architecture::X86_64 if matches!(self.operating_system, OperatingSystem::Darwin) => 16,
            Architecture::S390x if self.features.vector_facility => 8,
            Architecture::S390x
            | Architecture::X86_64
            | Architecture::Riscv64
            | Architecture::Loongarch64
            | Architecture::Powerpc64le
            | Architecture::Wasm32 => u32::MAX as u64,
        };
        if size < largest { size as u32 } else { largest as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lie_in_memory_as_the_target_has_them() {
        for target in Target::ALL {
            let expected: &[u8] = if target == Target::S390X_LINUX || target == Target::S390X_LINUX_VECTOR {
                &[2, 3, 4]
            } else {
                &[4, 3, 2]
            };
            assert_eq!(&*target.bytes_of(0x01_02_03_04, 3), expected, "{target}");
        }
        assert_eq!(&*Target::S390X_LINUX.bytes_of(1 << 127, 16), [&[0x80][..], &[0; 15]].concat());
        assert_eq!(&*Target::X86_64_LINUX.bytes_of(7, 0), [0; 0]);
    }
}
