/**
 * Demo data of Slovakia: an invented shop with a morning's sales. They are told to the emulated
 * eKasa, or registered by an emulated certified program with its storage (`SK/ppekk`); both run
 * in the same process until it ends, so all receipts are tests.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Tree } from '../receipt/tree.ts';
import type { Register } from '../register/register.ts';
import { enter, type DemoPlace } from './place.ts';

const DIC = '2020123456';
const REGISTER_CODE = `888${DIC}0001`;
const ICO = '12345678';

const address = { Adr: 'Námestie Príkladu 5', Zip: '811 01', City: 'Bratislava', Ctry: 'SK' };

export const SLOVAKIA_CFG: Tree = {
  Cfg: {
    Cmp: { Nam: 'Pekáreň Príklad s.r.o.', label: 'Príklad', ...address, TaxId: `SK${DIC}` },
    Loc: { TL: 'BA1', Nam: 'Pekáreň Príklad', label: 'Príklad', ...address },
    Trm: { TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Pokladnica 1' },
  },
};

const Foot = [{ _: 'Txt', value: 'Ďakujeme a dovidenia!' }];
const jana = { Opr: '1', OprN: 'Jana' };
const peter = { Opr: '2', OprN: 'Peter' };

const receipt = (ESR: Tree): Tree => ({ Tra: { ESR } });

export const SLOVAKIA_SALES: readonly Tree[] = [
  receipt({
    ...jana,
    PosA: [
      { _: 'Pos', Dsc: 'Káva s mliekom', TaxG: 'B', Qty: '2', Pri: '2.40', Amt: '4.80' },
      { _: 'Pos', Dsc: 'Tvarohový koláč', TaxG: 'C', Amt: '1.70' },
    ],
    PayA: [
      { _: 'Pay', Dsc: 'Hotovosť', PayG: 'cash', Amt: '10.00' },
      { _: 'Pay', Dsc: 'Výdavok', PayG: 'change', Amt: '-3.50' },
    ],
    Foot,
  }),
  receipt({
    ...jana,
    PosA: [
      { _: 'Pos', PN: '1', Dsc: 'Chlieb', TaxG: 'C', Qty: '0.750', QtyU: 'kg', Pri: '3.20', Amt: '2.40' },
      { _: 'Pos', PN: '2', Dsc: 'Víno 0,75 l', TaxG: 'A', Amt: '9.90' },
      { _: 'Mod', PN: '2', Dsc: 'Zľava', Prc: '10', Amt: '-0.99' },
      { _: 'Dep', PN: '3', Dsc: 'Záloha fľaša', TaxG: 'Z', Amt: '0.15' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Mastercard', PayG: 'debitcard', Amt: '11.46', UID: '004512' }],
    Foot,
  }),
  receipt({
    ...peter,
    PosA: [{ _: 'Pos', Dsc: 'Úhrada faktúry', TaxG: 'Z', Amt: '86.00', SK_InvoiceNumber: '2026-0117' }],
    PayA: [{ _: 'Pay', Dsc: 'Visa', PayG: 'creditcard', Amt: '86.00', UID: '778120' }],
    Foot,
  }),
  receipt({
    ...peter,
    ...{ RTL: 'BA1', RTT: '1', RTN: '2', Rsn: 'Reklamácia' },
    PosA: [{ _: 'Pos', Dsc: 'Víno 0,75 l', TaxG: 'A', Amt: '-8.91' }],
    PayA: [{ _: 'Pay', Dsc: 'Vrátené v hotovosti', PayG: 'refund', Amt: '-8.91' }],
  }),
  receipt({
    ...jana,
    PosA: [
      { _: 'Pos', Dsc: 'Rožok', TaxG: 'C', Qty: '5', Pri: '0.20', Amt: '1.00' },
      { _: 'Pos', Dsc: 'Noviny', TaxG: 'A', Amt: '1.80' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Hotovosť', PayG: 'cash', Amt: '2.80' }],
    Foot,
  }),
];

/** Starts what registers the receipts: eKasa itself, or a certified program. */
export async function openSlovakShop(register: Register, place: DemoPlace): Promise<void> {
  await (place.device === 'ppekk' ? openProgram(place) : openEkasa(register, place));
}

/** Starts the emulated eKasa and imports the register's authentication data. */
async function openEkasa(register: Register, { folder, setAttributes }: DemoPlace): Promise<void> {
  const { startEmulator } = await import('../emulators/ekasa/emulator.ts');
  const ekasa = await startEmulator({ background: true });
  const trusted = path.join(folder, 'ekasa-emulator.pem');
  await fs.writeFile(trusted, ekasa.ca);
  await setAttributes({ SK_Ekasa: ekasa.url, SK_EkasaCA: trusted, SK_Ico: ICO });
  const { pkcs12, password } = await ekasa.issue(REGISTER_CODE);
  await enter(register, 'certificate', { file: pkcs12.toString('base64'), password });
}

/** Starts the emulated program, whose storage is that of the company. */
async function openProgram({ setAttributes }: DemoPlace): Promise<void> {
  const { startEmulator } = await import('../emulators/ppekk/emulator.ts');
  const program = await startEmulator({ background: true, dic: DIC, code: REGISTER_CODE });
  await setAttributes({ SK_Ppekk: program.url, SK_Ico: ICO });
}
