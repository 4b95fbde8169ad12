/** Demo data of Germany: an invented café with a morning's sales, signed by a TSE in software. */
import type { Tree } from '../receipt/tree.ts';
import { act } from '../register/country-work.ts';
import type { Register } from '../register/register.ts';

const address = { Adr: 'Beispielallee', AdrNr: '12', Zip: '10115', City: 'Berlin', Ctry: 'DE' };

export const GERMANY_CFG: Tree = {
  Cfg: {
    Cmp: { Nam: 'Café Muster GmbH', label: 'Muster', ...address, TaxId: 'DE123456788', TIN: '37/123/45678' },
    Loc: { TL: 'B1', Nam: 'Café Muster', label: 'Muster', ...address },
    Trm: { TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Kasse', HWModel: 'K1', Serial: 'DEMO-0001' },
    DE_Agentur: [{ Id: '1', Nam: 'Beispiel Verlag GmbH', ...address, TaxId: 'DE987654329' }],
  },
};

const Foot = [{ _: 'Txt', value: 'Vielen Dank für Ihren Besuch!' }];
const anna = { Opr: '1', OprN: 'Anna' };
const jonas = { Opr: '2', OprN: 'Jonas' };

const receipt = (ESR: Tree): Tree => ({ Tra: { ESR } });

export const GERMANY_SALES: readonly Tree[] = [
  receipt({
    ...anna,
    NFS: 'PayIn',
    PayA: [{ _: 'Pay', Dsc: 'Anfangsbestand', PayG: 'cash', Amt: '200.00' }],
  }),
  receipt({
    ...anna,
    PosA: [
      { _: 'Pos', Dsc: 'Milchkaffee', TaxG: 'A', Qty: '2', Pri: '3.90', Amt: '7.80' },
      { _: 'Pos', Dsc: 'Butterbrezel', TaxG: 'B', Qty: '2', Pri: '1.95', Amt: '3.90' },
      { _: 'Tip', Dsc: 'Trinkgeld', TaxG: 'E', Amt: '1.30' },
    ],
    PayA: [
      { _: 'Pay', Dsc: 'Bar', PayG: 'cash', Amt: '20.00' },
      { _: 'Pay', Dsc: 'Rückgeld', PayG: 'change', Amt: '-7.00' },
    ],
    Foot,
  }),
  receipt({
    ...anna,
    PosA: [
      {
        _: 'Pos',
        PN: '1',
        Dsc: 'Geröstete Bohnen',
        TaxG: 'B',
        Qty: '0.5',
        QtyU: 'kg',
        Pri: '32.00',
        Amt: '16.00',
      },
      { _: 'Mod', PN: '1', Dsc: 'Rabatt', Prc: '10', Amt: '-1.60' },
      { _: 'Dep', PN: '2', Dsc: 'Pfand Glas', TaxG: 'A', Amt: '2.00' },
      { _: 'Pos', PN: '3', Dsc: 'Tageszeitung', TaxG: 'B', Amt: '2.90', DE_AGENTUR_ID: '1' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'EC-Karte', PayG: 'debitcard', Amt: '19.30', UID: '004512' }],
    Foot,
  }),
  receipt({
    ...jonas,
    PosA: [{ _: 'Vou', Dsc: 'Gutschein', TaxG: '7', Amt: '25.00', VouN: 'G-0017' }],
    PayA: [{ _: 'Pay', Dsc: 'Karte', PayG: 'creditcard', Amt: '25.00' }],
  }),
  receipt({
    ...jonas,
    RTN: '3',
    PosA: [{ _: 'Dep', Dsc: 'Pfand Glas', TaxG: 'A', Amt: '-2.00', RPN: '2' }],
    PayA: [{ _: 'Pay', Dsc: 'Auszahlung', PayG: 'refund', Amt: '-2.00' }],
  }),
];

/** Sets up a TSE in software. */
export async function openTse(register: Register): Promise<void> {
  await done(register, 'add-software', {});
  const { units } = register.context!.tses!;
  await done(register, 'set-up', { id: units[0]!.id });
}

async function done(register: Register, action: string, input: Tree): Promise<void> {
  const outcome = await act(register, action, input);
  if (!outcome || 'issues' in outcome) throw new Error(`${action}: ${JSON.stringify(outcome)}`);
}
