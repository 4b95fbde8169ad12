/** What the journal notes of a record that an authority has taken or refused; all systems use it. */
import type { JournalRecord } from '../../receipt/tra.ts';
import { cleaned } from '../base/clean.ts';
import type { Delivered } from '../contract/delivery.ts';
import { issue } from './codes.ts';
import { keptOf } from './system.ts';

/** State key of a receipt that was taken with errors. */
export const FLAWED_KEY = 'ES/flawed/';

/** What an authority gave. */
export interface Taken {
  state: 'Correcto' | 'AceptadoConErrores';
  /** Its code for the message; empty without. */
  csv: string;
  /** What is wrong with it all the same. */
  error?: string;
}

/**
 * A record was taken: the receipt has `ES_State` and `ES_CSV` from now on, and `ES_Error` where it should be
 * corrected, which the page offers.
 */
export function accepted(record: JournalRecord, { state, csv, error }: Taken): Delivered {
  const kept = keptOf(record)!;
  const of = kept.of ?? record.SQ;
  const { ES_Error: _before, ...fis } = record.Fis ?? {};
  const [given, wrong] = [cleaned(csv, []), error === undefined ? undefined : cleaned(error, [])];
  return {
    outcome: 'accepted',
    of,
    fis: {
      ...fis,
      ...{ ES_State: state, ...(given !== '' && { ES_CSV: given }) },
      ...(wrong !== undefined && { ES_Error: wrong }),
    },
    changes: { [`${FLAWED_KEY}${of}`]: wrong === undefined ? null : { by: record.SQ, error: wrong } },
  };
}

/** A record was refused. @param said in the authority's words */
export function refused(said: string): Delivered {
  const text = cleaned(said, []);
  return { outcome: 'refused', issue: { ...issue('#ES_REFUSED', '', text), values: { text } } };
}
