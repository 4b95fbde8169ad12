/** France for the suite of all countries: a register that makes its key by itself. */
import type { CountryExample } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { CFG, NOW } from './shop.ts';

export const france: CountryExample = {
  name: 'France',
  cfg: CFG,
  now: NOW,
  receipts: {
    ...plainReceipts({ groups: ['A', 'B'], values: { Opr: '1', DT: 'Ticket' } }),
    // Vouchers are no turnover, by rate.
    byLine: { _: 'Vou' },
  },
  // Two signatures of one text differ: part of each is random.
  comparable: (record) =>
    JSON.parse(
      JSON.stringify(record)
        .replace(/[\w-]{86}/g, 'signature')
        .replace(/("Name":"SignatureExcerpt","Value":)"[\w-]{4}"/g, '$1""'),
    ) as typeof record,
  forge: ({ Fis }) => (Fis!.Payload = (Fis!.Payload as string).replace(',320,', ',310,')),
};
