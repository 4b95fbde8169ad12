/** The document that a return or a void takes back, as the printer names it. */
import type { Issue } from '../../receipt/issue.ts';
import { isDate } from '../../receipt/time.ts';
import type { Esr, JournalRecord } from '../../receipt/tra.ts';
import type { Original } from '../contract/fiscalise.ts';
import type { Reference } from '../contract/fiscal-printer.ts';
import { issue } from './codes.ts';

/** Type, AP number, company, closure and number: `NY-A12345678/12345676/0004/00001`. */
const NUMBER = /^(NY|SZ)-([A-Z]\d{8})\/(\d{8})\/(\d{4})\/(\d{5})$/;
/** By law (48/2013 NGM): why goods come back, why a document is void. */
const REASONS = { return: /^V[1-3]$/, void: /^S[0-8]$/ };
/** Other reasons. */
const OTHER = 'S0';

/** A document as its number names it; null for what is none. */
export function readNumber(text: string): Omit<Reference, 'day'> | null {
  const [name, type, serial, , z, number] = NUMBER.exec(text.trim()) ?? [];
  return number === undefined
    ? null
    : { z: Number(z), number: Number(number), serial: serial!, type: type!, name: name! };
}

/** The number of a document as it is printed. */
export function documentName(
  { type, number }: { type: string; number: number },
  { serial, z, taxpayerId }: { serial: string; z: number; taxpayerId: string },
): string {
  const digits = (n: number, places: number) => String(n).padStart(places, '0');
  return `${type}-${serial}/${taxpayerId}/${digits(z, 4)}/${digits(number, 5)}`;
}

/** What a return or a void takes back: a receipt of this register, or one that is named as its paper has it. */
export function referenceOf(
  esr: Esr,
  originals: readonly Original[],
): { of: Reference } | { issues: Issue[] } {
  const wrong = (path: string, text: string) => ({ issues: [issue('#HU_REFERENCE', path, text)] });
  if (originals.length > 1)
    return wrong('ESR.PosA', 'a receipt takes back one document; send a return for each of them');
  const [original] = originals;
  if (!original) return wrong('ESR.RFN', 'the document that is taken back is missing');
  if (original.record) {
    const of = documentOf(original.record);
    return of ? { of } : wrong(original.path, `${original.name} has no number of a fiscal printer`);
  }
  const read = readNumber(original.RFN ?? '');
  if (!read)
    return wrong('ESR.RFN', 'must be the number on the paper, such as NY-A12345678/12345676/0004/00001');
  const day = typeof original.RD === 'string' ? original.RD.slice(0, 10) : '';
  if (!isDate(day)) return wrong('ESR.RD', 'the day of the original is missing');
  return { of: { ...read, day } };
}

/** Why a document is taken back, as the law numbers it: the code that ESR.Rsn is or begins with. Null for none. */
export function reasonOf({ Rsn }: Esr, kind: 'return' | 'void'): string | null {
  const code = typeof Rsn === 'string' ? Rsn.trim().slice(0, 2).toUpperCase() : '';
  if (REASONS[kind].test(code)) return code;
  return kind === 'void' ? OTHER : null;
}

/** What the printer knows a registered receipt by; null for one that it has not printed. */
function documentOf({ Fis }: JournalRecord): Reference | null {
  const { FN, D } = Fis ?? {};
  const read = readNumber(typeof FN === 'string' ? FN : '');
  return read && typeof D === 'string' ? { ...read, day: D.slice(0, 10) } : null;
}
