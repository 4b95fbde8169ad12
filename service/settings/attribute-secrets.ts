/**
 * Secrets in an attribute list (answers 24): they are blanked when the list is
 * shown, and a blank that comes back stands for the value that is stored. So it is
 * with user and password in an address (`https://user:password@host`): they are
 * shown as `***`.
 */
import { hasMaskedLogin, withoutLogins } from '../receipt/addresses.ts';
import { isSecret } from './attribute-table.ts';
import { AttributeError, Attributes, writtenAttribute, type AttributeItem } from './attributes.ts';

/** A list as it may be shown: the same text, secrets as `name=""`, addresses without logins. */
export function withBlanks(text: string): string {
  return replaced(text, ({ name, value }) => {
    if (isSecret(name)) return '';
    const shown = withoutLogins(value);
    return shown === value ? null : shown;
  });
}

/**
 * A list as it is to be stored: blanks of secrets, and addresses whose login was
 * masked, become the values of the old list.
 * @throws AttributeError when the list cannot be read, or an address with a masked login is another one now
 */
export function withSecrets(text: string, old: Attributes): string {
  return replaced(text, ({ name, value }) => {
    const before = old.text(name);
    if (isSecret(name)) return value === '' ? (before ?? null) : null;
    if (!hasMaskedLogin(value)) return null;
    if (before !== undefined && withoutLogins(before) === value) return before;
    // Nobody sends a password that he does not know to another address.
    throw new AttributeError(
      `${name}: enter user and password again, *** stands for those of the address before`,
    );
  });
}

/** @param valueFor the new value of an item; null leaves it as it is written */
function replaced(text: string, valueFor: (item: AttributeItem) => string | null): string {
  let result = '';
  let at = 0;
  for (const item of Attributes.parse(text).items) {
    const value = valueFor(item);
    if (value === null) continue;
    result += text.slice(at, item.from) + writtenAttribute(item.name, value);
    at = item.to;
  }
  return result + text.slice(at);
}
