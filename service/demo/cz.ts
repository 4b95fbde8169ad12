/**
 * Demo data of Czechia: an invented shop with a morning's sales. They are recorded by the
 * emulated authority (EET 2.0), which runs in the same process until it ends; so all
 * receipts are tests.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Tree } from '../receipt/tree.ts';
import type { Register } from '../register/register.ts';
import { enter, type DemoPlace } from './place.ts';

const TAX_NUMBER = 'CZ00000019';

const address = { Adr: 'Náměstí Příkladu 5', Zip: '602 00', City: 'Brno', Ctry: 'CZ' };

export const CZECHIA_CFG: Tree = {
  Cfg: {
    Cmp: { Nam: 'Pekařství Příklad s.r.o.', label: 'Příklad', ...address, TaxId: TAX_NUMBER },
    Loc: { TL: 'BRNO1', Nam: 'Pekařství Příklad', label: 'Příklad', ...address },
    Trm: { TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Pokladna 1' },
  },
};

const Foot = [{ _: 'Txt', value: 'Děkujeme a na shledanou!' }];
const jana = { Opr: '1', OprN: 'Jana' };
const petr = { Opr: '2', OprN: 'Petr' };

const receipt = (ESR: Tree): Tree => ({ Tra: { ESR } });

export const CZECHIA_SALES: readonly Tree[] = [
  receipt({
    ...jana,
    PosA: [
      { _: 'Pos', Dsc: 'Káva s mlékem', TaxG: 'B', Qty: '2', Pri: '59.00', Amt: '118.00' },
      { _: 'Pos', Dsc: 'Koláč s povidly', TaxG: 'B', Amt: '32.00' },
    ],
    PayA: [
      { _: 'Pay', Dsc: 'Hotově', PayG: 'cash', Amt: '200.00' },
      { _: 'Pay', Dsc: 'Vráceno', PayG: 'change', Amt: '-50.00' },
    ],
    Foot,
  }),
  receipt({
    ...jana,
    PosA: [
      { _: 'Pos', PN: '1', Dsc: 'Chléb', TaxG: 'B', Qty: '0.750', QtyU: 'kg', Pri: '64.00', Amt: '48.00' },
      { _: 'Pos', PN: '2', Dsc: 'Víno 0,75 l', TaxG: 'A', Amt: '189.00' },
      { _: 'Mod', PN: '2', Dsc: 'Sleva', Prc: '10', Amt: '-18.90' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Mastercard', PayG: 'debitcard', Amt: '218.10', UID: '004512' }],
    Foot,
  }),
  receipt({
    ...petr,
    PosA: [{ _: 'Pos', Dsc: 'Obložené chlebíčky', TaxG: 'B', Qty: '24', Pri: '38.00', Amt: '912.00' }],
    PayA: [{ _: 'Pay', Dsc: 'Visa', PayG: 'creditcard', Amt: '912.00', UID: '778120' }],
    Foot,
  }),
  receipt({
    ...petr,
    ...{ RTL: 'BRNO1', RTT: '1', RTN: '2', Rsn: 'Vratka' },
    PosA: [{ _: 'Pos', Dsc: 'Víno 0,75 l', TaxG: 'A', Amt: '-170.10' }],
    PayA: [{ _: 'Pay', Dsc: 'Vráceno hotově', PayG: 'refund', Amt: '-170.10' }],
  }),
  receipt({
    ...jana,
    PosA: [
      { _: 'Pos', Dsc: 'Rohlík', TaxG: 'B', Qty: '5', Pri: '4.50', Amt: '22.50' },
      { _: 'Pos', Dsc: 'Noviny', TaxG: 'B', Amt: '29.00' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Hotově', PayG: 'cash', Amt: '51.50' }],
    Foot,
  }),
];

/** Starts the emulated authority, switches EET 2.0 on and enters the shop's certificate. */
export async function openCzechShop(register: Register, { folder, setAttributes }: DemoPlace): Promise<void> {
  const { startEmulator } = await import('../emulators/eet/emulator.ts');
  const eet = await startEmulator({ background: true });
  const trusted = path.join(folder, 'eet-emulator.pem');
  await fs.writeFile(trusted, eet.ca);
  await setAttributes({ CZ_EET: '4', CZ_id_provoz: '243', CZ_Eet_url: eet.url, CZ_EetCA: trusted });
  const { pkcs12, password } = await eet.issue(TAX_NUMBER);
  await enter(register, 'certificate', { file: pkcs12.toString('base64'), password });
}
