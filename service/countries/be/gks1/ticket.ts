/** A record as a ticket of GKS 1. */
import { minor } from '../../../receipt/money.ts';
import { isTraining, type CompleteEsr } from '../../../receipt/tra.ts';
import type { HashTicket, Mutation } from '../../contract/fdm.ts';
import { isSale } from '../kind.ts';
import { articleLines } from '../lines.ts';
import { pluHash, pluRecord, pluRecords } from './plu.ts';

/** A ticket without the number of its operator, which is added on the way to the line. */
export type OpenTicket = Omit<HashTicket, 'operator'>;

/** What is hashed of records that have no articles. */
const WORDS: Partial<Record<Mutation, string>> = {
  signWorkIn: 'ARBEID IN',
  signWorkOut: 'ARBEID UIT',
  signDrawerOpen: 'LADE OPEN',
  signCopy: 'KOPIE',
  signMoneyInOut: 'KASBEWEGING',
  signPaymentCorrection: 'BETALINGSCORRECTIE',
  signInvoice: 'FACTUUR',
  signReportTurnoverX: 'X RAPPORT',
  signReportTurnoverZ: 'Z RAPPORT',
  signReportUserX: 'X GEBRUIKERS',
  signReportUserZ: 'Z GEBRUIKERS',
};

/** Percentages in the order of the message. */
const RATES = [21, 12, 6, 0] as const;
const LABELS: Readonly<Record<string, number>> = { A: 0, B: 1, C: 2, D: 3, X: 3 };

/** @param pos production number of the register */
export function ticketOf(esr: CompleteEsr, mutation: Mutation, pos: string, ticket: number): OpenTicket {
  const sums = signedSums(esr);
  const gross = sums.reduce((sum, one) => sum + one, 0);
  const isRefund = gross < 0;
  const word = WORDS[mutation];
  const records = word === undefined ? pluRecords(esr) : [pluRecord('0001', word, 0, 'D')];
  const kind = isSale(esr) ? (isTraining(esr) ? 'T' : 'N') : 'P';
  const taken = word === undefined ? sums : [0, 0, 0, 0];
  return {
    ...{ time: esr.D, pos, ticket, hash: pluHash(records) },
    label: `${kind}${isRefund ? 'R' : 'S'}`,
    total: word === undefined ? Math.abs(gross) : Math.abs(minor(esr.T, 2)),
    bases: taken.map((sum, i) => baseOf(Math.abs(sum), RATES[i]!)) as unknown as OpenTicket['bases'],
  };
}

/** Rates whose sum goes the other way than the receipt: an FDM has no sign for them. */
export function mixedRates(esr: CompleteEsr): number[] {
  const sums = signedSums(esr);
  const gross = sums.reduce((sum, one) => sum + one, 0);
  return RATES.filter((_rate, i) => sums[i]! * gross < 0);
}

/** Gross amounts by rate. */
function signedSums(esr: CompleteEsr): number[] {
  const sums = [0, 0, 0, 0];
  for (const { label, after } of articleLines(esr)) sums[LABELS[label]!]! += after;
  return sums;
}

/** What is taxed of a gross amount: the exact amount, rounded once. */
function baseOf(gross: number, rate: number): number {
  const divisor = BigInt(100 + rate);
  return Number((2n * BigInt(gross) * 100n + divisor) / (2n * divisor));
}
