/** Receipts of this machine for the others of the shop: found, and marked as voided. */
import { ALL_FIELDS } from '../countries/fields.ts';
import type { Journal } from '../journal/journal.ts';
import { readTra } from '../receipt/read.ts';
import { sameTaxId } from '../receipt/tax-id.ts';
import { isDateTime } from '../receipt/time.ts';
import type { Esr, JournalRecord } from '../receipt/tra.ts';
import { isTree, type Tree } from '../receipt/tree.ts';
import type { Register } from '../register/register.ts';
import { checkName, type Registers } from '../register/registers.ts';
import type { Mark } from '../register/voids/void-elsewhere.ts';

/** A receipt that is looked for; names as on the wire. */
export interface Sought {
  TaxId?: string;
  Ctry?: string;
  /** Fiscal number, else TL, TT and TN. */
  FN?: string;
  TL: string;
  TT: string;
  TN?: string;
  /** Year of its date. */
  year?: string;
}

/** A receipt of another machine that a register there wants marked. */
export interface MarkRequest {
  /** Instance id of the installation that is asked: nobody else may obey. */
  instance: string;
  RN: string;
  SQ: number;
  /** Register that will register the void. */
  by: string;
}

/** Journal and registers of this machine. */
export interface OwnReceipts {
  journal: Pick<Journal, 'byNumber' | 'byFiscalNumber' | 'bySq'>;
  registers: Pick<Registers, 'names' | 'find'>;
}

/** The first receipt that is what is looked for; null when no register here has it. */
export async function findReceipt(
  { journal, registers }: OwnReceipts,
  { TaxId, Ctry, FN, TL, TT, TN, year }: Sought,
): Promise<JournalRecord | null> {
  for (const rn of registers.names) {
    const company = (await registers.find(rn))?.cfg?.Cmp;
    if (!company || (TaxId !== undefined && !sameTaxId(company.TaxId, TaxId, company.Ctry))) continue;
    if (Ctry !== undefined && company.Ctry !== Ctry) continue;
    const found =
      FN !== undefined
        ? await journal.byFiscalNumber(rn, FN)
        : TN !== undefined
          ? await journal.byNumber(rn, TL, TT, TN, year)
          : null;
    if (found?._ === 'Tra') return found;
  }
  return null;
}

/**
 * Marks a receipt of this machine as voided by another one's register.
 * @param from instance id of the other installation
 */
export async function markReceipt(
  { journal, registers }: OwnReceipts,
  { RN, SQ, by }: MarkRequest,
  from: string,
): Promise<Mark> {
  const register: Register | null = registers.names.includes(RN) ? await registers.find(RN) : null;
  const record = register && (await journal.bySq(RN, SQ));
  if (record?._ !== 'Tra' || !record.ESR) return 'refused';
  if (record.ESR.Void === '1') return 'already';
  return register!.voids.markVoided(record, `${from}/${by}`);
}

const LONGEST = 200;
const isText = (value: unknown) => typeof value === 'string' && value.length <= LONGEST;
const isTextOrNothing = (value: unknown) => value === undefined || isText(value);

/** Reads a search; null when it makes no sense. */
export function readSought(body: Tree): Sought | null {
  const { TaxId, Ctry, FN, TL, TT, TN, year } = body;
  const isSought = [TL, TT].every(isText) && [TaxId, Ctry, FN, TN, year].every(isTextOrNothing);
  return isSought ? (body as unknown as Sought) : null;
}

/** Reads the wish for a mark; null when it makes no sense. */
export function readMarkRequest(body: Tree): MarkRequest | null {
  const { instance, RN, SQ, by } = body;
  const isRequest = [instance, RN, by].every(isText) && Number.isSafeInteger(SQ);
  return isRequest ? (body as unknown as MarkRequest) : null;
}

/**
 * Reads a record that another machine found, as strictly as the receipt of a POS:
 * types, names, characters and nesting.
 * @returns null when there is none in the answer, or it is not what was looked for
 */
export function readRecord({ record }: Tree, sought: Sought): JournalRecord | null {
  if (!isTree(record)) return null;
  const { _, SQ, RN, D, ...posted } = record;
  if (_ !== 'Tra' || typeof SQ !== 'number' || !Number.isSafeInteger(SQ) || SQ < 1) return null;
  if (typeof RN !== 'string' || checkName(RN).length > 0) return null;
  if (typeof D !== 'string' || !isDateTime(D)) return null;
  const { tra } = readTra(
    { Tra: posted },
    { currencyDigits: digitsOf(posted), fields: ALL_FIELDS, isStored: true },
  );
  if (!tra || !isIt(tra.ESR, sought)) return null;
  return { _, SQ, RN, D, ...tra };
}

/** Stored amounts have the digits of their register's currency. */
function digitsOf({ ESR }: Tree): number {
  const total = isTree(ESR) && typeof ESR.T === 'string' ? /^-?\d+(?:\.(\d{1,3}))?$/.exec(ESR.T) : null;
  return total ? (total[1]?.length ?? 0) : 2;
}

function isIt(esr: Esr, { FN, TL, TT, TN }: Sought): boolean {
  if (FN !== undefined) return esr.FN === FN;
  return TN !== undefined && esr.TN === TN && (esr.TL ?? '') === TL && (esr.TT ?? '') === TT;
}

/** Reads the outcome of a wish for a mark; null when it makes no sense. */
export function readMark({ mark }: Tree): Mark | null {
  return mark === 'ok' || mark === 'already' || mark === 'refused' || mark === 'failed' ? mark : null;
}
