/** What every package must be able to do, asked of a service that runs from it. */
import { expect, vi } from 'vitest';
import { send, type Answer } from '../../../service/testing/running-service.ts';

/** Made up. */
const CFG = {
  Cmp: { Nam: 'Padaria', Adr: 'Rua 1', Zip: '1000-001', City: 'Lisboa', Ctry: 'PT', TaxId: 'PT599999993' },
};
const SALE = {
  PosA: [{ _: 'Pos', Dsc: 'Bolo', TaxG: '23%', Amt: '12.30' }],
  PayA: [{ _: 'Pay', Dsc: 'Dinheiro', PayG: 'cash', Amt: '12.30' }],
};
const INVOICE = {
  ...SALE,
  ...{ DD: 'DIR-TEST', DDto: '0088:4000001123452', BuyerReference: 'PO-1' },
  Ctm: { Nam: 'Cliente SA', Adr: 'Rua 2', Zip: '4000-001', City: 'Porto', Ctry: 'PT', TaxId: 'PT501964843' },
};

const ok = ({ status, text }: Answer): void => expect(status, text).toBe(200);

/**
 * Sells, reads, prints, makes an e-invoice: all that loads packages of its own, on threads and in
 * processes of its own.
 * @param url of a register without a configuration
 * @param folder that the service can write
 */
export async function tryOut(url: string, folder: string): Promise<void> {
  const get = (path: string) => send(`${url}${path}`, 'GET');
  const post = (path: string, body: object) => send(`${url}${path}`, 'POST', body);
  ok(await post('/cfg', { Cfg: CFG }));
  const Attributes = `EInvoice_Routes="DIR=folder:factur-x" EInvoice_TestFolder="${folder}"`;
  ok(await post('/profile', { Attributes }));
  const sold = await post('/register', { Tra: { ESR: SALE } });
  expect(sold.json.TraC.Result, sold.text).toMatchObject({ RC: 'OK' });
  await sellMuch(url);
  for (const path of ['/', '/docs', '/changelog', '/render?TN=1', '/render/escpos?TN=1']) ok(await get(path));
  const pdf = await get('/render/pdf?TN=1');
  expect(pdf.text.slice(0, 5)).toBe('%PDF-');
  const invoiced = await post('/register', { Tra: { ESR: INVOICE } });
  expect(invoiced.json.TraC.Result, invoiced.text).toMatchObject({ RC: 'OK' });
  const { FN } = invoiced.json.TraC.ESR as { FN: string };
  const state = async (): Promise<unknown> =>
    (await get(`/find?fn=${encodeURIComponent(FN)}`)).json.Rec[0].Fis.EInvoice.State;
  await vi.waitFor(async () => expect(await state()).toBe('delivered'), { timeout: 20_000 });
  const file = await get(`/e-invoice/pdf?FN=${encodeURIComponent(FN)}`);
  expect(file.text).toContain('factur-x.xml');
  ok(await post('/control/devices/search', {}));
}

/** So many positions that the body is read on a thread of its own. */
async function sellMuch(url: string): Promise<void> {
  const PosA = Array.from({ length: 4000 }, () => ({
    _: 'Pos',
    Dsc: 'Bica'.repeat(10),
    TaxG: '23%',
    Amt: '0.10',
  }));
  const PayA = [{ _: 'Pay', Dsc: 'Dinheiro', PayG: 'cash', Amt: '400.00' }];
  const answer = await send(`${url}/register`, 'POST', { Tra: { ESR: { PosA, PayA } } });
  expect(answer.json.TraC.Result, answer.text.slice(0, 500)).toMatchObject({ RC: 'OK' });
}
