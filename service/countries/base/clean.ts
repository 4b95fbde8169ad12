/** Texts from outside, made fit for logs and pages. */

const MAX_TEXT = 300;

/** One line of bounded length, without the secrets, whoever may have put them there. */
export function cleaned(text: string, secrets: readonly string[]): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  // Longer ones first: one secret may be part of another.
  const safe = [...secrets]
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '***'), line);
  return safe.length > MAX_TEXT ? `${safe.slice(0, MAX_TEXT)}…` : safe;
}
