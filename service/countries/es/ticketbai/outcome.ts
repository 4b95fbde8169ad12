/** What the answer of a province means for a receipt. */
import type { JournalRecord } from '../../../receipt/tra.ts';
import type { Delivered } from '../../contract/delivery.ts';
import { accepted, refused } from '../answered.ts';
import type { Kept } from '../system.ts';
import type { Said } from './answers.ts';
import { tbaiRecord } from './fingerprint.ts';

/** The invoice is not there, which nobody minds who cancels what was refused. */
const UNKNOWN = /^018\b/;

/** {@link FiscalSystem.telling}: what came of a record. */
export function outcomeOf(said: Said, record: JournalRecord, kept: Kept): Delivered {
  if ('unanswered' in said) return { outcome: 'unanswered', text: said.unanswered };
  if ('whole' in said) return refused(said.whole);
  if (said.taken) {
    const { receipt: csv, warnings } = said;
    return warnings === ''
      ? accepted(record, { state: 'Correcto', csv })
      : accepted(record, { state: 'AceptadoConErrores', csv, error: warnings });
  }
  const isSettled = tbaiRecord(kept.record)?.mayBeUnknown === true && UNKNOWN.test(said.refused);
  return isSettled ? accepted(record, { state: 'Correcto', csv: '' }) : refused(said.refused);
}
