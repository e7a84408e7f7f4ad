//! What `lang abi` shows: how the functions of a program are called, and how its types are laid out and passed. It owns
//! the choice of items and the names in the report; every fact is `abi`'s, asked through `types`.

use abi::TypeArena;
use abi::report::{Label, Report, ValueReport};
use hir::{ItemId, ItemKind};
use serde::Serialize;
use types::{DefinitionKind, Ty};

use crate::reachable::own_items;
use crate::session::Session;

/// A whole report.
#[derive(Clone, Debug, Serialize)]
pub struct AbiReport {
    /// The target's triple.
    pub target: String,
    /// Functions, methods and C functions, in the order of the source.
    pub functions: Vec<FunctionReport>,
    /// Types, in the order of the source.
    pub types: Vec<TypeReport>,
}

/// How one function is called.
#[derive(Clone, Debug, Serialize)]
pub struct FunctionReport {
    /// Its full name.
    pub name: String,
    /// Its name for the linker.
    pub symbol: String,
    /// Whether it is C that has the code.
    pub imported: bool,
    /// Where each value travels.
    pub abi: Report,
}

/// How the values of one type are laid out and passed.
#[derive(Clone, Debug, Serialize)]
pub struct TypeReport {
    /// Its full name.
    pub name: String,
    /// `heap`, `inline`, `copy`, `union` or `opaque`.
    pub form: &'static str,
    /// Size in bytes; of a heap type that of the object.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Bytes that belong to no field.
    pub padding: u64,
    /// The fields in order.
    pub fields: Vec<FieldReport>,
    /// How a value travels as the only argument; of a heap type the pointer.
    pub argument: ValueReport,
    /// How a value travels as the result.
    pub result: ValueReport,
}

/// Where one field lies.
#[derive(Clone, Debug, Serialize)]
pub struct FieldReport {
    /// Its name.
    pub name: String,
    /// Its type, as the programmer writes it.
    #[serde(rename = "type")]
    pub ty: String,
    /// Offset in bytes.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
}

/// A name that nothing has, or a signature that the target's description does not cover; the text is for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoReport(pub String);

impl Session {
    /// Describes the named functions and types; all of them if none is named. A name is a full name or its end.
    pub fn abi_report(&self, functions: &[String], types: &[String]) -> Result<AbiReport, NoReport> {
        let everything = functions.is_empty() && types.is_empty();
        let mut report = AbiReport {
            target: self.target.to_string(),
            functions: Vec::new(),
            types: Vec::new(),
        };
        let mut found: Vec<&String> = Vec::new();
        for item in own_items(&self.db, &self.loaded) {
            let name = item.path(&self.db);
            let names = match item.kind(&self.db) {
                ItemKind::Function | ItemKind::ExternFunction => functions,
                ItemKind::Type | ItemKind::OpaqueType => types,
                ItemKind::Alias
                | ItemKind::Constant
                | ItemKind::ExternGlobal
                | ItemKind::Trait
                | ItemKind::Impl
                | ItemKind::Test => continue,
            };
            let wanted = names.iter().find(|wanted| is_named(&name, wanted));
            found.extend(wanted);
            if wanted.is_none() && !everything {
                continue;
            }
            match item.kind(&self.db) {
                ItemKind::Function | ItemKind::ExternFunction => report.functions.extend(self.function(item, name)?),
                ItemKind::Type
                | ItemKind::OpaqueType
                | ItemKind::Alias
                | ItemKind::Constant
                | ItemKind::ExternGlobal
                | ItemKind::Trait
                | ItemKind::Impl
                | ItemKind::Test => report.types.extend(self.type_report(item, name)?),
            }
        }
        let missing = |kind: &str, names: &[String]| {
            let name = names.iter().find(|name| !found.contains(name))?;
            Some(NoReport(format!("there is no {kind} `{name}` in this program")))
        };
        match missing("function", functions).or_else(|| missing("type", types)) {
            Some(problem) => Err(problem),
            None => Ok(report),
        }
    }

    fn function(&self, item: ItemId, name: String) -> Result<Option<FunctionReport>, NoReport> {
        let signature = types::signature(&self.db, item);
        let generic = hir::item_data(&self.db, item).is_none_or(|data| !data.generics.is_empty());
        if signature.poisoned || generic {
            return Ok(None);
        }
        let mut arena = TypeArena::new();
        let lowered = types::abi_signature(&self.db, item, &mut arena);
        let described = self.described(&name, &arena, &lowered)?;
        let labels: Vec<Label> = signature
            .parameters
            .iter()
            .map(|parameter| Label::new(parameter.name.text(), types::display(&self.db, parameter.ty)))
            .collect();
        let result = Label::new("result", types::display(&self.db, signature.result));
        Ok(Some(FunctionReport {
            symbol: lower::symbol(&self.db, lower::Instance::Function(item)),
            imported: item.kind(&self.db) == ItemKind::ExternFunction,
            abi: abi::report::report(&self.target, &described, &labels, &result),
            name,
        }))
    }

    fn type_report(&self, item: ItemId, name: String) -> Result<Option<TypeReport>, NoReport> {
        let definition = types::type_definition(&self.db, item);
        let generic = hir::item_data(&self.db, item).is_none_or(|data| !data.generics.is_empty());
        if definition.poisoned || generic {
            return Ok(None);
        }
        let layout = types::object_layout(&self.db, item);
        let ty = Ty::named(item);
        let mut arena = TypeArena::new();
        let passed = types::part_type(&self.db, ty, &mut arena);
        let signature = abi::Signature::new(passed, [passed]);
        let described = self.described(&name, &arena, &signature)?;
        let label = |word: &str| Label::new(word, types::display(&self.db, ty));
        let report = abi::report::report(&self.target, &described, &[label("argument")], &label("result"));
        let fields: Vec<FieldReport> = definition
            .fields
            .iter()
            .zip(&layout.offsets)
            .map(|(field, offset)| FieldReport {
                name: field.name.text().to_string(),
                ty: types::display(&self.db, field.ty),
                offset: *offset,
                size: types::layout(&self.db, field.ty).size,
            })
            .collect();
        let (result, argument) = (report.result, report.params.into_iter().next());
        Ok(argument.map(|argument| TypeReport {
            name,
            form: form_name(definition.kind),
            size: layout.size,
            align: u64::from(layout.align),
            padding: layout.size.saturating_sub(used_bytes(definition.kind, &fields)),
            fields,
            argument,
            result,
        }))
    }

    fn described(&self, name: &str, arena: &TypeArena, signature: &abi::Signature) -> Result<abi::FnAbi, NoReport> {
        abi::lower(&self.target, arena, signature).map_err(|unsupported| NoReport(format!("{name}: {unsupported}")))
    }
}

fn used_bytes(kind: DefinitionKind, fields: &[FieldReport]) -> u64 {
    let sizes = fields.iter().map(|field| field.size);
    match kind {
        DefinitionKind::Union => sizes.max().unwrap_or(0),
        DefinitionKind::Heap | DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::Opaque => sizes.sum(),
    }
}

fn form_name(kind: DefinitionKind) -> &'static str {
    match kind {
        DefinitionKind::Heap => "heap",
        DefinitionKind::Inline => "inline",
        DefinitionKind::Copy => "copy",
        DefinitionKind::Union => "union",
        DefinitionKind::Opaque => "opaque",
    }
}

/// `dot`, `Vec3.dot` and `geometry.vec.Vec3.dot` all name `geometry.vec.Vec3.dot`.
pub(crate) fn is_named(full: &str, wanted: &str) -> bool {
    full.strip_suffix(wanted)
        .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}
