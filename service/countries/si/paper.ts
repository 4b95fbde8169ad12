/** What a printed receipt says (ZDavPR, 5. člen; ZDDV-1, 82. in 83. člen). */
import type { TerminalNumber } from '../../receipt/printed-number.ts';
import { isNonFiscal, isTraining, type JournalRecord, type Tax } from '../../receipt/tra.ts';
import { tag, tagOf } from '../base/online/tags.ts';
import type { PaperTexts, Reprint } from '../contract/paper.ts';
import { ENVIRONMENT } from './credentials.ts';
import { barcodeOf, TEST_TEXT } from './fiscal-data.ts';
import { kindOf, type TaxKind } from './taxes.ts';

const TITLE = 'Račun';
const VOID_TITLE = 'Storno računa';
/** The law has no words for training and for what is no receipt. */
export const TRAINING = 'USPOSABLJANJE – TO NI RAČUN';
const NO_RECEIPT = 'TO NI RAČUN';

const KINDS: Readonly<Partial<Record<TaxKind, string>>> = {
  flat: 'Pavšalno nadomestilo',
  exempt: 'Oproščeno DDV',
  reverse: 'Obrnjena davčna obveznost',
  outside: 'Ni predmet DDV',
  special: 'Posebna ureditev',
  other: 'Drugi davki',
};
/** What the law wants to read where the buyer owes the tax (76.a člen), and where the margin is taxed (102. člen). */
const LEGENDS: Readonly<Partial<Record<TaxKind, string>>> = {
  reverse: 'Obrnjena davčna obveznost po 76.a členu ZDDV-1.',
  special: 'DDV obračunan po posebni ureditvi od dosežene razlike v ceni.',
};

/** Title, marks and sentences of a receipt. */
export function paper({ ESR: esr, Fis }: JournalRecord): PaperTexts {
  // Number, test and training are said at the head.
  const shown = ['Number', 'Test', 'Training'];
  if (!esr || isNonFiscal(esr) || isTraining(esr))
    return { title: '', marks: [esr && isTraining(esr) ? TRAINING : NO_RECEIPT], shown };
  const number = tagOf(Fis, 'Number');
  const barcode = barcodeOf(Fis);
  const kinds = new Set((esr.TaxA ?? []).map((line) => kindOf(line, (esr.D ?? '').slice(0, 10))));
  return {
    title: esr.Void === '1' ? VOID_TITLE : TITLE,
    ...(number !== undefined && { number }),
    ...(typeof esr.OprTIN === 'string' && { operator: esr.OprTIN }),
    marks: ENVIRONMENT.isTestReceipt(Fis) ? [TEST_TEXT] : [],
    legends: [...kinds].flatMap((kind) => (kind && LEGENDS[kind] !== undefined ? [LEGENDS[kind]] : [])),
    ...(barcode && { barcode }),
    shown,
  };
}

/** What stands in the tax table instead of the group of a line without VAT; undefined for all others. */
export function exemptGroup({ D = '' }: { D?: string }): (tax: Tax) => string | undefined {
  return (tax) => {
    const kind = kindOf(tax, D.slice(0, 10));
    return kind === null ? undefined : KINDS[kind];
  };
}

/**
 * {@link CountryPaper.terminalNumber} of Slovenia: as the paper of a device has it. What is counted apart
 * (`X1`: training, receipts of the book) has no such number.
 */
export function terminalNumber({ TL, TT, TN }: TerminalNumber): string {
  return /^\d+$/.test(TN) ? `${TL}-${TT}-${TN}` : `${TL}/${TT}/${TN}`;
}

/** {@link CountryPaper.reprinted} of Slovenia: copies of receipts are numbered. @param copy which one, from 1 */
export function reprinted({ Fis }: JournalRecord, copy: number): Reprint | null {
  if (tagOf(Fis, 'Number') === undefined) return null;
  return { details: {}, changes: {}, tags: [tag('Kopija št.', 'Copy', String(copy))] };
}
