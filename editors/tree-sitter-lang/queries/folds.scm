; What editors fold.

[(block) (type_body) (impl_body) (extern_block) (trait) (match) (arguments) (parameters) (multiline_string)] @fold
