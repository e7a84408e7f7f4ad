// Colours every .lang file of the repository with the grammar, and compares with the compiler's own lexer: comments,
// strings, numbers and keywords must be coloured as such, and nothing else may be. Argument: the program `lang`.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");
const here = dirname(fileURLToPath(import.meta.url));
const extension = resolve(here, "../..");
const root = resolve(extension, "../..");
const lang = process.argv[2];
if (lang === undefined) {
  console.error("usage: corpus.mjs LANG");
  process.exit(2);
}

await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) =>
    scope === "source.lang"
      ? textmate.parseRawGrammar(readFileSync(join(extension, "syntaxes/lang.tmLanguage.json"), "utf8"), "lang.json")
      : null,
});
const grammar = await registry.loadGrammar("source.lang");

/** Scopes of each UTF-8 byte of a text. */
function colours(text) {
  const scopes = [];
  let state = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack, stoppedEarly } = grammar.tokenizeLine(line, state, 2000);
    if (stoppedEarly) {
      throw new Error(`the grammar takes too long on: ${line.slice(0, 80)}`);
    }
    for (const token of tokens) {
      const bytes = Buffer.byteLength(line.slice(token.startIndex, token.endIndex));
      const joined = token.scopes.join(" ");
      for (let byte = 0; byte < bytes; byte += 1) {
        scopes.push(joined);
      }
    }
    while (scopes.length < Buffer.byteLength(line) + (scopes.lineStart ?? 0)) {
      scopes.push("source.lang");
    }
    scopes.push("newline");
    scopes.lineStart = scopes.length;
    state = ruleStack;
  }
  return scopes;
}

const KEYWORDS = new Set(
  "as break case continue dyn else extern false fn for if impl import in let loop match mut move pub ref return self Self throw trait true try type unsafe while".split(
    " ",
  ),
);
const KEYWORD_SCOPES = /keyword\.|storage\.|constant\.language|variable\.language|support\.type\.self/;

/** What the grammar must say of a token of the lexer; undefined if it is free. */
function expected(kind, text, before, after) {
  switch (kind) {
    case "Comment":
      return /comment\.line/;
    case "String":
    case "CString":
    case "StringText":
    case "StringStart":
    case "StringEnd":
    case "MultilineString":
      return text === "" ? undefined : /string\.quoted|^newline$/;
    case "Character":
      return /string\.quoted\.single/;
    case "Integer":
    case "Float":
      return /constant\.numeric|variable\.other\.member\.index|variable\.other\.property|string\.quoted\.single/;
    case "InterpolationStart":
    case "InterpolationEnd":
      return text === "" ? undefined : /punctuation\.section\.interpolation/;
    default:
      if (!KEYWORDS.has(text)) {
        return undefined;
      }
      // Behind a dot or @, and before a colon in a list, any word is a name.
      return before === "." || before === "@" || after === ":" ? undefined : KEYWORD_SCOPES;
  }
}

/** From standard input, since a file within a project would stand for all of it. */
function lexed(text) {
  const options = { input: text, encoding: "utf8", maxBuffer: 1 << 26, stdio: ["pipe", "pipe", "ignore"] };
  const output = execFileSync(lang, ["build", "--emit", "tokens", "-"], options);
  return output
    .split("\n")
    .map((line) => /^(\w+)@(\d+)\.\.(\d+) /.exec(line))
    .filter((match) => match !== null)
    .map(([, kind, begin, end]) => ({ kind, begin: Number(begin), end: Number(end) }));
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return entry.name === "target" || entry.name === "node_modules" ? [] : filesUnder(path);
    }
    return entry.name.endsWith(".lang") ? [path] : [];
  });
}

function check(file) {
  const bytes = readFileSync(file);
  const scopes = colours(bytes.toString("utf8"));
  const wrong = [];
  const tokens = lexed(bytes).filter(({ kind }) => kind !== "Whitespace" && kind !== "Newline");
  let line = 1;
  let at = 0;
  tokens.forEach(({ kind, begin, end }, index) => {
    for (; at < begin; at += 1) {
      line += bytes[at] === 10 ? 1 : 0;
    }
    const textOf = (token) => (token === undefined ? "" : bytes.toString("utf8", token.begin, token.end));
    const text = textOf(tokens[index]);
    const wanted = expected(kind, text, textOf(tokens[index - 1]), textOf(tokens[index + 1]));
    // A string of several lines may begin with a line break, which has no colour.
    const got = scopes.slice(begin, end).find((scope) => scope !== "newline") ?? "newline";
    if (wanted !== undefined && !wanted.test(got)) {
      wrong.push(`${relative(root, file)}:${line}: ${kind} ${JSON.stringify(text.slice(0, 40))} is ${got}`);
    } else if (wanted === undefined && /comment\.|string\.quoted(?!.*(meta\.interpolation|punctuation))/.test(got)) {
      wrong.push(`${relative(root, file)}:${line}: ${kind} ${JSON.stringify(text.slice(0, 40))} is ${got}`);
    } else if (wanted === undefined && text !== "" && /^source\.lang(?: meta\.\S+| string\.\S+| source\.lang\.embedded)*$/.test(got)) {
      wrong.push(`${relative(root, file)}:${line}: ${kind} ${JSON.stringify(text.slice(0, 40))} has no colour`);
    }
  });
  return { tokens: tokens.length, wrong };
}

// The corpus of wrong programs has unterminated strings and stray characters on purpose.
const files = ["tests/run", "tests/interop", "tests/suites", "compiler/std", "tests/check"].flatMap((folder) => filesUnder(join(root, folder)));
const isBroken = (file) => /tests\/check\/(unterminated|syntax_recovery|foreign_syntax|broken_heads|one_brace_too_many)\.lang$/.test(file);
let tokens = 0;
const wrong = [];
for (const file of files) {
  const result = check(file);
  tokens += result.tokens;
  if (!isBroken(file)) {
    wrong.push(...result.wrong);
  }
}
if (wrong.length > 0) {
  console.error(wrong.slice(0, 40).join("\n"));
  console.error(`${wrong.length} tokens of ${tokens} in ${files.length} files are coloured wrong`);
  process.exit(1);
}
console.log(`${tokens} tokens in ${files.length} files are coloured as the compiler reads them`);
