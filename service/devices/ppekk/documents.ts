/** Driver of eKasa services with the interface `/api/document/…` (A3Soft, Papaya, Dotypay): JSON over HTTP. */
import { createHash } from 'node:crypto';
import { objectOf, shownText } from '../ports/answer.ts';
import { ask, within } from '../ports/web.ts';
import type {
  Ppekk,
  PpekkDocument,
  PpekkFailure,
  PpekkItem,
  PpekkOutcome,
  PpekkOwner,
  PpekkRegistered,
} from './contract.ts';

type Tree = Record<string, unknown>;

/** Longest answer that is read: 500 positions come back. */
const LONGEST = 1_000_000;
const TYPES: Readonly<Record<PpekkItem['type'], string>> = {
  ...{ K: 'SALE', VO: 'PACKING_REFUND', V: 'REFUND', O: 'UPDATE' },
  ...{ Z: 'DISCOUNT', OZ: 'DEPOSIT', VP: 'VOUCHER' },
};
const UID = /^[VO]-(?:[\da-f]{32}|[\da-f]{27}(?:-TEST)?)$/i;
const OKP = /^[\da-f]{8}(?:-[\da-f]{8}){4}$/i;
const MOST_NUMBER = 4_294_967_295;

/** @returns a driver; it opens nothing until it is asked */
export function documentService(url: string, timeoutMs: number): Ppekk {
  const call = (path: string, body: Tree) => post(`${url.replace(/\/$/, '')}/api/${path}`, body, timeoutMs);
  const owner = async (): Promise<PpekkOutcome<PpekkOwner>> => {
    const told = await call('merchant/get', {});
    if (told.outcome !== 'done') return told;
    const merchant = part(told.result, 'merchant');
    const [dic, code] = [merchant?.dic, part(merchant, 'organizationUnit')?.cashRegisterCode];
    return isDic(dic) && isCode(code)
      ? { outcome: 'done', result: { dic, code } }
      : unknown(told.result, 'the answer does not say whose storage it is');
  };
  return {
    owner,
    async register(document) {
      const told = await call('document/store', storeRequest(document));
      if (told.outcome !== 'done') return told;
      const result = registered(told.result, document);
      // What is refused may be stored: the printer may have failed behind it.
      return result
        ? { outcome: 'done', result }
        : unknown(told.result, 'the answer is not about the document');
    },
    async find(document) {
      const told = await call('document/get', { documentByExternalId: { externalId: document.id } });
      if (told.outcome !== 'done') return told.outcome === 'unknown' ? told : { ...told, outcome: 'unknown' };
      const result = registered(told.result, document);
      if (result) return { outcome: 'done', result };
      // An error without a document is how it says that there is none, and that it cannot read: ask for something else.
      if (part(told.result, 'document') || messageOf(told.result) === '')
        return unknown(told.result, 'the answer is about another document');
      const readable = await owner();
      return readable.outcome === 'done'
        ? { outcome: 'done', result: null }
        : { outcome: 'unknown', failure: readable.failure };
    },
  };
}

/** Body of the request that registers a document. */
export function storeRequest(document: PpekkDocument): Tree {
  const { id, type, amount, invoice, paragon, items, payments, print } = document;
  const paid = new Map<string, number>();
  for (const [name, sum] of payments) paid.set(name, (paid.get(name) ?? 0) + cents(sum));
  const sums = Object.fromEntries([...paid].map(([name, sum]) => [name, sum / 100]));
  return {
    ...{ type, externalId: id, amount: Number(amount) },
    ...(invoice !== undefined && { invoiceId: invoice }),
    ...(paragon && { paragonDate: paragon.at, paragonNumber: paragon.number }),
    ...(items.length > 0 && { documentEntries: items.map(entry) }),
    ...{ payments: sums, electronicReceipt: !print },
  };
}

function entry({
  type,
  name,
  price,
  rate,
  reference,
  regulation,
  seller,
  voucher,
  ...item
}: PpekkItem): Tree {
  return {
    ...{ name, ...unitPrice(price, item.quantity), itemType: TYPES[type] },
    vatRate: `VAT_${Number(rate)}`,
    ...(reference !== undefined && { referenceDocumentId: reference }),
    ...(regulation !== undefined && { specialRegulation: regulation }),
    ...(seller && { seller: { id: seller.id, sellerIdType: seller.type } }),
    ...(voucher !== undefined && { voucherNumber: voucher }),
  };
}

/**
 * Price of one, at most three decimals, from which the service computes the same line; where there
 * is none the line is one piece.
 */
export function unitPrice(price: string, quantity: string): { price: number; quantity: number } {
  const [line, pieces] = [BigInt(cents(price)), BigInt(quantity.replace('.', ''))];
  if (pieces > 0n) {
    // Thousandths: line / 100 / (pieces / 10,000) * 1000.
    const unit = rounded(line * 100_000n, pieces);
    // Cents: unit / 1000 * (pieces / 10,000) * 100.
    if (rounded(unit * pieces, 100_000n) === line)
      return { price: Number(unit) / 1000, quantity: Number(quantity) };
  }
  return { price: Number(price), quantity: 1 };
}

/** A quotient, halves away from zero. */
function rounded(above: bigint, below: bigint): bigint {
  const half = above < 0n ? -below / 2n : below / 2n;
  return (above + half) / below;
}

/** @param text two decimals */
function cents(text: string): number {
  return Number(text.replace('.', ''));
}

async function post(url: string, body: Tree, timeoutMs: number): Promise<PpekkOutcome<Tree>> {
  const answer = await ask(
    {
      ...{ method: 'POST', url, body: JSON.stringify(body), signal: within(timeoutMs) },
      headers: { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' },
    },
    LONGEST,
  );
  if ('failure' in answer) {
    const { failure, asked } = answer;
    return { outcome: asked ? 'unknown' : 'not-done', failure };
  }
  const tree = objectOf(answer.body);
  if (tree && ((answer.status >= 200 && answer.status < 300) || messageOf(tree) !== ''))
    return { outcome: 'done', result: tree };
  const text = `what came back is no answer (status ${answer.status})`;
  return { outcome: 'unknown', failure: { trouble: 'unreadable', text } };
}

/** What it says about the document that was asked for; null for anything else. */
function registered(
  answer: Tree,
  { id, type, amount }: Pick<PpekkDocument, 'id' | 'type' | 'amount'>,
): PpekkRegistered | null {
  const document = part(answer, 'document');
  if (!document) return null;
  const { cashRegisterCode: code, sequenceId: number, okp, uuid = null } = document;
  const isOurs =
    document.type === type &&
    (document.externalId === undefined || document.externalId === id) &&
    document.amount === Number(amount);
  const created = localTime(document.createDate);
  const pkp = typeof document.pkp === 'string' ? document.pkp.replace(/\s+/g, '') : '';
  const isRight =
    isCode(code) &&
    typeof okp === 'string' &&
    OKP.test(okp) &&
    okpOf(pkp) === okp.toLowerCase() &&
    Number.isInteger(number) &&
    (number as number) > 0 &&
    (number as number) <= MOST_NUMBER &&
    (uuid === null || uuid === '' || (typeof uuid === 'string' && UID.test(uuid)));
  if (!isOurs || !isRight || created === null) return null;
  const warning = [messageOf(answer), shownText(answer.warning)].find((text) => text !== '') ?? null;
  const uid = typeof uuid === 'string' && uuid !== '' ? uuid : null;
  return { code, number: number as number, created, okp, pkp, uid, warning };
}

/** SHA-1 of the signature. */
function okpOf(pkp: string): string {
  if (!/^[A-Za-z0-9+/]{342}==$/.test(pkp)) return '';
  return createHash('sha1').update(Buffer.from(pkp, 'base64')).digest('hex').match(/.{8}/g)!.join('-');
}

/** `10.11.2026 15:51:33`, or ISO 8601, whose offset is Slovakia's own. */
function localTime(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const [, day, month, year, time] = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d)$/.exec(value) ?? [];
  const local =
    day === undefined
      ? /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?(?:[+-]\d\d:\d\d)?$/.exec(value)?.[1]
      : `${year!}-${month!}-${day}T${time!}`;
  return local !== undefined && !Number.isNaN(Date.parse(`${local}Z`)) ? local : null;
}

function part(tree: Tree | null, name: string): Tree | null {
  const value = tree?.[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Tree) : null;
}

function messageOf(tree: Tree): string {
  return shownText(tree.errorMessage) || shownText(tree.error_message);
}

const isDic = (value: unknown): value is string => typeof value === 'string' && /^\d{10}$/.test(value);
const isCode = (value: unknown): value is string => typeof value === 'string' && /^\d{16,17}$/.test(value);

function unknown(answer: Tree, otherwise: string): { outcome: 'unknown'; failure: PpekkFailure } {
  const said = messageOf(answer);
  return {
    outcome: 'unknown',
    failure: said === '' ? { trouble: 'unreadable', text: otherwise } : { trouble: 'refused', text: said },
  };
}
