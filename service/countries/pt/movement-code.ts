/**
 * The code that the authority gives to a document with goods when it is told of
 * their movement. That comes after the document, so a manager enters it later.
 */
import type { State } from '../contract/state.ts';
import type { StateChange } from '../contract/work.ts';
import { classOf, isDocumentType } from './document.ts';
import { parseFiscalNumber } from './audit-document.ts';
import { seriesOf } from './series.ts';

/** State key of a document's code. */
export function movementCodeKey(FN: string): string {
  return `PT/ATDocCodeID ${FN}`;
}

/** As SAF-T takes it. */
const CODE = /^[A-Za-z0-9._-]{1,200}$/;

/** Why a code cannot be entered for a document, with the name of the wrong value; null when it can. */
export function codeProblem(FN: string, code: string, state: State): [name: string, text: string] | null {
  const number = parseFiscalNumber(FN);
  const type = FN.slice(0, 2);
  if (number === null || !isDocumentType(type) || classOf(type) !== 'MG')
    return ['document', 'is no number of a transport document, such as GT 1_1.26/1'];
  if (number.number > (seriesOf(state, number.id)?.number ?? 0))
    return ['document', 'was not issued by this register'];
  return CODE.test(code) ? null : ['code', 'must be letters and digits, 200 at most'];
}

/** Enters or exchanges the code of a document. */
export function codeChange(FN: string, code: string): StateChange {
  const key = movementCodeKey(FN);
  return {
    event: 'movement-code',
    details: { Document: FN, Code: code },
    changes: (state) => (state.get(key) === code ? null : { [key]: code }),
  };
}
