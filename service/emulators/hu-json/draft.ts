/** A receipt as it came to the printer: whether it is right, and what is printed of it. */
import type { DocumentType, Stored } from './memory.ts';

/** Why it does not do what it was told, in its own words. */
export class Refusal extends Error {
  readonly code: number;
  constructor(code: number, text: string) {
    super(text);
    this.code = code;
  }
}

/** Data of a command: objects, lists and texts. */
export type Data = Readonly<Record<string, unknown>>;

/** Percentage and letter on paper of each collector, by its index. */
const COLLECTORS: Readonly<Record<string, readonly [string, number]>> = {
  ...{ '1': ['A00', 5], '2': ['B00', 18], '3': ['C00', 27], '4': ['D00', 0], '5': ['E00', 0] },
};
const COMMANDS: Readonly<Record<string, DocumentType>> = {
  ...{ printReceipt: 'NY', printInvoice: 'SZ', void: 'ST', return: 'VS' },
};
const TITLES = {
  NY: 'NYUGTA',
  SZ: 'EGYSZERŰSÍTETT SZÁMLA',
  ST: 'SZTORNÓ BIZONYLAT',
  VS: 'VISSZÁRU BIZONYLAT',
};
const REASONS = { ST: /^S[0-8]$/, VS: /^V[1-3]$/ };
/** iFiscalType: cash, card, other, rounding, foreign, empty, change. */
const [CASH, ROUNDING, FOREIGN, CHANGE] = ['0', '3', '4', '6'];
const LONGEST = 42;

/** A receipt that may be printed. */
export interface Draft {
  type: DocumentType;
  total: number;
  /** What comes into the drawer, or goes out. */
  cash: number;
  of: string | null;
  paper: string[];
}

/** @throws Refusal */
export function draftOf(command: string, data: Data, before: readonly Stored[], serial: string): Draft {
  const type = COMMANDS[command]!;
  const items = listOf(data, 'iItemCnt', 'items');
  need(items.length > 0, 601, 'Nincs tétel');
  const lines = items.map((entry) => itemOf(object(entry, 'stItem')));
  const sum = lines.reduce((all, { amount }) => all + amount, 0);
  const payments = listOf(data, 'iPaymentCnt', 'payments').map((entry) =>
    paymentOf(object(entry, 'stPayment')),
  );
  const paid = payments.reduce((all, { amount }) => all + amount, 0);
  need(paid === sum, 602, `Fizetés eltérés: ${text(paid)} / ${text(sum)}`);
  const of = type === 'ST' || type === 'VS' ? reference(data, type, before, serial) : null;
  const customer = type === 'SZ' ? customerOf(data) : data.customerData === undefined ? [] : customerOf(data);
  const cash = payments.filter(({ kind }) => kind === CASH || kind === CHANGE);
  for (const { amount, kind } of payments)
    need((kind !== CASH && kind !== CHANGE) || amount % 500 === 0, 603, 'A készpénz nem kerekített');
  return {
    ...{ type, total: sum, of },
    cash: cash.reduce((all, { amount }) => all + amount, 0) * (of === null ? 1 : -1),
    paper: [
      TITLES[type],
      ...texts(data, 'iHeadCnt', 'heads'),
      ...customer,
      ...(of === null ? [] : [`Eredeti: ${of}`, `Ok: ${String(data.sReasonCode)}`]),
      ...lines.flatMap(({ paper }) => paper),
      `ÖSSZESEN: ${text(sum)} Ft`,
      ...payments.map(({ paper }) => paper),
      ...texts(data, 'iTextCnt', 'texts'),
    ],
  };
}

/** Payments of a movement of cash. @throws Refusal */
export function cashOf(data: Data): number {
  return listOf(data, 'iPaymentCnt', 'payments')
    .map((entry) => paymentOf(object(entry, 'stPayment')))
    .reduce((all, { amount }) => all + amount, 0);
}

function itemOf(item: Data): { amount: number; paper: string[] } {
  const { sName, iVATIndex, fPrice, fQuantity, itemDsc } = item;
  const collector = COLLECTORS[String(iVATIndex)];
  need(collector !== undefined, 604, `Ismeretlen ÁFA gyűjtő: ${String(iVATIndex)}`);
  need(typeof sName === 'string' && sName.length <= LONGEST, 605, 'Hibás megnevezés');
  need(typeof fQuantity === 'string' && /^\d{1,6}\.\d{3}$/.test(fQuantity), 606, 'Hibás mennyiség');
  const price = cents(fPrice);
  need(price >= 0, 607, 'Hibás egységár');
  const gross = Number((BigInt((fQuantity as string).replace('.', '')) * BigInt(price) + 500n) / 1000n);
  const discounts = Array.isArray(itemDsc) ? itemDsc.map((entry) => object(entry, 'stDiscount')) : [];
  const off = discounts.reduce((all, { fAmount }) => all + cents(fAmount), 0);
  need(off <= gross, 608, 'A kedvezmény túl nagy');
  return {
    amount: gross - off,
    paper: [
      `${collector![0]} ${String(sName)} ${String(fQuantity)} x ${text(price)} = ${text(gross)}`,
      ...discounts.map(({ sName: name, fAmount }) => `  ${String(name)} -${text(cents(fAmount))}`),
    ],
  };
}

function paymentOf({ sName, fAmount, iFiscalType, fRate, sNotation }: Data): {
  kind: string;
  amount: number;
  paper: string;
} {
  const kind = String(iFiscalType);
  need(/^[0-6]$/.test(kind), 609, 'Ismeretlen fizetési mód');
  const amount = cents(fAmount);
  need(amount >= 0 || kind === ROUNDING, 610, 'Negatív fizetés');
  if (kind === FOREIGN)
    need(
      /^\d{1,6}(?:\.\d{1,8})?$/.test(String(fRate)) && /^[A-Z]{3}$/.test(String(sNotation)),
      611,
      'Hibás árfolyam',
    );
  const name = kind === ROUNDING ? 'KEREKÍTÉS' : kind === CHANGE ? 'VISSZAJÁRÓ' : String(sName);
  return { kind, amount: kind === CHANGE ? -amount : amount, paper: `${name} ${text(amount)}` };
}

/** The document that is taken back: one of its own is found, not taken back as a whole twice. */
function reference(data: Data, type: 'ST' | 'VS', before: readonly Stored[], serial: string): string {
  const { sOrigDate, sOrigType, sOrigBBOXID, iOrigClosure, iOrigNr, sReasonCode } = data;
  need(REASONS[type].test(String(sReasonCode)), 612, `Hibás ok: ${String(sReasonCode)}`);
  need(
    /^\d{4}\.\d\d\.\d\d$/.test(String(sOrigDate)) && /^[A-Z]\d{8}$/.test(String(sOrigBBOXID)),
    613,
    'Hibás eredeti',
  );
  need(/^(?:NY|SZ)$/.test(String(sOrigType)), 613, 'Hibás eredeti típus');
  const [z, number] = [Number(iOrigClosure), Number(iOrigNr)];
  const short = `${String(sOrigType)}-${String(sOrigBBOXID)}/${z}/${number}`;
  if (sOrigBBOXID !== serial) return short;
  const original = before.find((one) => one.type === sOrigType && one.z === z && one.number === number);
  need(original !== undefined, 614, 'Az eredeti bizonylat nem található');
  const isTaken = before.some((one) => one.type === 'ST' && one.of === original!.name);
  need(type !== 'ST' || !isTaken, 615, 'Már sztornózva');
  return original!.name;
}

function customerOf(data: Data): string[] {
  const { sCustomerName, sCustZip, sCustCity, sCustPublicPlace, sCustTaxId, iPrivatePerson } = object(
    data,
    'customerData',
  );
  const parts = [sCustomerName, sCustZip, sCustCity, sCustPublicPlace];
  need(
    parts.every((part) => typeof part === 'string' && part.trim() !== ''),
    616,
    'Hiányos vevő adatok',
  );
  need(
    iPrivatePerson === '1' || /^\d{8}-\d-\d\d$|^[A-Z]{2}\w+$/.test(String(sCustTaxId)),
    617,
    'Hibás adószám',
  );
  return [
    `Vevő: ${String(sCustomerName)}`,
    `${String(sCustZip)} ${String(sCustCity)}, ${String(sCustPublicPlace)}`,
  ].concat(iPrivatePerson === '1' ? [] : [`Adószám: ${String(sCustTaxId)}`]);
}

function texts(data: Data, count: string, name: string): string[] {
  return listOf(data, count, name).map((entry) => {
    need(typeof entry === 'string' && entry.length <= LONGEST, 618, 'Túl hosszú sor');
    return entry as string;
  });
}

function listOf(data: Data, count: string, name: string): unknown[] {
  const list = data[name];
  if (!Array.isArray(list) || String(list.length) !== data[count]) throw new Refusal(619, `Hibás ${count}`);
  return list;
}

function object(of: unknown, name: string): Data {
  const value = typeof of === 'object' && of !== null ? (of as Data)[name] : undefined;
  if (typeof value !== 'object' || value === null) throw new Refusal(620, `Hiányzik: ${name}`);
  return value as Data;
}

function need(isRight: boolean, code: number, words: string): void {
  if (!isRight) throw new Refusal(code, words);
}

function cents(value: unknown): number {
  const [, sign = '', whole, part] =
    /^(-?)(\d{1,9})\.(\d\d)$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (whole === undefined) throw new Refusal(621, `Hibás összeg: ${String(value)}`);
  const amount = Number(whole) * 100 + Number(part);
  return sign === '-' ? -amount : amount;
}

/** Hundredths as they are printed. */
export function text(amount: number): string {
  const whole = thousands(Math.trunc(Math.abs(amount) / 100));
  const part = Math.abs(amount) % 100;
  return `${amount < 0 ? '-' : ''}${whole}${part === 0 ? '' : `,${String(part).padStart(2, '0')}`}`;
}

function thousands(n: number): string {
  return n < 1000 ? String(n) : `${thousands(Math.trunc(n / 1000))} ${String(n % 1000).padStart(3, '0')}`;
}
