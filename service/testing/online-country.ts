/** A country whose authority gives each receipt a number, as the test wants. For `vi.mock` of countries/list.ts. */
import type { Country } from '../countries/contract/country.ts';
import type { Delivered } from '../countries/contract/delivery.ts';
import type * as countries from '../countries/list.ts';
import { issue } from '../receipt/issue.ts';
import type { JournalRecord } from '../receipt/tra.ts';

/** How the authority answers a request; `answers-late` gives its number when nobody waits any more. */
export type Manner = 'accepts' | 'refuses' | 'is-silent' | 'answers-late' | 'loses-answer';

/** The authority. */
export const authority = {
  /** How it answers the next requests; the last one stays. */
  manners: ['accepts'] as Manner[],
  /** What it was told, in order: transaction numbers. */
  told: [] as string[],
  late: [] as boolean[],
  /** The number that it gave a receipt. */
  numbers: new Map<string, string>(),
  /** How long a sale waits for it, ms. */
  patience: 20,
  /** Requests that are answered when the test wants; null for at once. */
  held: null as (() => void)[] | null,
  reset(): void {
    authority.manners = ['accepts'];
    authority.told = [];
    authority.late = [];
    authority.numbers = new Map();
    authority.held = null;
    authority.patience = 20;
  },
};

/** A company in that country. */
export const ONLINE = { Cmp: { Nam: 'Online', Ctry: 'LI', TaxId: 'ZX1' } };

async function deliver(
  { ESR, Fis }: JournalRecord,
  _context: unknown,
  { late, signal }: { late: boolean; signal: AbortSignal },
): Promise<Delivered> {
  const TN = ESR!.TN!;
  const manner = authority.manners.length > 1 ? authority.manners.shift()! : authority.manners[0]!;
  authority.told.push(TN);
  authority.late.push(late);
  const { held } = authority;
  if (held) await new Promise<void>((resolve) => held.push(resolve));
  const givenUp = () =>
    new Promise((resolve) => (signal.aborted ? resolve(null) : signal.addEventListener('abort', resolve)));
  if (manner === 'is-silent') {
    await givenUp();
    return { outcome: 'unanswered', text: 'no answer' };
  }
  if (manner === 'refuses') return { outcome: 'refused', issue: issue('#TYPE', '', 's001: schema') };
  const number = authority.numbers.get(TN) ?? `JIR ${authority.numbers.size + 1}`;
  authority.numbers.set(TN, number);
  if (manner === 'answers-late') await givenUp();
  if (manner === 'answers-late' || manner === 'loses-answer')
    return { outcome: 'unanswered', text: 'the line broke' };
  const Tag = [{ Label: 'Number', Name: 'Number', Value: number }];
  return { outcome: 'accepted', fis: { ...Fis, Number: number, Tag } };
}

/** The list of countries with this one, `LI`, added. */
export function withOnlineCountry(real: typeof countries): typeof countries {
  const country: Country = {
    ...real.countryOf('LU'),
    code: 'LI',
    fiscalise(esr, state) {
      const number = Number(state.get('LI/number') ?? 0) + 1;
      return {
        FN: `${(state.get('LI/series') as string | undefined) ?? 'LI'}/${number}`,
        fis: { Code: `code of ${esr.TN}` },
        ...{ changes: { 'LI/number': number }, warnings: [], issues: [] },
        deliverBy: '2026-05-06T12:00:00',
      };
    },
    restored: (_state, { now }) => ({
      details: {},
      changes: { 'LI/series': `LI ${now.replace(/\D/g, '')}`, 'LI/number': 0 },
    }),
    delivery: { patience: () => authority.patience, deliver },
  };
  return { ...real, countryOf: (code) => (code === 'LI' ? country : real.countryOf(code)) };
}
