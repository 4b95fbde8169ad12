/**
 * Demo data of Belgium: an invented café with a morning's sales. They are signed by an
 * emulated fiscal data module (GKS 2.0), which runs in the same process until it ends.
 */
import type { Tree } from '../receipt/tree.ts';
import type { Register } from '../register/register.ts';
import { enter } from './place.ts';

const address = { Adr: 'Voorbeeldstraat', AdrNr: '12', Zip: '1000', City: 'Brussel', Ctry: 'BE' };

export const BELGIUM_CFG: Tree = {
  Cfg: {
    Cmp: { Nam: 'Café Voorbeeld BV', label: 'Voorbeeld', ...address, TaxId: 'BE0477472701' },
    Loc: { TL: 'BRU1', Nam: 'Café Voorbeeld', label: 'Voorbeeld', ...address, TaxId: '2000000042' },
    Trm: {
      ...{ TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Kassa 1' },
      ...{ Serial: 'CTST0010000001', Lang: 'nl' },
    },
  },
};

const an = { Opr: 'An' };
const bram = { Opr: 'Bram' };
const drinks = { Cat: '10', CatN: 'Dranken' };
const food = { Cat: '20', CatN: 'Keuken' };

const receipt = (ESR: Tree): Tree => ({ Tra: { ESR } });

const table: Tree[] = [
  {
    _: 'Pos',
    PN: '1',
    Dsc: 'Pils 25 cl',
    TaxG: 'A',
    Qty: '2',
    Pri: '3.20',
    Amt: '6.40',
    IN: '5410228142218',
    ...drinks,
  },
  {
    _: 'Pos',
    PN: '2',
    Dsc: 'Stoofvlees met friet',
    TaxG: 'B',
    Qty: '2',
    Pri: '19.50',
    Amt: '39.00',
    ...food,
  },
];

export const BELGIUM_SALES: readonly Tree[] = [
  receipt({ ...an, NFS: 'LOGIN' }),
  receipt({ ...bram, NFS: 'LOGIN' }),
  receipt({ ...an, NFS: 'PayIn', PayA: [{ _: 'Pay', Dsc: 'Wisselgeld', PayG: 'cash', Amt: '150.00' }] }),
  receipt({ ...an, NFS: 'Order', TP: 'TABLE 4', PosA: table }),
  receipt({ ...bram, NFS: 'Transfer', TP: 'TABLE 7', BE_FromTP: 'TABLE 4', PosA: table }),
  receipt({ ...bram, NFS: 'PreBill', TP: 'TABLE 7', PosA: table }),
  receipt({
    ...bram,
    TP: 'TABLE 7',
    PosA: [...table, { _: 'Tip', PN: '3', Dsc: 'Fooi', TaxG: 'X', Amt: '2.60' }],
    PayA: [{ _: 'Pay', Dsc: 'Bancontact', PayG: 'debitcard', Amt: '48.00', UID: '004512' }],
    Foot: [{ _: 'Txt', value: 'Tot ziens!' }],
  }),
  receipt({
    ...an,
    PosA: [
      { _: 'Pos', PN: '1', Dsc: 'Koffie', TaxG: 'A', Qty: '3', Pri: '2.90', Amt: '8.70', ...drinks },
      { _: 'Mod', PN: '1', Dsc: 'Happy hour', Cat: 'HH', Amt: '-0.88' },
      { _: 'Pos', PN: '2', Dsc: 'Wafel om mee te nemen', TaxG: 'C', Amt: '3.15', ...food },
    ],
    PayA: [
      { _: 'Pay', Dsc: 'Contant', PayG: 'cash', Amt: '20.00' },
      { _: 'Pay', Dsc: 'Wisselgeld', PayG: 'change', Amt: '-9.05' },
      { _: 'Pay', Dsc: 'Afronding', PayG: 'rounding', Amt: '0.02' },
    ],
  }),
  receipt({
    ...an,
    RTN: '7',
    PosA: [
      { _: 'Pos', Dsc: 'Pils 25 cl', TaxG: 'A', Qty: '-1', Pri: '3.20', Amt: '-3.20', RPN: '1', ...drinks },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Terugbetaling', PayG: 'refund', Amt: '-3.20' }],
  }),
];

/** Starts the emulated module, connects it and lists who works here. */
export async function openCafeBelgium(register: Register): Promise<void> {
  const { startEmulator } = await import('../emulators/fdm-network/emulator.ts');
  const fdm = await startEmulator({ background: true });
  await enter(register, 'connect', { generation: '2', address: fdm.address });
  await enter(register, 'set-operator', { alias: 'An', name: 'An', number: '79010100183' });
  await enter(register, 'set-operator', { alias: 'Bram', name: 'Bram', number: '85073003328' });
}
