//! Namespaces: a module of the language is one. Owns the entry of each module and where each declared type is described; must
//! not know what types are made of.

use gimli::constants;
use gimli::write::{AttributeValue, DwarfUnit, UnitEntryId};
use mir::StringId;
use mir::debug::{DebugType, DebugTypes, Records, Shape};
use rustc_hash::FxHashMap;

/// The longest name, in bytes, that stands in its entry: elsewhere its place would take as many, and who links the object would
/// have to fill that in.
const SHORT: usize = 7;

/// Modules and declared types of an object.
pub(crate) struct Names<'object> {
    modules: FxHashMap<&'object str, UnitEntryId>,
    inner: FxHashMap<(UnitEntryId, &'object str), UnitEntryId>,
    /// What each unit says.
    said: Vec<DebugTypes<'object>>,
    /// Texts that were told: most names come again.
    texts: FxHashMap<&'object str, gimli::write::StringId>,
    /// Where each declared type is described.
    definitions: FxHashMap<&'object str, (usize, StringId)>,
}

impl<'object> Names<'object> {
    pub(crate) fn new(records: &[&'object Records]) -> Self {
        let mut names = Names {
            modules: FxHashMap::default(),
            inner: FxHashMap::default(),
            said: Vec::with_capacity(records.len()),
            texts: FxHashMap::default(),
            definitions: FxHashMap::default(),
        };
        for (number, records) in records.iter().enumerate() {
            let types = DebugTypes::new(&records.strings, &records.metadata);
            for key in types.keys() {
                names.definitions.entry(types.key(key)).or_insert((number, key));
            }
            names.said.push(types);
        }
        names
    }

    /// What comes is told in another unit of DWARF: modules have no entries yet.
    pub(crate) fn begin_unit(&mut self) {
        self.modules.clear();
        self.inner.clear();
    }

    /// What a unit says.
    pub(crate) fn said(&self, unit: usize) -> &DebugTypes<'object> {
        &self.said[unit]
    }

    /// The unit that describes a declared type, and its key there.
    pub(crate) fn definition(&self, key: &str) -> Option<(usize, StringId)> {
        self.definitions.get(key).copied()
    }

    /// What a type that a unit names is, and the unit that says so.
    pub(crate) fn shape(&self, unit: usize, ty: DebugType) -> Option<(usize, Shape<'object>)> {
        match ty {
            DebugType::Node(node) => Some((unit, self.said[unit].describe(node)?.shape)),
            DebugType::Named(key) => {
                let (unit, key) = self.definition(self.said[unit].key(key))?;
                Some((unit, self.said[unit].definition(key)?.1.shape))
            }
        }
    }

    /// What is noted about a declared type that a unit describes.
    pub(crate) fn noted(&self, unit: usize, key: StringId) -> Vec<&'object str> {
        self.said[unit].noted(key).collect()
    }

    /// A text as an attribute has it.
    pub(crate) fn text(&mut self, dwarf: &mut DwarfUnit, text: &'object str) -> AttributeValue {
        if text.len() <= SHORT {
            return AttributeValue::String(text.replace('\0', "?").into_bytes());
        }
        let id = self.texts.entry(text).or_insert_with(|| dwarf.strings.add(text.replace('\0', "?")));
        AttributeValue::StringRef(*id)
    }

    /// The entry of a module.
    pub(crate) fn module(&mut self, dwarf: &mut DwarfUnit, path: &'object str) -> UnitEntryId {
        if path.is_empty() {
            return dwarf.unit.root();
        }
        if let Some(known) = self.modules.get(path) {
            return *known;
        }
        let (around, name) = path.rsplit_once('.').unwrap_or(("", path));
        let around = self.module(dwarf, around);
        let entry = dwarf.unit.add(around, constants::DW_TAG_namespace);
        let name = self.text(dwarf, name);
        dwarf.unit.get_mut(entry).set(constants::DW_AT_name, name);
        self.modules.insert(path, entry);
        entry
    }

    /// A namespace of a name inside another, for what cannot stand in the entry of its type.
    pub(crate) fn around(&mut self, dwarf: &mut DwarfUnit, module: UnitEntryId, name: &'object str) -> UnitEntryId {
        if let Some(known) = self.inner.get(&(module, name)) {
            return *known;
        }
        let entry = dwarf.unit.add(module, constants::DW_TAG_namespace);
        let text = self.text(dwarf, name);
        dwarf.unit.get_mut(entry).set(constants::DW_AT_name, text);
        self.inner.insert((module, name), entry);
        entry
    }
}
