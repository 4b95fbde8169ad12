/** What is found in an export: kept up to a number, counted beyond. */

/** Something that is wrong, or worth a look. */
export interface Finding {
  /** File of the export, empty when it is about the whole. */
  file: string;
  text: string;
}

/** Of each sort so many are kept. */
const MOST = 101;

/** Collects them. */
export class Findings {
  readonly kept: Finding[] = [];
  count = 0;
  private readonly seen = new Set<string>();

  /** @param once text that stands for all findings of its sort: further ones are neither kept nor counted */
  add(file: string, text: string, once?: string): void {
    if (once !== undefined) {
      if (this.seen.has(once)) return;
      this.seen.add(once);
    }
    this.count += 1;
    if (this.kept.length < MOST) this.kept.push({ file, text });
  }
}
