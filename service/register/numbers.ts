/** Transaction numbers (doc 3, Numbering): serial per terminal, restarting each year. */
import type { CountryIdentity } from '../countries/contract/country.ts';
import type { CountryContext } from '../countries/contract/services.ts';
import type { State } from '../countries/contract/state.ts';
import type { Json } from '../receipt/json.ts';
import { NUMBER_KEY, numberKey, placeNumberKey } from '../receipt/number-key.ts';
import { isSameGroup } from '../receipt/payments.ts';
import { isTree } from '../receipt/tree.ts';
import { isNonFiscal, isTraining, type CompleteEsr } from '../receipt/tra.ts';

/** The terminals that a register has numbered, from the keys of its state. */
export function numberedTerminals(stateKeys: Iterable<string>): { TL: string; TT: string }[] {
  const terminals: { TL: string; TT: string }[] = [];
  for (const key of stateKeys) {
    if (!key.startsWith(NUMBER_KEY)) continue;
    const [TL, TT] = JSON.parse(key.slice(NUMBER_KEY.length)) as [string, string, string];
    terminals.push({ TL, TT });
  }
  return terminals;
}

/** The value of a plain decimal number such as `17`; null for `0017`, `A-17` and the like. */
export function plainNumber(TN: string): number | null {
  return /^[1-9]\d{0,14}$/.test(TN) ? Number(TN) : null;
}

/** Of numbers in a sequence of their own: its state key, and how they begin. */
const APART = { key: 'TNX ', prefix: 'X' };

/**
 * The receipt's own number, else the next free one, with the state change that goes with it.
 * @param country where its law counts receipts by these numbers, what it does not look at leaves no gap
 */
export function nextNumber(
  esr: CompleteEsr,
  state: State,
  country: Pick<CountryIdentity, 'gaplessNumbers' | 'numberedApart' | 'numberedByPlace'>,
  context: CountryContext,
): { TN: string; changes: Record<string, Json> } {
  const { gaplessNumbers = false, numberedApart, numberedByPlace } = country;
  const isApart = gaplessNumbers && (isTraining(esr) || isNonFiscal(esr) || numberedApart?.(esr) === true);
  const own = isApart ? numberKey(esr).replace(NUMBER_KEY, APART.key) : numberKey(esr);
  // The terminal keeps its own highest one all the same: it is known by that.
  const keys = !isApart && numberedByPlace?.(esr, state, context) ? [placeNumberKey(esr), own] : [own];
  const prefix = isApart ? APART.prefix : '';
  const TN = esr.TN ?? `${prefix}${highestOf(state, keys[0]!) + 1}`;
  const number = TN.startsWith(prefix) ? plainNumber(TN.slice(prefix.length)) : null;
  const passed = number === null ? [] : keys.filter((key) => number > highestOf(state, key));
  return { TN, changes: Object.fromEntries(passed.map((key) => [key, number])) };
}

/** Numbers of receipts that are numbered one after the other while nothing of them stands in the state. */
export class NumbersAhead {
  private readonly state: State;
  private readonly country: Parameters<typeof nextNumber>[2];
  private readonly changes = new Map<string, Json>();

  constructor(ledger: State, country: Parameters<typeof nextNumber>[2]) {
    this.state = {
      get: (key) => this.changes.get(key) ?? ledger.get(key),
      keys: () => ledger.keys(),
    };
    this.country = country;
  }

  /** The receipt with its number. */
  numbered(esr: CompleteEsr, context: CountryContext): CompleteEsr {
    const { TN, changes } = nextNumber(esr, this.state, this.country, context);
    for (const [key, value] of Object.entries(changes)) this.changes.set(key, value);
    return { ...esr, TN };
  }
}

function highestOf(state: State, key: string): number {
  const known = state.get(key);
  return typeof known === 'number' ? known : 0;
}

/** True when everything in `part` stands in `whole` with the same value; missing values and empty lists do not count. */
export function contains(whole: unknown, part: unknown): boolean {
  if (part === undefined) return true;
  if (Array.isArray(part)) {
    if (part.length === 0) return true;
    return (
      Array.isArray(whole) &&
      whole.length === part.length &&
      part.every((item, i) => contains(whole[i], item))
    );
  }
  if (isTree(part)) {
    return (
      isTree(whole) &&
      Object.entries(part).every(([name, value]) =>
        name === 'PayG' ? isSameGroup(whole[name], value) : contains(whole[name], value),
      )
    );
  }
  return whole === part;
}
