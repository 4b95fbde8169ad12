/** Messages of eKasa as the interface document has them (version 2.3): elements, attributes and their forms. */
import type { Element } from '../xml.ts';

/** Namespace of messages. */
export const NAMESPACE = 'http://financnasprava.sk/ekasa/schema/v2';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const BOOLEAN = /^(?:true|false)$/;
const AMOUNT = /^-?(?:0|[1-9]\d{0,7})\.\d\d$/;
const COUNT = /^[1-9]\d{0,9}$/;
const DIC = /^\d{10}$/;
const CODE = /^\d{16,17}$/;
const ASCII = (most: number) => new RegExp(`^[\\t\\n\\r\\x20-\\x7e]{1,${most}}$`);
const TEXT = (most: number) => new RegExp(`^[^]{1,${most}}$`, 'u');
const ID = /^[0-9a-zA-Z]{1,50}$/;

/** Attributes of an element; names that may be missing end in `?`. */
type Attributes = Readonly<Record<string, RegExp>>;

const HEADER: Attributes = {
  ...{ RequestDate: TIME, SendingCount: COUNT, SwId: /^[\da-f]{40}$/i, Uuid: UUID },
};
const RECEIPT: Attributes = {
  ...{ ReceiptType: /^(?:PD|UF|ND|VY|VK)$/, Amount: AMOUNT, Dic: DIC, 'IcDph?': /^(?:SK)?\d{8,10}$/ },
  ...{ 'Ico?': /^\d{8}$/, CashRegisterCode: CODE, IssueDate: TIME, CreateDate: TIME, ReceiptNumber: COUNT },
  ...{ 'InvoiceNumber?': ASCII(50), Paragon: BOOLEAN, 'ParagonNumber?': COUNT },
  ...{ 'BasicVatAmount?': AMOUNT, 'TaxBaseBasic?': AMOUNT, 'ReducedVatAmount?': AMOUNT },
  ...{ 'TaxBaseReduced?': AMOUNT, 'TaxFreeAmount?': AMOUNT, 'CustomerId?': ID },
  ...{ 'CustomerIdType?': /^(?:ICO|DIC|IC_DPH|INE)$/ },
};
const ITEM: Attributes = {
  ...{ Name: TEXT(255), ItemType: /^(?:K|VO|V|O|Z|OZ|VP)$/, Quantity: /^\d{1,10}\.\d{1,4}$/ },
  ...{ VatRate: /^\d{1,2}(?:\.\d{1,2})?$/, Price: AMOUNT, 'ReferenceReceiptId?': ASCII(44) },
  ...{ 'SpecialRegulation?': /^(?:PDP|OOD|CK|PT|UD|ZPS)$/, 'SellerId?': ID },
  ...{ 'SellerIdType?': /^(?:IC_DPH|DIC)$/, 'VoucherNumber?': ASCII(50) },
};
const PKP: Attributes = { digest: /^SHA256$/, cipher: /^RSA2048$/, encoding: /^base64$/ };
const OKP: Attributes = { digest: /^SHA1$/, encoding: /^base16$/ };
const LOCATION: Attributes = { CashRegisterCode: CODE, CreateDate: TIME, Dic: DIC };
const PLACES: Readonly<Record<string, Attributes>> = {
  Gps: { AxisX: /^-?\d{1,3}(?:\.\d{1,6})?$/, AxisY: /^-?\d{1,2}(?:\.\d{1,6})?$/ },
  PhysicalAddress: {
    ...{ Municipality: TEXT(255), StreetName: TEXT(255), 'BuildingNumber?': ASCII(10) },
    ...{ 'PropertyRegistrationNumber?': ASCII(10), 'PostalCode?': ASCII(10) },
  },
  Other: {},
};
const MOST_ITEMS = 500;

/** What is wrong with a message; null when it is as the document has it. */
export function complaint(message: Element): string | null {
  if (hasForeign(message)) return 'namespace';
  if (message.name === 'RegisterReceiptRequest') return receiptComplaint(message);
  return message.name === 'RegisterLocationRequest' ? locationComplaint(message) : message.name;
}

function receiptComplaint({ children }: Element): string | null {
  const [header, data, codes] = children as [Element, Element, Element];
  if (children.map(({ name }) => name).join() !== 'Header,ReceiptData,ValidationCode') return 'parts';
  const [pkp, okp, ...more] = codes.children;
  if (pkp?.name !== 'PKP' || okp?.name !== 'OKP' || more.length > 0) return 'ValidationCode';
  if (Buffer.from(pkp.text, 'base64').length !== 256) return 'PKP';
  if (!/^[\da-f]{8}(?:-[\da-f]{8}){4}$/i.test(okp.text)) return 'OKP';
  const lists = data.children;
  const items = lists[0]?.children ?? [];
  const isList = lists.length === 0 || (lists.length === 1 && lists[0]!.name === 'Items');
  if (!isList || (lists.length === 1 && (items.length === 0 || items.length > MOST_ITEMS))) return 'Items';
  return (
    attributesOf(header, { ...HEADER, Exception: BOOLEAN }) ??
    attributesOf(data, RECEIPT) ??
    items
      .map((item) => (item.name === 'Item' ? attributesOf(item, ITEM) : item.name))
      .find((one) => one !== null) ??
    attributesOf(pkp, PKP) ??
    attributesOf(okp, OKP)
  );
}

function locationComplaint({ children }: Element): string | null {
  const [header, data] = children as [Element, Element];
  if (children.map(({ name }) => name).join() !== 'Header,LocationData') return 'parts';
  const [location, ...others] = data.children;
  const [place, ...more] = location?.children ?? [];
  if (location?.name !== 'Location' || others.length > 0 || !place || more.length > 0) return 'Location';
  const rules = Object.hasOwn(PLACES, place.name) ? PLACES[place.name]! : null;
  if (!rules || (place.name === 'Other' && !TEXT(255).test(place.text))) return place.name;
  return attributesOf(header, HEADER) ?? attributesOf(data, LOCATION) ?? attributesOf(place, rules);
}

function hasForeign({ namespace, children }: Element): boolean {
  return namespace !== NAMESPACE || children.some(hasForeign);
}

function attributesOf({ name, attributes }: Element, rules: Attributes): string | null {
  const known = new Map(Object.entries(rules).map(([key, rule]) => [key.replace('?', ''), rule]));
  for (const [key, value] of Object.entries(attributes))
    if (!known.get(key)?.test(value)) return `${name} ${key}`;
  const missing = Object.keys(rules).find((key) => !key.endsWith('?') && !(key in attributes));
  return missing === undefined ? null : `${name} ${missing}`;
}
