/** Denmark for the suite of all countries. */
import type { CountryExample } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { saft } from '../export.ts';
import { CFG, NOW, setUp } from './shop.ts';

export const denmark: CountryExample = {
  name: 'Denmark',
  cfg: CFG,
  now: NOW,
  equipment: () => ({ setUp }),
  lineExport: saft,
  receipts: plainReceipts({ groups: ['A', 'Z'], values: { Opr: 'E1' } }),
  forge: ({ Fis }) => (Fis!.Payload = (Fis!.Payload as string).replace(';3.20;', ';3.10;')),
};
