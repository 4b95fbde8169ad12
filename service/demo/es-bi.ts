/**
 * Demo data of Bizkaia: an invented tavern in Bilbao with a morning's sales. Its invoices of TicketBAI are told
 * to the emulated book (LROE), which runs in the same process until it ends; so all receipts are tests.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Tree } from '../receipt/tree.ts';
import type { Register } from '../register/register.ts';
import { SPAIN_SALES } from './es.ts';
import { enter, type DemoPlace } from './place.ts';

const NIF = 'B12345674';

const address = { Adr: 'Adibide kalea 5', Zip: '48005', City: 'Bilbao', Ctry: 'ES' };

export const BIZKAIA_CFG: Tree = {
  Cfg: {
    Cmp: { Nam: 'Taberna Ejemplo S.L.', label: 'Ejemplo', ...address, TaxId: NIF },
    Loc: { TL: '1', Nam: 'Taberna Ejemplo', label: 'Ejemplo', ...address },
    Trm: { TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Caja 1' },
  },
};

export const BIZKAIA_SALES = SPAIN_SALES;

/** Starts the emulated treasury and enters the company's certificate. */
export async function openTavern(register: Register, { folder, setAttributes }: DemoPlace): Promise<void> {
  const { startEmulator } = await import('../emulators/ticketbai/emulator.ts');
  const treasury = await startEmulator({ background: true });
  const trusted = path.join(folder, 'ticketbai-emulator.pem');
  await fs.writeFile(trusted, treasury.ca);
  await setAttributes({ ES_Region: 'bizkaia', ES_Authority: treasury.url, ES_AuthorityCA: trusted });
  const { pkcs12, password } = await treasury.issue(NIF);
  await enter(register, 'certificate', { file: pkcs12.toString('base64'), password });
}
