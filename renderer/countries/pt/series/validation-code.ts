/** A validation code as it counts: people type small letters and spaces. */
export function tidyCode(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}

/** Could the authority have given this code? */
export function isValidationCode(code: string): boolean {
  return /^[A-Z0-9]{8,}$/.test(code);
}
