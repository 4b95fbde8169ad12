/** Makes a line of the log out of any text: without secrets, on one line, not too long. */
import { escapeControls } from './escape.ts';
import { maskSecrets } from './mask.ts';
import { Removal } from './removal.ts';

/** The profile attributes that the log follows (doc 2, "Profile attributes"). */
export interface LogAttributes {
  /** `Log_remove`. */
  text(name: string): string | undefined;
  /** `Log_debug`. */
  flag(name: string): boolean;
  /** `Log_length`. */
  number(name: string, fallback: number): number;
}

/** Characters of a line without `Log_length`: an error with its stack fits. */
const DEFAULT_LENGTH = 2000;
const SHORTEST = 80;
/** Characters of a text that are looked at at all, `Log_debug` or not: one text must not fill memory and disk. */
const MOST_CHARACTERS = 200_000;
/** A card number or a token that the cut goes through must not survive as its first half. */
const AROUND_CUT = 300;
const CUT_WORD = /(?:\d[\s.,_+-]{0,3}){1,19}$|(?<!\S)\S+$/;
/** Makes lines by the attributes of the moment. */
export class LineMaker {
  private readonly removal: Removal;
  private attributes: () => LogAttributes | null = () => null;

  /** @param complain is called once for an attribute that cannot be used */
  constructor(complain: (text: string) => void) {
    this.removal = new Removal(complain);
  }

  /** Takes the attributes from here; they may change with every line. */
  follow(attributes: () => LogAttributes): void {
    this.attributes = attributes;
  }

  /** True when debug lines are wanted. */
  get debug(): boolean {
    return this.attributes()?.flag('Log_debug') ?? false;
  }

  /** The text as it may be logged. */
  make(text: string): string {
    const attributes = this.attributes();
    this.removal.use(attributes?.text('Log_remove'));
    let clean = maskSecrets(beginning(text));
    if (this.removal.active) {
      // Without the removed items, what was apart may have become a secret.
      clean = maskSecrets(this.removal.apply(clean));
    }
    const line = escapeControls(clean);
    if (attributes?.flag('Log_debug')) return line;
    return shortened(
      line,
      Math.max(SHORTEST, attributes?.number('Log_length', DEFAULT_LENGTH) ?? DEFAULT_LENGTH),
    );
  }
}

function beginning(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const end = text.slice(MOST_CHARACTERS - AROUND_CUT, MOST_CHARACTERS).replace(CUT_WORD, '');
  return `${text.slice(0, MOST_CHARACTERS - AROUND_CUT)}${end} ... (${text.length} characters)`;
}

function shortened(line: string, length: number): string {
  if (line.length <= length) return line;
  return `${line.slice(0, length).replace(/[\ud800-\udbff]$/, '')} ... (${line.length} characters)`;
}
