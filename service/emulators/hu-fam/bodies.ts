/** What is right about messages to the register, by its public description. */
import type { StoredItem } from './memory.ts';

/** A message that is none: status 400. */
export class Malformed extends Error {}

/** A message that the register does not obey, with its words. */
export class Refusal extends Error {}

/** A JSON object. */
export type Data = Readonly<Record<string, unknown>>;

const UNITS = [
  ...[
    'PIECE',
    'KILOGRAM',
    'TON',
    'KWH',
    'DAY',
    'HOUR',
    'MINUTE',
    'MONTH',
    'LITER',
    'KILOMETER',
    'CUBIC_METER',
  ],
  ...['SQUARE_METER', 'LINEAR_METER', 'METER', 'CARTON', 'PACK'],
];
const REDUCING = /^(?:VOID_)?(?:NB_)?DISCOUNT$/;
const COLLECTOR = /^(?:[A-E]|N|TAM|AAM|EAM|ATK|TRA|SEC|ART|ANT|EUE|HO)$/;
/** What a request may pay with: change and rounding are worked out. */
const MEANS = ['AFR', 'CASH', 'CARD', 'SZEP', 'OTHER_CHANGE_NON_RETURNABLE', 'OTHER_CHANGE_RETURNABLE'];
const [COIN, FORINT] = [500, 100];

/** The JSON object of a body. @throws Malformed */
export function readBody(body: Buffer | null): Data {
  try {
    return objectOf(JSON.parse(body?.toString('utf8') ?? ''), 'body');
  } catch (error) {
    throw error instanceof Malformed ? error : new Malformed('no JSON');
  }
}

/** Nothing but these fields, and all that have no question mark. @throws Malformed */
export function hasFields(data: Data, ...names: string[]): void {
  const known = names.map((name) => name.replace('?', ''));
  const strange = Object.keys(data).find((name) => !known.includes(name));
  need(strange === undefined, `unknown field ${strange}`);
  const missing = names.find((name) => !name.endsWith('?') && !(name in data));
  need(missing === undefined, `missing field ${missing}`);
}

/** Items of a document. @param before how many it has @throws Malformed */
export function itemsOf(
  list: unknown,
  categories: readonly string[],
  isBack: boolean,
  needsRef: boolean,
): StoredItem[] {
  return entries(list, 'receiptItems').map((item, i) => {
    hasFields(
      item,
      ...[
        'itemRef?',
        'itemName',
        'itemArticleNo',
        'itemUnitPrice',
        'itemQty',
        'itemUnit',
        'itemCat',
        'itemDept',
      ],
      'itemCustomInfo',
    );
    const {
      itemRef = null,
      itemName,
      itemArticleNo,
      itemUnitPrice,
      itemQty,
      itemUnit,
      itemCat,
      itemDept,
    } = item;
    need(itemRef === null ? !needsRef : Number.isSafeInteger(itemRef) && Number(itemRef) > 0, 'itemRef');
    need(typeof itemName === 'string' && itemName.trim() !== '' && itemName.length <= 200, 'itemName');
    need(itemArticleNo === null || typeof itemArticleNo === 'string', 'itemArticleNo');
    need(isText(itemUnitPrice, /^\d{1,9}\.\d\d$/), 'itemUnitPrice');
    need(UNITS.includes(String(itemUnit)), 'itemUnit');
    need(categories.includes(String(itemCat)), 'itemCat');
    // What reduces a document has the other sign.
    const isNegative = isBack !== REDUCING.test(String(itemCat));
    need(isText(itemQty, isNegative ? /^-\d{1,6}\.\d{4}$/ : /^\d{1,6}\.\d{4}$/), 'itemQty');
    need(isText(itemDept, COLLECTOR), 'itemDept');
    infosOf(item.itemCustomInfo);
    const sum = times(String(itemUnitPrice), String(itemQty));
    return {
      ...(item as unknown as StoredItem),
      itemRef: itemRef as number | null,
      itemId: i + 1,
      itemSum: plain(sum),
    };
  });
}

/** Texts that a document or an item has of its own. @throws Malformed */
export function infosOf(list: unknown): void {
  for (const info of entries(list, 'custom info', 0)) {
    hasFields(info, '@type', 'text', 'alignment', 'orderId');
    need(info['@type'] === 'text' && typeof info.text === 'string', 'text of custom info');
    need(['CENTER', 'LEFT', 'RIGHT'].includes(String(info.alignment)), 'alignment');
    need(Number.isSafeInteger(info.orderId) && Number(info.orderId) > 0, 'orderId');
  }
}

/** What was paid in forint, hundredths: all, in cash, and in foreign cash. */
export interface Money {
  all: number;
  cash: number;
  foreign: number;
  /** Something is paid in cash, if only nothing: what is too little for a coin. */
  hasCash: boolean;
}

/** What was paid. @param rates what one of a currency is worth @throws Malformed */
export function moneyOf(list: unknown, least = 1, rates: Readonly<Record<string, string>> = {}): Money {
  let [all, cash, foreign, hasCash] = [0, 0, 0, false];
  for (const one of entries(list, 'money', least)) {
    hasFields(one, 'name', 'moneyCat', 'moneySubCat', 'moneyAmount', 'currency');
    const { name, moneyCat, moneySubCat, moneyAmount, currency } = one;
    need(typeof name === 'string' && name !== '', 'name of money');
    need(MEANS.includes(String(moneyCat)), 'moneyCat');
    const isOther = String(moneyCat).startsWith('OTHER');
    need(
      isOther ? typeof moneySubCat === 'string' && moneySubCat !== '' : moneySubCat === null,
      'moneySubCat',
    );
    const rate = currency === 'HUF' ? '1' : Object.hasOwn(rates, String(currency)) && rates[String(currency)];
    need(typeof rate === 'string', 'currency: the register does not know it');
    need(isText(moneyAmount, /^-?\d{1,9}(?:\.\d\d)?$/), 'moneyAmount');
    const amount = valueOf(cents(String(moneyAmount)), String(rate));
    all += amount;
    if (moneyCat === 'CASH') {
      cash += amount;
      hasCash = true;
    }
    if (currency !== 'HUF') foreign += amount;
  }
  return { all, cash, foreign, hasCash };
}

/** What is given back and what is rounded, when a total is paid so; null where it is not paid. */
export function settled(
  total: number,
  { all, cash, foreign, hasCash }: Money,
): { change: number; round: number } | null {
  // What is taken back is paid the same way with the other sign.
  const sign = total < 0 ? -1 : 1;
  const due = sign * total - sign * (all - cash);
  // There is no money for parts of a forint.
  if (!hasCash) return Math.abs(due) < FORINT ? { change: 0, round: -sign * due } : null;
  if (due < 0) return null;
  if (foreign !== 0) return settledForeign(sign * cash - due, sign);
  const rounded = Math.floor((due + COIN / 2) / COIN) * COIN;
  return sign * cash < rounded
    ? null
    : { change: sign * (rounded - sign * cash), round: sign * (rounded - due) };
}

/** Of foreign money nobody gives back less than a coin of 5 forint. @param more than is due */
function settledForeign(more: number, sign: 1 | -1): { change: number; round: number } | null {
  if (more < -COIN / 2) return null;
  const back = Math.floor((Math.max(0, more) + COIN / 2) / COIN) * COIN;
  return { change: back === 0 ? 0 : -sign * back, round: sign * (more - back) };
}

/** Hundredths of a forint that an amount in hundredths is worth, half up. */
function valueOf(amount: number, rate: string): number {
  const [whole = '0', part = ''] = rate.split('.');
  const [exact, scale] = [BigInt(Math.abs(amount)) * BigInt(whole + part), 10n ** BigInt(part.length)];
  return (amount < 0 ? -1 : 1) * Number((2n * exact + scale) / (2n * scale));
}

/** The customer of an invoice. @throws Malformed */
export function customerOf(told: unknown): void {
  const customer = objectOf(told, 'billTo');
  hasFields(
    customer,
    ...[
      'name',
      'address',
      'taxNumber?',
      'communityTaxNumber?',
      'customerVatStatus',
      'invoiceType',
      'bankAccountNo?',
    ],
    'email?',
  );
  const { name, address, taxNumber, customerVatStatus, invoiceType } = customer;
  need(typeof name === 'string' && name !== '', 'name of the customer');
  const place = objectOf(address, 'address');
  hasFields(place, 'addressType', 'countryCode', 'postCode', 'city', 'additionalAddressDetail');
  need(place.addressType === 'SIMPLE' && isText(place.countryCode, /^[A-Z]{2}$/), 'address');
  need(
    ['postCode', 'city', 'additionalAddressDetail'].every((part) => isText(place[part], /\S/)),
    'address',
  );
  need(['DOMESTIC', 'OTHER', 'PRIVATE_PERSON'].includes(String(customerVatStatus)), 'customerVatStatus');
  need(invoiceType === 'ELECTRONIC' || invoiceType === 'PAPER', 'invoiceType');
  need((customerVatStatus === 'DOMESTIC') === (taxNumber !== undefined), 'taxNumber');
  if (taxNumber === undefined) return;
  const parts = objectOf(taxNumber, 'taxNumber');
  hasFields(parts, 'taxpayerId', 'vatCode', 'countyCode');
  need(isText(parts.taxpayerId, /^\d{8}$/) && isText(parts.vatCode, /^[1-5]$/), 'taxNumber');
  need(isText(parts.countyCode, /^\d\d$/), 'taxNumber');
}

/** @throws Malformed */
export function need(isRight: boolean, words: string): void {
  if (!isRight) throw new Malformed(words);
}

/** @throws Refusal */
export function allow(isAllowed: boolean, words: string): void {
  if (!isAllowed) throw new Refusal(words);
}

export function objectOf(value: unknown, name: string): Data {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Malformed(`no ${name}`);
  return value as Data;
}

/** Hundredths as text. */
export function plain(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** As it is printed: `1 499`, `1 499,50`. */
export function shown(amount: number): string {
  const [whole = '', part = ''] = plain(amount).split('.');
  const grouped = `${whole.startsWith('-') ? '-' : ''}${thousands(Math.abs(Number(whole)))}`;
  return part === '00' ? grouped : `${grouped},${part}`;
}

/** Hundredths of a text. */
export function cents(text: string): number {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  return (text.startsWith('-') ? -1 : 1) * (Number(whole) * 100 + Number(part.padEnd(2, '0')));
}

function thousands(n: number): string {
  return n < 1000 ? String(n) : `${thousands(Math.trunc(n / 1000))} ${String(n % 1000).padStart(3, '0')}`;
}

function times(price: string, quantity: string): number {
  const exact = BigInt(cents(price)) * BigInt(quantity.replace('-', '').replace('.', ''));
  return (quantity.startsWith('-') ? -1 : 1) * Number((exact + 5000n) / 10_000n);
}

function entries(list: unknown, name: string, least = 1): Data[] {
  need(Array.isArray(list) && list.length >= least, name);
  return (list as unknown[]).map((entry) => objectOf(entry, name));
}

function isText(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}
