; Names first: later patterns are more particular and win.

(identifier) @variable
(type_identifier) @type
(field_identifier) @property

((type_identifier) @type.builtin
  (#any-of? @type.builtin "bool" "i8" "i16" "i32" "i64" "i128" "u8" "u16" "u32" "u64" "u128" "f32" "f64" "Pointer" "String" "Never"))
((identifier) @constant
  (#match? @constant "^[A-Z][A-Z0-9_]+$"))
((identifier) @type
  (#match? @type "^[A-Z][a-zA-Z0-9]*[a-z][a-zA-Z0-9]*$"))

(self) @variable.builtin
(self_type) @type.builtin
(self_field "@" @variable.builtin)
(field "@" @punctuation.special)

; Declarations

(function name: (identifier) @function)
(type_definition name: (identifier) @type)
(type_alias name: (identifier) @type)
(opaque_type name: (identifier) @type)
(trait name: (identifier) @type)
(constant name: (identifier) @constant)
(extern_variable name: (identifier) @variable)
(field name: (field_identifier) @property)
(case name: (identifier) @constructor)
(type_parameter name: (identifier) @type)
(parameter name: (identifier) @variable.parameter)
(label) @label
(module_path (identifier) @module)
(import alias: (identifier) @module)

; Uses

(call function: (identifier) @function.call)
(call function: (member name: (field_identifier) @function.method.call))
(call function: (index value: (identifier) @function.call))
(call function: (index value: (member name: (field_identifier) @function.method.call)))
(call function: (self_field (field_identifier) @function.method.call))
((call function: (identifier) @constructor)
  (#match? @constructor "^[A-Z]"))
((call function: (identifier) @function.builtin)
  (#any-of? @function.builtin "print" "println" "panic" "assert" "swap" "replace" "size_of" "align_of" "offset_of" "zeroed"))
(named_argument name: (identifier) @variable.parameter)
(attribute name: (identifier) @attribute)
(attribute_word) @constant

; Literals

(integer) @number
(float) @number.float
(boolean) @boolean
(character) @character
[(string) (multiline_string) (c_string)] @string
(escape_sequence) @string.escape
(interpolation ["${" "}"] @punctuation.special) @embedded
(format) @string.special
(comment) @comment

; Words and signs

[
  "as" "case" "dyn" "extern" "impl" "in" "let" "move" "mut" "pub" "ref" "test" "bench" "trait" "type" "unsafe" "inline" "copy"
  "view" "enum" "union" "static"
] @keyword
"fn" @keyword.function
"import" @keyword.import
["if" "else" "match"] @keyword.conditional
["for" "loop" "while" "break" "continue"] @keyword.repeat
["return"] @keyword.return
["try" "throw"] @keyword.exception

[
  "=" "+=" "-=" "*=" "/=" "%=" "+%=" "-%=" "*%=" "<<=" ">>=" "&=" "^=" "|=" "||" "&&" "==" "!=" "<" "<=" ">" ">=" "|"
  "^" "&" "<<" ">>" "+" "-" "+%" "-%" "*" "/" "%" "*%" "!" ".." "..=" "->"
] @operator
["(" ")" "[" "]" "{" "}" "@["] @punctuation.bracket
["," ":" "." ";" "..." "_"] @punctuation.delimiter
