// Which lines of generated code belong to which line of the source. Pure data; it knows no editor.

/** `[source line, first line, last line]`, all counted from 0, the last one included. */
export type LineEntry = readonly [source: number, first: number, last: number];

/** Lines from `first` to `last`, both included. */
export interface LineRange {
  first: number;
  last: number;
}

export class LineMap {
  private readonly bySource = new Map<number, LineRange[]>();
  private readonly byCode: LineEntry[];

  constructor(entries: readonly LineEntry[]) {
    this.byCode = entries.filter(([, first, last]) => first <= last).sort((a, b) => a[1] - b[1]);
    for (const [source, first, last] of this.byCode) {
      const ranges = this.bySource.get(source) ?? [];
      const previous = ranges.at(-1);
      if (previous !== undefined && first <= previous.last + 1) {
        previous.last = Math.max(previous.last, last);
      } else {
        ranges.push({ first, last });
      }
      this.bySource.set(source, ranges);
    }
  }

  /** The code of a source line, from top to bottom; runs that touch are one. */
  codeOf(source: number): LineRange[] {
    return this.bySource.get(source) ?? [];
  }

  /** The source line of a line of code. Of several the narrowest run tells most. */
  sourceOf(code: number): number | undefined {
    let best: LineEntry | undefined;
    for (const entry of this.byCode) {
      const [, first, last] = entry;
      if (first > code) {
        break;
      }
      if (code <= last && (best === undefined || last - first < best[2] - best[1])) {
        best = entry;
      }
    }
    return best?.[0];
  }

  /** The source lines that have any code, in order. */
  sources(): number[] {
    return [...this.bySource.keys()].sort((a, b) => a - b);
  }
}
