/** Which receipts are signed, and the zero receipts that a register issues itself (RKSV § 8). */
import { isNonFiscal, isTraining, type Esr } from '../../receipt/tra.ts';

/** Kinds of zero receipts, by the name in `Own` of the record. */
const OWN_KINDS = ['start', 'month', 'year', 'collective', 'zero', 'close'] as const;
/** One of them: start, monthly, annual, collective, control and closing receipt. */
export type OwnKind = (typeof OWN_KINDS)[number];

/** Title on paper, and NFS of the receipt. */
export const TITLES: Readonly<Record<OwnKind, string>> = {
  start: 'Startbeleg',
  month: 'Monatsbeleg',
  year: 'Jahresbeleg',
  collective: 'Sammelbeleg',
  zero: 'Nullbeleg',
  close: 'Schlussbeleg',
};

/** Reads a kind. */
export function isOwnKind(text: string | null | undefined): text is OwnKind {
  return OWN_KINDS.some((kind) => kind === text);
}

/** These may not be marked as issued during an outage. */
export function mustBeSigned(kind: OwnKind | null): boolean {
  return kind === 'start' || kind === 'year' || kind === 'collective';
}

/** True for posted receipts that the law wants in the chain: sales, voids and training; not deposits of a Z report. */
export function isSigned(esr: Esr): boolean {
  return isTraining(esr) || !isNonFiscal(esr);
}

/** A nonfiscal record with lines or money: whoever is given it could take it for a receipt. */
export function isLikeReceipt(esr: Esr): boolean {
  return !isSigned(esr) && ((esr.PosA?.length ?? 0) > 0 || (esr.PayA?.length ?? 0) > 0);
}
