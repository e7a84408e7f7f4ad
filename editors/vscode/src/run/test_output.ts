// Reads what `lang test` prints, line by line. Pure data; it knows no editor.

/** What became of one test. */
export interface TestResult {
  name: string;
  passed: boolean;
}

/** Why a test failed, from the section behind the results. */
export interface Failure {
  name: string;
  /** What the test printed, and how it ended. */
  text: string;
  /** The place of the panic, counted from 1. */
  at?: { file: string; line: number; column: number; message: string };
}

const RESULT = /^test (.+) \.\.\. (ok|FAILED)$/;
const SECTION = /^---- (.+) ----$/;
const PANIC = /^(.+\.lang):(\d+):(\d+): (.+)$/;

/** The result that a line tells, if it tells one. */
export function readResult(line: string): TestResult | undefined {
  const match = RESULT.exec(line);
  return match === null ? undefined : { name: match[1] ?? "", passed: match[2] === "ok" };
}

/** The failures in the whole output. */
export function readFailures(output: string): Failure[] {
  const lines = output.split(/\r?\n/);
  const begin = lines.indexOf("failures:");
  if (begin < 0) {
    return [];
  }
  const failures: Failure[] = [];
  let current: { name: string; lines: string[] } | undefined;
  const finish = (): void => {
    if (current !== undefined) {
      failures.push(failure(current.name, current.lines));
    }
  };
  for (const line of lines.slice(begin + 1)) {
    const section = SECTION.exec(line);
    if (section !== null) {
      finish();
      current = { name: section[1] ?? "", lines: [] };
    } else if (line === "failures:") {
      break;
    } else {
      current?.lines.push(line);
    }
  }
  finish();
  return failures;
}

function failure(name: string, lines: string[]): Failure {
  const text = lines.join("\n").trim();
  // A test may print lines of this form itself; its end is the last of them.
  const panic = lines.map((line) => PANIC.exec(line)).findLast((match) => match !== null);
  if (panic === undefined || panic === null) {
    return { name, text };
  }
  const [, file = "", line, column, message = ""] = panic;
  return { name, text, at: { file, line: Number(line), column: Number(column), message } };
}
