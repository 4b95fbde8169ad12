/**
 * The language that operators of this installation read: that of the register's
 * country, kept in `gbl/language` for the time when no register can be asked.
 */
import fs from 'node:fs/promises';
import { writeDurably } from './durable-file.ts';

const FALLBACK = 'en';
/** ISO 639. */
const LANGUAGE = /^[a-z]{2}$/;

/** The remembered language. */
export class Language {
  private readonly file: string;
  private current: string;
  private writing: Promise<void> = Promise.resolve();

  private constructor(file: string, current: string) {
    this.file = file;
    this.current = current;
  }

  /** Reads the file; whatever is wrong with it, messages are English then. */
  static async open(file: string): Promise<Language> {
    const text = (await fs.readFile(file, 'utf8').catch(() => '')).trim();
    return new Language(file, LANGUAGE.test(text) ? text : FALLBACK);
  }

  /** ISO 639 code. */
  get code(): string {
    return this.current;
  }

  /** Remembers a language. It is no reason to fail when it cannot be written. */
  remember(code: string): void {
    if (code === this.current) return;
    this.current = code;
    this.writing = this.writing.then(() =>
      writeDurably(this.file, `${code}\n`, 0o600).catch(() => undefined),
    );
  }

  /** Resolves when everything is written, as far as it can be. */
  async idle(): Promise<void> {
    await this.writing;
  }
}
