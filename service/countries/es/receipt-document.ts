/** What a receipt is as a Spanish document. */
import type { Cfg } from '../../receipt/cfg.ts';
import { allocate } from '../../receipt/modifiers.ts';
import { amountText, decimalText, minor, taxOnNet } from '../../receipt/money.ts';
import { taxLineOf } from '../../receipt/taxes.ts';
import {
  isNonFiscal,
  isPosition,
  isTraining,
  type CompleteEsr,
  type Customer,
  type Esr,
} from '../../receipt/tra.ts';
import type { Original } from '../contract/fiscalise.ts';
import type {
  CancelledDocument,
  DocumentId,
  DocumentKind,
  DocumentLine,
  IssuedDocument,
  Person,
} from './document.ts';
import { bareNif, isNif } from './nif.ts';
import { splitNumber } from './series.ts';
import { keptOf } from './system.ts';
import { taxRows } from './taxes.ts';

/** `ES_Type` may be one of these. */
export const KINDS: readonly DocumentKind[] = ['F1', 'F2', 'F3', 'R1', 'R2', 'R3', 'R4', 'R5'];

const LONGEST_NAME = 120;
const LONGEST_TEXT = 250;

/** Whether the law looks at it. */
export function isDocument(esr: Esr): boolean {
  return !isNonFiscal(esr) && !isTraining(esr);
}

/** What `ES_Type` says; empty when it says nothing. */
export function statedKind({ ES_Type }: Esr): string {
  return typeof ES_Type === 'string' ? ES_Type.trim().toUpperCase() : '';
}

/** What kind of document a receipt is: as it says, else by its sign, its customer and what it refers to. */
export function kindOf(esr: CompleteEsr, originals: readonly Original[]): DocumentKind {
  const stated = KINDS.find((kind) => kind === statedKind(esr));
  if (stated) return stated;
  const hasCustomer = (esr.Ctm?.TaxId ?? '') !== '';
  if (minor(esr.T, 2) >= 0) return hasCustomer ? 'F1' : 'F2';
  const known = originals.map(({ record }) => record && originalDocument(record)).find((one) => one);
  const isFull = known ? known.kind !== 'F2' && known.kind !== 'R5' : hasCustomer;
  return isFull ? 'R1' : 'R5';
}

/** Simplified invoices name no recipient. */
export function isSimplified(kind: DocumentKind): boolean {
  return kind === 'F2' || kind === 'R5';
}

/** The document that was made of a receipt; null for what is none. */
export function originalDocument(record: NonNullable<Original['record']>): IssuedDocument | null {
  const kept = keptOf(record);
  return kept?.operation === 'issue' ? (kept.document as IssuedDocument) : null;
}

/** The company as a person of the law. */
export function issuerOf({ Cmp }: Cfg): IssuedDocument['issuer'] {
  const nif = bareNif(Cmp.TaxId);
  return { name: plain(Cmp.Nam ?? Cmp.label ?? nif, LONGEST_NAME), nif };
}

/** A customer; null without a tax number. */
export function recipientOf(customer: Customer | undefined): Person | null {
  const TaxId = (customer?.TaxId ?? '').trim();
  if (!customer || TaxId === '') return null;
  const nif = bareNif(TaxId);
  const country = (customer.Ctry ?? '').toUpperCase();
  const address = plain([customer.Adr, customer.AdrNr].filter(Boolean).join(' '), LONGEST_TEXT);
  const where = { ...(customer.Zip && { zip: customer.Zip.trim() }), ...(address && { address }) };
  const name = plain([customer.Nam, customer.Nam2].filter(Boolean).join(' '), LONGEST_NAME);
  if (isNif(nif) && (country === '' || country === 'ES')) return { name, nif, ...where };
  const vatNumber = TaxId.replace(/[\s.-]/g, '').toUpperCase();
  // Greece has other letters in VAT numbers than in its code.
  const isVat =
    /^[A-Z]{2}[0-9A-Z]{2,12}$/.test(vatNumber) && country === vatNumber.slice(0, 2).replace('EL', 'GR');
  const id = isVat ? vatNumber : TaxId.toUpperCase();
  return { name, other: { country, type: isVat ? '02' : '04', id }, ...where };
}

/** A receipt that has passed the checks. @param id its number */
export function issuedDocument(
  esr: CompleteEsr,
  id: DocumentId,
  kind: DocumentKind,
  cfg: Cfg,
  originals: readonly Original[],
): IssuedDocument {
  const regime = typeof esr.ES_Regime === 'string' ? esr.ES_Regime.trim() : undefined;
  const taxes = taxRows(esr, cfg, regime);
  const quota = taxes.reduce(
    (sum, { quota, surcharge }) => sum + minor(quota, 2) + minor(surcharge?.quota, 2),
    0,
  );
  const own = recipientOf(esr.Ctm);
  const recipients = own
    ? [own]
    : originals.flatMap(({ record }) => (record && originalDocument(record)?.recipients) ?? []).slice(0, 1);
  const isCorrection = kind.startsWith('R');
  const description = typeof esr.ES_Description === 'string' ? esr.ES_Description : '';
  return {
    ...{ id, time: esr.D.slice(11, 19), kind, issuer: issuerOf(cfg) },
    recipients: isSimplified(kind) ? [] : recipients,
    description: plain(description, LONGEST_TEXT) || (isCorrection ? 'Rectificación de venta' : 'Venta'),
    ...{ lines: linesOf(esr), taxes, quota: amountText(quota, 2), total: amountText(minor(esr.T, 2), 2) },
    ...(esr.ES_Services === '1' && { services: true as const }),
    references: isCorrection || kind === 'F3' ? referencesOf(originals) : [],
  };
}

/** A receipt that is taken back. */
export function cancelledDocument({ id, issuer }: IssuedDocument): CancelledDocument {
  return { id, issuer };
}

/** What a correction or an F3 is of: from the journal, else as it was named with its date. */
function referencesOf(originals: readonly Original[]): DocumentId[] {
  const found = originals.flatMap(({ record, RFN, RD }) => {
    const known = record && originalDocument(record);
    if (known) return [known.id];
    const date = typeof RD === 'string' ? RD.slice(0, 10) : '';
    return RFN !== undefined && isNumber(RFN) && /^\d{4}-\d\d-\d\d$/.test(date)
      ? [{ ...splitNumber(RFN), date }]
      : [];
  });
  return [...new Map(found.map((id) => [JSON.stringify(id), id])).values()];
}

/** Whether a text may be a NumSerieFactura. */
export function isNumber(text: string): boolean {
  return /^[\x20-\x7e]{1,60}$/.test(text) && !/["'<>=]/.test(text);
}

/** Positions with their discounts. */
function linesOf(esr: CompleteEsr): DocumentLine[] {
  const { amounts } = allocate(esr.PosA, 2);
  return esr.PosA.flatMap((position, i) => {
    if (!isPosition(position)) return [];
    const rate = decimalText(taxLineOf(position, esr.TaxA)?.Prc ?? '0') ?? '0';
    const amount = amounts[i]!;
    const isNet = esr.TaxN === '1';
    const quantity = decimalText(position.Qty ?? '1') ?? '1';
    const known = quantity === '0' ? '1' : quantity;
    return [
      {
        text: plain(position.Dsc ?? '', LONGEST_TEXT) || '-',
        quantity: known,
        unitPrice: unitPrice(amount, known, isNet ? '0' : rate),
        total: amountText(isNet ? amount + taxOnNet(amount, rate) : amount, 2),
      },
    ];
  });
}

/** Price of one without its tax, with eight decimals: cents / quantity / (1 + rate). */
function unitPrice(cents: number, quantity: string, rate: string): string {
  const scaled = (text: string): [bigint, bigint] => {
    const [whole = '0', fraction = ''] = text.split('.');
    return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)];
  };
  const [q, qScale] = scaled(quantity);
  const [r, rScale] = scaled(rate);
  // cents/100 * 10^8 / (q/qScale) / (1 + r/rScale/100)
  const numerator = BigInt(cents) * 10n ** 6n * qScale * 100n * rScale;
  const denominator = q * (100n * rScale + r);
  const negative = numerator < 0n !== denominator < 0n;
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  const digits = String((2n * n + d) / (2n * d)).padStart(9, '0');
  const text = decimalText(`${digits.slice(0, -8)}.${digits.slice(-8)}`) ?? '0';
  return negative && text !== '0' ? `-${text}` : text;
}

/** One line of bounded length; characters that XML cannot carry are left out. */
function plain(text: string, most: number): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return [...line].slice(0, most).join('').trim();
}
