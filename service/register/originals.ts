/**
 * The receipts that a receipt refers to (doc 3: RFN; RTL, RTT, RTN; RPN), each looked
 * up once, however many positions name it.
 */
import type { Country } from '../countries/contract/country.ts';
import type { Original } from '../countries/contract/fiscalise.ts';
import type { CountryContext } from '../countries/contract/services.ts';
import type { State } from '../countries/contract/state.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import { minor } from '../receipt/money.ts';
import { isPosition, type CompleteEsr, type Esr, type JournalRecord } from '../receipt/tra.ts';
import type { Records } from './records.ts';

/** Receipts that one receipt may refer to: each is looked up while other sales wait. */
const MOST_ORIGINALS = 100;

/** What receipts are looked up in. */
export interface Library {
  records: Records;
  state: State;
  country: Country;
  context: CountryContext;
}

/** What a receipt refers to, and what is wrong with that. */
export interface Originals {
  /** First the one that it names itself. */
  originals: Original[];
  issues: Issue[];
}

/** What names a receipt, on ESR or on a position. */
type Reference = Pick<Esr, 'RFN' | 'RTL' | 'RTT' | 'RTN'> & { RD?: unknown };

/** Finds what a completed receipt refers to. */
export async function originalsOf(esr: CompleteEsr, library: Library): Promise<Originals> {
  const named = namedBy(esr, library.country);
  if (named.size > MOST_ORIGINALS) {
    const text = `refers to ${named.size} receipts; at most ${MOST_ORIGINALS}`;
    return { originals: [], issues: [issue('#REFERENCE', 'ESR.PosA', text)] };
  }
  const originals: Original[] = [];
  for (const [name, { reference, path, positions }] of named) {
    const record = await find(reference, esr, library);
    const { RFN, RD } = reference;
    originals.push({ name, path, RFN, RD, record, positions });
  }
  return { originals, issues: originals.flatMap((original) => unknownPositions(esr, original)) };
}

/** The record that a receipt names itself, if this register has it. */
export function mainOriginal(originals: readonly Original[]): JournalRecord | null {
  return originals.find(({ path }) => path === 'ESR')?.record ?? null;
}

function namedBy(
  esr: CompleteEsr,
  country: Country,
): Map<string, { reference: Reference; path: string; positions: number[] }> {
  const named = new Map<string, { reference: Reference; path: string; positions: number[] }>();
  const of = (reference: Reference, path: string) => {
    const name = nameOf(reference, esr);
    if (name === null) return null;
    const known = named.get(name) ?? { reference, path, positions: [] };
    named.set(name, known);
    return known;
  };
  const common = of(esr, 'ESR');
  // A void is of one receipt as a whole; positions say what they did on the original.
  const isByPosition =
    esr.Void !== '1' && (minor(esr.T, country.currency.digits) < 0 || country.corrects?.(esr));
  esr.PosA.forEach((position, i) => {
    if (!isPosition(position)) return;
    const own = isByPosition ? of(position, `ESR.PosA[${i}]`) : null;
    (own ?? common)?.positions.push(i);
  });
  return named;
}

/** A receipt by its number, as people would write it; null when nothing is named. */
function nameOf({ RFN, RTL, RTT, RTN }: Reference, { TL, TT }: CompleteEsr): string | null {
  if (typeof RFN === 'string') return RFN;
  return typeof RTN === 'string' ? `${RTL ?? TL}/${RTT ?? TT}/${RTN}` : null;
}

async function find(reference: Reference, esr: CompleteEsr, library: Library): Promise<JournalRecord | null> {
  const { records, country, state, context } = library;
  const { RFN, RD } = reference;
  const { TL, TT, Void } = esr;
  if (RFN === undefined) return records.referred({ ...reference, TL, TT });
  const number = RFN.trim();
  // A void names its original exactly.
  const found = await records.referred({ RFN: Void === '1' ? RFN : number });
  if (found) return found;
  const sought = country.soughtBy?.(number, RD, context);
  if (sought) return records.sought(sought, RD);
  const own = Void === '1' ? null : (country.ownNumber?.(number, state, context) ?? null);
  return own === null ? null : records.referred({ RFN: own });
}

/** Positions that name one which the original does not have. */
function unknownPositions({ PosA }: CompleteEsr, { name, record, positions }: Original): Issue[] {
  if (!record?.ESR?.PosA) return [];
  const numbers = new Set(record.ESR.PosA.filter(isPosition).map(({ PN }) => PN));
  return positions.flatMap((i) => {
    const { RPN } = PosA[i]!;
    if (typeof RPN !== 'string' || numbers.has(RPN.trim())) return [];
    const text = `${name} has no position ${JSON.stringify(RPN.slice(0, 60))}`;
    return [issue('#REFERENCE', `ESR.PosA[${i}].RPN`, text)];
  });
}
