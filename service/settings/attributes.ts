/**
 * The profile's attribute list (doc 2, "Profile attributes"): `name`,
 * `name=value`, `name="a b"`, separated by blanks. Names are case-insensitive;
 * a name without value means true.
 */

/** A list that cannot be read or kept; the message says why. */
export class AttributeError extends Error {}

/** One attribute as it stands in a list. */
export interface AttributeItem {
  /** In the spelling of the list. */
  name: string;
  /** `true` where the list has none. */
  value: string;
  /** Where it begins and ends in the text, its name included. */
  from: number;
  to: number;
}

const ITEM = /\s*([A-Za-z_][\w.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=][^\s"']*)))?(?=\s|$)/y;

/** Values that switch a flag off. */
const OFF = new Set(['', '0', 'false', 'no', 'off']);

/** True for a value that switches a flag off. */
export function isOff(value: string): boolean {
  return OFF.has(value.toLowerCase());
}

/** Flags that come with a broader one: on a test system every country is in its test phase. */
const BROADER: ReadonlyMap<string, string> = new Map([['fiscal_test', 'Reg_test']]);

/** The attributes of a profile. */
export class Attributes {
  /** In the order of the list, names that are given twice included. */
  readonly items: readonly AttributeItem[];
  private readonly values: ReadonlyMap<string, string>;

  private constructor(items: readonly AttributeItem[]) {
    this.items = items;
    this.values = new Map(items.map(({ name, value }) => [name.toLowerCase(), value]));
  }

  /**
   * Reads a list; of equal names the last one counts.
   * @throws AttributeError
   */
  static parse(text: string): Attributes {
    const items: AttributeItem[] = [];
    let at = 0;
    while (text.slice(at).trim() !== '') {
      ITEM.lastIndex = at;
      const m = ITEM.exec(text);
      if (!m)
        throw new AttributeError(
          `cannot read the attributes at ${JSON.stringify(text.slice(at, at + 30).trim())}`,
        );
      const from = m.index + m[0].search(/\S/);
      items.push({ name: m[1]!, value: m[2] ?? m[3] ?? m[4] ?? 'true', from, to: ITEM.lastIndex });
      at = ITEM.lastIndex;
    }
    return new Attributes(items);
  }

  /** The same without some attributes. */
  without(names: ReadonlySet<string>): Attributes {
    const left = [...names].map((name) => name.toLowerCase());
    return new Attributes(this.items.filter(({ name }) => !left.includes(name.toLowerCase())));
  }

  /** The same with attributes of another list, which count before these. */
  with(others: Attributes): Attributes {
    return new Attributes([...this.items, ...others.items]);
  }

  /** Value of an attribute in any case; undefined when it is not set. */
  text(name: string): string | undefined {
    return this.values.get(name.toLowerCase());
  }

  /** True when set, unless its value says no, or when another one that is brings it about. */
  flag(name: string): boolean {
    const value = this.text(name);
    if (value !== undefined && !isOff(value)) return true;
    const broader = BROADER.get(name.toLowerCase());
    return broader !== undefined && this.flag(broader);
  }

  /** A whole number of 0 or more; the default when it is missing or no such number. */
  number(name: string, fallback: number): number {
    const value = this.text(name);
    return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : fallback;
  }
}

/**
 * An attribute as a list has it.
 * @throws AttributeError when no quotation marks can hold the value
 */
export function writtenAttribute(name: string, value: string): string {
  if (value === 'true') return name;
  if (/^[^\s"'=]+$/.test(value)) return `${name}=${value}`;
  if (!value.includes('"')) return `${name}="${value}"`;
  if (!value.includes("'")) return `${name}='${value}'`;
  throw new AttributeError(`${name}: a value cannot have both kinds of quotation marks`);
}
