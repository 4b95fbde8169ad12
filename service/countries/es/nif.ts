/** Spanish tax numbers (NIF): of companies, citizens (DNI) and foreigners (NIE). */
import { validate } from 'stdnum/lib/cjs/es/nif.js';

/** The nine characters, whatever stands around them: `ES-B12345674` is `B12345674`. */
export function bareNif(text: string | undefined): string {
  const bare = (text ?? '').toUpperCase().replace(/[\s.\-/]/g, '');
  return /^ES[0-9A-Z]{9}$/.test(bare) ? bare.slice(2) : bare;
}

/** Whether these are nine characters of the right form with the right check character. */
export function isNif(nif: string): boolean {
  return /^[0-9A-Z]{9}$/.test(nif) && validate(nif).isValid;
}
