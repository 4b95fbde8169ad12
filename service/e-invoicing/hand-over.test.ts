import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startAccessPoint, type AccessPoint } from '../emulators/access-point/emulator.ts';
import type { Cfg } from '../receipt/cfg.ts';
import type { Esr, TraC } from '../receipt/tra.ts';
import type { EInvoiceState } from '../register/invoices/e-invoicing.ts';
import type { Register } from '../register/register.ts';
import { problemsOf } from '../register/status.ts';
import { Attributes } from '../settings/attributes.ts';
import { MemoryVault } from '../testing/country-services.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { openRoom, type Room } from '../testing/registers.ts';
import { EInvoicingService } from './service.ts';
import { patientMaker } from './testing/maker.ts';

const TOKEN = 'T0ken-of-the-access-point';
const DAY_MS = 86_400_000;

const CFG: Cfg = {
  Cmp: {
    ...{ Nam: 'Boulangerie', Adr: 'Rue 1', Zip: '1111', City: 'Luxembourg', Ctry: 'LU' },
    TaxId: 'LU26375245',
  },
  Doc: { PaymentPeriod: '30' },
};
const CUSTOMER = {
  ...{ Nam: 'Kunde AG', Adr: 'Ring 5', Zip: '80331', City: 'München', Ctry: 'DE', TaxId: 'DE129273398' },
};
const TO = '0088:4000001123452';

const sale = (values: Partial<Esr> = {}): Esr => ({
  ...{ DD: 'PEPPOL', DDto: TO, BuyerReference: 'PO-1', Ctm: CUSTOMER },
  PosA: [{ _: 'Pos', Dsc: 'Brot', TaxG: '17%', Amt: '11.70' }],
  PayA: [{ _: 'Pay', Dsc: 'Bar', PayG: 'cash', Amt: '11.70' }],
  ...values,
});

interface Shop {
  room: Room;
  def: Register;
  point: AccessPoint;
  clock: ManualClock;
  service: EInvoicingService;
  /** Closes the journal and starts again, as after a crash. */
  restart(): Promise<Shop>;
}

const maker = patientMaker();
afterAll(() => maker.close());

/** A register whose e-invoices go to an access point. */
async function openShop(more = ''): Promise<Shop> {
  const point = await startAccessPoint({ token: TOKEN, background: true });
  onTestFinished(() => point.stop());
  const attributes = Attributes.parse(
    `EInvoice_Routes="PEPPOL=access-point:peppol FILES=folder:cii PDF=folder:factur-x" EInvoice_Url="${point.url}" EInvoice_TestUrl="http://127.0.0.1:9" ${more}`,
  );
  const vault = new MemoryVault();
  const clock = new ManualClock('2026-11-23T10:00:00');
  const service = new EInvoicingService({ attributes: () => attributes, vault, maker });
  await service.secrets.set('access-point', TOKEN, point.url);
  const room = await openRoom(undefined, clock, { eInvoicing: service, attributes: () => attributes, vault });
  const def = await room.register('def');
  expect((await def.configuration.set(CFG)).Result.RC).toBe('OK');
  const shop = (at: Room, register: Register): Shop => ({
    ...{ room: at, def: register, point, clock, service },
    async restart() {
      at.services.memory.clear();
      const next = await at.reopen();
      return shop(next, await next.register('def'));
    },
  });
  return shop(room, def);
}

const submit = (def: Register, ESR: Esr): Promise<TraC> =>
  def.submit({ tra: { ESR }, warnings: [], restart: false });
const handOver = (def: Register) => def.handOvers.run(new AbortController().signal);
const stateOf = async ({ room }: Shop, sq: number) =>
  (await room.journal.bySq('def', sq))?.Fis?.EInvoice as EInvoiceState | undefined;
const codes = ({ room, def }: Shop) =>
  problemsOf(def, {
    ...{ clock: room.clock, journalFiles: { problemsOf: () => [] }, backups: { problemsOf: () => [] } },
    units: { problems: () => [], isServer: () => false },
  })
    .map(({ code }) => code)
    .filter((code) => code.startsWith('EINVOICE'));

describe('from the sale to the recipient', () => {
  it('queues with the receipt, delivers once, and tells the POS', async () => {
    const shop = await openShop();
    const { def, point, room } = shop;
    const answer = await submit(def, sale());
    expect(answer).toMatchObject({
      Result: { RC: 'OK' },
      Fis: { EInvoice: { System: 'PEPPOL', Form: 'peppol', State: 'queued' } },
    });
    await handOver(def);
    const state = await stateOf(shop, answer.SQ!);
    expect(state).toMatchObject({ State: 'delivered', Id: (answer.Fis!.EInvoice as EInvoiceState).Id });
    expect(point.documents).toMatchObject([{ id: state!.Id, receiver: TO, number: '1/1/1', kind: '380' }]);
    expect(point.documents[0]!.xml).toContain('<cbc:PayableAmount currencyID="EUR">0.00<');
    const { records } = await room.journal.find({
      ...{ rn: 'def', where: { type: 'EInvoice' }, properties: {}, sort: 'asc', rows: 9, ms: 9000 },
    });
    expect(records).toHaveLength(1);
    const kept = gunzipSync(Buffer.from(String(records[0]!.Data), 'base64')).toString();
    expect(kept.replace(/^.*\n/, '')).toBe(point.documents[0]!.xml.replace(/^.*\n/, ''));
    expect(codes(shop)).toEqual([]);
    await handOver(def);
    expect(point.requests).toHaveLength(1);
  });

  it('hands the void over as a credit note that names the invoice', async () => {
    const shop = await openShop();
    await submit(shop.def, sale());
    const made = await shop.def.void({ original: null, sender: {}, reason: 'zurück', warnings: [] });
    expect(made.Result.RC).toBe('OK');
    await handOver(shop.def);
    expect(shop.point.documents.map(({ kind, number }) => [kind, number])).toEqual([
      ['380', '1/1/1'],
      ['381', '1/1/2'],
    ]);
    expect(shop.point.documents[1]!.xml).toMatch(/<cac:InvoiceDocumentReference>\s*<cbc:ID>1\/1\/1</);
  });
});

describe('an access point that is down', () => {
  it('is asked with growing pauses for a day, through restarts, and gets each invoice once', async () => {
    let shop = await openShop();
    const { point, clock } = shop;
    point.down();
    const sqs: number[] = [];
    for (let i = 0; i < 3; i++) sqs.push((await submit(shop.def, sale())).SQ!);
    for (let hour = 0; hour < 24; hour++) {
      await handOver(shop.def);
      clock.advance(DAY_MS / 24);
      if (hour % 8 === 5) shop = await shop.restart();
    }
    await handOver(shop.def);
    expect(codes(shop)).toEqual(['EINVOICE_WAITS']);
    expect(await stateOf(shop, sqs[0]!)).toMatchObject({ State: 'queued' });
    // Just after a failure nobody asks again at once.
    point.up();
    for (let i = 0; i < 5; i++) await handOver(shop.def);
    const asked = point.requests.length;
    clock.advance(60_000);
    await handOver(shop.def);
    expect(asked).toBe(0);
    expect(point.documents.map(({ number }) => number)).toEqual(['1/1/1', '1/1/2', '1/1/3']);
    for (const sq of sqs) expect(await stateOf(shop, sq)).toMatchObject({ State: 'delivered' });
    expect(codes(shop)).toEqual([]);
  });

  it.each(['before', 'after', 'within'] as const)(
    'that loses the answer %s has one invoice',
    async (where) => {
      let shop = await openShop();
      const { SQ } = await submit(shop.def, sale());
      shop.point.drop(1, where);
      await handOver(shop.def);
      expect(await stateOf(shop, SQ!)).toMatchObject({ State: 'queued' });
      shop = await shop.restart();
      await handOver(shop.def);
      expect(await stateOf(shop, SQ!)).toMatchObject({ State: 'delivered' });
      expect(shop.point.documents).toHaveLength(1);
    },
  );

  it('is asked later what became of what it has taken', async () => {
    const shop = await openShop();
    shop.point.fate('queued');
    const { SQ } = await submit(shop.def, sale());
    await handOver(shop.def);
    expect(await stateOf(shop, SQ!)).toMatchObject({ State: 'underway' });
    const restarted = await shop.restart();
    shop.point.flush();
    await handOver(restarted.def);
    expect(await stateOf(restarted, SQ!)).toMatchObject({ State: 'delivered' });
    expect(shop.point.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it('keeps an invoice waiting while the token is refused, and tells nobody the token', async () => {
    const shop = await openShop();
    await shop.service.secrets.set('access-point', 'another', shop.point.url);
    const { SQ } = await submit(shop.def, sale());
    await handOver(shop.def);
    expect(codes(shop)).toEqual(['EINVOICE_WAITS']);
    expect(JSON.stringify([shop.def.handOvers.failures(), await shop.room.records('def')])).not.toContain(
      'another',
    );
    await shop.service.secrets.set('access-point', TOKEN, shop.point.url);
    shop.clock.advance(60_000);
    await handOver(shop.def);
    expect(await stateOf(shop, SQ!)).toMatchObject({ State: 'delivered' });
  });
});

it('sends nothing once another instance may have the register, whatever it has asked before', async () => {
  const shop = await openShop();
  shop.point.fate('queued');
  const { SQ } = await submit(shop.def, sale());
  await handOver(shop.def);
  shop.point.fail(404);
  // It is stopped while the access point says that it knows nothing of the invoice.
  const answers = [true, false];
  shop.room.services.isOwner = () => answers.shift() ?? false;
  await handOver(shop.def);
  expect(shop.point.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  expect(await stateOf(shop, SQ!)).toMatchObject({ State: 'underway' });
});

describe('an invoice that is refused', () => {
  it('waits for a person, and is handed over again or settled', async () => {
    const shop = await openShop();
    shop.point.fail(422, 2);
    const first = (await submit(shop.def, sale())).SQ!;
    const second = (await submit(shop.def, sale())).SQ!;
    await handOver(shop.def);
    expect(await stateOf(shop, first)).toMatchObject({
      State: 'rejected',
      Reason: expect.stringContaining('422'),
    });
    expect(codes(shop)).toEqual(['EINVOICE_REJECTED']);
    shop.clock.advance(DAY_MS);
    await handOver(shop.def);
    expect(shop.point.documents).toEqual([]);
    expect(await shop.def.handOvers.decide(first, { action: 'again' })).toBe(true);
    expect(await shop.def.handOvers.decide(second, { action: 'settle', reason: 'by post' })).toBe(true);
    expect(await shop.def.handOvers.decide(second, { action: 'again' })).toBe(false);
    await handOver(shop.def);
    expect(await stateOf(shop, first)).toMatchObject({ State: 'delivered' });
    expect(await stateOf(shop, first)).not.toHaveProperty('Reason');
    expect(await stateOf(shop, second)).toMatchObject({ State: 'settled', Reason: 'by post' });
    expect(codes(shop)).toEqual([]);
  });
});

describe('OK without hand-over is impossible', () => {
  const REFUSED: readonly [what: string, values: Partial<Esr>, code: string, place: string][] = [
    ['no such system', { DD: 'XX' }, '#EINVOICE_ROUTE', 'ESR.DD'],
    ['no recipient', { DDto: '' }, '#EINVOICE_RECIPIENT', 'ESR.DDto'],
    [
      'a recipient with a wrong check digit',
      { DDto: '0088:4000001123453' },
      '#EINVOICE_RECIPIENT',
      'ESR.DDto',
    ],
    ['a header in the recipient', { DDto: 'a@b.de\r\nBcc: c@d.de' }, '#EINVOICE_RECIPIENT', 'ESR.DDto'],
    ['a customer without a city', { Ctm: { ...CUSTOMER, City: '' } }, '#CTM_CITY_MISSING', 'ESR.Ctm.City'],
    ['no reference', { BuyerReference: '' }, '#EINVOICE_FIELD', 'ESR.BuyerReference'],
    ['a record that is no sale', { NFS: 'Pay' }, '#EINVOICE_KIND', 'ESR.DD'],
    ['training to the live system', { Test: '1' }, '#EINVOICE_KIND', 'ESR.DD'],
    ['the test system without a token', { DD: 'PEPPOL-TEST' }, '#EINVOICE_ROUTE', 'token'],
    ['a folder that is not set up', { DD: 'FILES' }, '#EINVOICE_ROUTE', 'EInvoice_Folder'],
    [
      'no tax without a reason',
      { PosA: [{ _: 'Pos', Dsc: 'Brot', TaxG: '0%', Amt: '11.70' }] },
      '#EINVOICE_TAX',
      'ESR.TaxA[0].VatCategory',
    ],
    [
      'a voucher beside goods',
      {
        PosA: [
          { _: 'Pos', Dsc: 'Brot', TaxG: '17%', Amt: '1.70' },
          { _: 'Pos', Dsc: 'Gutschein', TaxG: '0%', Amt: '10.00', VatCategory: 'O' },
        ],
      },
      '#EINVOICE_TAX',
      'outside the scope',
    ],
    [
      'reverse charge without the VAT id of the buyer',
      {
        Ctm: { ...CUSTOMER, TaxId: '' },
        PosA: [{ _: 'Pos', Dsc: 'Brot', TaxG: '0%', Amt: '11.70', VatCategory: 'AE' }],
      },
      '#EINVOICE_INVALID',
      'BR-AE-02',
    ],
    [
      'a period that ends before it begins',
      {
        PosA: [
          {
            _: 'Pos',
            Dsc: 'Miete',
            TaxG: '17%',
            Amt: '11.70',
            SvcStartD: '2026-11-02',
            SvcEndD: '2026-11-01',
          },
        ],
      },
      '#EINVOICE_INVALID',
      'BR-30',
    ],
  ];

  it('refuses each with its field and leaves nothing behind', async () => {
    const { def, point, room } = await openShop();
    for (const [what, values, code, place] of REFUSED) {
      const { Result, SQ } = await submit(def, sale(values));
      expect([what, Result.RC, Result.ErrorCode, SQ]).toEqual([what, 'BAD', code, undefined]);
      expect(Result.Warning!.join(), what).toContain(place);
    }
    expect((await submit(def, sale())).ESR?.TN).toBe('1');
    expect(await room.records('def')).toHaveLength(2);
    expect(point.requests).toEqual([]);
  });
});

describe('files', () => {
  it('are written once, whole and with safe names; tests go to their own folder', async () => {
    const [live, test] = [await temporaryFolder(), await temporaryFolder()];
    const shop = await openShop(`EInvoice_Folder="${live}" EInvoice_TestFolder="${test}"`);
    const { def } = shop;
    const files = { DD: 'FILES', DDto: 'kunde@example.com', TN: '../../etc/1' };
    expect((await submit(def, sale({ ...files, TN: '7' }))).Result.RC).toBe('OK');
    expect((await submit(def, sale({ ...files, DD: 'FILES-TEST', Test: '1' }))).Result.RC).toBe('OK');
    expect((await submit(def, sale({ ...files, DD: 'PDF', TN: '8' }))).Result.RC).toBe('OK');
    await handOver(def);
    expect(await fs.readdir(live)).toEqual([
      expect.stringMatching(/^1-1-7_[\da-f]{8}\.xml$/),
      expect.stringMatching(/^1-1-8_[\da-f]{8}\.pdf$/),
    ]);
    const [name] = await fs.readdir(test);
    expect(name).toMatch(/^1-1-etc-1_[\da-f]{8}\.xml$/);
    const pdf = await fs.readFile(path.join(live, (await fs.readdir(live))[1]!), 'latin1');
    expect(pdf).toContain('/AFRelationship /Alternative');
    expect(pdf).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
    expect(shop.point.requests).toEqual([]);
  });
});
