//! item trees, module scopes, name resolution and bodies.
