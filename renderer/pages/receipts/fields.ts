/** A field of a record, by its way through the receipt format, and its value. */
export interface RecordField {
  /** Such as `ESR.PosA[1].Dsc`; entries of a list count from 1. */
  name: string;
  value: string;
}

/** All fields of a record that have a value, in its order. */
export function fieldsOf(json: string): RecordField[] {
  const fields: RecordField[] = [];
  const walk = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null) {
      fields.push({ name, value: String(value) });
      return;
    }
    const isList = Array.isArray(value);
    for (const [key, inner] of Object.entries(value))
      walk(inner, isList ? `${name}[${Number(key) + 1}]` : name === '' ? key : `${name}.${key}`);
  };
  walk(JSON.parse(json), '');
  return fields;
}
