/** Article lines, payments and places as inputs of GKS 2.0. */
import { ExactNumber, type ExactJson } from '../../base/exact-json.ts';
import type { CompleteEsr } from '../../../receipt/tra.ts';
import { articleLines, unitPrice, type ArticleLine } from '../lines.ts';
import { financialsOf, type Financial } from '../payments.ts';
import { placeOf } from '../place.ts';
import { departmentOf, money } from '../sums.ts';

/** Longest text that an FDM takes. */
const MOST_TEXT = 600;
const MOST_GTIN = 20;

/** Whole cents as a number. */
export function amount(cents: number): ExactNumber {
  return new ExactNumber(money(cents));
}

/** A whole number. */
export function whole(value: number): ExactNumber {
  return new ExactNumber(String(value));
}

/** A text that is not empty. */
export function text(value: unknown, otherwise: string): string {
  const told = typeof value === 'string' ? value.replace(/\p{Cc}+/gu, ' ').trim() : '';
  return (told || otherwise).slice(0, MOST_TEXT);
}

/** `transaction` of a receipt. */
export function transactionOf(esr: CompleteEsr): ExactJson {
  const lines = articleLines(esr);
  const total = lines.reduce((sum, { after }) => sum + after, 0);
  return { transactionLines: lines.map(lineOf), transactionTotal: amount(total) };
}

function lineOf(line: ArticleLine): ExactJson {
  const { position, label, quantity, unit, reason, after, changes } = line;
  const { Dsc, IN, SKU, ID } = position;
  const name = text(Dsc, '-');
  const department = departmentOf(position, label);
  const gtin = typeof IN === 'string' && /^\d+$/.test(IN) && IN.length <= MOST_GTIN ? IN : undefined;
  const product: ExactJson = {
    gtin,
    productId: text(SKU, text(IN, text(ID, name))),
    productName: name,
    departmentId: text(department.id, '-'),
    departmentName: text(department.name, '-'),
    quantity: new ExactNumber(quantity),
    quantityType: unit,
    negQuantityReason: reason ?? undefined,
    unitPrice: new ExactNumber(unitPrice(line)),
    vats: [
      {
        label,
        price: amount(after),
        priceChanges: changes.map((change) => ({
          groupingId: String(change.group),
          id: text(change.id, '-'),
          name: text(change.name, '-'),
          scope: change.scope,
          type: 'PUBLIC',
          amount: amount(change.amount),
        })),
      },
    ],
  };
  return { lineType: 'SINGLE_PRODUCT', mainProduct: product, lineTotal: amount(after) };
}

/** `financials` of a receipt. */
export function financials(esr: CompleteEsr): ExactJson {
  return financialsOf(esr).map(financialOf);
}

function financialOf({ id, name, kind, isAutomatic, foreign, reference, ...one }: Financial): ExactJson {
  return {
    id,
    name,
    type: kind,
    inputMethod: isAutomatic ? 'AUTOMATIC' : 'MANUAL',
    amount: amount(one.amount),
    amountType: one.type,
    foreignCurrency: foreign ? { amount: new ExactNumber(foreign.amount), iso: foreign.iso } : undefined,
    reference: reference ?? undefined,
  };
}

/** `costCenter` of a transaction point (TP) such as `12`, `TABLE 12` or `ROOM 4`; undefined for none. */
export function costCenter(TP: unknown, reference: unknown): ExactJson | undefined {
  const place = placeOf(TP);
  if (!place) return undefined;
  const id = text(place.id, '-');
  return { id, type: place.kind, reference: text(reference, id) };
}
