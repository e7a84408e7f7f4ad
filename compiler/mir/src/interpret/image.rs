//! A program before its first step: what its symbols stand for, and its data in memory. Owns the meeting of modules by
//! names, which is the linker's; must not know how functions run.

use rustc_hash::FxHashMap;

use crate::function::{Function, Linkage};
use crate::ids::SymbolId;
use crate::module::{Declaration, Module};
use crate::site::PANIC_SYMBOLS;

use super::fault::{FaultKind, Problem};
use super::host::{Host, HostFunction};
use super::memory::Memory;
use super::run::Program;
use super::sites;

/// What a symbol stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A function, by its number in the program.
    Function(u32),
    /// A datum, by its address.
    Datum(u64),
    /// Nothing that is known.
    Missing,
}

/// A function of the program or of its host.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'program> {
    /// Its symbol.
    pub name: &'program str,
    /// The number of its module, and its body.
    pub body: Option<(u32, &'program Function)>,
    /// What the host has of this name, if there is no body.
    pub host: Option<HostFunction>,
    /// The address of its site table.
    pub(super) sites: u64,
}

/// All functions and data.
#[derive(Debug)]
pub struct Image<'program> {
    /// The modules.
    pub modules: &'program [Module],
    /// The functions by their numbers.
    pub functions: Vec<Entry<'program>>,
    targets: Vec<Vec<Target>>,
    names: FxHashMap<&'program str, (Target, Linkage)>,
}

impl<'program> Image<'program> {
    /// Puts a program together and its data into memory.
    pub fn load(
        program: &Program<'program>,
        memory: &mut Memory,
        host: &mut dyn Host,
    ) -> Result<Image<'program>, Problem> {
        let modules = program.modules;
        if let Some(target) =
            modules.iter().filter_map(|module| module.target).find(|target| !target.is_little_endian())
        {
            return Err(Problem::new(
                FaultKind::BadProgram,
                format!(
                    "the data is that of {target}, whose numbers begin with their highest byte; interpret another target"
                ),
            ));
        }
        let mut image = Image {
            modules,
            functions: Vec::new(),
            targets: modules.iter().map(|module| vec![Target::Missing; module.symbols.len()]).collect(),
            names: FxHashMap::default(),
        };
        for (number, module) in modules.iter().enumerate() {
            for function in &module.functions {
                let target = Target::Function(image.functions.len() as u32);
                if image.define(number, function.symbol, target, function.linkage)? {
                    image.functions.push(Entry {
                        name: module.symbol_name(function.symbol),
                        body: Some((number as u32, function)),
                        host: None,
                        sites: 0,
                    });
                }
            }
        }
        let mut defined = Vec::new();
        for (number, module) in modules.iter().enumerate() {
            for global in &module.globals {
                let address = memory.add_datum(global.bytes.len() as u64)?;
                if image.define(number, global.symbol, Target::Datum(address), global.linkage)? {
                    defined.push((number, global, address));
                }
            }
        }
        image.resolve(memory, host)?;
        image.add_panics(host);
        sites::add(memory, modules, &mut image.functions, program.positions)?;
        for (number, global, address) in defined {
            memory.put(address, &global.bytes)?;
            for relocation in &global.relocations {
                let target = match image.target(number as u32, relocation.symbol) {
                    Target::Function(function) => Memory::code_address(function as usize),
                    Target::Datum(address) => address,
                    Target::Missing => {
                        let name = modules[number].symbol_name(relocation.symbol);
                        return Err(Problem::new(
                            FaultKind::NoSymbol,
                            format!("a datum holds the address of {name}, which is not in the program"),
                        ));
                    }
                };
                let bits = target.wrapping_add_signed(relocation.addend).to_le_bytes();
                memory.put(address + relocation.offset, &bits)?;
            }
            if global.constant {
                memory.make_constant(address);
            }
        }
        Ok(image)
    }

    /// What a symbol of a module stands for.
    pub fn target(&self, module: u32, symbol: SymbolId) -> Target {
        self.targets[module as usize][symbol.index()]
    }

    /// What a name stands for that all modules know.
    pub fn find(&self, name: &str) -> Option<Target> {
        self.names.get(name).map(|(target, _)| *target)
    }

    /// The address of a function's site table.
    pub fn sites(&self, function: u32) -> u64 {
        self.functions[function as usize].sites
    }

    /// Whether the definition is the one that counts so far.
    fn define(&mut self, module: usize, symbol: SymbolId, target: Target, linkage: Linkage) -> Result<bool, Problem> {
        if linkage == Linkage::Local {
            self.targets[module][symbol.index()] = target;
            return Ok(true);
        }
        let name = self.modules[module].symbol_name(symbol);
        match self.names.get(name) {
            Some((_, Linkage::Available)) if linkage != Linkage::Available => {}
            None => {}
            Some((_, known)) => {
                if linkage == Linkage::Available || linkage == Linkage::Merge || *known == Linkage::Merge {
                    return Ok(false);
                }
                return Err(Problem::new(
                    FaultKind::BadProgram,
                    format!("{name} is defined twice; leave one definition out"),
                ));
            }
        }
        self.names.insert(name, (target, linkage));
        Ok(true)
    }

    /// Checks call functions that no module needs to name.
    fn add_panics(&mut self, host: &mut dyn Host) {
        for name in PANIC_SYMBOLS {
            self.add_panic(name, host);
        }
    }

    fn add_panic(&mut self, name: &'static str, host: &mut dyn Host) {
        if !self.names.contains_key(name)
            && let Some(found) = host.find(name)
        {
            let target = Target::Function(self.functions.len() as u32);
            self.functions.push(Entry { name, body: None, host: Some(found), sites: 0 });
            self.names.insert(name, (target, Linkage::Hidden));
        }
    }

    /// Finds what every symbol stands for; what no module defines is asked of the host.
    fn resolve(&mut self, memory: &mut Memory, host: &mut dyn Host) -> Result<(), Problem> {
        for (number, module) in self.modules.iter().enumerate() {
            for (id, symbol) in module.symbols.iter() {
                if self.targets[number][id.index()] != Target::Missing {
                    continue;
                }
                let name = module.strings.text(symbol.name);
                if let Some((target, _)) = self.names.get(name) {
                    self.targets[number][id.index()] = *target;
                    continue;
                }
                let target = match symbol.declaration {
                    Declaration::ImportedGlobal(_) => host.datum(name, memory)?.map_or(Target::Missing, Target::Datum),
                    Declaration::Undeclared
                    | Declaration::Function
                    | Declaration::Global
                    | Declaration::ImportedFunction(_) => {
                        self.functions.push(Entry { name, body: None, host: host.find(name), sites: 0 });
                        Target::Function(self.functions.len() as u32 - 1)
                    }
                };
                self.names.insert(name, (target, Linkage::Hidden));
                self.targets[number][id.index()] = target;
            }
        }
        Ok(())
    }
}
