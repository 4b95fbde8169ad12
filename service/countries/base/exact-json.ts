/** JSON texts with numbers that are written as they are: amounts with two decimals, serial numbers of any length. */

/** A number by its digits. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) throw new Error(`${text} is no number`);
    this.text = text;
  }
}

/** What can be written; undefined values of objects are left out. */
export type ExactJson =
  string | boolean | ExactNumber | readonly ExactJson[] | { readonly [name: string]: ExactJson | undefined };

/** Writes a value in the order that it has. */
export function exactJson(value: ExactJson): string {
  if (value instanceof ExactNumber) return value.text;
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly ExactJson[]).map(exactJson).join(',')}]`;
  const entries = Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined ? [] : [`${JSON.stringify(name)}:${exactJson(inner)}`],
  );
  return `{${entries.join(',')}}`;
}
