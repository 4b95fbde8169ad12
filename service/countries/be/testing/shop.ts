/** A Belgian café for tests: its configuration. */
import type { Cfg } from '../../../receipt/cfg.ts';

export const CFG = {
  Cmp: { Nam: 'Café Voorbeeld BV', Ctry: 'BE', TaxId: 'BE0477472701' },
  Loc: { TL: 'BR1', TaxId: '2000000042' },
  Trm: { TT: '1', SW: 'Test', SWVersion: '1.0', Serial: 'CTST0010000001', Lang: 'nl' },
} satisfies Cfg;

export const NOW = '2026-11-20T16:55:00';
