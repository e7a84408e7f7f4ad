//! From artifacts to object files: those that backends made of whole units as they are, one of all functions that were
//! compiled by themselves, and one with the site tables of the former. It owns which objects there are, their order and
//! the tables' object; it must not know how code is made.

mod counters;
mod private;

use std::ops::Range;

use debug::elf::with_debug_information;
use mir::debug::Records;
use mir::{Artifacts, Backend, BackendError, ObjectArtifact, Options, Positions, SiteTable, SiteTables};
use object::write::{Object, SectionId, StandardSection, Symbol, SymbolSection};
use object::{Architecture, BinaryFormat, Endianness, SectionFlags, SectionKind, SymbolFlags, SymbolKind, SymbolScope};
use project::Report;
use rustc_hash::FxHashSet;

use crate::build::{self, Generation};
use crate::compile::Compiled;
use crate::parallel;
use crate::problems::backend_failed;
use crate::problems::unwritable_output::temporary;
use crate::program::{Program, Run};
use crate::system::{linker, output};

/// The object files of a compiled program, which only together have all symbols.
pub fn objects(
    program: &Program,
    run: &mut Run,
    compiled: &Compiled,
    generation: &Generation<'_>,
) -> Result<Vec<Vec<u8>>, Vec<Report>> {
    let (target, threads) = (program.target, run.threads);
    run.timings.measure("assemble", || {
        let mut objects = Vec::new();
        for (index, backend) in generation.backends().into_iter().enumerate() {
            let mut pieces: Vec<(&Artifacts, Option<&Records>)> = compiled
                .pieces()
                .zip(&compiled.made_by)
                .filter(|((artifacts, _), made_by)| **made_by == index && artifacts.object.is_none())
                .map(|(piece, _)| piece)
                .collect();
            if pieces.is_empty() {
                continue;
            }
            let nothing = Artifacts::default();
            pieces.extend(compiled.types.iter().map(|types| (&nothing, Some(types))));
            let object = backend.assemble(&pieces, &compiled.positions, &target, &generation.options);
            objects.push(object.map_err(|error| vec![backend_failed::report(backend.name(), &error)])?);
        }
        let whole: Vec<(&ObjectArtifact, Option<&Records>)> =
            compiled.pieces().filter_map(|(artifacts, records)| Some((artifacts.object.as_ref()?, records))).collect();
        let tables: Vec<&SiteTable> = whole.iter().flat_map(|(object, _)| &object.sites).collect();
        let debugged = parallel::map(&program.db, threads, whole.len(), |_, number| {
            let (object, records) = whole[number];
            let Some(records) = records else { return Ok(object.bytes.clone()) };
            let all: Vec<&Records> = [records].into_iter().chain(&compiled.types).collect();
            with_debug_information(&object.bytes, &all, &compiled.positions, &generation.options)
                .map_err(|reason| vec![backend_failed::report("objects", &BackendError::new(reason))])
        });
        for object in debugged {
            objects.push(object?);
        }
        // A library may be empty; what is written of it is an object all the same.
        if !tables.is_empty() || objects.is_empty() {
            let object = tables_object(&tables, &compiled.positions, &target);
            objects.push(object.map_err(|error| vec![backend_failed::report("objects", &error)])?);
        }
        if let Some(counters) = &compiled.counters {
            let object = counters::counters_object(counters, &target);
            objects.push(object.map_err(|error| vec![backend_failed::report("objects", &error)])?);
        }
        Ok(objects)
    })
}

/// The object files of a program that is one unit.
pub(crate) fn of_unit(
    (artifacts, records): (&Artifacts, Option<&Records>),
    backend: &dyn Backend,
    positions: &dyn Positions,
    (target, options): (&abi::Target, &Options),
) -> Result<Vec<Vec<u8>>, BackendError> {
    let Some(object) = &artifacts.object else {
        return Ok(vec![backend.assemble(&[(artifacts, records)], positions, target, options)?]);
    };
    let told = match records {
        None => object.bytes.clone(),
        Some(records) => {
            with_debug_information(&object.bytes, &[records], positions, options).map_err(BackendError::new)?
        }
    };
    let tables: Vec<&SiteTable> = object.sites.iter().collect();
    Ok(vec![told, tables_object(&tables, positions, target)?])
}

/// One object file with everything in it. Nothing is seen from outside but what C may call, so that several such
/// objects can be linked into one program.
pub fn object(
    program: &Program,
    run: &mut Run,
    compiled: &Compiled,
    generation: &Generation<'_>,
) -> Result<Vec<u8>, Vec<Report>> {
    let mut object = joined(program, run, compiled, generation)?;
    private::keep_hidden_symbols(&mut object)
        .map_err(|reason| vec![backend_failed::report("objects", &BackendError::new(reason))])?;
    Ok(object)
}

fn joined(
    program: &Program,
    run: &mut Run,
    compiled: &Compiled,
    generation: &Generation<'_>,
) -> Result<Vec<u8>, Vec<Report>> {
    let mut objects = objects(program, run, compiled, generation)?;
    if objects.len() == 1 {
        return Ok(objects.remove(0));
    }
    let compiler = build::c_compiler(program);
    let folder = output::temporary_folder().map_err(temporary)?;
    let paths = output::write_numbered(folder.path(), &objects).map_err(temporary)?;
    let joined = folder.path().join("joined.o");
    run.timings
        .measure("join", || linker::join(&compiler, &paths, &joined))
        .map_err(|problem| build::link_problem(program, problem))?;
    output::read_file(&joined).map_err(temporary)
}

/// The object that holds the site tables of other objects. A function whose body several units may inline has one.
fn tables_object(
    tables: &[&SiteTable],
    positions: &dyn Positions,
    target: &abi::Target,
) -> Result<Vec<u8>, BackendError> {
    let mut object = data_object(target)?;
    let section = object.section_id(StandardSection::ReadOnlyData);
    let mut bytes = Vec::new();
    let mut writer = SiteTables::new(target.is_little_endian());
    let mut written = FxHashSet::default();
    for table in tables {
        if !written.insert(&table.function) {
            continue;
        }
        let start = writer.write(&mut bytes, &table.function, &table.sites, positions);
        add_datum(&mut object, section, &mir::site_table_symbol(&table.function), start..bytes.len() as u64);
    }
    object.set_section_data(section, bytes, SiteTables::ALIGN);
    finished(&mut object, "site tables")
}

/// An object for data of ours.
fn data_object(target: &abi::Target) -> Result<Object<'static>, BackendError> {
    let endianness = if target.is_little_endian() { Endianness::Little } else { Endianness::Big };
    let mut object = Object::new(BinaryFormat::Elf, architecture(target)?, endianness);
    object.flags = file_flags(target);
    Ok(object)
}

/// Names some bytes of a section, for the other objects of the program.
fn add_datum(object: &mut Object<'_>, section: SectionId, name: &str, bytes: Range<u64>) {
    object.add_symbol(Symbol {
        name: name.as_bytes().to_vec(),
        value: bytes.start,
        size: bytes.end - bytes.start,
        kind: SymbolKind::Data,
        scope: SymbolScope::Linkage,
        weak: false,
        section: SymbolSection::Section(section),
        flags: SymbolFlags::None,
    });
}

/// The file of such an object, which wants no stack that code lies on.
fn finished(object: &mut Object<'_>, what: &str) -> Result<Vec<u8>, BackendError> {
    let stack = object.add_section(Vec::new(), b".note.GNU-stack".to_vec(), SectionKind::Other);
    object.section_mut(stack).flags = SectionFlags::Elf { sh_flags: 0 };
    object.write().map_err(|error| BackendError::new(format!("the object of the {what} cannot be written: {error}")))
}

fn architecture(target: &abi::Target) -> Result<Architecture, BackendError> {
    use abi::OperatingSystem;
    match target.operating_system {
        OperatingSystem::Linux => {}
        OperatingSystem::Windows | OperatingSystem::Darwin | OperatingSystem::Unknown => {
            return Err(BackendError::new(format!(
                "object files for {target} are not supported yet; `lang targets` says what works where"
            )));
        }
    }
    Ok(match target.architecture {
        abi::Architecture::X86_64 => Architecture::X86_64,
        abi::Architecture::Aarch64 => Architecture::Aarch64,
        abi::Architecture::Riscv64 => Architecture::Riscv64,
        abi::Architecture::S390x => Architecture::S390x,
        abi::Architecture::Loongarch64 => Architecture::LoongArch64,
        abi::Architecture::Powerpc64le => Architecture::PowerPc64,
        abi::Architecture::Wasm32 => Architecture::Wasm32,
    })
}

/// Linkers refuse to join objects whose flags differ; those that say how floats travel are in the header.
fn file_flags(target: &abi::Target) -> object::FileFlags {
    let e_flags = match target.architecture {
        abi::Architecture::Riscv64 => object::elf::EF_RISCV_FLOAT_ABI_DOUBLE | object::elf::EF_RISCV_RVC,
        abi::Architecture::Loongarch64 => object::elf::EF_LARCH_ABI_DOUBLE_FLOAT | object::elf::EF_LARCH_OBJABI_V1,
        abi::Architecture::Powerpc64le => 2,
        abi::Architecture::X86_64
        | abi::Architecture::Aarch64
        | abi::Architecture::S390x
        | abi::Architecture::Wasm32 => return object::FileFlags::None,
    };
    object::FileFlags::Elf { os_abi: object::elf::ELFOSABI_NONE, abi_version: 0, e_flags }
}
