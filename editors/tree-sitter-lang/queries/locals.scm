; Scopes, declarations and uses of local names.

[(function) (block) (closure) (for) (while) (arm) (if)] @local.scope
(parameter name: (identifier) @local.definition.parameter)
(binding name: (identifier) @local.definition.var)
(as_pattern name: (identifier) @local.definition.var)
(identifier) @local.reference
