/** Keeps a text on its line: nobody who is named in a line may make up another one. */

/** Whatever ends a line, moves the cursor, is invisible, or changes the direction of reading; halves of characters. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Writes control characters as `\n`, `\t` or `\u{1b}`. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (c) => SHORT[c] ?? `\\u{${c.codePointAt(0)!.toString(16)}}`);
}
