/** Shops that are set up from nothing, with the devices and authorities that stand in for the real ones. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { issueCompanyKey, makeAuthorityKeys } from '../../service/emulators/authority-keys.ts';
import { startEmulator as startAeat } from '../../service/emulators/aeat/emulator.ts';
import { startEmulator as startCis } from '../../service/emulators/cis/emulator.ts';
import { startEmulator as startControlUnit } from '../../service/emulators/cleancash/emulator.ts';
import { startEmulator as startEet } from '../../service/emulators/eet/emulator.ts';
import { startEmulator as startEkasa } from '../../service/emulators/ekasa/emulator.ts';
import { startEmulator as startEpson } from '../../service/emulators/epson-fp/emulator.ts';
import { startEmulator as startFdm } from '../../service/emulators/fdm-network/emulator.ts';
import { startEmulator as startFurs } from '../../service/emulators/furs/emulator.ts';
import { startEmulator as startHuJson } from '../../service/emulators/hu-json/emulator.ts';
import { startEmulator as startPosnet } from '../../service/emulators/posnet/emulator.ts';
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
  /** Model of the printer that numbers receipts, where its country has one. */
  fiscalPrinter?: FiscalModel;
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
    ...{ country: 'BE', timeZone: 'Europe/Brussels', name: 'Café Voorbeeld BV', taxId: 'BE0477472701' },
    ...{ street: 'Voorbeeldstraat 12', zip: '1000', city: 'Brussel' },
  },
  {
    ...{ country: 'HR', timeZone: 'Europe/Zagreb', name: 'Caffe bar Primjer d.o.o.', taxId: '12345678903' },
    ...{ street: 'Trg Primjera 5', zip: '21000', city: 'Split' },
  },
  {
    ...{ country: 'IT', timeZone: 'Europe/Rome', name: 'Bar Esempio', taxId: 'IT12345670017' },
    ...{
      street: 'Via Esempio 1',
      zip: '20121',
      city: 'Milano',
      fiscalPrinter: 'epson-fp',
      startsLater: true,
    },
  },
  {
    ...{ country: 'HU', timeZone: 'Europe/Budapest', name: 'Minta Kávézó Kft.', taxId: '12345676-2-41' },
    ...{
      street: 'Minta utca 7.',
      zip: '1051',
      city: 'Budapest',
      fiscalPrinter: 'hu-json',
      startsLater: true,
    },
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
    ...{ country: 'ES', timeZone: 'Europe/Madrid', name: 'Bar Ejemplo S.L.', taxId: 'B12345674' },
    ...{ street: 'Calle del Ejemplo 5', zip: '28013', city: 'Madrid' },
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
    ...{
      country: 'PL',
      timeZone: 'Europe/Warsaw',
      name: 'Piekarnia Przykład sp. z o.o.',
      taxId: 'PL5260250274',
    },
    ...{
      street: 'ul. Przykładowa 12',
      zip: '00-950',
      city: 'Warszawa',
      fiscalPrinter: 'posnet',
      startsLater: true,
    },
  },
  {
    ...{ country: 'SE', timeZone: 'Europe/Stockholm', name: 'Kafé Exempel AB', taxId: 'SE556000461501' },
    ...{ street: 'Exempelgatan 1', zip: '111 22', city: 'Stockholm' },
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

type FiscalModel = 'epson-fp' | 'hu-json' | 'posnet';

/** Starts fiscal printers. `printed`: what came out so far. */
const FISCAL_PRINTERS: Readonly<
  Record<FiscalModel, () => Promise<{ port: number; printed: () => string; stop: () => Promise<void> }>>
> = {
  async 'epson-fp'() {
    const { port, texts, stop } = await startEpson();
    return { port, printed: () => texts.join('\n'), stop };
  },
  async 'hu-json'() {
    const printer = await startHuJson();
    return { port: printer.port, printed: () => papersOf(printer), stop: () => printer.stop() };
  },
  async posnet() {
    const { port, printer, stop } = await startPosnet();
    return { port, printed: () => papersOf(printer), stop };
  },
};

function papersOf({ documents, texts }: Papers): string {
  return [...documents.flatMap(({ paper }) => paper), ...texts].join('\n');
}

interface Papers {
  readonly documents: readonly { paper: readonly string[] }[];
  readonly texts: readonly string[];
}

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
  if (shop.fiscalPrinter) {
    const model = shop.fiscalPrinter;
    const { port, printed, stop } = await FISCAL_PRINTERS[model]();
    return { printer: { model, address: `127.0.0.1:${port}` }, printed, certificate: null, stop };
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
  const startUnit = Object.hasOwn(UNITS, shop.country) ? UNITS[shop.country] : undefined;
  const unit = await startUnit?.();
  const fiscal = Object.hasOwn(FISCAL, shop.country) ? FISCAL[shop.country] : undefined;
  return {
    printer: { model: 'epson', address: `127.0.0.1:${line.port}` },
    printed: () => printer.sheets.map(textOf).join('\n'),
    certificate: authority ? certificateOf(authority.issued) : null,
    ...(fiscal && { fiscal: (manager, dialog) => fiscal(manager, dialog, unit?.address ?? '') }),
    async stop() {
      await line.close();
      await authority?.stop();
      await unit?.stop();
    },
  };
}

/** Units that sign what a register sells. `address`: as the page of the country wants it. */
const UNITS: Readonly<Record<string, () => Promise<{ address: string; stop: () => Promise<void> }>>> = {
  BE: () => startFdm(),
  async SE() {
    const { url, stop } = await startControlUnit();
    return { address: url, stop };
  },
};

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
  async ES({ taxId }) {
    const aeat = await startAeat();
    const settings = (trusted: string) => `ES_Authority=${aeat.url} ES_AuthorityCA=${trusted}`;
    return { ca: aeat.ca, issued: await aeat.issue(taxId), settings, stop: () => aeat.stop() };
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
const FISCAL: Readonly<Record<string, (manager: Manager, dialog: Locator, unit: string) => Promise<void>>> = {
  async BE(manager, dialog, unit) {
    await manager.press('Enter model and production number');
    await manager.fill(/^Production number/, 'CTST0010000001', dialog);
    await manager.fill(/^Establishment unit/, '2000000042', dialog);
    await manager.fill(/^Version of the software/, '1', dialog);
    await manager.press('Enter model and production number', dialog);
    await manager.press('Connect');
    await manager.fill('Address', unit, dialog);
    await manager.press('Connect', dialog);
    const operators = manager.page.getByRole('region', { name: 'Operators' });
    await manager.press('Add or change an operator', operators);
    await manager.fill('Alias', 'An', dialog);
    await manager.fill('National number', '79010100183', dialog);
    await manager.press('Add or change an operator', dialog);
  },
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
  async SE(manager, dialog, unit) {
    await manager.press('Use a CleanCash unit …');
    await manager.fill('Address', unit, dialog);
    await manager.press(/^Use/, dialog);
  },
  async SI(manager, dialog) {
    await manager.press('Register without a building …');
    await dialog.getByLabel('Kind').selectOption('B');
    await manager.press(/^Register/, dialog);
  },
};
