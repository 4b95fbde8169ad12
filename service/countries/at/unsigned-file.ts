/**
 * The list of unsigned sales that lies beside the DEP. The DEP has signed receipts
 * alone; without this file nobody who reads an export would learn of the others.
 */
import { isTraining, type JournalRecord } from '../../receipt/tra.ts';
import type { ExportSource } from '../contract/exports.ts';
import { NOT_IN_OPERATION_TEXT } from './printed-data.ts';
import { isSigned } from './receipt-kind.ts';

/** True for a sale of before the start receipt. */
export function isUnsigned({ Own, ESR: esr, Fis: fis }: JournalRecord): boolean {
  return (
    Own === undefined && esr !== undefined && isSigned(esr) && !isTraining(esr) && fis?.Code === undefined
  );
}

/** JSON in UTF-8: why they are here, and number, time and total of each in order. */
export async function* unsignedFile(source: ExportSource): AsyncGenerator<Buffer> {
  const Hinweis = `${NOT_IN_OPERATION_TEXT}: Belege ohne Signatur, die nicht im Datenerfassungsprotokoll stehen`;
  yield Buffer.from(`{"Hinweis":${JSON.stringify(Hinweis)},"Belege":[`);
  let separator = '';
  for await (const page of source.pages()) {
    for (const record of page.filter(isUnsigned)) {
      const { TL, TT, TN, D, T } = record.ESR!;
      yield Buffer.from(`${separator}\n${JSON.stringify({ SQ: record.SQ, TL, TT, TN, D, T })}`);
      separator = ',';
    }
  }
  yield Buffer.from('\n]}\n');
}
