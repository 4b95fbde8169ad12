/** A French shop for tests. */
import type { Cfg } from '../../../receipt/cfg.ts';

export const CFG = {
  Cmp: {
    ...{
      Nam: 'Café de l’Exemple',
      Adr: 'rue de la Paix',
      AdrNr: '7',
      Zip: '75002',
      City: 'Paris',
      Ctry: 'FR',
    },
    ...{ TaxId: 'FR40303265045', FR_NAF: '5610A' },
  },
  Loc: { TL: 'PA1', FR_SIR: '73282932000074' },
  Trm: { TT: '1', SW: 'BarPos', SWVersion: '4.2' },
} satisfies Cfg;

export const NOW = '2026-05-12T12:00:00';
