/**
 * Demo data of Slovenia: an invented shop with a morning's sales. They are reported
 * to the emulated FURS, which runs in the same process until it ends; so all receipts
 * are tests.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Tree } from '../receipt/tree.ts';
import type { Register } from '../register/register.ts';
import { enter, type DemoPlace } from './place.ts';

const TAX_NUMBER = '12345679';

const address = { Adr: 'Trg primera 5', Zip: '1000', City: 'Ljubljana', Ctry: 'SI' };

export const SLOVENIA_CFG: Tree = {
  Cfg: {
    Cmp: { Nam: 'Pekarna Primer d.o.o.', label: 'Primer', ...address, TaxId: `SI${TAX_NUMBER}` },
    Loc: { TL: 'PEKARNA1', Nam: 'Pekarna Primer', label: 'Primer', ...address },
    Trm: { TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Blagajna 1' },
  },
};

const Foot = [{ _: 'Txt', value: 'Hvala in nasvidenje!' }];
const ana = { Opr: '1', OprN: 'Ana', OprTIN: '15012557' };
const luka = { Opr: '2', OprN: 'Luka', OprTIN: '59082437' };

const receipt = (ESR: Tree): Tree => ({ Tra: { ESR } });

export const SLOVENIA_SALES: readonly Tree[] = [
  receipt({
    ...ana,
    PosA: [
      { _: 'Pos', Dsc: 'Kava s smetano', TaxG: 'B', Qty: '2', Pri: '1.90', Amt: '3.80' },
      { _: 'Pos', Dsc: 'Rogljič z marmelado', TaxG: 'B', Amt: '1.70' },
    ],
    PayA: [
      { _: 'Pay', Dsc: 'Gotovina', PayG: 'cash', Amt: '10.00' },
      { _: 'Pay', Dsc: 'Vračilo', PayG: 'change', Amt: '-4.50' },
    ],
    Foot,
  }),
  receipt({
    ...ana,
    PosA: [
      {
        _: 'Pos',
        PN: '1',
        Dsc: 'Domači kruh',
        TaxG: 'B',
        Qty: '0.750',
        QtyU: 'kg',
        Pri: '4.80',
        Amt: '3.60',
      },
      { _: 'Pos', PN: '2', Dsc: 'Vino teran 0,75 l', TaxG: 'A', Amt: '9.90' },
      { _: 'Mod', PN: '2', Dsc: 'Popust', Prc: '10', Amt: '-0.99' },
      { _: 'Pos', PN: '3', Dsc: 'Knjiga receptov', TaxG: 'C', Amt: '14.00' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Mastercard', PayG: 'debitcard', Amt: '26.51', UID: '004512' }],
    Foot,
  }),
  receipt({
    ...luka,
    Ctm: { Nam: 'Gradnje Vzor d.d.', ...address, Adr: 'Obrežna 2', TaxId: 'SI59082437' },
    PosA: [{ _: 'Pos', Dsc: 'Obloženi kruhki za 12 oseb', TaxG: 'B', Amt: '72.00' }],
    PayA: [{ _: 'Pay', Dsc: 'Visa', PayG: 'creditcard', Amt: '72.00', UID: '778120' }],
    Foot,
  }),
  receipt({
    ...luka,
    NFS: 'Training',
    PosA: [{ _: 'Pos', Dsc: 'Čaj', TaxG: 'B', Amt: '1.50' }],
    PayA: [{ _: 'Pay', Dsc: 'Gotovina', PayG: 'cash', Amt: '1.50' }],
  }),
  receipt({
    ...luka,
    ...{ RTL: 'PEKARNA1', RTT: '1', RTN: '2', Rsn: 'Vračilo' },
    PosA: [{ _: 'Pos', Dsc: 'Vino teran 0,75 l', TaxG: 'A', Amt: '-8.91' }],
    PayA: [{ _: 'Pay', Dsc: 'Vračilo gotovine', PayG: 'refund', Amt: '-8.91' }],
  }),
  receipt({
    ...ana,
    PosA: [
      { _: 'Pos', Dsc: 'Burek s sirom', TaxG: 'B', Amt: '3.50' },
      { _: 'Pos', Dsc: 'Mineralna voda 0,5 l', TaxG: 'B', Qty: '2', Pri: '1.20', Amt: '2.40' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Gotovina', PayG: 'cash', Amt: '5.90' }],
    Foot,
  }),
];

/** Starts the emulated FURS, enters the shop's certificate and registers its premises. */
export async function openBakery(register: Register, { folder, setAttributes }: DemoPlace): Promise<void> {
  const { startEmulator } = await import('../emulators/furs/emulator.ts');
  const furs = await startEmulator({ background: true });
  const trusted = path.join(folder, 'furs-emulator.pem');
  await fs.writeFile(trusted, furs.ca);
  await setAttributes({ SI_Furs: furs.url, SI_FursCA: trusted });
  const { pkcs12, password } = await furs.issue(TAX_NUMBER);
  await enter(register, 'certificate', { file: pkcs12.toString('base64'), password });
  await enter(register, 'premises-real', {
    ...{ cadastral: '1725', building: '512', section: '3', street: 'Trg primera', house: '5' },
    ...{ community: 'Ljubljana', city: 'Ljubljana', postcode: '1000' },
    from: register.context!.now.slice(0, 10),
  });
}
