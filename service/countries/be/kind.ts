/** What a record is to the FDM. */
import { reportKind } from '../../receipt/report.ts';
import { isNonFiscal, isTraining, type Esr } from '../../receipt/tra.ts';
import type { Mutation } from '../contract/fdm.ts';

/** Events by what a POS says in NFS (or NF), in small letters. */
const EVENTS: Readonly<Record<string, Mutation>> = {
  login: 'signWorkIn',
  workin: 'signWorkIn',
  clockin: 'signWorkIn',
  logout: 'signWorkOut',
  workout: 'signWorkOut',
  clockout: 'signWorkOut',
  order: 'signOrder',
  transfer: 'signCostCenterChange',
  prebill: 'signPreBill',
  proforma: 'signPreBill',
  paycorrection: 'signPaymentCorrection',
  pay: 'signMoneyInOut',
  payin: 'signMoneyInOut',
  payout: 'signMoneyInOut',
  drawer: 'signDrawerOpen',
  copy: 'signCopy',
  invoice: 'signInvoice',
  userx: 'signReportUserX',
  userz: 'signReportUserZ',
  x: 'signReportTurnoverX',
  z: 'signReportTurnoverZ',
  closure: 'signReportTurnoverZ',
};

/** Names of all events, for texts. */
export const EVENT_NAMES = Object.keys(EVENTS).join(', ');

/** What a nonfiscal record asks for in NFS or NF. */
function nameOf({ NFS, NF }: Esr): string {
  return (NFS ?? NF ?? '').toLowerCase();
}

/**
 * The event that a record is; null for nonfiscal records that no law looks at. Training
 * is a sale that is signed as such.
 */
export function eventOf(esr: Esr): Mutation | null {
  const report = reportKind(esr);
  if (report !== null) return report === 'X' ? 'signReportTurnoverX' : 'signReportTurnoverZ';
  const name = nameOf(esr);
  if (name === 'training' || !isNonFiscal(esr)) return 'signSale';
  return Object.hasOwn(EVENTS, name) ? EVENTS[name]! : null;
}

/** It says that it is to be signed (NFS), and nobody knows as what. */
export function isUnknownEvent(esr: Esr): boolean {
  return esr.NFS !== undefined && eventOf(esr) === null;
}

/** A sale, or what takes one back; training included. */
export function isSale(esr: Esr): boolean {
  return eventOf(esr) === 'signSale';
}

/** A sale that counts. */
export function isRealSale(esr: Esr): boolean {
  return isSale(esr) && !isTraining(esr);
}

/** A report about turnover or users that begins a new period. */
export function isZ(mutation: Mutation): boolean {
  return mutation === 'signReportTurnoverZ' || mutation === 'signReportUserZ';
}

/** An event of articles: their lines are what it is about. */
export function hasLines(mutation: Mutation): boolean {
  return ['signSale', 'signOrder', 'signPreBill', 'signCostCenterChange'].includes(mutation);
}

/** An event of payments. */
export function hasPayments(mutation: Mutation): boolean {
  return ['signSale', 'signPreBill', 'signPaymentCorrection', 'signMoneyInOut'].includes(mutation);
}
