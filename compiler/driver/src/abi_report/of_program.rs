//! The report of a program. It owns the choice of items and their names in the report; signatures and layouts are `types`'.

use abi::report::Label;
use abi::{TypeArena, ValueIndex};
use hir::{ItemId, ItemKind};
use source::Database;
use types::{Arguments, DefinitionKind, Linkage, NamedType, Substitution, Ty};

use super::instances::OwnInstances;
use super::leaves::leaves;
use super::shaping::Shapes;
use super::{
    AbiReport, Described, FieldReport, FunctionOnTarget, FunctionReport, NoReport, ShapesOnTarget, TypeOnTarget,
    TypeReport,
};
use crate::instances::own_items;
use crate::program::Program;

/// Describes the named functions and types on the session's target; all of them if none is named. A name is a full
/// name or its end.
///
/// # Errors
/// A name that nothing has.
pub fn abi_report(program: &Program, functions: &[String], types: &[String]) -> Result<AbiReport, NoReport> {
    let everything = functions.is_empty() && types.is_empty();
    let mut report = AbiReport::new(vec![program.target.to_string()]);
    let mut found: Vec<&String> = Vec::new();
    let items = own_items(&program.db, &program.loaded);
    let instances = OwnInstances::find(program, &items);
    let mut shapes = Shapes::new(&program.db);
    for (place, item) in items.into_iter().enumerate() {
        let name = item.path(&program.db);
        let is_function = item.kind(&program.db).is_function();
        if !is_function && !matches!(item.kind(&program.db), ItemKind::Type | ItemKind::OpaqueType) {
            continue;
        }
        let names = if is_function { functions } else { types };
        // A generic item is named by its own name, or one of its instances by that.
        let mut is_wanted = |instance: &str| {
            let wanted = names.iter().find(|wanted| is_named(&name, wanted) || is_named(instance, wanted));
            found.extend(wanted);
            wanted.is_some() || everything
        };
        if is_function {
            let own = if types::is_generic(&program.db, item) { &[][..] } else { &[Arguments::NONE] };
            for arguments in own.iter().chain(instances.of_function(place)) {
                let name = lower::function_name(&program.db, item, *arguments);
                if is_wanted(&name) {
                    report.functions.extend(function(program, item, *arguments, name, &mut shapes));
                }
            }
        } else {
            let own = if types::own_parameters(&program.db, item).is_empty() { &[Ty::named(item)][..] } else { &[] };
            for ty in own.iter().chain(instances.of_type(place)) {
                let name = lower::type_name(&program.db, *ty);
                if is_wanted(&name) {
                    report.types.extend(ty.as_named().and_then(|named| type_report(program, named, name)));
                }
            }
        }
    }
    report.shapes.push(ShapesOnTarget { target: program.target.to_string(), shapes: shapes.finish() });
    let missing = |kind: &str, names: &[String]| {
        let name = names.iter().find(|name| !found.contains(name))?;
        Some(NoReport(format!("there is no {kind} `{name}` in this program")))
    };
    match missing("function", functions).or_else(|| missing("type", types)) {
        Some(problem) => Err(problem),
        None => Ok(report),
    }
}

fn function(
    program: &Program,
    item: ItemId,
    arguments: Arguments,
    name: String,
    shapes: &mut Shapes<'_>,
) -> Option<FunctionReport> {
    let signature = types::signature(&program.db, item);
    let data = hir::item_data(&program.db, item)?;
    if signature.poisoned || matches!(signature.linkage, Linkage::Intrinsic(_)) {
        return None;
    }
    let with = Substitution::of_function(&program.db, item, arguments);
    let result = with.apply(signature.result);
    let parameters: Vec<Ty> = signature.parameters.iter().map(|parameter| with.apply(parameter.ty)).collect();
    let mut arena = TypeArena::new();
    let lowered = types::abi_signature_of(&program.db, item, &with, &mut arena);
    let labels: Vec<Label> = (signature.parameters.iter().zip(&parameters))
        .map(|(parameter, ty)| label(&program.db, &parameter.name.text(), *ty))
        .collect();
    let symbol = lower::symbol(&program.db, lower::Instance::Function(item, arguments));
    let tag = |index: ValueIndex| {
        tag(
            program,
            match index {
                ValueIndex::Result => result,
                ValueIndex::Param(number) => *parameters.get(usize::from(number))?,
            },
        )
    };
    let described = Described {
        symbol: &symbol,
        arena: &arena,
        signature: &lowered,
        params: &labels,
        result: &label(&program.db, "result", result),
        tag: &tag,
    };
    let imported = item.kind(&program.db) == ItemKind::ExternFunction;
    // Instances are made where they are used: nobody else calls them.
    let exported =
        !imported && arguments.is_empty() && (data.is_public || matches!(signature.linkage, Linkage::Exported(_)));
    let shapes = exported.then(|| shapes.call(signature, &with));
    let targets = vec![FunctionOnTarget { shapes, ..described.on(&program.target) }];
    Some(FunctionReport { imported, exported, targets, symbol, name })
}

/// What a value is called, and the scalars in it.
pub(crate) fn label(db: &Database, name: &str, ty: Ty) -> Label {
    Label::new(name, types::display(db, ty)).with_fields(leaves(db, ty))
}

/// What C would call the structure behind a value.
fn tag(program: &Program, ty: Ty) -> Option<String> {
    ty.as_item().map(|item| item.name(&program.db).text().to_string())
}

fn type_report(program: &Program, named: NamedType, name: String) -> Option<TypeReport> {
    let definition = types::type_definition(&program.db, named);
    if definition.poisoned {
        return None;
    }
    let layout = types::object_layout(&program.db, named);
    let ty = named.ty();
    let mut arena = TypeArena::new();
    let passed = types::part_type(&program.db, ty, &mut arena);
    let described = Described {
        symbol: &name,
        arena: &arena,
        signature: &abi::Signature::new(passed, [passed]),
        params: &[label(&program.db, "argument", ty)],
        result: &label(&program.db, "result", ty),
        tag: &|_| tag(program, ty),
    };
    let described = described.on(&program.target);
    let fields: Vec<FieldReport> = match &definition.enumeration {
        Some(_) => types::enum_fields(&program.db, named)
            .into_iter()
            .map(|field| field_report(program, field.name, field.ty, field.offset))
            .collect(),
        None => definition
            .fields
            .iter()
            .zip(&layout.offsets)
            .map(|(field, offset)| field_report(program, field.name.text().to_string(), field.ty, *offset))
            .collect(),
    };
    let (argument, result) = match described.abi {
        Some(report) => (report.params.into_iter().next(), Some(report.result)),
        None => (None, None),
    };
    Some(TypeReport {
        name,
        form: format!("{}{}", form_name(definition.kind), if definition.enumeration.is_some() { " enum" } else { "" }),
        targets: vec![TypeOnTarget {
            target: described.target,
            size: layout.size,
            align: u64::from(layout.align),
            padding: layout.size.saturating_sub(used_bytes(program, named, &fields)),
            fields,
            argument,
            result,
            unsupported: described.unsupported,
        }],
    })
}

fn field_report(program: &Program, name: String, ty: Ty, offset: u64) -> FieldReport {
    let size = types::layout(&program.db, ty).size;
    FieldReport { name, ty: types::display(&program.db, ty), offset, size }
}

/// The bytes that hold something; of an enum as its fullest case.
fn used_bytes(program: &Program, named: NamedType, fields: &[FieldReport]) -> u64 {
    let definition = types::type_definition(&program.db, named);
    let sizes = fields.iter().map(|field| field.size);
    if let Some(enumeration) = &definition.enumeration {
        let tag = fields.len() - enumeration.payloads.len();
        let carried = |case: u32| {
            let parts = enumeration.parts(case);
            sizes.clone().skip(tag + parts.start as usize).take(parts.len()).sum()
        };
        let fullest: u64 = (0..enumeration.cases.len() as u32).map(carried).max().unwrap_or(0);
        return sizes.clone().take(tag).sum::<u64>() + fullest;
    }
    match definition.kind {
        DefinitionKind::Union => sizes.max().unwrap_or(0),
        DefinitionKind::Heap
        | DefinitionKind::Counted
        | DefinitionKind::Inline
        | DefinitionKind::Copy
        | DefinitionKind::View
        | DefinitionKind::Opaque => sizes.sum(),
    }
}

fn form_name(kind: DefinitionKind) -> &'static str {
    match kind {
        DefinitionKind::Heap => "heap",
        DefinitionKind::Counted => "counted",
        DefinitionKind::Inline => "inline",
        DefinitionKind::Copy => "copy",
        DefinitionKind::View => "view",
        DefinitionKind::Union => "union",
        DefinitionKind::Opaque => "opaque",
    }
}

/// `dot`, `Vec3.dot` and `geometry.vec.Vec3.dot` all name `geometry.vec.Vec3.dot`.
pub(crate) fn is_named(full: &str, wanted: &str) -> bool {
    full.strip_suffix(wanted).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}
