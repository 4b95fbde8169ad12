/** What is known of an attribute of the profile (doc 2, "Profile attributes"). Types only. */

/** Kind of an attribute's value, with its limits. */
export type AttributeType =
  /** On without value; `0`, `no`, `off` and `false` switch it off. */
  | { kind: 'flag' }
  /** `sealing`: the id of a company's key (receipt/company-key.ts), or off. `routes`: see e-invoicing/routes.ts. */
  | { kind: 'text'; form?: 'sealing' | 'routes'; like?: TextLike }
  /** A whole number. `bare`: without value it is on, with its default. */
  | { kind: 'number'; least: number; most: number; unit: AttributeUnit; bare?: true }
  /** `hh:mm` or `hh:mm:ss`. `bare` as above; `off`: the value NO switches it off. */
  | { kind: 'time'; bare?: true; off?: true }
  /** A regular expression of JavaScript. */
  | { kind: 'pattern' }
  /** One of these, in any case. */
  | { kind: 'choice'; values: readonly string[] }
  /** Shown to nobody once it is stored; `least` characters. `companyKey`: see receipt/company-key.ts. */
  | { kind: 'secret'; least?: number; form?: 'companyKey' }
  /** A full path of a file or folder, of this machine or of a network drive. */
  | { kind: 'path' }
  /** `http:` or `https:` address. */
  | { kind: 'address' }
  /** Origin of a web page such as `https://pos.example`, or `*`. */
  | { kind: 'origin' }
  /** How a QR code is drawn, such as `type=png&size=2&ec_level=L`. */
  | { kind: 'picture' };

/** What a text looks like that its reader makes sense of: a warning says so of any other, which is kept. */
export interface TextLike {
  /** A regular expression for the whole text, in any letter case. */
  pattern: string;
  /** English, behind the name and the value: `must be ...`. */
  text: string;
}

/** What a number counts. */
export type AttributeUnit = 'ms' | 's' | 'min' | 'days' | 'characters' | 'month' | 'registers' | 'copies';

/** What is known of an attribute. */
export interface AttributeFacts {
  /** In its spelling; names are found in any case. */
  name: string;
  type: AttributeType;
  /** What counts when it is not set, as it would be written; left out for off and for nothing. */
  standard?: string;
  /** A change counts after the next start only. */
  restart?: true;
  /** A register may have a value of its own (`/profile?RN=`); the service's counts for the others. */
  register?: true;
  /**
   * Setting it loses receipts, stops sales, keeps them from the authority or lets others in: pages ask once more
   * and say what will happen (`settings.danger` in resources/locales). Switching it off or removing it does not.
   */
  danger?: true;
  /** Decides whether receipts count: while they do, a change needs the manager's password (`settings/guarded.ts`). */
  guarded?: true;
}

/** An attribute that a country alone has, or the name of one that several have (`settings/attribute-table.ts`). */
export type CountryAttribute = AttributeFacts | string;
