/** Portugal for the suite of all countries: documents of the service's own key, in series that it opens itself. */
import { key } from '../../../testing/registers.ts';
import { PORTUGAL } from '../../../testing/sales.ts';
import type { CountryExample } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';

const receipts = plainReceipts({ groups: ['A', 'B'], values: { Opr: '1' } });

export const portugal: CountryExample = {
  name: 'Portugal',
  cfg: { ...PORTUGAL, Loc: { TL: '1' }, Trm: { TT: '1' } },
  now: '2026-05-12T12:00:00',
  manners: ['is-down'],
  equipment() {
    let isThere = true;
    return {
      services: { key: () => (isThere ? key : null) },
      // The key is what a document cannot do without.
      behave: (manner) => (isThere = manner === 'works'),
    };
  },
  receipts: { ...receipts, return: (of) => ({ ...receipts.return(of), RFN: of.ESR!.FN! }) },
  // Of real documents the tax authority says that a series is registered already; those of the own key are tests.
  restoresOnce: true,
  forge: ({ Fis }) => (Fis!.PT_Hash = `x${String(Fis!.PT_Hash).slice(1)}`),
};
