/** A Swedish shop for tests. */
import type { Cfg } from '../../../receipt/cfg.ts';

export const CFG = {
  Cmp: {
    ...{
      Nam: 'Butik Exempel AB',
      Adr: 'Exempelgatan',
      AdrNr: '1',
      Zip: '111 22',
      City: 'Stockholm',
      Ctry: 'SE',
    },
    ...{ TaxId: 'SE556000461501', Org: '556000-4615' },
  },
  Loc: { TL: 'STO1' },
  Trm: { TT: '1', SW: 'ButikPos', SWVersion: '4.2', HWModel: 'P1', Serial: 'S-1' },
} satisfies Cfg;

export const NOW = '2026-05-12T12:00:00';
