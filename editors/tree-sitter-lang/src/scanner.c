// Whether a newline ends the statement before it. A newline does not count where the grammar expects more on the line
// (the parser does not ask then), nor where the next line starts with `.`, `else`, `&&` or `||`.

#include "tree_sitter/parser.h"

enum TokenType { LINE_END, ERROR_SENTINEL };

void *tree_sitter_lang_external_scanner_create(void) { return NULL; }
void tree_sitter_lang_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_lang_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}
void tree_sitter_lang_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

static bool is_blank(int32_t letter) { return letter == ' ' || letter == '\t' || letter == '\r'; }

static bool is_word(int32_t letter) {
  return letter == '_' || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter > 127;
}

// Whether the text here is `else` and nothing longer.
static bool at_else(TSLexer *lexer) {
  for (const char *letter = "else"; *letter; letter++) {
    if (lexer->lookahead != *letter) return false;
    lexer->advance(lexer, false);
  }
  return !is_word(lexer->lookahead);
}

// Whether the statement goes on in the line that begins here.
static bool continues(TSLexer *lexer) {
  int32_t first = lexer->lookahead;
  if (first == 'e') return at_else(lexer);
  if (first != '.' && first != '&' && first != '|') return false;
  lexer->advance(lexer, false);
  return first == '.' ? lexer->lookahead != '.' : lexer->lookahead == first;
}

bool tree_sitter_lang_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
  (void)payload;
  if (!valid_symbols[LINE_END] || valid_symbols[ERROR_SENTINEL]) return false;
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  // A comment before the newline becomes a token first; the question comes again behind it.
  if (lexer->lookahead != '\n') return false;
  lexer->advance(lexer, false);
  lexer->mark_end(lexer);
  while (!lexer->eof(lexer)) {
    int32_t letter = lexer->lookahead;
    if (letter == '#') {
      while (lexer->lookahead != '\n' && !lexer->eof(lexer)) lexer->advance(lexer, false);
    } else if (letter == '\n' || is_blank(letter)) {
      lexer->advance(lexer, false);
    } else {
      break;
    }
  }
  if (!lexer->eof(lexer) && continues(lexer)) return false;
  lexer->result_symbol = LINE_END;
  return true;
}
