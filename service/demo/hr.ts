/**
 * Demo data of Croatia: an invented café with a morning's sales. They are reported
 * to the emulated tax administration, which runs in the same process until it ends;
 * so all receipts are tests.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Tree } from '../receipt/tree.ts';
import type { Register } from '../register/register.ts';
import { enter, type DemoPlace } from './place.ts';

const OIB = '12345678903';
const ANA = '98765432106';
const MARKO = '11223344553';

const address = { Adr: 'Trg Primjera 5', Zip: '21000', City: 'Split', Ctry: 'HR' };

export const CROATIA_CFG: Tree = {
  Cfg: {
    Cmp: { Nam: 'Caffe bar Primjer d.o.o.', label: 'Primjer', ...address, TaxId: OIB },
    Loc: { TL: 'POSL1', Nam: 'Caffe bar Primjer', label: 'Primjer', ...address },
    Trm: { TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Blagajna 1' },
  },
};

const foot = [{ _: 'Txt', value: 'Hvala i doviđenja!' }];
const ana = { Opr: '1', OprN: 'Ana', OprTIN: ANA };
const marko = { Opr: '2', OprN: 'Marko', OprTIN: MARKO };

/** `A P3`: drinks have the consumption tax of the town besides VAT. */
export const CROATIA_SALES: readonly Tree[] = [
  {
    Tra: {
      ESR: {
        ...ana,
        PosA: [
          { _: 'Pos', Dsc: 'Espresso', TaxG: 'A P3', Qty: '2', Pri: '1.80', Amt: '3.60' },
          { _: 'Pos', Dsc: 'Macchiato veliki', TaxG: 'A P3', Amt: '2.20' },
        ],
        PayA: [
          { _: 'Pay', Dsc: 'Gotovina', PayG: 'cash', Amt: '10.00' },
          { _: 'Pay', Dsc: 'Ostatak', PayG: 'change', Amt: '-4.20' },
        ],
        Foot: foot,
      },
    },
  },
  {
    Tra: {
      ESR: {
        ...ana,
        PosA: [
          { _: 'Pos', Dsc: 'Kava s mlijekom', TaxG: 'A P3', Amt: '2.10' },
          { _: 'Pos', Dsc: 'Burek sa sirom', TaxG: 'B', Amt: '3.50' },
          { _: 'Pos', Dsc: 'Cijeđena naranča 0,3 l', TaxG: 'A P3', Amt: '4.40' },
        ],
        PayA: [{ _: 'Pay', Dsc: 'Mastercard', PayG: 'debitcard', Amt: '10.00', UID: '004512' }],
        Foot: foot,
      },
    },
  },
  {
    Tra: {
      ESR: {
        ...marko,
        Ctm: {
          Nam: 'Brodogradnja Uzor d.d.',
          Adr: 'Riva 2',
          Zip: '21000',
          City: 'Split',
          Ctry: 'HR',
          TaxId: '55667788990',
        },
        PosA: [
          { _: 'Pos', PN: '1', Dsc: 'Sendviči za 12 osoba', TaxG: 'B', Amt: '72.00' },
          { _: 'Pos', PN: '2', Dsc: 'Mineralna voda 1 l', TaxG: 'A P3', Qty: '4', Pri: '4.00', Amt: '16.00' },
          { _: 'Mod', PN: '2', Dsc: 'Popust', Prc: '10', Amt: '-1.60' },
          { _: 'Pos', PN: '3', Dsc: 'Povratna naknada', TaxG: 'N', Qty: '4', Pri: '0.10', Amt: '0.40' },
        ],
        PayA: [{ _: 'Pay', Dsc: 'Visa', PayG: 'creditcard', Amt: '86.80', UID: '778120' }],
        Foot: foot,
      },
    },
  },
  {
    Tra: {
      ESR: {
        ...marko,
        NFS: 'Training',
        PosA: [{ _: 'Pos', Dsc: 'Pivo 0,5 l', TaxG: 'A P3', Amt: '4.50' }],
        PayA: [{ _: 'Pay', Dsc: 'Gotovina', PayG: 'cash', Amt: '4.50' }],
      },
    },
  },
  {
    Tra: {
      ESR: {
        ...marko,
        Rsn: 'Povrat',
        PosA: [{ _: 'Pos', Dsc: 'Burek sa sirom', TaxG: 'B', Amt: '-3.50' }],
        PayA: [{ _: 'Pay', Dsc: 'Povrat gotovine', PayG: 'refund', Amt: '-3.50' }],
      },
    },
  },
  {
    Tra: {
      ESR: {
        ...ana,
        PosA: [
          { _: 'Pos', Dsc: 'Čaj od kadulje', TaxG: 'A P3', Amt: '2.30' },
          { _: 'Pos', Dsc: 'Krafna s marmeladom', TaxG: 'B', Qty: '2', Pri: '1.70', Amt: '3.40' },
          { _: 'Pos', Dsc: 'Turistička razglednica', TaxG: 'A', Amt: '1.20' },
        ],
        PayA: [{ _: 'Pay', Dsc: 'Gotovina', PayG: 'cash', Amt: '6.90' }],
        Foot: foot,
      },
    },
  },
];

/** Working hours, by day of the week (1: Monday). */
const HOURS = ['1', '2', '3', '4', '5', '6'].map((day) => ({
  ...{ day, from: '07:00', till: day === '6' ? '14:00' : '22:00' },
}));

/** Starts the emulated tax administration, enters the café's certificate and announces its working hours. */
export async function openCafe(register: Register, { folder, setAttributes }: DemoPlace): Promise<void> {
  const { startEmulator } = await import('../emulators/cis/emulator.ts');
  const cis = await startEmulator({ background: true });
  const trusted = path.join(folder, 'cis-emulator.pem');
  await fs.writeFile(trusted, `${cis.ca}\n${cis.cisCertificate}`);
  await setAttributes({ HR_Cis: cis.url, HR_CisCA: trusted });
  const { pkcs12, password } = await cis.issue(OIB);
  await enter(register, 'certificate', { file: pkcs12.toString('base64'), password });
  const since = register.context!.now.slice(0, 10);
  for (const hours of HOURS) await enter(register, 'add-hours', { ...hours, since, operator: ANA });
}
