/** The message of a sale as the schemas of EET 1 (version 3.1) and EET 2.0 (version 4.1) have it. */
import type { Element } from '../xml.ts';

/** Version of the interface. */
export type Version = 3 | 4;

/** Namespaces of messages. */
export const NAMESPACES: Readonly<Record<Version, string>> = {
  3: 'http://fs.mfcr.cz/eet/schema/v3',
  4: 'http://fs.gov.cz/eet/schema/v4',
};

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/;
const BOOLEAN = /^(?:true|false|0|1)$/;
const AMOUNT = /^(?:(?:0|-?[1-9]\d{0,7})\.\d\d|-0\.(?:0[1-9]|[1-9]\d))$/;
const TAX_NUMBER = /^CZ\d{8,10}$/;
const TEXT = (most: number) => new RegExp(`^[0-9a-zA-Z.,:;/#\\-_ ]{1,${most}}$`);

/** Attributes of an element; names that may be missing end in `?`. */
type Attributes = Readonly<Record<string, RegExp>>;

const HEADER: Attributes = {
  ...{ uuid_zpravy: UUID, dat_odesl: TIME, prvni_zaslani: BOOLEAN, 'overeni?': BOOLEAN },
};
const SALE: Attributes = {
  ...{ id_pokl: TEXT(20), porad_cis: TEXT(25), dat_trzby: TIME, celk_trzba: AMOUNT },
  ...{ 'urceno_cerp_zuct?': AMOUNT, 'cerp_zuct?': AMOUNT },
};
const DATA: Readonly<Record<Version, Attributes>> = {
  3: {
    ...{ dic_popl: TAX_NUMBER, 'dic_poverujiciho?': TAX_NUMBER, id_provoz: /^[1-9]\d{0,5}$/, ...SALE },
    ...{ 'zakl_nepodl_dph?': AMOUNT, 'cest_sluz?': AMOUNT, rezim: /^[01]$/ },
    ...{ 'zakl_dan1?': AMOUNT, 'zakl_dan2?': AMOUNT, 'zakl_dan3?': AMOUNT },
    ...{ 'dan1?': AMOUNT, 'dan2?': AMOUNT, 'dan3?': AMOUNT },
    ...{ 'pouzit_zboz1?': AMOUNT, 'pouzit_zboz2?': AMOUNT, 'pouzit_zboz3?': AMOUNT },
  },
  4: {
    ...{ eic_popl: TAX_NUMBER, 'eic_poverujiciho?': TAX_NUMBER, 'povereni_vice_popl?': BOOLEAN },
    ...{ id_jednotky: /^[1-9]\d{0,8}$/, ...SALE },
  },
};
const PKP: Attributes = { digest: /^SHA256$/, cipher: /^RSA2048$/, encoding: /^base64$/ };
const BKP: Attributes = { digest: /^SHA1$/, encoding: /^base16$/ };

/** What is wrong with a message; null when it is as the schema has it. */
export function complaint(message: Element, version: Version): string | null {
  const names = ['Hlavicka', 'Data', ...(version === 3 ? ['KontrolniKody'] : [])];
  if (message.name !== 'Trzba' || message.namespace !== NAMESPACES[version]) return 'Trzba';
  if (message.children.map(({ name }) => name).join() !== names.join()) return names.join();
  const [header, data, codes] = message.children as [Element, Element, Element?];
  if (message.children.some(({ namespace }) => namespace !== NAMESPACES[version])) return 'namespace';
  const wrong = attributesOf(header, HEADER) ?? attributesOf(data, DATA[version]);
  if (wrong !== null || !codes) return wrong;
  const [pkp, bkp, ...more] = codes.children;
  if (pkp?.name !== 'pkp' || bkp?.name !== 'bkp' || more.length > 0) return 'KontrolniKody';
  if (Buffer.from(pkp.text, 'base64').length !== 256) return 'pkp';
  if (!/^[\da-f]{8}(?:-[\da-f]{8}){4}$/i.test(bkp.text.trim())) return 'bkp';
  return attributesOf(pkp, PKP) ?? attributesOf(bkp, BKP);
}

function attributesOf({ name, attributes, children }: Element, rules: Attributes): string | null {
  if (children.length > 0) return name;
  const known = new Map(Object.entries(rules).map(([key, rule]) => [key.replace('?', ''), rule]));
  for (const [key, value] of Object.entries(attributes))
    if (!known.get(key)?.test(value)) return `${name} ${key}`;
  const missing = Object.keys(rules).find((key) => !key.endsWith('?') && !(key in attributes));
  return missing === undefined ? null : `${name} ${missing}`;
}
