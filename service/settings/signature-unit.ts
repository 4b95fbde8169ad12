/** One signature unit as it is set up: its fields, read from what an operator has entered. */
import { isLoopback } from '../network.ts';
import { isTree, type Tree } from '../receipt/tree.ts';

/** A unit without its secret. Certificates and issuers are PEM. */
export type UnitSetting =
  /** A key made here, for tests and training. Secret: the private key. */
  | { id: string; type: 'test'; certificates: string }
  /** A key of a closed system. Secret: the private key. */
  | { id: string; type: 'closed-system'; keyId: string }
  /** An account at A-Trust. Secret: the password. */
  | { id: string; type: 'a-trust'; url: string; user: string; sessions: boolean; ca?: string }
  /** A key at PrimeSign. Secret: the token. */
  | { id: string; type: 'primesign'; url: string; issuers?: string; ca?: string }
  /** The sign server of another till. Secret: its password. */
  | { id: string; type: 'till'; url: string; ca?: string }
  /** All cards in readers of this machine. Secret: their PIN, missing where it is that of delivery. */
  | { id: string; type: 'cards'; issuers?: string };

type WithoutId<Setting> = Setting extends unknown ? Omit<Setting, 'id'> : never;

/** A unit before it has its id. */
export type UnitFields = WithoutId<UnitSetting>;

/** What a unit is. */
export type UnitType = UnitSetting['type'];

/** Why a field cannot be taken; the page has a text for each. */
export type FieldProblem =
  | 'missing'
  | 'tooLong'
  | 'tooShort'
  /** There are as many units as there may be. */
  | 'tooMany'
  /** No web address, or one with a user, a query or a fragment. */
  | 'address'
  /** Must begin with https. */
  | 'https'
  /** 4 to 8 digits. */
  | 'pin'
  | 'keyId'
  /** No P-256 private key in PEM. */
  | 'key'
  /** No certificate in PEM. */
  | 'certificate'
  /** Has to be entered anew, because it would be sent to another address. */
  | 'secretAgain';

/** Problems by name of the field. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

/** What was entered, or what is wrong with it. `secret` is undefined where the old one stays. */
export type ReadUnit = { fields: UnitFields; secret: string | undefined } | { problems: FieldProblems };

/** Name of the field that holds a unit's secret. */
export const SECRET_FIELD = {
  test: 'key',
  'closed-system': 'key',
  'a-trust': 'password',
  primesign: 'token',
  till: 'password',
  cards: 'pin',
} as const satisfies Record<UnitType, string>;

/** Types that an operator describes by fields. */
const TYPES = ['closed-system', 'a-trust', 'primesign', 'till', 'cards'] as const;
type EnteredType = (typeof TYPES)[number];

const MAX_TEXT = 500;
const MAX_PEM = 50_000;
const PIN = /^\d{4,8}$/;
/** UID (U), tax number (S) or GLN (G) of the company, then the key's own name. */
const KEY_ID = /^[USG]:[A-Za-z0-9]{1,20}-[^\s_]{1,40}$/;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/;
const PRIVATE_KEY = /-----BEGIN (EC )?PRIVATE KEY-----[A-Za-z0-9+/=\s]+-----END (EC )?PRIVATE KEY-----/;

/** Whether units of a type are described by an operator. */
export function isEnteredType(type: unknown): type is EnteredType {
  return TYPES.includes(type as EnteredType);
}

/**
 * Reads the fields of a unit.
 * @param before the unit that is changed; its secret may be left out, unless it would go to another address
 */
export function readUnit(type: EnteredType, input: Tree, before?: UnitSetting): ReadUnit {
  const form = new Form(input);
  const fields = fieldsOf(type, form);
  const moved = before !== undefined && addressOf(before) !== addressOf(fields);
  const secret = secretOf(type, form, before !== undefined, moved);
  return form.problems ? { problems: form.problems } : { fields, secret };
}

function fieldsOf(type: EnteredType, form: Form): UnitFields {
  const ca = form.certificates('ca');
  const issuers = form.certificates('issuers');
  const trust = ca === undefined ? {} : { ca };
  const chain = issuers === undefined ? {} : { issuers };
  switch (type) {
    case 'closed-system':
      return { type, keyId: form.matching('keyId', KEY_ID, 'keyId') };
    case 'a-trust': {
      const url = form.address('url', false);
      return { type, url, user: form.text('user'), sessions: form.flag('sessions'), ...trust };
    }
    case 'primesign':
      return { type, url: form.address('url', false), ...chain, ...trust };
    case 'till':
      return { type, url: form.address('url', true), ...trust };
    case 'cards':
      return { type, ...chain };
  }
}

function secretOf(type: EnteredType, form: Form, mayStay: boolean, moved: boolean): string | undefined {
  const field = SECRET_FIELD[type];
  if (!form.has(field)) {
    // Without a PIN of their own, cards are asked with the one they are delivered with.
    if (type !== 'cards' && (!mayStay || moved)) form.fail(field, mayStay ? 'secretAgain' : 'missing');
    return undefined;
  }
  if (type === 'cards') return form.matching(field, PIN, 'pin');
  return type === 'closed-system'
    ? form.matching(field, PRIVATE_KEY, 'key', MAX_PEM)
    : form.text(field, { trim: false });
}

/** Where a unit's secret goes to, and in whose name. */
function addressOf(fields: UnitFields): string {
  return `${'url' in fields ? fields.url : ''} ${'user' in fields ? fields.user : ''}`;
}

/** What was entered, and what is wrong with it. */
class Form {
  private readonly input: Tree;
  private readonly problemsByField = new Map<string, FieldProblem>();

  constructor(input: Tree) {
    this.input = input;
  }

  /** Null when all is well. */
  get problems(): FieldProblems | null {
    return this.problemsByField.size > 0 ? Object.fromEntries(this.problemsByField) : null;
  }

  fail(name: string, problem: FieldProblem): void {
    if (!this.problemsByField.has(name)) this.problemsByField.set(name, problem);
  }

  has(name: string): boolean {
    return this.value(name) !== '';
  }

  text(name: string, { trim = true, most = MAX_TEXT } = {}): string {
    const value = this.value(name);
    const text = trim ? value.trim() : value;
    if (text === '') this.fail(name, 'missing');
    else if (text.length > most) this.fail(name, 'tooLong');
    return text;
  }

  flag(name: string): boolean {
    const value = Object.hasOwn(this.input, name) ? this.input[name] : false;
    return value === true || value === 'true';
  }

  matching(name: string, form: RegExp, problem: FieldProblem, most = MAX_TEXT): string {
    const text = this.text(name, { most });
    if (text !== '' && !form.test(text)) this.fail(name, problem);
    return text;
  }

  /** Certificates; undefined when the field is empty. */
  certificates(name: string): string | undefined {
    return this.has(name) ? this.matching(name, CERTIFICATE, 'certificate', MAX_PEM) : undefined;
  }

  /** A web address. Without TLS only this machine is asked, or the LAN. */
  address(name: string, lan: boolean): string {
    const text = this.text(name);
    if (text === '') return text;
    const url = URL.parse(text);
    const isPlain = url !== null && url.username === '' && url.password === '' && !/[?#]/.test(text);
    if (!isPlain || !/^https?:$/.test(url.protocol)) this.fail(name, 'address');
    else if (url.protocol === 'http:' && !lan && !isLoopback(url.hostname)) this.fail(name, 'https');
    return text;
  }

  private value(name: string): string {
    const value = Object.hasOwn(this.input, name) ? this.input[name] : undefined;
    return typeof value === 'string' ? value : '';
  }
}

/** Whether a value of the file is a unit. */
export function isSetting(value: unknown): value is UnitSetting {
  if (!isTree(value) || typeof value.id !== 'string' || !/^[a-z-]{1,20}(-\d{1,9})?$/.test(value.id))
    return false;
  const text = (name: string) => typeof value[name] === 'string';
  const optional = (name: string) => value[name] === undefined || text(name);
  switch (value.type) {
    case 'test':
      return text('certificates');
    case 'closed-system':
      return text('keyId');
    case 'a-trust':
      return text('url') && text('user') && typeof value.sessions === 'boolean' && optional('ca');
    case 'primesign':
      return text('url') && optional('issuers') && optional('ca');
    case 'till':
      return text('url') && optional('ca');
    case 'cards':
      return value.id === 'cards' && optional('issuers');
    default:
      return false;
  }
}
