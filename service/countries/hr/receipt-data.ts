/** What is reported of a receipt, from the receipt itself. */
import type { Cfg } from '../../receipt/cfg.ts';
import { allocate } from '../../receipt/modifiers.ts';
import { decimalText, minor, taxOnNet } from '../../receipt/money.ts';
import { taxLineOf } from '../../receipt/taxes.ts';
import { isNonFiscal, isPosition, isTraining, type CompleteEsr, type Esr } from '../../receipt/tra.ts';
import { bareOib, isOib } from './oib.ts';
import { paymentMeans, type PaymentMeans } from './payment-means.ts';
import { classOf } from './taxes.ts';

/** A row of the VAT or of the consumption tax, cents. */
export interface TaxRow {
  /** Percentage in its shortest form. */
  rate: string;
  net: number;
  tax: number;
}

/** A fee on a receipt, cents. */
export interface Fee {
  name: string;
  amount: number;
}

/** What the tax administration wants to know of a receipt. Amounts in cents, with their sign. */
export interface HrReceipt {
  /** Of the company. */
  oib: string;
  inVatSystem: boolean;
  /** Of issue, local, `YYYY-MM-DDThh:mm:ss`. */
  time: string;
  number: string;
  premises: string;
  device: string;
  vat: TaxRow[];
  consumption: TaxRow[];
  /** Null where there is no such turnover. */
  exempt: number | null;
  margin: number | null;
  outside: number | null;
  fees: Fee[];
  total: number;
  payment: PaymentMeans;
  /** OIB of the operator. */
  operator: string;
  zki: string;
  /** Number of the receipt that was written by hand while no device worked. */
  paper: string | null;
  /** OIB of a company that buys. */
  buyer: string | null;
}

/** Sales are reported, cancelled ones and returns too; what is not fiscal or for training is not. */
export function isReported(esr: Esr): boolean {
  return !isNonFiscal(esr) && !isTraining(esr);
}

/** Number of a receipt that was written by hand; null for all others. */
export function paperNumber(esr: Esr): string | null {
  return text(esr.HR_ParagonBrRac) || null;
}

/** Whether the company is in the VAT system: `Cfg.Cmp.HR_USustPdv`, 1 when left out. */
export function isInVatSystem({ Cmp }: Cfg): boolean {
  return Cmp.HR_USustPdv !== '0';
}

/** OIB of a Croatian company that buys; null for all others. */
function buyerOib({ Ctm }: Esr): string | null {
  const bare = bareOib(Ctm?.TaxId ?? '');
  return isOib(bare) && (Ctm?.Ctry ?? 'HR').toUpperCase() === 'HR' ? bare : null;
}

/**
 * What is reported of a completed and numbered receipt that has passed the checks; `zki` is left empty.
 * @throws Error for a tax line that belongs nowhere
 */
export function receiptData(esr: CompleteEsr, cfg: Cfg): HrReceipt {
  return {
    oib: bareOib(cfg.Cmp.TaxId),
    inVatSystem: isInVatSystem(cfg),
    time: esr.D,
    number: esr.TN ?? '',
    premises: esr.TL,
    device: esr.TT,
    ...sums(esr, isInVatSystem(cfg)),
    total: minor(esr.T, 2),
    payment: paymentMeans(esr.PayA),
    operator: bareOib(text(esr.OprTIN)),
    zki: '',
    paper: paperNumber(esr),
    buyer: buyerOib(esr),
  };
}

type Sums = Pick<HrReceipt, 'vat' | 'consumption' | 'exempt' | 'margin' | 'outside' | 'fees'>;

function sums(esr: CompleteEsr, inVatSystem: boolean): Sums {
  const [vat, consumption] = [new Map<string, TaxRow>(), new Map<string, TaxRow>()];
  const untaxed: { exempt: number | null; outside: number | null } = { exempt: null, outside: null };
  let margin: number | null = null;
  for (const line of esr.TaxA) {
    const place = classOf(line, esr.D.slice(0, 10));
    if (!place) throw new Error(`unclassified tax line ${line.TaxG}`);
    const [net, all] = [minor(line.Net, 2), minor(line.TAmt, 2)];
    if (line.MarginScheme === '1') {
      margin = (margin ?? 0) + minor(line.Amt, 2);
      continue;
    }
    const tax = place.consumption === null ? all : taxOnNet(net, place.vat);
    if (place.consumption !== null) add(consumption, place.consumption, net, all - tax);
    // Without VAT there is no row for it, and what is sold is not subject to it.
    const kind = place.kind === 'vat' && !inVatSystem ? 'outside' : place.kind;
    if (kind === 'vat') add(vat, place.vat, net, tax);
    else if (kind !== 'fee') untaxed[kind] = (untaxed[kind] ?? 0) + net;
  }
  return { vat: rows(vat), consumption: rows(consumption), ...untaxed, margin, fees: feesOf(esr) };
}

function add(rates: Map<string, TaxRow>, percentage: string, net: number, tax: number): void {
  const rate = decimalText(percentage)!;
  const row = rates.get(rate) ?? { rate, net: 0, tax: 0 };
  rates.set(rate, { rate, net: row.net + net, tax: row.tax + tax });
}

function rows(rates: ReadonlyMap<string, TaxRow>): TaxRow[] {
  return [...rates.values()].sort((a, b) => Number(b.rate) - Number(a.rate));
}

/** Fees by name: those of positions, or of the tax line where a receipt has no positions for it. */
function feesOf({ PosA, TaxA, D }: CompleteEsr): Fee[] {
  const lines = TaxA.filter((line) => classOf(line, D.slice(0, 10))?.kind === 'fee');
  if (lines.length === 0) return [];
  const { amounts } = allocate(PosA, 2);
  const fees = new Map<string, number>();
  PosA.forEach((position, i) => {
    if (!isPosition(position) || !lines.includes(taxLineOf(position, TaxA)!)) return;
    const name = [...(position.Dsc ?? '').trim()].slice(0, MAX_NAME).join('') || 'Naknada';
    fees.set(name, (fees.get(name) ?? 0) + amounts[i]!);
  });
  if (fees.size === 0) for (const { TaxG = '', Amt } of lines) fees.set(TaxG, minor(Amt, 2));
  return [...fees].map(([name, amount]) => ({ name, amount }));
}

/** Longest name of a fee. */
const MAX_NAME = 100;

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
