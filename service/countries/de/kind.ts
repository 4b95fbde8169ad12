/** What a receipt is to the TSE: the kind of process, and what is signed about it. */
import { reportKind } from '../../receipt/report.ts';
import { isPosition, isTraining, type CompleteEsr, type Esr } from '../../receipt/tra.ts';
import { isCashMovement } from './cash-case.ts';
import { BON_TYPES, type BonType, type ProcessType } from './kept.ts';
import { moneyData, orderData, receiptData } from './process-data.ts';

/** A process, and what is signed about it. */
export interface Process {
  bon: BonType;
  /** DSFinV-K, BON_NAME. */
  name?: string;
  type: ProcessType;
  data: string;
}

interface Rule {
  bon: BonType;
  as: 'receipt' | 'money' | 'order';
}

/**
 * How records with NFS are signed, besides movements of cash that go by other names; all others are
 * free text (`SonstigerVorgang`). Small letters.
 */
const BY_NFS: Readonly<Record<string, Rule>> = {
  invoice: { bon: 'AVRechnung', as: 'receipt' },
  pay: { bon: 'Beleg', as: 'money' },
  payin: { bon: 'Beleg', as: 'money' },
  payout: { bon: 'Beleg', as: 'money' },
  transfer: { bon: 'AVTransfer', as: 'money' },
  order: { bon: 'AVBestellung', as: 'order' },
  benefit: { bon: 'AVSachbezug', as: 'receipt' },
};
/** Kinds that a till may name in DT; an abort is none that it registers. */
const BY_DT = new Map(
  BON_TYPES.filter((bon) => bon !== 'AVBelegabbruch').map((bon) => [bon.toLowerCase(), bon]),
);
const CASH: Rule = { bon: 'Beleg', as: 'money' };
const MOST_FREE_TEXT = 1000;

/** The kind that the document type (DT) names; null when it names none of DSFinV-K. */
export function namedBon({ DT }: Esr): BonType | null {
  return BY_DT.get(DT?.toLowerCase() ?? '') ?? null;
}

/** What a record with NFS is; null for others and for free text. */
export function bonOfNfs(esr: Esr): BonType | null {
  return ruleOf(esr)?.bon ?? null;
}

function ruleOf(esr: Esr): Rule | null {
  const name = esr.NFS?.toLowerCase() ?? '';
  if (Object.hasOwn(BY_NFS, name)) return BY_NFS[name]!;
  return namedBon(esr) === null && isCashMovement(esr) ? CASH : null;
}

/** True for the closing of a period. */
export function isClosing(esr: Esr): boolean {
  return esr.NFS !== undefined && reportKind(esr) === 'Z';
}

/** The process of a completed receipt; null for records that no law looks at (NF). */
export function processOf(esr: CompleteEsr): Process | null {
  const day = esr.D.slice(0, 10);
  if (isTraining(esr)) {
    const isMoney = ruleOf(esr)?.as === 'money';
    const data = isMoney ? moneyData('AVTraining', esr) : receiptData('AVTraining', esr, day);
    return { bon: 'AVTraining', type: 'Kassenbeleg-V1', data };
  }
  if (esr.NFS !== undefined) return signedRecord(esr, day);
  if (esr.NF !== undefined) return null;
  const bon = namedBon(esr) ?? 'Beleg';
  const data = receiptData(bon, esr, day);
  return { bon, type: 'Kassenbeleg-V1', data, ...(bon === 'AVSonstige' && { name: nameOf(esr) }) };
}

function signedRecord(esr: CompleteEsr, day: string): Process {
  const rule = ruleOf(esr);
  const bon = rule?.bon ?? namedBon(esr) ?? 'AVSonstige';
  const named = bon === 'AVSonstige' && { name: nameOf(esr) };
  if (rule?.as === 'order' && esr.PosA.some(isPosition))
    return { bon, type: 'Bestellung-V1', data: orderData(esr.PosA) };
  if (rule?.as === 'money') return { bon, type: 'Kassenbeleg-V1', data: moneyData(bon, esr) };
  const hasAmounts = esr.PosA.length > 0 || esr.PayA.length > 0;
  if (rule || namedBon(esr) || hasAmounts)
    return { bon, type: 'Kassenbeleg-V1', data: receiptData(bon, esr, day), ...named };
  return { bon, type: 'SonstigerVorgang', data: freeText(esr), ...named };
}

function nameOf({ NFS, DN }: Esr): string {
  const text = [NFS ?? 'Sonstige', typeof DN === 'string' ? DN : ''].join(' ').trim();
  return text.slice(0, 60).toWellFormed();
}

/** Kind and who did it: enough for logins, drawers and reports. */
function freeText({ NFS = '', Opr = '', Txt = [] }: CompleteEsr): string {
  const words = [NFS, Opr, ...Txt.map(({ value = '' }) => value)].filter((word) => word !== '');
  // Half a letter would be signed as another one than is kept.
  return words.join(' ').slice(0, MOST_FREE_TEXT).toWellFormed();
}
