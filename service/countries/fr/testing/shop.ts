/** A French shop for tests. */
import type { Cfg } from '../../../receipt/cfg.ts';
import type { JournalRecord } from '../../../receipt/tra.ts';
import type { Tree } from '../../../receipt/tree.ts';
import { entriesOf } from '../entries.ts';

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

/** A position. */
export const pos = (Dsc: string, TaxG: string, Amt: string, more: Tree = {}): Tree => ({
  ...{ _: 'Pos', Dsc, TaxG, Amt },
  ...more,
});

/** A receipt of one kind of payment. */
export const ticket = (PosA: Tree[], total: string, more: Tree = {}): Tree => ({
  ...{ Opr: 'OP1', DT: 'Ticket', PosA, PayA: [{ _: 'Pay', Dsc: 'CB', PayG: 'debitcard', Amt: total }] },
  ...more,
});

/** Coffee and wine: 12.00 in two rates. */
export const SALE = ticket([pos('Café', 'B', '4.00'), pos('Vin', 'A', '8.00')], '12.00');

/** What was signed in a register, in order: kind and text. */
export function signedTexts(records: readonly JournalRecord[]): [kind: string, text: string][] {
  return records.flatMap((record) =>
    (entriesOf(record)?.entries ?? []).map(({ Kind, Payload }): [string, string] => [Kind, Payload]),
  );
}

/** Events of the journal: code and information. */
export function events(records: readonly JournalRecord[]): string[] {
  return signedTexts(records)
    .filter(([kind]) => kind === 'jet')
    .map(([, text]) => text.split(',').slice(1, 3).join(' '));
}
