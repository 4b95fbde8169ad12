/**
 * What a document refers to: credit notes their invoice, invoices the table
 * consultation or delivery note they were made from (Despacho 8632/2014; facts
 * of SAF-T: References, OrderReferences, status F).
 */
import { issue, type Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import { amountText, minor } from '../../receipt/money.ts';
import { isTraining, type CompleteEsr, type Esr, type JournalRecord } from '../../receipt/tra.ts';
import type { State } from '../contract.ts';
import { classOf, isDocumentType, total, type DocumentType } from './document.ts';
import { formNumber, originalOf, recoveredAs } from './recovery.ts';
import { seriesOf } from './series.ts';

/** The document that another one refers to. */
export interface Reference {
  /** Number to print and export: of a recovered document the one on its original. */
  number: string;
  /** Its date, `YYYY-MM-DD`, when it is known. */
  date: string | null;
  /** What this register knows of it, null when it is not one of its documents. */
  own: OwnDocument | null;
}

/** A document of this register that another one refers to. */
interface OwnDocument {
  FN: string;
  /** Total, cents. */
  whole: number;
  cancelled: boolean;
  /** Its code is made up or comes from the test service. */
  test: boolean;
  training: boolean;
}

/** Which of a register's documents are meant: those of tests, those of training. */
export interface World {
  test: boolean;
  training: boolean;
}

/** Working and transport documents: the invoices made from them. */
interface Invoiced extends Record<string, Json> {
  /** Entry time of the first invoice. */
  at: string;
  /** Numbers of those that stand. */
  by: string[];
}

/** State key of what credit notes have taken of an invoice, cents. */
function correctedKey(FN: string): string {
  return `PT/corrected ${FN}`;
}

/** State key of the invoices that a working or transport document was made into. */
export function invoicedKey(FN: string): string {
  return `PT/invoiced ${FN}`;
}

/** What a document refers to, null when to nothing. */
export function referenceOf(
  esr: Esr,
  referred: JournalRecord | null,
  state: State,
  test: boolean,
): Reference | null {
  if (referred?.ESR?.FN !== undefined) {
    const { ESR, Fis, SQ } = referred;
    const { FN = '' } = ESR;
    return {
      number: originalOf(ESR)?.number ?? FN,
      date: ESR.D?.slice(0, 10) ?? null,
      own: {
        FN,
        whole: minor(ESR.T, 2),
        cancelled: state.get(`VOID ${SQ}`) !== undefined,
        test: Fis?.PT_Test === '1',
        training: isTraining(ESR),
      },
    };
  }
  if (esr.RFN === undefined) return null;
  const recovered = recoveredAs(state, esr.RFN, test);
  const said = typeof esr.RD === 'string' ? esr.RD.slice(0, 10) : null;
  if (!recovered) return { number: esr.RFN, date: said, own: null };
  const { FN, date, whole } = recovered;
  return { number: formNumber(esr.RFN), date, own: { FN, whole, cancelled: false, test, training: false } };
}

/** The type of a document, null when its number does not say. */
function typeOf(FN: string): DocumentType | null {
  const type = FN.slice(0, 2);
  return isDocumentType(type) ? type : null;
}

/** Checks a correction against what it corrects, as far as this register knows it. */
export function checkReference(
  esr: CompleteEsr,
  type: DocumentType,
  reference: Reference | null,
  state: State,
  world: World,
): Issue[] {
  if (type !== 'NC' || !reference) return [];
  const { own, number } = reference;
  const refuse = (text: string) => [issue('#PT_REFERENCE', 'ESR.RFN', text)];
  if (!own) return isNotIssued(number, state) ? refuse(`this register has not issued ${number}`) : [];
  const { FN } = own;
  const referredType = typeOf(FN);
  if (referredType !== null && (classOf(referredType) !== 'SI' || referredType === 'NC')) {
    return refuse(`a credit note corrects an invoice, not ${FN}`);
  }
  if (own.training && !world.training) return refuse(`${FN} was issued for training`);
  if (own.test !== world.test) {
    return refuse(own.test ? `${FN} was issued in a test` : `${FN} is real, and this is a test`);
  }
  if (own.cancelled) return refuse(`${FN} is cancelled; there is nothing to correct`);
  const taken = correctedBy(state, FN);
  if (taken + Math.abs(total(esr)) <= own.whole) return [];
  const left = amountText(own.whole - taken, 2);
  return [issue('#PT_REFERENCE', 'ESR.T', `credit notes would exceed ${FN}: ${left} of it are left`)];
}

/** State changes that go with the reference of document `FN`, entered at a time. */
export function referenceChanges(
  esr: CompleteEsr,
  FN: string,
  { own }: Reference,
  state: State,
  world: World,
  entry: string,
): Record<string, Json> {
  if (!own) return {};
  if (own.test !== world.test || own.training || world.training) return {};
  const [type, referred] = [typeOf(FN), typeOf(own.FN)];
  if (type === 'NC') return { [correctedKey(own.FN)]: correctedBy(state, own.FN) + Math.abs(total(esr)) };
  const madeFrom = referred !== null && (classOf(referred) === 'WD' || classOf(referred) === 'MG');
  if (!madeFrom || type === null || classOf(type) !== 'SI') return {};
  const before = invoicedBy(state, own.FN);
  const invoiced: Invoiced = { at: before?.at ?? entry, by: [...(before?.by ?? []), FN] };
  return { [invoicedKey(own.FN)]: invoiced };
}

/** An invoice with credit notes cannot be cancelled: cancel those first. */
export function checkCancellation(original: JournalRecord, state: State): Issue[] {
  const FN = original.ESR?.FN;
  if (FN === undefined || correctedBy(state, FN) === 0) return [];
  return [issue('#PT_CORRECTED', 'ESR.RFN', `${FN} has credit notes; void those first`)];
}

/** State changes that undo what a cancelled document did to the one it referred to. */
export function cancellationChanges({ ESR, Fis }: JournalRecord, state: State): Record<string, Json> {
  const own = Fis?.PT_OwnReference ?? Fis?.PT_Reference;
  if (typeof own !== 'string' || ESR?.FN === undefined || isTraining(ESR)) return {};
  const invoiced = invoicedBy(state, own);
  if (invoiced?.by.includes(ESR.FN)) {
    const by = invoiced.by.filter((FN) => FN !== ESR.FN);
    return { [invoicedKey(own)]: by.length === 0 ? null : { ...invoiced, by } };
  }
  const corrected = correctedBy(state, own);
  if (typeOf(ESR.FN) !== 'NC' || corrected === 0) return {};
  return { [correctedKey(own)]: Math.max(corrected - Math.abs(minor(ESR.T, 2)), 0) };
}

/** True for a number of one of this register's series that is above the last one given. */
function isNotIssued(FN: string, state: State): boolean {
  const slash = FN.lastIndexOf('/');
  const series = slash < 0 ? null : seriesOf(state, FN.slice(0, slash));
  return series !== null && Number(FN.slice(slash + 1)) > series.number;
}

function correctedBy(state: State, FN: string): number {
  const value = state.get(correctedKey(FN));
  return typeof value === 'number' ? value : 0;
}

function invoicedBy(state: State, FN: string): Invoiced | null {
  return (state.get(invoicedKey(FN)) as Invoiced | null | undefined) ?? null;
}
