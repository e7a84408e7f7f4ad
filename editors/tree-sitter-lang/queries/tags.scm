; Declarations, for outlines.

(function name: (identifier) @name) @definition.function
(type_definition name: (identifier) @name) @definition.class
(trait name: (identifier) @name) @definition.interface
(constant name: (identifier) @name) @definition.constant
(test name: (string) @name) @definition.test
(call function: (identifier) @name) @reference.call
