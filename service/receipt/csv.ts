/** Tables for spreadsheets (RFC 4180). */

/**
 * A cell. What a spreadsheet would take for a formula is marked as text: names come from strangers.
 * @param separator between the cells of a row
 */
export function csvCell(text: string, separator: ',' | ';'): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /["\r\n]/.test(harmless) || harmless.includes(separator)
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}
