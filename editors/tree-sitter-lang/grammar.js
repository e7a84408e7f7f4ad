// The grammar of the language for tree-sitter: what editors highlight, fold and select by. The compiler's own parser
// decides what a program is; this one only has to agree with it on programs that it accepts, which a test checks on the
// whole corpus. A newline ends a statement, which `src/scanner.c` decides.

const PREC = {
  range: 1, or: 2, and: 3, compare: 4, bit_or: 5, bit_xor: 6, bit_and: 7, shift: 8, add: 9, multiply: 10, cast: 11,
  unary: 12, postfix: 13,
};

const KEYWORDS = [
  'as', 'break', 'case', 'continue', 'dyn', 'else', 'extern', 'false', 'fn', 'for', 'if', 'impl', 'import', 'in', 'let',
  'loop', 'match', 'move', 'mut', 'pub', 'ref', 'return', 'self', 'Self', 'throw', 'trait', 'true', 'try', 'type',
  'unsafe', 'while',
];

const list = (rule) => optional(seq(rule, repeat(seq(',', rule)), optional(',')));

module.exports = grammar({
  name: 'lang',

  word: ($) => $.identifier,

  externals: ($) => [$._line_end, $.error_sentinel],

  extras: ($) => [/\s/, $.comment],

  supertypes: ($) => [$.expression, $.type, $.pattern],

  conflicts: ($) => [[$.type_parameter, $._path_start]],

  rules: {
    source_file: ($) => repeat(choice($._item, $._line_end)),

    comment: (_) => token(/#[^\n]*/),

    identifier: (_) => /[\p{XID_Start}_]\p{XID_Continue}*/,
    _any_word: (_) => /[\p{XID_Start}_][\p{XID_Continue}]*/,

    // Items

    _item: ($) =>
      choice(
        $.import, $.import_extern, $.constant, $.function, $.type_definition, $.type_alias, $.extern_block, $.trait,
        $.impl, $.test,
      ),

    _attributes: ($) => repeat1(seq($.attribute, optional($._line_end))),
    attribute: ($) => seq('@[', field('name', $.identifier), optional(seq('(', list($.attribute_argument), ')')), ']'),
    attribute_argument: ($) =>
      choice(
        seq(field('name', $.identifier), ':', field('value', $._attribute_value)),
        field('value', $._attribute_value),
      ),
    _attribute_value: ($) => choice($.string, $.integer, $.attribute_word),
    attribute_word: ($) => seq($.identifier, repeat(seq(token.immediate('-'), alias(token.immediate(/[a-z0-9_]+/), $.identifier)))),

    import: ($) =>
      seq(
        optional($._attributes), optional('pub'), 'import', field('path', $.module_path),
        optional(choice(seq('as', field('alias', $.identifier)), seq('(', list($.import_name), ')'))),
      ),
    module_path: ($) => seq($.identifier, repeat(seq('.', alias($._any_word, $.identifier)))),
    import_name: ($) => seq(field('name', $.identifier), optional(seq('as', field('alias', $.identifier)))),
    import_extern: ($) => seq(optional($._attributes), 'import', 'extern', field('library', $.string)),

    constant: ($) =>
      seq(
        optional($._attributes), optional('pub'), 'let', optional('mut'), field('name', $.identifier),
        optional(seq(':', field('type', $.type))), '=', field('value', $.expression),
      ),

    function: ($) =>
      prec.right(seq(
        optional($._attributes), optional('pub'), repeat(choice('unsafe', 'extern')), 'fn',
        optional(field('receiver', choice('static', 'mut', 'move'))), field('name', $.identifier),
        optional(field('type_parameters', $.type_parameters)), optional(field('parameters', $.parameters)),
        optional(seq('->', field('result', $.type))), optional(field('body', $.block)),
      )),
    parameters: ($) => seq('(', list(choice($.parameter, '...')), ')'),
    parameter: ($) =>
      choice(
        seq(field('name', choice($.identifier, alias(choice(...KEYWORDS), $.identifier))), ':', field('type', $.type)),
        field('type', $.type),
        field('name', '_'),
      ),

    type_parameters: ($) => seq('[', list($.type_parameter), ']'),
    type_parameter: ($) => seq(field('name', $.identifier), optional(seq(':', $._bounds))),
    _bounds: ($) => seq(choice($.type, 'ref'), repeat(seq('+', choice($.type, 'ref')))),

    type_definition: ($) =>
      seq(
        optional($._attributes), optional('pub'), 'type', optional(field('storage', choice('inline', 'copy', 'view'))),
        optional(field('shape', choice('enum', 'union'))), field('name', $.identifier),
        optional(field('type_parameters', $.type_parameters)), optional(seq(':', field('representation', $.type))),
        field('body', $.type_body),
      ),
    type_body: ($) => seq('{', repeat(choice($.field, $.case, $.function, $._line_end)), '}'),
    field: ($) =>
      seq(optional($._attributes), optional('pub'), 'let', '@', field('name', alias($._any_word, $.field_identifier)), ':',
        field('type', $.type)),
    case: ($) =>
      seq(
        optional($._attributes), 'case', field('name', $.identifier), optional(field('payload', $.parameters)),
        optional(seq('=', field('value', $.expression))),
      ),

    type_alias: ($) =>
      seq(
        optional($._attributes), optional('pub'), 'type', field('name', $.identifier),
        optional(field('type_parameters', $.type_parameters)), '=', field('target', $.type),
      ),

    extern_block: ($) =>
      seq(optional($._attributes), optional('pub'), 'extern', '{',
        repeat(choice($.function, $.extern_variable, $.opaque_type, $._line_end)), '}'),
    extern_variable: ($) =>
      seq(optional($._attributes), optional('pub'), 'let', optional('mut'), field('name', $.identifier), ':',
        field('type', $.type)),
    opaque_type: ($) => seq(optional($._attributes), optional('pub'), 'type', field('name', $.identifier)),

    trait: ($) =>
      seq(
        optional($._attributes), optional('pub'), 'trait', field('name', $.identifier),
        optional(field('type_parameters', $.type_parameters)), optional(seq(':', $._bounds)),
        '{', repeat(choice($.function, $._line_end)), '}',
      ),
    impl: ($) =>
      prec.right(seq(
        optional($._attributes), 'impl', optional(field('type_parameters', $.type_parameters)),
        choice(
          seq(field('trait', $.type), 'for', field('type', $.type), optional($.impl_body)),
          seq(field('type', $.type), $.impl_body),
        ),
      )),
    impl_body: ($) => seq('{', repeat(choice($.function, $._line_end)), '}'),

    test: ($) => seq(optional($._attributes), choice('test', 'bench'), field('name', $.string), field('body', $.block)),

    // Types

    type: ($) =>
      choice($.path_type, $.self_type, $.borrow_type, $.dyn_type, $.tuple_type, $.array_type, $.slice_type, $.function_type),
    self_type: (_) => 'Self',
    path_type: ($) =>
      prec.right(seq($._path_start, repeat(seq('.', alias($._any_word, $.type_identifier))),
        optional(field('arguments', $.type_arguments)))),
    _path_start: ($) => alias($.identifier, $.type_identifier),
    type_arguments: ($) => seq('[', list($.type), ']'),
    borrow_type: ($) => seq(choice('ref', 'mut'), $.type),
    dyn_type: ($) => seq('dyn', $.path_type),
    tuple_type: ($) => seq('(', list($.type), ')'),
    array_type: ($) => seq('[', field('element', $.type), ';', field('length', $.expression), ']'),
    slice_type: ($) => seq('[', $.type, ']'),
    function_type: ($) =>
      prec.right(seq(optional('extern'), 'fn', optional('move'), optional($.parameters), optional(seq('->', field('result', $.type))))),

    // Patterns

    pattern: ($) =>
      choice($.or_pattern, $.as_pattern, $.binding, $.wildcard, $.literal_pattern, $.range_pattern, $.path_pattern,
        $.tuple_pattern, $.array_pattern),
    wildcard: (_) => '_',
    binding: ($) => prec.right(seq(optional('mut'), field('name', $.identifier))),
    literal_pattern: ($) => choice($._literal, seq('-', choice($.integer, $.float))),
    range_pattern: ($) => prec(1, seq($.literal_pattern, choice('..', '..='), $.literal_pattern)),
    path_pattern: ($) =>
      prec.right(choice(
        seq($.identifier, repeat1(seq('.', alias($._any_word, $.identifier))), optional($.pattern_arguments)),
        seq($.identifier, $.pattern_arguments),
      )),
    pattern_arguments: ($) => seq('(', list(choice($.pattern, $.field_pattern, '..')), ')'),
    field_pattern: ($) => seq(field('name', $.identifier), ':', $.pattern),
    tuple_pattern: ($) => seq('(', list($.pattern), ')'),
    array_pattern: ($) => seq('[', list(choice($.pattern, $.rest_pattern)), ']'),
    rest_pattern: ($) => seq('..', optional(seq('as', field('name', $.identifier)))),
    or_pattern: ($) => prec.left(1, seq($.pattern, '|', $.pattern)),
    as_pattern: ($) => prec.left(seq($.pattern, 'as', field('name', $.identifier))),

    // Statements

    block: ($) => seq('{', repeat(choice($._statement, $._line_end)), '}'),
    _statement: ($) => choice($.let, $.assignment, $.labelled, $.expression),
    let: ($) =>
      prec.dynamic(1, prec.right(seq(
        optional($._attributes), 'let', field('pattern', $.pattern), optional(seq(':', field('type', $.type))),
        optional(seq('=', field('value', $.expression), optional(seq('else', field('else', $.block))))),
      ))),
    assignment: ($) =>
      seq(field('place', $.expression),
        field('operator', choice('=', '+=', '-=', '*=', '/=', '%=', '+%=', '-%=', '*%=', '<<=', '>>=', '&=', '^=', '|=')),
        field('value', $.expression)),
    labelled: ($) => seq(field('label', $.label), ':', choice($.loop, $.while, $.for)),
    label: ($) => $.identifier,

    // Expressions

    expression: ($) =>
      choice(
        $._literal, $._name_expression, $.self, $.self_field, $.parenthesized, $.tuple, $.array, $.repeat, $.member,
        $.call, $.index, $.unary, $.cast, $.binary, $.range, $.if, $.match, $.block, $.unsafe, $.loop, $.while, $.for,
        $.closure, $.return, $.throw, $.break, $.continue, $.dyn_type,
      ),
    _name_expression: ($) => choice($.identifier, alias('Self', $.self_type)),
    self: (_) => 'self',
    self_field: ($) => seq('@', alias(token.immediate(/[\p{XID_Start}_]\p{XID_Continue}*/), $.field_identifier)),
    parenthesized: ($) => seq('(', $.expression, ')'),
    tuple: ($) => choice(seq('(', ')'), seq('(', $.expression, ',', list($.expression), ')')),
    array: ($) => seq('[', list($.expression), ']'),
    repeat: ($) => seq('[', field('value', $.expression), ';', field('count', $.expression), ']'),
    member: ($) =>
      prec(PREC.postfix, seq(field('value', $.expression), '.',
        field('name', choice(alias($._any_word, $.field_identifier), alias(/[0-9]+/, $.integer))))),
    call: ($) => prec(PREC.postfix, seq(field('function', $.expression), field('arguments', $.arguments))),
    arguments: ($) => seq('(', list(choice($.named_argument, $.expression)), ')'),
    named_argument: ($) =>
      seq(field('name', choice($.identifier, alias(choice(...KEYWORDS), $.identifier))), ':', field('value', $.expression)),
    index: ($) => prec(PREC.postfix, seq(field('value', $.expression), '[', list($.expression), ']')),
    unary: ($) =>
      prec(PREC.unary, seq(field('operator', choice('-', '!', 'try', 'ref', 'mut', 'move')), field('operand', $.expression))),
    cast: ($) => prec.left(PREC.cast, seq(field('value', $.expression), 'as', field('type', $.type))),
    binary: ($) =>
      choice(
        ...[
          [PREC.or, '||'], [PREC.and, '&&'], [PREC.compare, choice('==', '!=', '<', '<=', '>', '>=')],
          [PREC.bit_or, '|'], [PREC.bit_xor, '^'], [PREC.bit_and, '&'], [PREC.shift, choice('<<', '>>')],
          [PREC.add, choice('+', '-', '+%', '-%')], [PREC.multiply, choice('*', '/', '%', '*%')],
        ].map(([precedence, operator]) =>
          prec.left(precedence, seq(field('left', $.expression), field('operator', operator), field('right', $.expression))),
        ),
      ),
    range: ($) =>
      prec.right(PREC.range, choice(
        seq(optional($.expression), choice('..', '..='), $.expression),
        seq(optional($.expression), '..'),
      )),
    if: ($) =>
      prec.right(seq('if', field('condition', $._condition), field('then', $.block),
        optional(seq('else', field('else', choice($.block, $.if)))))),
    // The value of a `let` in a condition ends before `&&`, that of a statement does not.
    _condition: ($) => choice($.expression, $.let_condition, alias($.let_chain, $.binary)),
    let_chain: ($) =>
      prec.left(PREC.and, choice(
        seq(field('left', choice($.let_condition, alias($.let_chain, $.binary))), field('operator', '&&'),
          field('right', choice($.expression, $.let_condition))),
        seq(field('left', $.expression), field('operator', '&&'), field('right', $.let_condition)),
      )),
    let_condition: ($) =>
      prec.left(PREC.and, seq('let', field('pattern', $.pattern), '=', field('value', $.expression))),
    match: ($) => seq('match', field('value', $.expression), '{', repeat(choice($.arm, $._line_end)), '}'),
    arm: ($) =>
      seq('case', field('pattern', $.pattern), optional(seq('if', field('guard', $._condition))), '->',
        field('body', $._statement)),
    unsafe: ($) => seq('unsafe', $.block),
    loop: ($) => seq('loop', field('body', $.block)),
    while: ($) => seq('while', field('condition', $._condition), field('body', $.block)),
    for: ($) =>
      seq('for', field('pattern', $.pattern), 'in', field('iterable', $.expression), field('body', $.block)),
    closure: ($) =>
      prec.right(seq(optional('extern'), 'fn', optional('move'), optional(field('parameters', $.parameters)),
        optional(seq('->', field('result', $.type))), optional(field('body', $.block)))),
    return: ($) => prec.right(seq('return', optional($.expression))),
    throw: ($) => seq('throw', $.expression),
    break: ($) => prec.right(seq('break', optional($.label))),
    continue: ($) => prec.right(seq('continue', optional($.label))),

    // Literals

    _literal: ($) => choice($.integer, $.float, $.character, $.string, $.multiline_string, $.c_string, $.boolean),
    integer: (_) => token(/0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|[0-9][0-9_]*/),
    float: (_) => token(/[0-9][0-9_]*(\.[0-9][0-9_]*([eE][+-]?[0-9_]+)?|[eE][+-]?[0-9_]+)/),
    boolean: (_) => choice('true', 'false'),
    character: ($) => seq("'", choice(token.immediate(prec(1, /[^'\\\n]/)), $.escape_sequence), token.immediate("'")),
    string: ($) =>
      seq('"', repeat(choice(alias(token.immediate(prec(1, /[^"\\$\n]+|\$/)), $.string_content), $.escape_sequence, $.interpolation)),
        token.immediate('"')),
    multiline_string: ($) =>
      seq('"""',
        repeat(choice(alias(token.immediate(prec(1, /[^"\\$]+|\$|"/)), $.string_content), $.escape_sequence, $.interpolation)),
        token.immediate(prec(2, '"""'))),
    c_string: ($) =>
      seq('c"', repeat(choice(alias(token.immediate(prec(1, /[^"\\\n]+/)), $.string_content), $.escape_sequence)),
        token.immediate('"')),
    interpolation: ($) => seq(token.immediate(prec(2, '${')), $.expression, optional($.format), '}'),
    format: (_) => token(prec(1, /:([^{}"'\\#\n]?[<^>])?\+?[0-9]*(\.[0-9]+)?[xXobe]?/)),
    escape_sequence: (_) => token.immediate(prec(1, /\\(u\{[0-9a-fA-F_]+\}|[^\n])/)),
  },
});
