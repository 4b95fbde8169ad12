import { createHash } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startAccessPoint } from '../emulators/access-point/emulator.ts';
import { faultsIn } from '../e-invoicing/rules/check.ts';
import type { EInvoiceState } from '../register/invoices/e-invoicing.ts';
import { runService, type Running } from '../testing/running-service.ts';

const TOKEN = 'T0ken-of-the-access-point';
const CFG = {
  Cmp: { Nam: 'Padaria', Adr: 'Rua 1', Zip: '1000-001', City: 'Lisboa', Ctry: 'PT', TaxId: 'PT599999993' },
};
const SALE = {
  ...{ DD: 'PEPPOL-TEST', DDto: '0088:4000001123452', BuyerReference: 'PO-1', T: '25.30' },
  Ctm: { Nam: 'Cliente SA', Adr: 'Rua 2', Zip: '4000-001', City: 'Porto', Ctry: 'PT', TaxId: 'PT501964843' },
  PosA: [
    { _: 'Pos', Dsc: 'Bolo', TaxG: '23%', Amt: '12.30' },
    { _: 'Pos', Dsc: 'Curso', TaxG: 'M07', Amt: '13.00' },
  ],
  PayA: [{ _: 'Pay', Dsc: 'Dinheiro', PayG: 'NU', Amt: '25.30' }],
};

/** A service whose e-invoices go to an access point of the test. */
async function shop(): Promise<{ service: Running; point: Awaited<ReturnType<typeof startAccessPoint>> }> {
  const point = await startAccessPoint({ token: TOKEN, background: true });
  onTestFinished(() => point.stop());
  const service = await runService();
  expect((await service.post('/cfg', { Cfg: CFG })).status).toBe(200);
  const Attributes = `EInvoice_Routes="PEPPOL=access-point:peppol" EInvoice_TestUrl=${point.url}`;
  expect((await service.post('/profile', { Attributes })).status).toBe(200);
  return { service, point };
}

const enter = ({ post }: Running) =>
  post('/control/e-invoices/secret', { name: 'access-point-test', secret: TOKEN });

it('goes from the sale to the access point and back to /find, and gives the files', async () => {
  const { service, point } = await shop();
  const { post, get } = service;
  // The keys of a test sign nothing that counts.
  const live = await post('/register', { Tra: { ESR: { ...SALE, DD: 'PEPPOL' } } });
  expect(live.json.TraC.Result.ErrorCode).toBe('#EINVOICE_KIND');
  const before = await post('/register', { Tra: { ESR: SALE } });
  expect([before.status, before.json.TraC.Result.ErrorCode]).toEqual([400, '#EINVOICE_ROUTE']);
  expect((await enter(service)).status).toBe(200);
  // NO while the library is still being loaded: a till sends it again.
  const sold = await vi.waitFor(
    async () => {
      const answer = await post('/register', { Tra: { ESR: SALE } });
      expect(answer.json.TraC.Result).toMatchObject({ RC: 'OK' });
      return answer;
    },
    { timeout: 25_000 },
  );
  const { FN } = sold.json.TraC.ESR as { FN: string };
  const find = async () =>
    (await get(`/find?fn=${encodeURIComponent(FN)}`)).json.Rec[0].Fis as Record<string, unknown>;
  const state = await vi.waitFor(
    async () => {
      const found = (await find()).EInvoice as EInvoiceState;
      expect(found.State).toBe('delivered');
      return found;
    },
    { timeout: 20_000 },
  );
  // All that the law wants printed is still there.
  expect(await find()).toMatchObject({ Code: sold.json.TraC.Fis.Code, Tag: sold.json.TraC.Fis.Tag });
  expect(point.documents).toMatchObject([{ id: state.Id, number: FN, receiver: SALE.DDto }]);
  const xml = await get(`/e-invoice?FN=${encodeURIComponent(FN)}`);
  expect(xml.headers['content-type']).toContain('application/xml');
  expect(createHash('sha256').update(xml.text).digest('hex')).toBe(state.Digest);
  expect(faultsIn(xml.text, 'peppol')).toEqual([]);
  expect(xml.text).toMatch(/<cbc:TaxExemptionReason>.*9.*<\/cbc:TaxExemptionReason>/);
  const pdf = await get('/e-invoice/pdf?TN=1');
  expect(pdf.text).toContain('factur-x.xml');
  expect(pdf.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.pdf"$/);
  expect((await get('/control/e-invoices')).json).toMatchObject({
    settings: { EInvoice_TestUrl: point.url, EInvoice_Mail: '' },
    secrets: { 'access-point-test': true, mail: false },
  });
  expect((await get('/e-invoice?TN=99')).status).toBe(404);
});

it('does not send a token to an address that it was not entered for', async () => {
  const { service, point } = await shop();
  const other = await startAccessPoint({ token: TOKEN, background: true });
  onTestFinished(() => other.stop());
  await enter(service);
  point.down();
  expect((await service.post('/register', { Tra: { ESR: SALE } })).json.TraC.Result.RC).toBe('OK');
  const Attributes = `EInvoice_Routes="PEPPOL=access-point:peppol" EInvoice_TestUrl=${other.url}`;
  expect((await service.post('/profile', { Attributes })).status).toBe(200);
  const refused = await service.post('/register', { Tra: { ESR: SALE } });
  expect(refused.json.TraC.Result.ErrorCode).toBe('#EINVOICE_ROUTE');
  expect((await service.get('/control/e-invoices')).json.secrets['access-point-test']).toBe(false);
  expect(other.requests).toEqual([]);
});

it('refuses the void of an invoice where a void is no document', async () => {
  const { service } = await shop();
  await enter(service);
  expect((await service.post('/register', { Tra: { ESR: SALE } })).json.TraC.Result.RC).toBe('OK');
  const made = await service.post('/register/void/last', '');
  expect(made.json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#EINVOICE_KIND' });
});

it('sets and tries channels, and says which setting is wrong', async () => {
  const { service, point } = await shop();
  const { post, get } = service;
  const wrong = await post('/control/e-invoices/settings', {
    values: { EInvoice_Url: 'http://access-point.example', EInvoice_MailFrom: 'a@b.com, c@d.com' },
  });
  expect(wrong.status).toBe(400);
  expect(wrong.json.error.fields).toEqual({ EInvoice_Url: 'url', EInvoice_MailFrom: 'mail' });
  for (const values of [{ Log_debug: 'true' }, { EInvoice_Url: 7 }, {}, 'x']) {
    expect((await post('/control/e-invoices/settings', { values })).status).toBe(400);
  }
  const quotes = await post('/control/e-invoices/settings', { values: { EInvoice_MailUser: `a"b'c` } });
  expect(quotes.json.error.fields).toEqual({ EInvoice_MailUser: 'text' });
  const set = { EInvoice_TestUrl: '', EInvoice_Url: point.url };
  expect((await post('/control/e-invoices/settings', { values: set })).status).toBe(200);
  const { settings } = (await get('/control/e-invoices')).json;
  expect(settings).toMatchObject({ ...set, EInvoice_Routes: 'PEPPOL=access-point:peppol' });
  const tried = async () =>
    (await post('/control/e-invoices/test', { channel: 'access-point', test: false })).json.cause;
  expect(await tried()).toEqual({ code: 'tokenMissing' });
  await post('/control/e-invoices/secret', { name: 'access-point', secret: TOKEN });
  expect(await tried()).toBeNull();
  expect((await get('/control/e-invoices')).text).not.toContain(TOKEN);
  expect((await post('/control/e-invoices/test', { channel: 'pigeon', test: false })).status).toBe(400);
  const sent = await post('/control/e-invoices/decide', { sq: 1, action: 'send', to: 'a@b.com, c@d.com' });
  expect(sent.json.error.fields).toEqual({ to: 'mail' });
});
