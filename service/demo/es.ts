/**
 * Demo data of Spain: an invented bar in Madrid with a morning's sales. Their records are told to the
 * emulated AEAT, which runs in the same process until it ends; so all receipts are tests.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Tree } from '../receipt/tree.ts';
import type { Register } from '../register/register.ts';
import { enter, type DemoPlace } from './place.ts';

const NIF = 'B12345674';

const address = { Adr: 'Calle del Ejemplo 5', Zip: '28013', City: 'Madrid', Ctry: 'ES' };

export const SPAIN_CFG: Tree = {
  Cfg: {
    Cmp: { Nam: 'Bar Ejemplo S.L.', label: 'Ejemplo', ...address, TaxId: NIF },
    Loc: { TL: '1', Nam: 'Bar Ejemplo', label: 'Ejemplo', ...address },
    Trm: { TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Caja 1' },
  },
};

const Foot = [{ _: 'Txt', value: '¡Gracias por su visita!' }];
const lucia = { Opr: '1', OprN: 'Lucía' };
const pablo = { Opr: '2', OprN: 'Pablo' };

const receipt = (ESR: Tree): Tree => ({ Tra: { ESR } });

export const SPAIN_SALES: readonly Tree[] = [
  receipt({
    ...lucia,
    PosA: [
      { _: 'Pos', Dsc: 'Café con leche', TaxG: 'B', Qty: '2', Pri: '1.80', Amt: '3.60' },
      { _: 'Pos', Dsc: 'Tostada con tomate', TaxG: 'B', Amt: '2.40' },
    ],
    PayA: [
      { _: 'Pay', Dsc: 'Efectivo', PayG: 'cash', Amt: '10.00' },
      { _: 'Pay', Dsc: 'Cambio', PayG: 'change', Amt: '-4.00' },
    ],
    Foot,
  }),
  receipt({
    ...lucia,
    PosA: [
      { _: 'Pos', PN: '1', Dsc: 'Vino de la casa 0,75 l', TaxG: 'A', Amt: '12.00' },
      { _: 'Mod', PN: '1', Dsc: 'Descuento', Prc: '10', Amt: '-1.20' },
      { _: 'Pos', PN: '2', Dsc: 'Pan', TaxG: 'C', Qty: '0.500', QtyU: 'kg', Pri: '3.20', Amt: '1.60' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Visa', PayG: 'debitcard', Amt: '12.40', UID: '004512' }],
    Foot,
  }),
  receipt({
    ...pablo,
    Ctm: {
      Nam: 'Certificaciones Ejemplo S.A.',
      TaxId: 'A58818501',
      Adr: 'Calle Mayor 1',
      Zip: '28013',
      City: 'Madrid',
      Ctry: 'ES',
    },
    PosA: [{ _: 'Pos', Dsc: 'Comida de empresa', TaxG: 'B', Qty: '12', Pri: '18.50', Amt: '222.00' }],
    PayA: [{ _: 'Pay', Dsc: 'Mastercard', PayG: 'creditcard', Amt: '222.00', UID: '778120' }],
    Foot,
  }),
  receipt({
    ...pablo,
    ...{ RTL: '1', RTT: '1', RTN: '2', Rsn: 'Corcho' },
    PosA: [{ _: 'Pos', Dsc: 'Vino de la casa 0,75 l', TaxG: 'A', Amt: '-10.80' }],
    PayA: [{ _: 'Pay', Dsc: 'Devolución en efectivo', PayG: 'refund', Amt: '-10.80' }],
  }),
  receipt({
    ...lucia,
    PosA: [
      { _: 'Pos', Dsc: 'Caña', TaxG: 'B', Qty: '3', Pri: '2.20', Amt: '6.60' },
      { _: 'Pos', Dsc: 'Lotería de Navidad', TaxG: 'E1', Amt: '20.00' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Efectivo', PayG: 'cash', Amt: '26.60' }],
    Foot,
  }),
];

/** Starts the emulated AEAT and enters the company's certificate. */
export async function openSpanishBar(
  register: Register,
  { folder, setAttributes }: DemoPlace,
): Promise<void> {
  const { startEmulator } = await import('../emulators/aeat/emulator.ts');
  const aeat = await startEmulator({ background: true });
  const trusted = path.join(folder, 'aeat-emulator.pem');
  await fs.writeFile(trusted, aeat.ca);
  await setAttributes({ ES_Authority: aeat.url, ES_AuthorityCA: trusted });
  const { pkcs12, password } = await aeat.issue(NIF);
  await enter(register, 'certificate', { file: pkcs12.toString('base64'), password });
}
