/** Rules of FinanzOnline for the web service user, checked before anything is sent: wrong logins lock the user. */
import type { Credentials } from './access.ts';

/** A field of the credentials. */
export type CredentialField = keyof Credentials;

/**
 * User and PIN: document 3 of the specification (8 to 12 and 8 to 128 letters
 * and digits, at least one of each, no special characters or umlauts). A PIN that
 * was entered before this rule held may have special characters of ASCII, which
 * FinanzOnline takes: it goes on.
 * Participant and producer: the schema of the session service.
 */
const RULES: Readonly<Record<CredentialField, RegExp>> = {
  participant: /^[0-9A-Za-z]{8,12}$/,
  user: /^(?=.*[A-Za-z])(?=.*[0-9])[0-9A-Za-z]{8,12}$/,
  pin: /^(?=.*[A-Za-z])(?=.*[0-9])[!-~]{8,128}$/,
  producer: /^[0-9A-Za-z]{10,24}$/,
};

/** True for a VAT id of a maker that FinanzOnline takes. */
export function isProducer(taxId: string): boolean {
  return RULES.producer.test(taxId);
}

const NEW_PIN = /^[0-9A-Za-z]*$/;

/**
 * Fields that break the rules, in order; none when all is well.
 * @param options.newPin the PIN is being entered
 */
export function wrongCredentials(credentials: Credentials, { newPin = false } = {}): CredentialField[] {
  const fields = Object.keys(RULES) as CredentialField[];
  return fields.filter(
    (field) =>
      !RULES[field].test(credentials[field]) || (field === 'pin' && newPin && !NEW_PIN.test(credentials.pin)),
  );
}
