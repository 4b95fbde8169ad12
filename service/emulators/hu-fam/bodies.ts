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
const COLLECTOR = /^(?:[A-E]|N|TAM|AAM|EAM|ATK|TRA|SEC|ART|ANT|EUE|HO)$/;
/** What a request may pay with: change and rounding are worked out. */
const MEANS = ['AFR', 'CASH', 'CARD', 'SZEP', 'OTHER_CHANGE_NON_RETURNABLE', 'OTHER_CHANGE_RETURNABLE'];
const COIN = 500;

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
    need(isText(itemQty, isBack ? /^-\d{1,6}\.\d{4}$/ : /^\d{1,6}\.\d{4}$/), 'itemQty');
    need(UNITS.includes(String(itemUnit)), 'itemUnit');
    need(categories.includes(String(itemCat)), 'itemCat');
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

/** What was paid, hundredths, all and in cash. @throws Malformed */
export function moneyOf(list: unknown, least = 1): { all: number; cash: number } {
  let [all, cash] = [0, 0];
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
    need(currency === 'HUF', 'currency: the register knows HUF');
    need(isText(moneyAmount, /^-?\d{1,9}(?:\.\d\d)?$/), 'moneyAmount');
    const amount = cents(String(moneyAmount));
    all += amount;
    if (moneyCat === 'CASH') cash += amount;
  }
  return { all, cash };
}

/** What is given back and what is rounded, when a total is paid so; null where it is not paid. */
export function settled(
  total: number,
  { all, cash }: { all: number; cash: number },
): { change: number; round: number } | null {
  // What is taken back is paid the same way with the other sign.
  const sign = total < 0 ? -1 : 1;
  const due = sign * total - sign * (all - cash);
  if (due < 0) return null;
  if (cash === 0) return due === 0 ? { change: 0, round: 0 } : null;
  const rounded = Math.floor((due + COIN / 2) / COIN) * COIN;
  return sign * cash < rounded
    ? null
    : { change: sign * (rounded - sign * cash), round: sign * (rounded - due) };
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
