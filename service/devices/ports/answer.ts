/** What drivers read of answers that others wrote. */

const LONGEST_TEXT = 200;

/** The JSON object of a body; null when it is none. */
export function objectOf(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** A foreign text for logs and pages: one line, short, nothing that a terminal obeys. */
export function shownText(text: unknown): string {
  return typeof text === 'string'
    ? text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, LONGEST_TEXT)
    : '';
}
