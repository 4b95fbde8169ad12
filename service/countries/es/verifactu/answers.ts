/** What becomes of a record by the answer of the AEAT. */
import type { JournalRecord } from '../../../receipt/tra.ts';
import type { Delivered } from '../../contract/delivery.ts';
import { accepted, refused } from '../answered.ts';
import { keptOf } from '../system.ts';
import type { Line } from './message.ts';
import { recordOf } from './make.ts';

/** The record is there already; RegistroDuplicado says in which state. */
const DUPLICATE = '3000';
/** The document that is taken back is so already. */
const CANCELLED_BEFORE = '3001';

/**
 * The outcome of a record.
 * @param fault the whole message, this record alone, was refused for this reason
 */
export function outcomeOf(
  record: JournalRecord,
  { csv, lines }: { csv: string; lines: readonly Line[] },
  fault?: string,
): Delivered {
  if (fault !== undefined) return refused(fault);
  const kept = keptOf(record)!;
  const { link } = recordOf(kept);
  const isCancel = !('kind' in kept.document);
  const line = lines.find(
    (one) => one.number === link.number && one.date === link.date && one.isCancel === isCancel,
  );
  if (!line) return { outcome: 'unanswered', text: `the answer does not say what became of ${link.number}` };
  const text = [line.code, line.text].filter(Boolean).join(' ');
  if (line.state === 'Correcto') return accepted(record, { state: 'Correcto', csv });
  if (line.state === 'AceptadoConErrores')
    return accepted(record, { state: 'AceptadoConErrores', csv, error: text });
  // An answer was lost: it has the record, which is ours, because no number is given twice.
  if (line.code === DUPLICATE && line.duplicate !== null)
    return line.duplicate === 'AceptadaConErrores'
      ? accepted(record, { state: 'AceptadoConErrores', csv, error: text })
      : accepted(record, { state: 'Correcto', csv });
  if (line.code === CANCELLED_BEFORE && isCancel) return accepted(record, { state: 'Correcto', csv });
  return refused(text);
}
