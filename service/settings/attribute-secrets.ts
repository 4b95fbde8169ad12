/**
 * Secrets in an attribute list (answers 24): they are blanked when the list is
 * shown, and a blank that comes back stands for the value that is stored.
 */
import { isSecret } from './attribute-table.ts';
import { Attributes, writtenAttribute, type AttributeItem } from './attributes.ts';

/** A list as it may be shown: the same text, secrets as `name=""`. */
export function withBlanks(text: string): string {
  return replaced(text, ({ name }) => (isSecret(name) ? '' : null));
}

/**
 * A list as it is to be stored: blanks of secrets become the values of the old list.
 * @throws AttributeError when the list cannot be read
 */
export function withSecrets(text: string, old: Attributes): string {
  return replaced(text, ({ name, value }) =>
    isSecret(name) && value === '' ? (old.text(name) ?? null) : null,
  );
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
