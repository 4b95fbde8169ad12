/** A document of the journal as the file sees it. */
import { minor } from '../../../receipt/money.ts';
import {
  isTraining,
  type CompleteEsr,
  type Esr,
  type Fis,
  type JournalRecord,
} from '../../../receipt/tra.ts';
import { isDate } from '../../../receipt/time.ts';
import { classOf, isDocumentType, type DocumentClass, type DocumentType } from '../document.ts';
import { originalOf } from '../recovery.ts';
import type { Region } from '../taxes.ts';
import { fit, plain, UNKNOWN_TEXT } from './text.ts';

/** Which documents a file is about. */
export interface Selection {
  /** First and last day, `YYYY-MM-DD`. */
  from: string;
  till: string;
  /** Documents of test series too; a file for the authority has none. */
  test: boolean;
}

/** Another document that a document names. */
export interface Referred {
  id: string;
  /** Its date, `YYYY-MM-DD`; empty when it is not known. */
  date: string;
}

/** A document. Texts are as in the journal, not yet fit for the file. */
export interface Entry {
  record: JournalRecord;
  esr: CompleteEsr;
  fis: Fis;
  type: DocumentType;
  class: DocumentClass;
  id: string;
  /** Document date, `YYYY-MM-DD`. */
  date: string;
  /** System entry time as it was signed, `YYYY-MM-DDThh:mm:ss`. */
  entered: string;
  /** The way the document counts: -1 for a credit note, whose amounts are negative in the receipt. */
  direction: 1 | -1;
  /** Of the shop. */
  region: Region;
  /** Entered from a manual invoice book or after a loss. */
  recovered: boolean;
  referred: Referred | null;
}

/** Reads a record; null when it is no document or not one for the file. */
export function readEntry(record: JournalRecord, selection: Selection): Entry | null {
  const { ESR: esr, Fis: fis } = record;
  if (!isComplete(esr) || !fis || esr.Void === '1' || isTraining(esr)) return null;
  if (fis.PT_Test === '1' && !selection.test) return null;
  const id = esr.FN;
  const type = id.slice(0, 2);
  const date = esr.D.slice(0, 10);
  if (!isDocumentType(type) || date < selection.from || date > selection.till) return null;
  const total = minor(esr.T, 2);
  return {
    record,
    esr,
    fis,
    type,
    class: classOf(type),
    id,
    date,
    entered: plain(fis.PT_SystemEntryDate) || record.D,
    direction: total < 0 || (total === 0 && type === 'NC') ? -1 : 1,
    region: regionOf(fis),
    recovered: isRecovered(esr, fis),
    referred: referredBy(fis),
  };
}

/** The user of a record; a till without operators has one that nobody knows. */
export function operatorOf(record: JournalRecord): string {
  return fit(record.ESR?.Opr, 30) || UNKNOWN_TEXT;
}

/** A document of a later law may lack what this file relies on; numbered ones have it. */
function isComplete(esr: JournalRecord['ESR']): esr is CompleteEsr & { FN: string } {
  return esr?.FN !== undefined && esr.D !== undefined;
}

/** The signature says so; receipts for payments have none. */
function isRecovered(esr: Esr, { PT_Hash, PT_HashControl }: Fis): boolean {
  return PT_Hash === undefined ? originalOf(esr) !== null : plain(PT_HashControl).includes('-');
}

function regionOf({ PT_Region }: Fis): Region {
  return PT_Region === 'PT-MA' || PT_Region === 'PT-AC' ? PT_Region : 'PT';
}

function referredBy({ PT_Reference, PT_ReferenceDate }: Fis): Referred | null {
  const id = plain(PT_Reference);
  const date = plain(PT_ReferenceDate);
  // The date may be one that the POS has sent.
  return id === '' ? null : { id, date: isDate(date) ? date : '' };
}
