/** Shops that are set up from nothing, with the devices and authorities that stand in for the real ones. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { startEmulator as startCis } from '../../service/emulators/cis/emulator.ts';
import { startEmulator as startFiscalPrinter } from '../../service/emulators/epson-fp/emulator.ts';
import { textOf } from '../../service/emulators/receipt-printer/paper.ts';
import { EmulatedPrinter } from '../../service/emulators/receipt-printer/printer.ts';
import { listen } from '../../service/emulators/receipt-printer/tcp.ts';
import type { Service } from '../fixtures/service.ts';

/** A shop as somebody would type it. */
export interface Shop {
  /** ISO 3166 code. */
  country: string;
  timeZone: string;
  name: string;
  taxId: string;
  street: string;
  zip: string;
  city: string;
  /** Its country has a printer that numbers receipts. */
  isFiscalPrinter?: true;
}

/** One for each country that is built, and one for those without a law. */
export const SHOPS: readonly Shop[] = [
  {
    ...{ country: 'CH', timeZone: 'Europe/Zurich', name: 'Laden am Beispiel AG', taxId: 'CHE107787577MWST' },
    ...{ street: 'Beispielweg 1', zip: '8001', city: 'Zürich' },
  },
  {
    ...{ country: 'PT', timeZone: 'Europe/Lisbon', name: 'Café do Exemplo, Lda', taxId: 'PT599999993' },
    ...{ street: 'Rua do Exemplo 1', zip: '3000-001', city: 'Coimbra' },
  },
  {
    ...{ country: 'AT', timeZone: 'Europe/Vienna', name: 'Café Beispiel e.U.', taxId: 'ATU12345675' },
    ...{ street: 'Beispielgasse 1', zip: '1010', city: 'Wien' },
  },
  {
    ...{ country: 'HR', timeZone: 'Europe/Zagreb', name: 'Caffe bar Primjer d.o.o.', taxId: '12345678903' },
    ...{ street: 'Trg Primjera 5', zip: '21000', city: 'Split' },
  },
  {
    ...{ country: 'IT', timeZone: 'Europe/Rome', name: 'Bar Esempio', taxId: 'IT12345670017' },
    ...{ street: 'Via Esempio 1', zip: '20121', city: 'Milano', isFiscalPrinter: true },
  },
];

/** What stands in for the world around a shop. */
export interface StandIns {
  /** Model and address of its printer. */
  printer: { model: string; address: string };
  /** What came out of it so far. */
  printed: () => string;
  /** A certificate to import, where its country wants one. */
  certificate: { name: string; mimeType: string; buffer: Buffer; password: string } | null;
  stop: () => Promise<void>;
}

/** Starts them. */
export async function standIns(shop: Shop, service: Service, folder: string): Promise<StandIns> {
  if (shop.isFiscalPrinter) {
    const printer = await startFiscalPrinter();
    return {
      printer: { model: 'epson-fp', address: `127.0.0.1:${printer.port}` },
      printed: () => printer.texts.join('\n'),
      certificate: null,
      stop: () => printer.stop(),
    };
  }
  const printer = new EmulatedPrinter();
  const line = await listen(printer);
  const authority = shop.country === 'HR' ? await authorityOf(shop, service, folder) : null;
  return {
    printer: { model: 'epson', address: `127.0.0.1:${line.port}` },
    printed: () => printer.sheets.map(textOf).join('\n'),
    certificate: authority?.certificate ?? null,
    async stop() {
      await line.close();
      await authority?.stop();
    },
  };
}

/** The tax administration in small: registers in its test phase talk to it. */
async function authorityOf(shop: Shop, service: Service, folder: string) {
  const cis = await startCis();
  const trusted = path.join(folder, 'cis.pem');
  await fs.writeFile(trusted, `${cis.ca}\n${cis.cisCertificate}`);
  await service.setAttributes(`HR_Cis=${cis.url} HR_CisCA=${trusted}`);
  const { pkcs12, password } = await cis.issue(shop.taxId);
  const file = { name: 'fiskal.p12', mimeType: 'application/x-pkcs12', buffer: pkcs12 };
  return { certificate: { ...file, password }, stop: () => cis.stop() };
}
