const MOST_LETTERS = 100;

/** Whatever a device calls itself, as one short line. */
export function readable(name: string): string {
  return name
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_LETTERS);
}
