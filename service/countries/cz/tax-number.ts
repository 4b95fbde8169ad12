/** Czech tax numbers (DIČ, EIČ of EET 2.0): `CZ` and eight to ten digits. */

/** In capital letters, without blanks and with its prefix. */
export function taxNumberOf(text: string): string {
  const bare = text.replace(/\s+/g, '').toUpperCase();
  return bare.startsWith('CZ') ? bare : `CZ${bare}`;
}

/** Whether it has the form of one. */
export function isTaxNumber(text: string): boolean {
  return /^CZ\d{8,10}$/.test(text);
}
