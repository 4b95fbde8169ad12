/** The printed receipt (KassenSichV § 6, UStG § 14, UStDV § 33). */
import { isNonFiscal, isPosition, isTraining, type Esr, type JournalRecord } from '../../receipt/tra.ts';
import type { PaperTexts } from '../contract/paper.ts';
import { tagOf } from '../base/online/tags.ts';
import { cashCaseOf, isCashMovement } from './cash-case.ts';
import { FAILED_MARK, TEST_MARK } from './fiscalise.ts';
import { keptOf, type BonType } from './kept.ts';
import { isClosing } from './kind.ts';
import { shownTaxes, taxSentences } from './tax-words.ts';
import { germanDay } from './times.ts';

const TRAINING = 'TRAININGSBELEG – KEINE RECHNUNG';
const NO_RECEIPT = 'KEINE RECHNUNG';

/** {@link Country.paper} of Germany. */
export function paper(record: JournalRecord): PaperTexts {
  const { ESR: esr } = record;
  const { Process } = keptOf(record);
  // What the QR code says already, and what stands as a mark.
  const shown = [
    'Training',
    'TSE_Failure',
    'TSE_Test',
    ...(record.Fis?.Code === undefined ? [] : ['TSE_TA_SIG']),
  ];
  const failure = Process && !Process.Tse ? [FAILED_MARK] : [];
  const isTest = tagOf(record.Fis, 'TSE_Test') !== undefined;
  const test = isTest ? [`${TEST_MARK} – ${NO_RECEIPT}`] : [];
  if (!esr) return { title: '', marks: [NO_RECEIPT], shown };
  const taxes = shownTaxes(esr);
  const legends = taxSentences(esr);
  if (isTraining(esr))
    return { title: 'Trainingsbeleg', marks: [TRAINING, ...failure], shown, taxes, legends };
  if (isNonFiscal(esr)) {
    const moved = MOVED[esr.NFS?.toLowerCase() ?? ''] ?? movedOtherwise(esr, Process?.Bon);
    const title = isClosing(esr) ? 'Tagesabschluss (Z)' : (moved ?? TITLES[Process?.Bon ?? ''] ?? '');
    // What is paid later is an invoice; its payment is none.
    const isInvoice = Process?.Bon === 'AVRechnung';
    const none = isClosing(esr) || isTest || isInvoice ? [] : [NO_RECEIPT];
    const dated = isInvoice ? [...dateOfSupply(esr, record), ...legends] : legends;
    return { title, marks: [...test, ...none, ...failure], shown, taxes, legends: dated };
  }
  const begin = Process ? dateOfSupply(esr, record) : [];
  const title = esr.Void === '1' ? 'Stornorechnung' : (TITLES[Process?.Bon ?? 'Beleg'] ?? 'Rechnung');
  return { title, marks: [...test, ...failure], shown, taxes, legends: [...begin, ...legends] };
}

/** When it was supplied (UStG § 14 (4) no. 6): where each position has its own time, that stands there. */
function dateOfSupply({ D, PosA = [] }: Esr, record: JournalRecord): string[] {
  const positions = PosA.filter(isPosition);
  const isSaid = positions.length > 0 && positions.every((p) => p.SvcStartD ?? p.SvcEndD);
  return isSaid ? [] : [`Leistungsdatum: ${germanDay(D ?? record.D)}`];
}

/** Money that moves without a sale (NFS): the TSE signs it as a receipt, and it is no invoice. */
const MOVED: Readonly<Record<string, string | undefined>> = {
  pay: 'Zahlung',
  payin: 'Einzahlung',
  payout: 'Auszahlung',
};

/** Other movements of cash are called as in the books. */
function movedOtherwise(esr: Esr, bon?: BonType): string | null {
  return bon === 'Beleg' && isCashMovement(esr) ? cashCaseOf(esr, 0) : null;
}

const TITLES: Readonly<Record<string, string>> = {
  Beleg: 'Rechnung',
  AVTransfer: 'Geldtransfer',
  AVBestellung: 'Bestellung',
  AVSachbezug: 'Sachbezug',
  AVRechnung: 'Rechnung (unbezahlt)',
  AVSonstige: 'Sonstiger Vorgang',
};
