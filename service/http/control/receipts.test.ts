/** Receipts on the control page: what a cashier sees, and what a manager takes back. */
import { createPublicKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ReceiptDetail, ReceiptList } from '../../register/wire.ts';
import { GENERIC, PORTUGAL, sale } from '../../testing/sales.ts';
import { runService, type Running } from '../../testing/running-service.ts';

async function shop(): Promise<Running> {
  const running = await runService();
  await running.post('/cfg', { Cfg: PORTUGAL });
  for (const amount of ['1.00', '2.00', '3.00']) await running.post('/register', sale(amount));
  return running;
}

const list = async (running: Running, query = '') =>
  (await running.get(`/control/receipts?RN=def${query}`)).json as ReceiptList;
const detail = async (running: Running, sq: number) =>
  (await running.get(`/control/receipt?RN=def&SQ=${sq}`)).json as ReceiptDetail;
const takeBack = (running: Running, sq: number, reason: unknown = 'Engano') =>
  running.post('/control/receipts/void?RN=def', { sq, reason });

it('are listed with what a cashier knows them by, the newest first and page by page', async () => {
  const running = await shop();
  const first = await list(running, '&limit=2');
  expect(first.currency).toBe('EUR');
  expect(first.receipts).toMatchObject([
    { number: 'FS 1_1.26/3', title: 'Fatura simplificada', total: '3.00', taken: null },
    { number: 'FS 1_1.26/2', total: '2.00' },
  ]);
  const next = await list(running, `&limit=2&continuation=${first.continuation}`);
  expect(next).toMatchObject({ receipts: [{ number: 'FS 1_1.26/1' }], continuation: null });
});

it('are found by what /find knows', async () => {
  const running = await shop();
  const numbers = async (query: string) => (await list(running, query)).receipts.map(({ number }) => number);
  expect(await numbers('&t=2')).toEqual(['FS 1_1.26/2']);
  expect(await numbers('&FN=FS%201_1.26/1')).toEqual(['FS 1_1.26/1']);
  expect(await numbers('&from=2000-01-01&till=2000-12-31')).toEqual([]);
  expect(await numbers('&SQ=3')).toEqual(['FS 1_1.26/2']);
  expect(await numbers('&TL=1&TT=1&TN=1')).toEqual(['FS 1_1.26/1']);
  expect(await numbers('&TL=2')).toEqual([]);
  expect(await numbers('&sort=asc&limit=1')).toEqual(['FS 1_1.26/1']);
  await running.post('/register', sale('4.00', { Opr: '7', OprN: 'Ana Sá', DN: '12' }));
  for (const query of ['&operator=7', '&operator=Ana%20S%C3%A1', '&DN=12', '&operator=7&t=4'])
    expect(await numbers(query), query).toEqual(['FS 1_1.26/4']);
  expect(await numbers('&operator=Ana')).toEqual([]);
  expect(await numbers('&operator=12')).toEqual([]);
  expect((await running.get('/control/receipts?RN=def&from=yesterday')).json.error.warnings[0]).toContain(
    'from',
  );
  expect((await running.get('/control/receipts?RN=none')).status).toBe(404);
});

it('stand beside other records of the journal, which are shown as they are', async () => {
  const running = await shop();
  await running.post('/register', { Tra: { ESR: { NFS: 'Z' } } });
  const records = async (query: string) => (await list(running, query)).receipts;
  const [closing] = await records('&nfs=Z');
  expect(closing).toMatchObject({ type: 'Tra', total: null });
  expect(await records('&_=Rep')).toMatchObject([
    { type: 'Rep', sq: closing!.sq + 1, number: '', total: null },
  ]);
  const [cfg] = await records('&_=Cfg');
  expect(cfg).toMatchObject({ type: 'Cfg', sq: 1, marks: [], taken: null });
  const shown = await detail(running, 1);
  expect(shown).toMatchObject({ type: 'Cfg', paper: null, digital: null, signature: 'country' });
  expect(JSON.parse(shown.json)).toMatchObject({ SQ: 1, Cfg: { Cmp: { Ctry: 'PT' } } });
  expect(shown.xml).toContain('<Cfg');
});

it('are shown as they print, as the POS gets them, and with a signature that anybody can check', async () => {
  const running = await shop();
  const { receipts } = await list(running);
  const shown = await detail(running, receipts[0]!.sq);
  expect(shown).toMatchObject({ number: 'FS 1_1.26/3', currency: 'EUR', reprints: 0, digital: null });
  expect(shown.paper?.marks.join()).toMatch(/2.ª via|Cópia|via/i);
  expect(JSON.parse(shown.json)).toMatchObject({ SQ: shown.sq, ESR: { T: '3.00' } });
  expect(shown.xml).toContain('FN="FS 1_1.26/3"');
  if (typeof shown.signature === 'string') throw new Error(shown.signature);
  const { text, signature, keys } = shown.signature;
  const key = createPublicKey({ key: Buffer.from(keys[0]!, 'base64'), type: 'spki', format: 'der' });
  expect(verify('RSA-SHA1', Buffer.from(text), key, Buffer.from(signature, 'base64'))).toBe(true);
  expect((await running.get('/control/receipt?RN=def&SQ=99')).status).toBe(404);
  expect((await running.get('/control/receipt?RN=def&SQ=x')).status).toBe(404);
});

it('are taken back once, with a reason, and say so', async () => {
  const running = await shop();
  const [last] = (await list(running)).receipts;
  for (const reason of ['', '  ', 7, 'x'.repeat(201)])
    expect((await takeBack(running, last!.sq, reason)).status).toBe(400);
  expect((await takeBack(running, 1)).status).toBe(404);
  const { sq } = (await takeBack(running, last!.sq)).json;
  expect((await list(running)).receipts.slice(0, 2)).toMatchObject([
    { sq, taken: 'void' },
    { sq: last!.sq, taken: 'voided' },
  ]);
  expect((await detail(running, sq)).json).toContain('Engano');
  const again = await takeBack(running, last!.sq);
  expect([again.status, again.json.error.code]).toEqual([406, '#ALREADY_VOIDED']);
  expect(await list(running)).toMatchObject({ receipts: { length: 4 } });
});

it('are found by the number that the paper shows, where there is no fiscal one', async () => {
  const running = await runService({ cfg: GENERIC });
  for (const TN of ['16', '17']) await running.post('/register', sale('1.00', { TN }));
  const numbers = async (FN: string) =>
    (await list(running, `&FN=${encodeURIComponent(FN)}`)).receipts.map(({ number }) => number);
  const [newest] = (await list(running)).receipts;
  expect(newest!.number).toMatch(/\/17$/);
  expect(await numbers(newest!.number)).toEqual([newest!.number]);
  expect(await numbers(newest!.number.replaceAll('/', ' / '))).toEqual([newest!.number]);
  expect(await numbers(newest!.number.replace('17', '18'))).toEqual([]);
});
