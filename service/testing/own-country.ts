/** A country that wants receipts of its own before any other. For `vi.mock` of countries/list.ts. */
import type { Country } from '../countries/contract/country.ts';
import type { State } from '../countries/contract/state.ts';
import type { OwnReceipt } from '../countries/contract/work.ts';
import type * as countries from '../countries/list.ts';
import type { Issue } from '../receipt/issue.ts';

/** What the law wants; a test changes it. */
export const law = {
  /** Receipts of its own that there should be. */
  wanted: 1,
  /** Why none can be issued. */
  refusal: null as Issue | null,
  reset(): void {
    law.wanted = 1;
    law.refusal = null;
  },
};

/** A company in that country. */
export const OWN = { Cmp: { Nam: 'Own', Ctry: 'MC', TaxId: 'ZY1' } };

const issued = (state: State) => Number(state.get('ZY/own') ?? 0);

function wish(refused?: OwnReceipt['refused']): OwnReceipt {
  const number = law.wanted;
  return {
    own: 'first',
    esr: { NFS: 'First' },
    due: (state) => issued(state) < number,
    ...(refused && { refused }),
  };
}

/** The list of countries with this one, `MC`, added. */
export function withOwnCountry(real: typeof countries): typeof countries {
  const country: Country = {
    ...real.countryOf('LU'),
    code: 'MC',
    prepare: (_esr, state) => (issued(state) < law.wanted ? preparing(state) : null),
    async *background(state) {
      if (issued(state) < law.wanted) yield wish();
    },
    fiscalise(_esr, state, { own }) {
      const issues = own !== null && law.refusal ? [law.refusal] : [];
      const count = Number(state.get('ZY/count') ?? 0) + 1;
      const changes = { 'ZY/count': count, ...(own !== null && { 'ZY/own': issued(state) + 1 }) };
      // As a device would: not at once.
      const answer = { fis: { Count: count, Own: own }, changes, warnings: [], issues };
      return new Promise((resolve) => setImmediate(() => resolve(answer)));
    },
  };
  return { ...real, countryOf: (code) => (code === 'MC' ? country : real.countryOf(code)) };
}

async function* preparing(state: State): AsyncGenerator<OwnReceipt, Issue[], void> {
  let reasons: readonly Issue[] = [];
  yield wish((issues) => (reasons = issues));
  return issued(state) < law.wanted ? [...reasons] : [];
}
