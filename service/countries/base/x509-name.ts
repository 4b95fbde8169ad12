/** Names of certificates as texts. */

/** A name as Node has it, a part in each line, as RFC 4514 writes it: the most specific part first. */
export function rfc4514Name(lines: string): string {
  return lines.split('\n').reverse().join(',');
}
