/**
 * The profile's attribute list (doc 2, "Profile attributes"): `name`,
 * `name=value`, `name="a b"`, separated by blanks. Names are case-insensitive;
 * a name without value means true.
 */

/** A list that cannot be read; the message names the place. */
export class AttributeError extends Error {}

const ITEM = /\s*([A-Za-z_][\w.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=]+)))?(?=\s|$)/y;

/** The attributes of a profile. */
export class Attributes {
  private readonly values: ReadonlyMap<string, string>;

  private constructor(values: ReadonlyMap<string, string>) {
    this.values = values;
  }

  /**
   * Reads a list; of equal names the last one counts.
   * @throws AttributeError
   */
  static parse(text: string): Attributes {
    const values = new Map<string, string>();
    let at = 0;
    while (text.slice(at).trim() !== '') {
      ITEM.lastIndex = at;
      const m = ITEM.exec(text);
      if (!m)
        throw new AttributeError(
          `cannot read the attributes at ${JSON.stringify(text.slice(at, at + 30).trim())}`,
        );
      values.set(m[1]!.toLowerCase(), m[2] ?? m[3] ?? m[4] ?? 'true');
      at = ITEM.lastIndex;
    }
    return new Attributes(values);
  }

  /** Value of an attribute in any case; undefined when it is not set. */
  text(name: string): string | undefined {
    return this.values.get(name.toLowerCase());
  }

  /** True when set, unless its value says no. */
  flag(name: string): boolean {
    const value = this.text(name)?.toLowerCase();
    return value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value);
  }

  /** A whole number of 0 or more; the default when it is missing or no such number. */
  number(name: string, fallback: number): number {
    const value = this.text(name);
    return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : fallback;
  }
}

/** No attributes. */
export const NO_ATTRIBUTES = Attributes.parse('');
