//! Structures that several headers define, those that the language makes and those of its library: a file of C includes more
//! than one of them. It owns the guards around them. Types of packages have none: two that differ must not be taken for one.

use super::types::Writer;

impl Writer<'_> {
    /// Has the definition that was written last stand once, however many headers have it. A name with a number may mean
    /// another structure in the next header.
    pub(super) fn once(&mut self, name: &str) {
        if self.numbered.contains(name) {
            return;
        }
        if let Some(text) = self.definitions.last_mut() {
            *text = format!("#ifndef LANG_{name}_DEFINED\n#define LANG_{name}_DEFINED\n{text}#endif\n");
        }
    }
}
