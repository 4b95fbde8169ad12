import type { PageField } from '../../../service/countries/contract/described-page/fields.ts';

/** What is filled in: text, yes or no, or the base64 of a file; null for a file that cannot be used. */
export type Entry = string | boolean | null;

/** What was typed, by name of the field; what is not here has the value of the description. */
export type Entries = Readonly<Record<string, Entry>>;

/** A number as it was typed, as decimal text; what is none stays as it is, for the service to say so. */
export function decimalText(text: string): string {
  return text.replaceAll(/\s/g, '').replace(/^([^.,]*),([^.,]*)$/, '$1.$2');
}

/** A field as it stands. */
export function entryOf(field: PageField, typed: Entries): Entry {
  const own = Object.hasOwn(typed, field.name) ? typed[field.name] : undefined;
  if (own !== undefined) return own;
  switch (field.type) {
    case 'checkbox':
      return field.value ?? false;
    case 'password':
    case 'file':
      return '';
    default:
      return field.value ?? '';
  }
}

/** The value of a field as the body of the action has it; undefined when it is left out. */
function valueOf(field: PageField, typed: Entries): string | boolean | undefined {
  const entry = entryOf(field, typed);
  if (typeof entry === 'boolean') return entry;
  const text = entry ?? '';
  const value = field.type === 'number' ? decimalText(text) : field.type === 'text' ? text.trim() : text;
  return value === '' ? undefined : value;
}

/** Names of fields that have to be filled in and are not. */
export function missingFields(fields: readonly PageField[], typed: Entries): string[] {
  return fields
    .filter((field) => {
      if (field.type === 'file' && entryOf(field, typed) === null) return true;
      const value = valueOf(field, typed);
      return field.required === true && (value === undefined || value === false);
    })
    .map(({ name }) => name);
}

/** The body of the action, without its fixed values. */
export function bodyOf(fields: readonly PageField[], typed: Entries): Record<string, string | boolean> {
  const values = fields.map((field) => [field.name, valueOf(field, typed)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Record<
    string,
    string | boolean
  >;
}
