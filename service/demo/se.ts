/**
 * Demo data of Sweden: an invented café with a morning's sales. They are registered at an
 * emulated control unit, which runs in the same process until it ends.
 */
import type { Tree } from '../receipt/tree.ts';
import type { Register } from '../register/register.ts';
import { enter } from './place.ts';

const address = { Adr: 'Exempelgatan', AdrNr: '1', Zip: '111 22', City: 'Stockholm', Ctry: 'SE' };

export const SWEDEN_CFG: Tree = {
  Cfg: {
    Cmp: {
      ...{ Nam: 'Kafé Exempel AB', label: 'Exempel', ...address },
      ...{ TaxId: 'SE556000461501', Org: '556000-4615' },
    },
    Loc: { TL: 'STO1', Nam: 'Kafé Exempel', label: 'Exempel', ...address },
    Trm: { TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Kassa 1', HWModel: 'Demo', Serial: 'D-1' },
  },
};

const Foot = [{ _: 'Txt', value: 'Tack och välkommen åter!' }];
const anna = { Opr: '1', OprN: 'Anna Lind' };
const erik = { Opr: '2', OprN: 'Erik Ek' };

const receipt = (ESR: Tree): Tree => ({ Tra: { ESR } });
const coffee = { _: 'Pos', Dsc: 'Kaffe', TaxG: 'B', IN: '7310000000011' };
const bun = { _: 'Pos', Dsc: 'Kanelbulle att ta med', TaxG: 'F', IN: '7310000000028' };
const lunch = { _: 'Pos', PN: '1', Dsc: 'Dagens lunch', TaxG: 'B', IN: '7310000000035' };

export const SWEDEN_SALES: readonly Tree[] = [
  receipt({ ...anna, NF: 'login' }),
  receipt({ ...anna, NF: 'balance', T: '500.00' }),
  receipt({
    ...anna,
    PosA: [
      { ...coffee, Qty: '2', Pri: '35.00', Amt: '70.00' },
      { ...bun, Amt: '32.00' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Kort', PayG: 'debitcard', Amt: '102.00', UID: '004512' }],
    Foot,
  }),
  receipt({
    ...erik,
    PosA: [
      { ...lunch, Amt: '145.00' },
      { _: 'Mod', PN: '1', Dsc: 'Rabatt', Prc: '10', Amt: '-14.50' },
    ],
    PayA: [
      { _: 'Pay', Dsc: 'Kontant', PayG: 'cash', Amt: '150.00' },
      { _: 'Pay', Dsc: 'Växel', PayG: 'change', Amt: '-19.50' },
    ],
    Foot,
  }),
  receipt({
    ...erik,
    ...{ RTL: 'STO1', RTT: '1', RTN: '3', Rsn: 'Ångrat köp' },
    PosA: [{ ...bun, Amt: '-32.00' }],
    PayA: [{ _: 'Pay', Dsc: 'Återbetalning', PayG: 'refund', Amt: '-32.00' }],
  }),
  receipt({ ...erik, NF: 'bill', PosA: [{ ...lunch, Amt: '145.00' }] }),
];

/** Starts the emulated control unit, and has the register use it. */
export async function openSwedishCafe(register: Register): Promise<void> {
  const { startEmulator } = await import('../emulators/cleancash/emulator.ts');
  const unit = await startEmulator({ background: true });
  await enter(register, 'use-unit', { url: unit.url, user: '', password: '' });
}
