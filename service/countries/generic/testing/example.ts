/** A country without a fiscal law, for the suite of all countries. */
import type { CountryExample } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';

export const generic: CountryExample = {
  name: 'a country without a fiscal law',
  cfg: { Cmp: { Nam: 'Example', Ctry: 'LU', TaxId: 'LU1' }, Loc: { TL: '1' }, Trm: { TT: '1' } },
  now: '2026-05-12T12:00:00',
  receipts: plainReceipts({ groups: ['17%', '3%'] }),
};
