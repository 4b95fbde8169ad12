/** The document that a return or a void takes back, as the printer names it. */
import type { Issue } from '../../receipt/issue.ts';
import { isDate } from '../../receipt/time.ts';
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import type { Original } from '../contract/fiscalise.ts';
import type { Reference } from '../contract/fiscal-printer.ts';
import { issue } from './codes.ts';

const NUMBER = /^\s*(\d{1,4})\s*-\s*(\d{1,4})\s*$/;
const SERIAL = /^[\dA-Z]{11}$/;

/** Four digits, as on paper. */
function four(n: number): string {
  return String(n).padStart(4, '0');
}

/** A number as people read it, `0012-0034`. */
export function fiscalNumber({ z, number }: { z: number; number: number }): string {
  return `${four(z)}-${four(number)}`;
}

/**
 * What a return or a void takes back: a receipt of this register, one of another
 * printer that is named as its paper has it, or, for a return, one that nobody knows (null).
 */
export function referenceOf(
  esr: CompleteEsr,
  kind: 'return' | 'void',
  originals: readonly Original[],
): { of: Reference | null } | { issues: Issue[] } {
  const wrong = (path: string, text: string) => ({ issues: [issue('#IT_REFERENCE', path, text)] });
  if (originals.length > 1)
    return wrong('ESR.PosA', 'a receipt takes back one document; send a return for each of them');
  const [original] = originals;
  if (!original) return kind === 'return' ? { of: null } : wrong('ESR.RFN', 'the document is missing');
  if (original.record) {
    const of = documentOf(original.record);
    return of ? { of } : wrong(original.path, `${original.name} has no number of a fiscal printer`);
  }
  if (original.RFN === undefined)
    return wrong('ESR.RTN', 'this register has no such receipt; name it by RFN, RD and IT_RMatricola');
  const [, z, number] = NUMBER.exec(original.RFN) ?? [];
  if (number === undefined) return wrong('ESR.RFN', 'must be the number on the paper, such as 0012-0034');
  const day = typeof original.RD === 'string' ? original.RD.slice(0, 10) : '';
  if (!isDate(day)) return wrong('ESR.RD', 'the day of the original is missing');
  const serial = typeof esr.IT_RMatricola === 'string' ? esr.IT_RMatricola.trim().toUpperCase() : '';
  if (!SERIAL.test(serial))
    return wrong(
      'ESR.IT_RMatricola',
      'must be the serial number of the printer, 11 letters and digits as on the paper',
    );
  return { of: { z: Number(z), number: Number(number), day, serial } };
}

/** What the printer knows a registered receipt by; null for one that it has not printed. */
function documentOf({ Fis }: JournalRecord): Reference | null {
  const { FN, D, ID } = Fis ?? {};
  const [, z, number] = NUMBER.exec(typeof FN === 'string' ? FN : '') ?? [];
  if (number === undefined || typeof D !== 'string' || typeof ID !== 'string') return null;
  return { z: Number(z), number: Number(number), day: D.slice(0, 10), serial: ID };
}
