" Colours for `.lang` files where no tree-sitter grammar is installed.
if exists('b:current_syntax')
  finish
endif

syntax keyword langKeyword as case dyn extern fn impl in let move mut pub ref test trait type unsafe inline copy view enum union static
syntax keyword langConditional if else match
syntax keyword langRepeat for loop while break continue
syntax keyword langStatement return throw try
syntax keyword langInclude import
syntax keyword langSelf self Self
syntax keyword langBoolean true false
syntax keyword langBuiltin print println panic assert swap replace size_of align_of offset_of zeroed
syntax keyword langType bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 Pointer String Never
syntax match langTypeName /\<[A-Z]\w*[a-z]\w*\>/
syntax match langConstant /\<[A-Z][A-Z0-9_]\+\>/
syntax match langField /@\h\w*/
syntax region langAttribute start=/@\[/ end=/\]/ contains=langString,langNumber
syntax match langNumber /\<\d[0-9_]*\(\.\d[0-9_]*\)\?\([eE][+-]\?\d\+\)\?\>/
syntax match langNumber /\<0x[0-9a-fA-F_]\+\>\|\<0o[0-7_]\+\>\|\<0b[01_]\+\>/
syntax match langEscape /\\\(u{[0-9a-fA-F]\+}\|.\)/ contained
syntax region langInterpolation matchgroup=langDelimiter start=/\${/ end=/}/ contained contains=TOP
syntax region langString start=/c\?"/ skip=/\\./ end=/"\|$/ contains=langEscape,langInterpolation
syntax region langString start=/"""/ end=/"""/ contains=langEscape,langInterpolation
syntax match langCharacter /'\([^'\\]\|\\\(u{[0-9a-fA-F]\+}\|.\)\)'/
syntax match langComment /#.*$/ contains=@Spell
syntax match langFunction /\(\<fn\s\+\(static\s\+\|mut\s\+\|move\s\+\)\?\)\@<=\h\w*/

highlight default link langKeyword Keyword
highlight default link langConditional Conditional
highlight default link langRepeat Repeat
highlight default link langStatement Statement
highlight default link langInclude Include
highlight default link langSelf Special
highlight default link langBoolean Boolean
highlight default link langBuiltin Function
highlight default link langType Type
highlight default link langTypeName Type
highlight default link langConstant Constant
highlight default link langField Identifier
highlight default link langAttribute PreProc
highlight default link langNumber Number
highlight default link langEscape SpecialChar
highlight default link langDelimiter Delimiter
highlight default link langString String
highlight default link langCharacter Character
highlight default link langComment Comment
highlight default link langFunction Function

let b:current_syntax = 'lang'
