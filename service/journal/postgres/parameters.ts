/** Named parameters for PostgreSQL, which knows them by number. */

/** A statement as PostgreSQL takes it, and the names of its parameters in their order. */
interface Numbered {
  text: string;
  names: readonly string[];
}

/**
 * A text as PostgreSQL can hold it: without U+0000 and halves of characters, which no receipt has. It is only
 * looked for; what is found is compared with the record itself.
 */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** Statements come from the code, so that there are few of them. */
const known = new Map<string, Numbered>();

/**
 * Turns `$name` into `$1`.
 * @param parameters by name
 */
export function numbered(
  sql: string,
  parameters: Readonly<Record<string, string | number>>,
): { text: string; values: (string | number)[] } {
  let found = known.get(sql);
  if (!found) known.set(sql, (found = read(sql)));
  const values = found.names.map((name) => parameters[name]!);
  return {
    text: found.text,
    values: values.map((value) => (typeof value === 'string' ? storable(value) : value)),
  };
}

function read(sql: string): Numbered {
  const names: string[] = [];
  const text = sql.replaceAll(/\$([a-z]\w*)/gi, (_, name: string) => {
    const at = names.indexOf(name);
    return `$${at >= 0 ? at + 1 : names.push(name)}`;
  });
  return { text, names };
}
