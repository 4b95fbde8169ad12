/** Names of invoice files. */

const MAX_NUMBER = 60;

/**
 * A name that no system takes for anything else: number in plain letters and digits, and
 * the beginning of the id, because two numbers may look the same without their signs.
 */
export function fileNameOf(number: string, id: string, extension: 'xml' | 'pdf'): string {
  const plain = number
    .normalize('NFKD')
    .replace(/[^A-Za-z\d]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_NUMBER);
  return `${plain || 'invoice'}_${id.slice(0, 8)}.${extension}`;
}
