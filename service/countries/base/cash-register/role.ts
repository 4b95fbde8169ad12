/** What a record is for a journal of cash registers, by what the POS calls it. */
import { isNonFiscal, isTraining, type CompleteEsr, type Esr } from '../../../receipt/tra.ts';
import { EVENT, REPORTED, TRANSACTION } from './codes.ts';

/** What becomes of a record. */
export type Role =
  /** Signed in the chain. `type` is missing for sales, whose payments say it. */
  | { kind: 'transaction'; event: string; type?: string }
  /** The report of an open period. */
  | { kind: 'report'; event: string; report: 'X' | 'Z' }
  /** A copy of a receipt that the POS prints by itself. */
  | { kind: 'copy'; event: string }
  /** An event without money; nothing is signed. */
  | { kind: 'event'; event: string };

const TRANSACTIONS: Readonly<Record<string, Role>> = {
  payin: { kind: 'transaction', event: EVENT.otherReceipt, type: TRANSACTION.payIn },
  payout: { kind: 'transaction', event: EVENT.withdrawal, type: TRANSACTION.payOut },
  balance: { kind: 'transaction', event: EVENT.otherReceipt, type: TRANSACTION.openingFloat },
};

const EVENTS: Readonly<Record<string, string>> = {
  login: EVENT.login,
  logout: EVENT.logout,
  drawer: EVENT.drawerOpen,
  'drawer opened': EVENT.drawerOpen,
  'drawer closed': EVENT.drawerClose,
  park: EVENT.suspend,
  resume: EVENT.resume,
  delivery: EVENT.delivery,
  pricechange: EVENT.priceChange,
  priceinquiry: EVENT.priceInquiry,
  linedelete: EVENT.lineDeleted,
  update: EVENT.update,
};

/** Role of a record. */
export function roleOf(esr: Esr): Role {
  if (isTraining(esr)) return { kind: 'transaction', event: EVENT.training };
  if (!isNonFiscal(esr))
    return { kind: 'transaction', event: esr.Void === '1' ? EVENT.void : saleEvent(esr) };
  const name = (esr.NFS ?? esr.NF ?? '').trim().toLowerCase();
  if (name === 'x') return { kind: 'report', event: EVENT.xReport, report: 'X' };
  if (name === 'z' || name === 'closure') return { kind: 'report', event: EVENT.zReport, report: 'Z' };
  if (name === 'dup' || name === 'copy') return { kind: 'copy', event: EVENT.copy };
  if (Object.hasOwn(TRANSACTIONS, name)) return TRANSACTIONS[name]!;
  if (Object.hasOwn(EVENTS, name)) return { kind: 'event', event: EVENTS[name]! };
  if (REPORTED.has(name)) return { kind: 'event', event: name };
  const isHandedOver = (esr.PosA ?? []).length > 0 && !isUnprinted(esr);
  return { kind: 'event', event: isHandedOver ? EVENT.proforma : EVENT.other };
}

/** `DO` (doc 3): a nonfiscal document that is not to be printed, so that nobody can take it for a receipt. */
function isUnprinted({ DO }: Esr): boolean {
  return typeof DO === 'string' && DO.toLowerCase() === 'noprint';
}

function saleEvent({ T = '0' }: Esr): string {
  return T.startsWith('-') ? EVENT.return : EVENT.sale;
}

/** True for what is signed. */
export function isTransaction(esr: CompleteEsr): boolean {
  return roleOf(esr).kind === 'transaction';
}
