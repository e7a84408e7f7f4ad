; One step per open bracket, as `lang fmt` writes it.

[(block) (type_body) (impl_body) (extern_block) (trait) (match) (arguments) (parameters) (array) (tuple)] @indent.begin
["}" ")" "]"] @indent.branch @indent.end
