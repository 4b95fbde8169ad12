/**
 * Demo data of Hungary: an invented shop with a morning's sales. They are registered by an
 * emulated fiscal printer or register in the cloud, which runs in the same process until it ends.
 */
import type { Tree } from '../receipt/tree.ts';
import type { Register } from '../register/register.ts';
import type { DemoPlace } from './place.ts';

const address = { Adr: 'Minta utca 7.', Zip: '1051', City: 'Budapest', Ctry: 'HU' };

export const HUNGARY_CFG: Tree = {
  Cfg: {
    Cmp: { Nam: 'Minta Kávézó Kft.', label: 'Minta', ...address, TaxId: '12345676-2-41' },
    Loc: { TL: 'BP1', Nam: 'Minta Kávézó', label: 'Minta', ...address },
    Trm: { TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Pénztár 1' },
  },
};

const Foot = [{ _: 'Txt', value: 'Köszönjük a vásárlást!' }];
const anna = { Opr: '1', OprN: 'Anna' };
const bela = { Opr: '2', OprN: 'Béla' };

const receipt = (ESR: Tree): Tree => ({ Tra: { ESR } });

export const HUNGARY_SALES: readonly Tree[] = [
  receipt({ ...anna, NFS: 'balance', T: '20000.00' }),
  receipt({
    ...anna,
    PosA: [
      { _: 'Pos', Dsc: 'Kávé', TaxG: 'A', Qty: '2', Pri: '690.00', Amt: '1380.00' },
      { _: 'Pos', Dsc: 'Túrós batyu', TaxG: 'B', Qty: '2', Pri: '519.00', Amt: '1038.00' },
    ],
    PayA: [
      { _: 'Pay', Dsc: 'Készpénz', PayG: 'cash', Amt: '5000.00' },
      { _: 'Pay', Dsc: 'Visszajáró', PayG: 'change', Amt: '-2580.00' },
      { _: 'Pay', Dsc: 'Kerekítés', PayG: 'rounding', Amt: '-2.00' },
    ],
    Foot,
  }),
  receipt({
    ...anna,
    PosA: [
      {
        _: 'Pos',
        PN: '1',
        Dsc: 'Pogácsa',
        TaxG: 'B',
        Qty: '0.250',
        QtyU: 'kg',
        Pri: '3600.00',
        Amt: '900.00',
      },
      { _: 'Pos', PN: '2', Dsc: 'Tej 1 l', TaxG: 'A', Amt: '479.00' },
      { _: 'Pos', PN: '3', Dsc: 'Tokaji furmint 0,75 l', TaxG: 'C', Amt: '3990.00' },
      { _: 'Mod', PN: '3', Dsc: 'Engedmény', Prc: '10', Amt: '-399.00' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Bankkártya', PayG: 'debitcard', Amt: '4970.00', UID: '004512' }],
    Foot,
  }),
  receipt({
    ...bela,
    Ctm: { Nam: 'Vevő Zrt.', Adr: 'Fő tér 2.', Zip: '7621', City: 'Pécs', TaxId: '12345676-2-41' },
    PosA: [{ _: 'Pos', Dsc: 'Üzleti ebéd', TaxG: 'A', Qty: '4', Pri: '4200.00', Amt: '16800.00' }],
    PayA: [{ _: 'Pay', Dsc: 'Bankkártya', PayG: 'creditcard', Amt: '16800.00', UID: '778120' }],
  }),
  receipt({
    ...bela,
    RTN: '3',
    Rsn: 'V1',
    PosA: [{ _: 'Pos', Dsc: 'Tej 1 l', TaxG: 'A', Amt: '-479.00', RPN: '2' }],
    PayA: [
      { _: 'Pay', Dsc: 'Készpénz', PayG: 'refund', Amt: '-480.00' },
      { _: 'Pay', Dsc: 'Kerekítés', PayG: 'rounding', Amt: '1.00' },
    ],
  }),
  receipt({
    ...anna,
    PosA: [{ _: 'Pos', Dsc: 'Hűtőmágnes', TaxG: 'C', Qty: '2', Pri: '1927.50', Amt: '3855.00' }],
    PayA: [{ _: 'Pay', Dsc: 'Euró', PayG: 'foreign', Amt: '3855.00', CC: 'EUR', FAmt: '10.00' }],
    Foot,
  }),
];

/** Starts the emulated printer, or the register in the cloud, and names it in the profile. */
export async function openHungarianCafe(
  _register: Register,
  { device = 'hu-json', setAttributes, showPaper }: DemoPlace,
): Promise<void> {
  if (device === 'hu-fam') {
    const { startEmulator, SERIAL, PASSWORD } = await import('../emulators/hu-fam/emulator.ts');
    const { port } = await startEmulator({ background: true });
    const Fiscal_Server = `hu-fam@http://127.0.0.1:${port}`;
    await setAttributes({ Fiscal_Server, Device_Auth: `${SERIAL}:${PASSWORD}` });
    return;
  }
  const { startEmulator } = await import('../emulators/hu-json/emulator.ts');
  const { FiscalPaper } = await import('./fiscal-paper.ts');
  const paper = new FiscalPaper();
  const printer = await startEmulator({ background: true, printed: (text) => paper.print(text.split('\n')) });
  paper.belongsTo(printer);
  showPaper(paper);
  await setAttributes({ Printer: 'hu-json', Printer_Port: `127.0.0.1:${printer.port}` });
}
