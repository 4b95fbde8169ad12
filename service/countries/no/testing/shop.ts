/** A Norwegian shop for tests. */
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Act } from '../../testing/example.ts';

export const CFG = {
  Cmp: {
    ...{ Nam: 'Kafé Eksempel AS', Adr: 'Eksempelveien', AdrNr: '1', Zip: '0150', City: 'Oslo', Ctry: 'NO' },
    TaxId: 'NO974760673MVA',
  },
  Loc: { TL: 'OSL1' },
  Trm: { TT: '1', SW: 'BarPos', SWVersion: '4.2' },
} satisfies Cfg;

export const NOW = '2026-05-12T12:00:00';

/** The secret of the known answers: bytes 00 to 0F. */
export const SECRET = 'AAECAwQFBgcICQoLDA0ODw==';

/** Enters the key of the supplier. */
export async function setUp(act: Act): Promise<void> {
  await act('key', { file: Buffer.from(SECRET).toString('base64') });
}
