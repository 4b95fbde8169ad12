/**
 * Demo data of Poland: an invented bakery with a morning's sales. They are printed by an
 * emulated fiscal printer, which runs in the same process until it ends.
 */
import type { Tree } from '../receipt/tree.ts';
import type { Register } from '../register/register.ts';
import type { DemoPlace } from './place.ts';

const address = { Adr: 'ul. Przykładowa 12', Zip: '00-950', City: 'Warszawa', Ctry: 'PL' };

export const POLAND_CFG: Tree = {
  Cfg: {
    Cmp: { Nam: 'Piekarnia Przykład sp. z o.o.', label: 'Przykład', ...address, TaxId: 'PL5260250274' },
    Loc: { TL: 'WAW1', Nam: 'Piekarnia Przykład', label: 'Przykład', ...address },
    Trm: { TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Kasa 1' },
  },
};

const Foot = [{ _: 'Txt', value: 'Dziękujemy i zapraszamy!' }];
const anna = { Opr: '1', OprN: 'Anna' };
const piotr = { Opr: '2', OprN: 'Piotr' };

const receipt = (ESR: Tree): Tree => ({ Tra: { ESR } });
const pos = (Dsc: string, TaxG: string, Amt: string, more: Tree = {}): Tree => ({
  ...{ _: 'Pos', Dsc, TaxG, Amt },
  ...more,
});
const pay = (Dsc: string, PayG: string, Amt: string, more: Tree = {}): Tree => ({
  ...{ _: 'Pay', Dsc, PayG, Amt },
  ...more,
});

export const POLAND_SALES: readonly Tree[] = [
  receipt({
    ...anna,
    PosA: [
      pos('Chleb żytni', 'C', '13.80', { Qty: '2', Pri: '6.90' }),
      pos('Bułka kajzerka', 'C', '4.50', { Qty: '5', Pri: '0.90' }),
    ],
    PayA: [pay('Gotówka', 'cash', '50.00'), pay('Reszta', 'change', '-31.70')],
    Foot,
  }),
  receipt({
    ...anna,
    PosA: [
      pos('Ser gouda', 'C', '10.71', { PN: '1', Qty: '0.255', QtyU: 'kg', Pri: '42.00' }),
      pos('Kawa na wynos', 'A', '12.00', { PN: '2' }),
      { _: 'Mod', PN: '2', Dsc: 'Rabat stałego klienta', Prc: '10', Amt: '-1.20' },
    ],
    PayA: [pay('Karta', 'debitcard', '21.51', { UID: '004512' })],
    Foot,
  }),
  receipt({
    ...piotr,
    Ctm: { Nam: 'Warsztat Wzorcowy', TaxId: 'PL5260250274' },
    PosA: [pos('Tort na zamówienie', 'B', '180.00'), pos('Świeczki', 'A', '9.90')],
    PayA: [pay('BLIK', 'mobile', '189.90', { UID: '778120' })],
  }),
  receipt({
    ...piotr,
    RTN: '1',
    Rsn: 'czerstwa',
    PosA: [pos('Bułka kajzerka', 'C', '-0.90', { RPN: '2' })],
    PayA: [pay('Zwrot', 'refund', '-0.90')],
  }),
  receipt({
    ...anna,
    PosA: [
      pos('Drożdżówka z serem', 'C', '7.80', { Qty: '2', Pri: '3.90' }),
      pos('Woda mineralna', 'A', '3.50'),
      pos('Woda mineralna', 'A', '-3.50', { Void: '1' }),
    ],
    PayA: [pay('Gotówka', 'cash', '7.80')],
    Foot,
  }),
];

/** Starts the emulated printer, and names it in the profile. */
export async function openPolishBakery(
  _register: Register,
  { setAttributes, showPaper }: DemoPlace,
): Promise<void> {
  const { startEmulator } = await import('../emulators/posnet/emulator.ts');
  const { FiscalPaper } = await import('./fiscal-paper.ts');
  const paper = new FiscalPaper();
  const printer = await startEmulator({ background: true, printed: (lines) => paper.print(lines) });
  paper.belongsTo({ port: printer.port, conditions: printer.printer.conditions });
  showPaper(paper);
  await setAttributes({ Printer: 'posnet', Printer_Port: `127.0.0.1:${printer.port}` });
}
