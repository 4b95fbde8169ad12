/** Shops that are set up from nothing, with the devices and authorities that stand in for the real ones. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { issueCompanyKey, makeAuthorityKeys } from '../../service/emulators/authority-keys.ts';
import { startEmulator as startCis } from '../../service/emulators/cis/emulator.ts';
import { startEmulator as startEet } from '../../service/emulators/eet/emulator.ts';
import { startEmulator as startEkasa } from '../../service/emulators/ekasa/emulator.ts';
import { startEmulator as startFiscalPrinter } from '../../service/emulators/epson-fp/emulator.ts';
import { startEmulator as startFurs } from '../../service/emulators/furs/emulator.ts';
import { textOf } from '../../service/emulators/receipt-printer/paper.ts';
import { EmulatedPrinter } from '../../service/emulators/receipt-printer/printer.ts';
import { listen } from '../../service/emulators/receipt-printer/tcp.ts';
import type { Service } from '../fixtures/service.ts';
import type { Manager } from './walk.ts';

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
  /** Its law is fulfilled by steps that come later: the printer, or the page of the country. */
  startsLater?: true;
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
    ...{ street: 'Beispielgasse 1', zip: '1010', city: 'Wien', startsLater: true },
  },
  {
    ...{ country: 'HR', timeZone: 'Europe/Zagreb', name: 'Caffe bar Primjer d.o.o.', taxId: '12345678903' },
    ...{ street: 'Trg Primjera 5', zip: '21000', city: 'Split' },
  },
  {
    ...{ country: 'IT', timeZone: 'Europe/Rome', name: 'Bar Esempio', taxId: 'IT12345670017' },
    ...{ street: 'Via Esempio 1', zip: '20121', city: 'Milano', isFiscalPrinter: true, startsLater: true },
  },
  {
    ...{ country: 'CZ', timeZone: 'Europe/Prague', name: 'Pekařství Příklad s.r.o.', taxId: 'CZ00000019' },
    ...{ street: 'Náměstí Příkladu 5', zip: '602 00', city: 'Brno' },
  },
  {
    ...{ country: 'DE', timeZone: 'Europe/Berlin', name: 'Café Muster GmbH', taxId: 'DE123456788' },
    ...{ street: 'Musterstraße 1', zip: '10115', city: 'Berlin' },
  },
  {
    ...{ country: 'DK', timeZone: 'Europe/Copenhagen', name: 'Café Eksempel ApS', taxId: 'DK88146328' },
    ...{ street: 'Eksempelvej 1', zip: '8000', city: 'Aarhus' },
  },
  {
    ...{ country: 'FR', timeZone: 'Europe/Paris', name: 'Café de l’Exemple SARL', taxId: 'FR40303265045' },
    ...{ street: '1 rue de l’Exemple', zip: '75001', city: 'Paris' },
  },
  {
    ...{ country: 'NO', timeZone: 'Europe/Oslo', name: 'Kafé Eksempel AS', taxId: 'NO974760673MVA' },
    ...{ street: 'Eksempelveien 1', zip: '0150', city: 'Oslo' },
  },
  {
    ...{ country: 'SI', timeZone: 'Europe/Ljubljana', name: 'Pekarna Primer d.o.o.', taxId: 'SI12345679' },
    ...{ street: 'Primerjeva 5', zip: '1000', city: 'Ljubljana' },
  },
  {
    ...{
      country: 'SK',
      timeZone: 'Europe/Bratislava',
      name: 'Pekáreň Príklad s.r.o.',
      taxId: 'SK2020999992',
    },
    ...{ street: 'Námestie Príkladu 5', zip: '811 01', city: 'Bratislava' },
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
  /** What else the law of its country asks for. @param dialog the open one */
  fiscal?: (manager: Manager, dialog: Locator) => Promise<void>;
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
  const start = Object.hasOwn(AUTHORITIES, shop.country) ? AUTHORITIES[shop.country] : undefined;
  const authority = await start?.(shop);
  if (authority?.settings) {
    const trusted = path.join(folder, 'authority.pem');
    await fs.writeFile(trusted, authority.ca);
    await service.setAttributes(authority.settings(trusted));
  }
  const fiscal = Object.hasOwn(FISCAL, shop.country) ? FISCAL[shop.country] : undefined;
  return {
    printer: { model: 'epson', address: `127.0.0.1:${line.port}` },
    printed: () => printer.sheets.map(textOf).join('\n'),
    certificate: authority ? certificateOf(authority.issued) : null,
    ...(fiscal && { fiscal }),
    async stop() {
      await line.close();
      await authority?.stop();
    },
  };
}

interface Issued {
  pkcs12: Buffer;
  password: string;
}

function certificateOf({ pkcs12, password }: Issued): StandIns['certificate'] {
  return { name: 'fiskal.p12', mimeType: 'application/x-pkcs12', buffer: pkcs12, password };
}

/** Who hands a certificate out. */
interface Authority {
  /** Certificates that its answers are believed by, PEM. */
  ca: string;
  issued: Issued;
  /** Attributes that lead registers to it; none where only its certificate is wanted. @param trusted file with `ca` */
  settings?: (trusted: string) => string;
  stop: () => Promise<void>;
}

/** Tax administrations in small: registers in their test phase talk to them. */
const AUTHORITIES: Readonly<Record<string, (shop: Shop) => Promise<Authority>>> = {
  async CZ({ taxId }) {
    const eet = await startEet();
    const settings = (trusted: string) =>
      `CZ_EET=4 CZ_id_provoz=243 CZ_Eet_url=${eet.url} CZ_EetCA=${trusted}`;
    return { ca: eet.ca, issued: await eet.issue(taxId), settings, stop: () => eet.stop() };
  },
  async DK({ taxId, name }) {
    const keys = await makeAuthorityKeys('DK', { ca: 'Emulated OCES', signer: 'Emulated OCSP' });
    const cvr = taxId.replace('DK', '');
    const owner = { subject: `${name} CVR:${cvr}`, organization: `CVR ${cvr}` };
    const issued = await issueCompanyKey(keys, owner, Date.now());
    return { ca: keys.ca.certificate, issued, stop: () => Promise.resolve() };
  },
  async HR({ taxId }) {
    const cis = await startCis();
    const settings = (trusted: string) => `HR_Cis=${cis.url} HR_CisCA=${trusted}`;
    const ca = `${cis.ca}\n${cis.cisCertificate}`;
    return { ca, issued: await cis.issue(taxId), settings, stop: () => cis.stop() };
  },
  async SI({ taxId }) {
    const furs = await startFurs();
    const settings = (trusted: string) => `SI_Furs=${furs.url} SI_FursCA=${trusted}`;
    const issued = await furs.issue(taxId.replace('SI', ''));
    return { ca: furs.ca, issued, settings, stop: () => furs.stop() };
  },
  async SK({ taxId }) {
    const ekasa = await startEkasa();
    const settings = (trusted: string) => `SK_Ekasa=${ekasa.url} SK_EkasaCA=${trusted} SK_Ico=12345678`;
    const issued = await ekasa.issue(`888${taxId.replace('SK', '')}0001`);
    return { ca: ekasa.ca, issued, settings, stop: () => ekasa.stop() };
  },
};

/** What else a manager does where the law of a country is fulfilled. */
const FISCAL: Readonly<Record<string, NonNullable<StandIns['fiscal']>>> = {
  async DE(manager, dialog) {
    await manager.press('Add Software TSE (tests)');
    await manager.press(/^Set up – /);
    await manager.press('Set up', dialog);
    await manager.page.getByRole('button', { name: 'Sign the first receipt' }).waitFor();
  },
  async NO(manager) {
    // 128 bits: any secret will do for a supplier that does not exist.
    const buffer = Buffer.from(Buffer.alloc(16, 7).toString('base64'));
    const file = { name: 'key.txt', mimeType: 'text/plain', buffer };
    await manager.page.locator('input[type="file"]').setInputFiles(file);
    await manager.press('Use this key');
  },
  async SI(manager, dialog) {
    await manager.press('Register without a building …');
    await dialog.getByLabel('Kind').selectOption('B');
    await manager.press(/^Register/, dialog);
  },
};
