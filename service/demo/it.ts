/**
 * Demo data of Italy: an invented bar with a morning's sales. They are printed by an
 * emulated fiscal printer, which runs in the same process until it ends.
 */
import type { FiscalEmulator, FiscalEmulatorOptions } from '../emulators/fiscal-printer.ts';
import type { Tree } from '../receipt/tree.ts';
import type { Register } from '../register/register.ts';
import type { DemoPlace } from './place.ts';

const address = { Adr: 'Piazza dell’Esempio 7', Zip: '20121', City: 'Milano', Ctry: 'IT' };

export const ITALY_CFG: Tree = {
  Cfg: {
    Cmp: { Nam: 'Bar Esempio S.r.l.', label: 'Esempio', ...address, TaxId: 'IT00743110157' },
    Loc: { TL: 'MI1', Nam: 'Bar Esempio', label: 'Esempio', ...address },
    Trm: { TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Cassa 1' },
  },
};

const Foot = [{ _: 'Txt', value: 'Grazie e arrivederci!' }];
const giulia = { Opr: '1', OprN: 'Giulia' };
const luca = { Opr: '2', OprN: 'Luca' };

const receipt = (ESR: Tree): Tree => ({ Tra: { ESR } });

export const ITALY_SALES: readonly Tree[] = [
  receipt({
    ...giulia,
    PosA: [
      { _: 'Pos', Dsc: 'Caffè', TaxG: 'B', Qty: '2', Pri: '1.30', Amt: '2.60' },
      { _: 'Pos', Dsc: 'Cornetto alla crema', TaxG: 'B', Qty: '2', Pri: '1.60', Amt: '3.20' },
    ],
    PayA: [
      { _: 'Pay', Dsc: 'Contanti', PayG: 'cash', Amt: '10.00' },
      { _: 'Pay', Dsc: 'Resto', PayG: 'change', Amt: '-4.20' },
    ],
    Foot,
  }),
  receipt({
    ...giulia,
    Ctm: { IT_CodiceLotteria: 'YYWLR30G' },
    PosA: [
      {
        _: 'Pos',
        PN: '1',
        Dsc: 'Prosciutto crudo',
        TaxG: 'B',
        Qty: '0.240',
        QtyU: 'kg',
        Pri: '32.00',
        Amt: '7.68',
      },
      { _: 'Pos', PN: '2', Dsc: 'Pane casereccio', TaxG: 'D', Amt: '2.40' },
      { _: 'Pos', PN: '3', Dsc: 'Barbera d’Asti 75 cl', TaxG: 'A', Amt: '11.90' },
      { _: 'Mod', PN: '3', Dsc: 'Sconto', Prc: '10', Amt: '-1.19' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Carta', PayG: 'debitcard', Amt: '20.79', UID: '004512' }],
    Foot,
  }),
  receipt({
    ...luca,
    Ctm: { Nam: 'Officine Modello S.p.A.', TaxId: 'IT00743110157' },
    PosA: [{ _: 'Pos', Dsc: 'Pranzo di lavoro', TaxG: 'B', Qty: '4', Pri: '14.00', Amt: '56.00' }],
    PayA: [
      { _: 'Pay', Dsc: 'Buoni pasto', PayG: 'title', Amt: '32.00' },
      { _: 'Pay', Dsc: 'Carta', PayG: 'creditcard', Amt: '24.00', UID: '778120' },
    ],
  }),
  receipt({
    ...luca,
    RTN: '2',
    PosA: [{ _: 'Pos', Dsc: 'Pane casereccio', TaxG: 'D', Amt: '-2.40', RPN: '2' }],
    PayA: [{ _: 'Pay', Dsc: 'Rimborso', PayG: 'refund', Amt: '-2.40' }],
  }),
  receipt({
    ...giulia,
    PosA: [
      { _: 'Pos', Dsc: 'Spremuta d’arancia', TaxG: 'B', Amt: '3.50' },
      { _: 'Pos', Dsc: 'Francobolli', TaxG: 'EE', Qty: '2', Pri: '1.30', Amt: '2.60' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Satispay', PayG: 'mobile', Amt: '6.10' }],
    Foot,
  }),
];

/** Emulated printers; the RT server prints nothing. */
const PRINTERS: Readonly<
  Record<string, () => Promise<(options: FiscalEmulatorOptions) => Promise<FiscalEmulator>>>
> = {
  'custom-fp': async () => (await import('../emulators/custom-fp/emulator.ts')).startEmulator,
  'epson-fp': async () => (await import('../emulators/epson-fp/emulator.ts')).startEmulator,
};

/** Starts the emulated device, and names it in the profile. */
export async function openBar(
  _register: Register,
  { device = 'epson-fp', setAttributes, showPaper }: DemoPlace,
): Promise<void> {
  const starting = PRINTERS[device];
  if (!starting) {
    const { startEmulator } = await import('../emulators/custom-rts/emulator.ts');
    const { port } = await startEmulator({ background: true });
    // What it registers comes out of the receipt printer.
    const Fiscal_Server = `custom-rts@http://127.0.0.1:${port}`;
    await setAttributes({ Fiscal_Server, Device_Auth: '0001ab01:cassa' });
    return;
  }
  const { FiscalPaper } = await import('./fiscal-paper.ts');
  const paper = new FiscalPaper();
  const start = await starting();
  const printer = await start({ background: true, printed: ({ paper: lines }) => paper.print(lines) });
  paper.belongsTo(printer);
  showPaper(paper);
  await setAttributes({ Printer: device, Printer_Port: `127.0.0.1:${printer.port}` });
}
