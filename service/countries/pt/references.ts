/**
 * What a document refers to: credit and debit notes their invoices, invoices the
 * table consultation or delivery note they were made from (Despacho 8632/2014;
 * facts of SAF-T: References, OrderReferences, status F).
 */
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import {
  isPosition,
  isTraining,
  type CompleteEsr,
  type Esr,
  type Fis,
  type JournalRecord,
} from '../../receipt/tra.ts';
import type { Original } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { issue } from './codes.ts';
import {
  checkLimit,
  correctedBy,
  correctedKey,
  takenBy,
  withCorrection,
  withoutCorrection,
} from './corrections.ts';
import { classOf, isDocumentType, type DocumentType } from './document.ts';
import { originalOf } from './recovery.ts';
import { allSeries } from './series.ts';
import { customerCountry, customerTaxId, withoutPrefix } from './tax-id.ts';

/** The document that another one, or some of its positions, refer to. */
export interface Reference {
  /** Number to print and export: of a recovered document the one on its original. */
  number: string;
  /** Its date, `YYYY-MM-DD`, when it is known. */
  date: string | null;
  /** What this register knows of it, null when it is not one of its documents. */
  own: OwnDocument | null;
  /** The document names it, not single positions alone. */
  isMain: boolean;
  /** Positions that refer to it, by index in PosA. */
  positions: readonly number[];
}

/** A document of this register that another one refers to. */
interface OwnDocument {
  FN: string;
  esr: CompleteEsr;
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

/** What the record keeps of a position that refers to another document than the rest. */
interface LineReference {
  /** Index in PosA, counting from 0. */
  Line: string;
  Number: string;
  /** Number in this register, where the one to print is another. */
  Own?: string;
}

/** State key of the invoices that a working or transport document was made into. */
export function invoicedKey(FN: string): string {
  return `PT/invoiced ${FN}`;
}

/** What a document refers to, each document once; first the one that it names itself. */
export function referencesOf(originals: readonly Original[], state: State): Reference[] {
  const references = new Map<string, Reference>();
  for (const original of originals) {
    const reference = referenceTo(original, state);
    if (!reference) continue;
    const key = reference.own?.FN ?? reference.number;
    const known = references.get(key);
    const positions = [...(known?.positions ?? []), ...reference.positions];
    references.set(key, { ...(known ?? reference), positions });
  }
  return [...references.values()];
}

function referenceTo({ RFN, RD, path, record, positions }: Original, state: State): Reference | null {
  const isMain = path === 'ESR';
  if (record?.ESR?.FN !== undefined) {
    const { ESR, Fis, SQ } = record;
    const { FN = '' } = ESR;
    return {
      number: originalOf(ESR)?.number ?? FN,
      date: ESR.D?.slice(0, 10) ?? null,
      own: {
        FN,
        esr: ESR as CompleteEsr,
        cancelled: state.get(`VOID ${SQ}`) !== undefined,
        test: Fis?.PT_Test === '1',
        training: isTraining(ESR),
      },
      isMain,
      positions,
    };
  }
  if (RFN === undefined) return null;
  return { number: RFN, date: typeof RD === 'string' ? RD.slice(0, 10) : null, own: null, isMain, positions };
}

/** The type of a document, null when its number does not say. */
function typeOf(FN: string): DocumentType | null {
  const type = FN.slice(0, 2);
  return isDocumentType(type) ? type : null;
}

/** Checks a credit or debit note against what it corrects, as far as this register knows it. */
export function checkReferences(
  esr: CompleteEsr,
  type: DocumentType,
  references: readonly Reference[],
  state: State,
  world: World,
): Issue[] {
  if (type !== 'NC' && type !== 'ND') return [];
  for (const reference of references) {
    const refusal = refusalOf(esr, type, reference, state, world);
    if (refusal !== null) return [issue('#PT_REFERENCE', 'ESR.RFN', refusal)];
    const { own, number } = reference;
    if (type === 'ND' || !own) continue;
    const excess = checkLimit(esr, reference.positions, own, state);
    if (!excess) continue;
    const path = excess.index === null ? 'ESR.T' : `ESR.PosA[${excess.index}]`;
    return [issue('#PT_REFERENCE', path, `credit notes would exceed ${number}: ${excess.text}`)];
  }
  return [];
}

function refusalOf(
  esr: CompleteEsr,
  type: 'NC' | 'ND',
  { own, number, date }: Reference,
  state: State,
  world: World,
): string | null {
  const note = type === 'NC' ? 'credit' : 'debit';
  const day = esr.D.slice(0, 10);
  // A form of an invoice book is entered with a date of its own.
  if (date !== null && day < date) return `${number} is of ${date}, and this ${note} note of ${day}`;
  if (!own)
    return isNotIssued(number, state) ? `this register has not issued ${JSON.stringify(number)}` : null;
  const { FN } = own;
  const referredType = typeOf(FN);
  if (referredType !== null && (classOf(referredType) !== 'SI' || referredType === 'NC')) {
    return `a ${note} note corrects an invoice, not ${FN}`;
  }
  if (own.training && !world.training) return `${FN} was issued for training`;
  if (own.test !== world.test) {
    return own.test ? `${FN} was issued in a test` : `${FN} is real, and this is a test`;
  }
  if (own.cancelled) return `${FN} is cancelled; there is nothing to correct`;
  const [buyer, invoiced] = [buyerOf(esr), buyerOf(own.esr)];
  // Who is named on one of both alone is a Warning: many tills send no customer with a return.
  if (buyer === invoiced || buyer === '' || invoiced === '') return null;
  return `${FN} is of ${invoiced}, and this is of ${buyer}; a ${note} note goes to the customer of its invoice`;
}

/** Whether only one of a note and what it refers to names a customer. */
export function differsInCustomer(esr: Esr, own: Pick<OwnDocument, 'esr'>): boolean {
  return (buyerOf(esr) === '') !== (buyerOf(own.esr) === '');
}

/** Who a document is for, in a form that can be compared; empty for the final consumer. */
function buyerOf(esr: Esr): string {
  const taxId = customerTaxId(esr);
  if (taxId === null) return '';
  const country = customerCountry(esr);
  return `${country} ${withoutPrefix(taxId.toUpperCase(), country)}`;
}

/** What is kept of the references of single positions: of all that are not to the first one, which the document has. */
export function lineReferences({ PosA }: CompleteEsr, references: readonly Reference[]): LineReference[] {
  const [main, ...others] = references;
  if (!main) return [];
  const lines = new Map<number, LineReference>();
  for (const { positions, number, own } of others) {
    for (const i of positions) {
      lines.set(i, { Line: String(i), Number: number, ...(own && own.FN !== number && { Own: own.FN }) });
    }
  }
  const ofMain = new Set(main.positions);
  PosA.forEach((position, i) => {
    if (isPosition(position) && !ofMain.has(i) && !lines.has(i))
      lines.set(i, { Line: String(i), Number: '' });
  });
  return [...lines.values()];
}

/** The number that a position refers to, by its index in PosA; nothing where it is the document's own. */
export function lineNumbers({ PT_LineReferences: lines }: Fis): ReadonlyMap<number, string> {
  const known = Array.isArray(lines) ? (lines as LineReference[]) : [];
  return new Map(known.map(({ Line, Number: number }) => [Number(Line), number]));
}

/** The positions of a record by the document that they refer to. */
function positionsByReference({ ESR, Fis = {} }: JournalRecord): Map<string, number[]> {
  const { PT_Reference, PT_OwnReference, PT_LineReferences } = Fis as Fis & {
    PT_LineReferences?: LineReference[];
  };
  const lines = new Map(
    (PT_LineReferences ?? []).map(({ Line, Number: number, Own }) => [Line, Own ?? number]),
  );
  const main = PT_OwnReference ?? PT_Reference;
  const positions = new Map<string, number[]>();
  (ESR?.PosA ?? []).forEach((position, i) => {
    const number = lines.get(String(i)) ?? main;
    if (!isPosition(position) || typeof number !== 'string' || number === '') return;
    const known = positions.get(number);
    if (known) known.push(i);
    else positions.set(number, [i]);
  });
  if (typeof main === 'string' && positions.size === 0) positions.set(main, []);
  return positions;
}

/** State changes that go with the references of document `FN`, entered at a time. */
export function referenceChanges(
  esr: CompleteEsr,
  FN: string,
  references: readonly Reference[],
  state: State,
  world: World,
  entry: string,
): Record<string, Json> {
  const changes: Record<string, Json> = {};
  for (const { own, positions, isMain } of references) {
    if (own?.test !== world.test || own.training || world.training) continue;
    const [type, referred] = [typeOf(FN), typeOf(own.FN)];
    if (type === 'NC' || type === 'ND') {
      const portion = takenBy(esr, type, positions);
      changes[correctedKey(own.FN)] = withCorrection(correctedBy(state, own.FN), portion, type);
      continue;
    }
    const madeFrom = referred !== null && (classOf(referred) === 'WD' || classOf(referred) === 'MG');
    if (!isMain || !madeFrom || type === null || classOf(type) !== 'SI') continue;
    const before = invoicedBy(state, own.FN);
    const invoiced: Invoiced = { at: before?.at ?? entry, by: [...(before?.by ?? []), FN] };
    changes[invoicedKey(own.FN)] = invoiced;
  }
  return changes;
}

/** An invoice with credit or debit notes cannot be cancelled: cancel those first. */
export function checkCancellation(original: JournalRecord, state: State): Issue[] {
  const FN = original.ESR?.FN;
  const { taken, credits, debits } = correctedBy(state, FN ?? '');
  const isCredited = credits > 0 || taken > 0;
  if (FN === undefined || (!isCredited && debits === 0)) return [];
  const notes = debits === 0 ? 'credit' : isCredited ? 'credit and debit' : 'debit';
  return [issue('#PT_CORRECTED', 'ESR.RFN', `${FN} has ${notes} notes; void those first`)];
}

/** State changes that undo what a cancelled document did to those it referred to. */
export function cancellationChanges(record: JournalRecord, state: State): Record<string, Json> {
  const { ESR: esr } = record;
  if (esr?.FN === undefined || isTraining(esr)) return {};
  const type = typeOf(esr.FN);
  const changes: Record<string, Json> = {};
  for (const [own, positions] of positionsByReference(record)) {
    const invoiced = invoicedBy(state, own);
    if (invoiced?.by.includes(esr.FN)) {
      const by = invoiced.by.filter((FN) => FN !== esr.FN);
      changes[invoicedKey(own)] = by.length === 0 ? null : { ...invoiced, by };
    }
    if (type !== 'NC' && type !== 'ND') continue;
    if (state.get(correctedKey(own)) === undefined) continue;
    const portion = takenBy(esr as CompleteEsr, type, positions);
    changes[correctedKey(own)] = withoutCorrection(correctedBy(state, own), portion, type);
  }
  return changes;
}

/**
 * True for a number of one of this register's series: it would have the document. A
 * number that is written in another way must not pass for another till's.
 */
function isNotIssued(number: string, state: State): boolean {
  const slash = number.lastIndexOf('/');
  const plain = (id: string) => id.replaceAll(/\s/g, '').toUpperCase();
  const id = plain(number.slice(0, Math.max(slash, 0)));
  return id !== '' && [...allSeries(state)].some(([known]) => plain(known) === id);
}

function invoicedBy(state: State, FN: string): Invoiced | null {
  return (state.get(invoicedKey(FN)) as Invoiced | null | undefined) ?? null;
}
