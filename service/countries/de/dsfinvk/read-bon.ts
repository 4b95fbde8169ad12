/** Reads the process of a record for the export. */
import { amountText, minor } from '../../../receipt/money.ts';
import {
  isPayment,
  type Customer,
  type Esr,
  type JournalRecord,
  type Payment,
} from '../../../receipt/tra.ts';
import { paymentTypeOf } from '../business-case.ts';
import type { KeptProcess } from '../kept.ts';
import { tseName } from '../tse-name.ts';
import type { Bon, BonCustomer, BonPayment, BonTse } from './bon.ts';
import { bonId } from './bon-id.ts';
import { linesOf } from './lines.ts';
import { referencesOf } from './references.ts';
import { roundedQuotient } from './round.ts';
import { textOf } from './texts.ts';
import { withOffset } from './times.ts';
import { vatOf } from './vat.ts';

/** Operator of what the register does by itself. */
const REGISTER_ITSELF = 'Kasse';
/** Numbers of receipts that are counted on exactly. */
const RECEIPT_NUMBER = /^\d{1,15}$/;

/** What a process is read with. */
export interface BonContext {
  /** Z_KASSE_ID. */
  register: string;
  /** Names of the TSEs of its closing, in the order of their ids. */
  tses: readonly string[];
}

/** Reads a process. */
export function readBon(record: JournalRecord, process: KeptProcess, context: BonContext): Bon {
  const sent: Esr = record.ESR ?? {};
  // What became nothing is signed as nothing, and nobody has checked what the till said of it.
  const esr: Esr = process.Bon === 'AVBelegabbruch' ? { ...sent, PosA: [], TaxA: [], PayA: [] } : sent;
  const day = (esr.D ?? record.D).slice(0, 10);
  const payments = (esr.PayA ?? []).filter(isPayment).map(paymentOf);
  const lines = linesOf(esr, day, payments);
  return {
    id: bonId(record.SQ),
    number: Number(RECEIPT_NUMBER.test(esr.TN ?? '') ? esr.TN : record.SQ),
    type: process.Bon,
    name: process.BonName ?? '',
    device: commonDevice(lines),
    start: withOffset(process.Begin),
    end: withOffset(process.End),
    operator: { id: textOf(esr.Opr) || REGISTER_ITSELF, name: textOf(esr.OprN) },
    customer: esr.Ctm ? customerOf(esr.Ctm) : null,
    note: textOf(esr.Rsn),
    group: textOf(esr.TP),
    lines,
    vat: vatOf(esr, day, lines),
    payments,
    tse: tseOf(process, context.tses),
    references: referencesOf(process, esr, lines, context.register),
  };
}

function paymentOf(payment: Payment): BonPayment {
  const { Dsc, PayG, Amt, CC, FAmt } = payment;
  const isForeign = CC !== undefined && CC !== 'EUR' && FAmt !== undefined;
  const foreign = isForeign ? { currency: CC, amount: hundredths(FAmt) } : null;
  return { type: paymentTypeOf(payment), name: Dsc ?? PayG ?? '', amount: minor(Amt, 2), foreign };
}

/** A decimal text with two decimals: there is no room for the third one of some currencies. */
function hundredths(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  if (fraction.length <= 2) return amount;
  const value = roundedQuotient(BigInt(whole + fraction), 10n ** BigInt(fraction.length - 2));
  return amountText(Number(value), 2);
}

function commonDevice(lines: Bon['lines']): string {
  const device = lines[0]?.device ?? '';
  return lines.every((line) => line.device === device) ? device : '';
}

function customerOf(customer: Customer): BonCustomer {
  const { Nam, Nam2, CN, Cat, Adr, AdrNr, Zip, City, Ctry, TaxId } = customer;
  const joined = (...parts: unknown[]) => parts.map(textOf).filter(Boolean).join(' ');
  return {
    name: joined(Nam, Nam2),
    id: textOf(CN),
    type: textOf(Cat),
    street: joined(Adr, AdrNr),
    zip: textOf(Zip),
    city: textOf(City),
    country: textOf(Ctry),
    vatId: textOf(TaxId),
  };
}

function tseOf({ Type, Data, Tse, Failure }: KeptProcess, tses: readonly string[]): BonTse {
  if (!Tse) return { failure: Failure ?? 'TSE ausgefallen', processType: Type, processData: Data };
  return {
    id: tses.indexOf(tseName(Tse)) + 1,
    transaction: Tse.TID,
    start: Tse.Start,
    end: Tse.End,
    processType: Type,
    counter: Tse.Counter,
    signature: Tse.Signature,
    processData: Data,
  };
}
