//! Signatures of one symbol that modules do not agree on. Owns when that matters, which the conventions of targets decide, and
//! the words for it: both tables.

use abi::llvm::LlvmSignature;

use crate::abi_pass::AbiPass;
use crate::ids::SignatureId;
use crate::module::Module;
use crate::text::type_text;
use crate::types::Type;

/// Who says that a symbol has a signature.
pub struct Said<'text> {
    /// What the module is called.
    pub module: &'text str,
    /// In the module that is made.
    pub signature: SignatureId,
}

/// Why calls by one signature are none of a function that has the other; nothing if they are.
pub fn mismatch(module: &Module, symbol: &str, defined: &Said<'_>, other: &Said<'_>) -> Option<String> {
    if defined.signature == other.signature {
        return None;
    }
    let targets = match module.target {
        Some(target) => vec![target],
        // Nobody knows yet for which one it will be.
        None => abi::Target::ALL.to_vec(),
    };
    let (target, tables) = targets.into_iter().find_map(|target| {
        let tables = [defined, other].map(|said| described(module, said.signature, &target));
        // Tables may differ in signs that nobody sees.
        let llvm = |table: &Table| table.as_ref().ok().map(|(llvm, _)| llvm.clone());
        (llvm(&tables[0]) != llvm(&tables[1])).then_some((target, tables))
    })?;
    let table = |said: &Said<'_>, table: &Table| match table {
        // The clauses stand in the table; what they say would hide what differs.
        Ok((_, table)) => format!("in {}:\n{table}", said.module),
        Err(reason) => format!("in {}: {reason}", said.module),
    };
    Some(format!(
        "{symbol} is not the same function everywhere, as on {target}; let both modules say the same of it\n{}\n{}",
        table(defined, &tables[0]),
        table(other, &tables[1]),
    ))
}

/// How LLVM's IR has a function, and a table for people; or why there is none.
type Table = Result<(Option<LlvmSignature>, String), String>;

fn described(module: &Module, signature: SignatureId, target: &abi::Target) -> Table {
    let signature = module.signatures.get(signature);
    let mut pass = AbiPass::new(*target).with_llvm_signatures(true);
    let passing = pass.describe(signature, &module.types).map_err(|unsupported| unsupported.to_string())?;
    let label = |name: String, ty: Option<Type>| {
        abi::report::Label::new(name, ty.map_or_else(String::new, |ty| type_text(module, ty)))
    };
    let parameters = signature.parameters.iter().enumerate();
    let labels: Vec<_> = parameters.map(|(number, ty)| label(format!("#{number}"), Some(*ty))).collect();
    let result = label("result".to_owned(), signature.result);
    let table = abi::report::report(target, &passing.abi, &labels, &result).table();
    Ok((passing.llvm.clone(), table))
}
