/** The driver of registers in the cloud: what is believed of answers, and what a document looks like on the way. */
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { startEmulator } from '../../../emulators/hu-fam/emulator.ts';
import { startServer, type Reply } from '../../../emulators/server.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { runs, SEED } from '../../../testing/runs.ts';
import type { Order } from '../contract.ts';
import { begunOf, documentList, documentState, finishedOf, storedItems } from './answers.ts';
import { createBody } from './documents.ts';
import { huFamRegister } from './register.ts';

const ORDER: Order = {
  kind: 'return',
  of: {
    z: 4,
    number: 17,
    day: '2026-11-18',
    serial: 'C12345678',
    type: 'SZ',
    name: 'SZ-C12345678/12345676/0004/00017',
  },
  reason: 'V2',
  buyer: { name: 'Vevő Zrt.', zip: '7621', city: 'Pécs', street: 'Fő tér 2', taxId: '12345676-2-41' },
  items: [
    { text: 'Sajt', quantity: '0.25', price: 400_000, department: 3, unit: 'KG' },
    { text: 'Kávé', quantity: '3', price: 59_000, department: 2, discount: { text: 'Akció', amount: 500 } },
  ],
  payments: [
    { text: 'Készpénz', amount: 276_500, type: 0, index: 0 },
    { text: 'Kerekítés', amount: 0, type: 3, index: 0 },
  ],
  total: 276_500,
};
const BEFORE = { z: 4, number: 1, serial: 'C12345678', sum: 0, moves: 0 };

/** A register that answers everything so. */
async function answering(reply: (path: string) => Partial<Reply>) {
  const server = await startServer({
    longestBody: 100_000,
    take: (incoming) => ({
      answer: () => ({ status: 200, type: 'application/json', body: '{}', ...reply(incoming.url ?? '') }),
    }),
  });
  onTestFinished(() => server.stop());
  const port = Number(new URL(server.origin).port);
  return huFamRegister({
    ...{ host: '127.0.0.1', port, memory: new Map(), now: () => '2026-11-20T16:55:00' },
    login: { user: 'C12345678', password: 'x' },
  });
}

it('sends weights in their unit, discounts as items of the other sign, and an invoice back with its terms', () => {
  const body = createBody('C12345678', ORDER);
  expect(body).toMatchObject({
    '@type': 'createReturnReceipt',
    ...{
      sourceDocNo: ORDER.of!.name,
      sourceDocType: 'SIMPLE_INVOICE',
      returnReason: 'V2',
      paymentType: 'CASH',
    },
    billTo: {
      taxNumber: { taxpayerId: '12345676', vatCode: '2', countyCode: '41' },
      customerVatStatus: 'DOMESTIC',
    },
  });
  expect(body.receiptItems).toMatchObject([
    { itemUnitPrice: '4000.00', itemQty: '-0.2500', itemUnit: 'KILOGRAM', itemDept: 'C', itemCat: 'RETURN' },
    { itemUnitPrice: '590.00', itemQty: '-3.0000', itemCat: 'RETURN' },
    { itemName: 'Akció', itemUnitPrice: '5.00', itemQty: '1.0000', itemDept: 'B', itemCat: 'DISCOUNT' },
  ]);
  const net = createBody('C12345678', { ...ORDER, kind: 'sale' }, [], 'net').receiptItems;
  expect(net).toMatchObject([
    { itemQty: '0.2500' },
    { itemUnitPrice: '1765.00', itemQty: '1.0000', itemCustomInfo: [{ text: 'Akció -5.00' }] },
  ]);
});

it('does not know what became of a document where answers make no sense, and asks for nothing more', async () => {
  const login = { body: '{"resultCode":"SUCCESS"}', headers: { 'x-auth-token': 'a' } };
  const paths: string[] = [];
  const register = await answering((path) => {
    paths.push(path);
    return path.endsWith('login') ? login : { body: '{"resultCode":"SUCCESS"}' };
  });
  const sale: Order = { ...ORDER, kind: 'sale' };
  expect(await register.register(sale)).toMatchObject({
    outcome: 'unknown',
    failure: { trouble: 'unreadable' },
  });
  expect(paths).toHaveLength(2);
  expect(await register.find(sale, BEFORE)).toMatchObject({ outcome: 'unknown' });
  const [silent, noToken] = [
    await answering(() => ({ status: 500 })),
    await answering(() => ({ body: login.body })),
  ];
  expect(await silent.register(sale)).toMatchObject({ outcome: 'not-done', failure: { trouble: 'rights' } });
  expect(await noToken.register(sale)).toMatchObject({ outcome: 'not-done', failure: { trouble: 'rights' } });
});

it('finds what was done however wrong the clock here is', async () => {
  const clock = new ManualClock('2026-11-20T16:55:00');
  const emulator = await startEmulator({ clock });
  onTestFinished(() => emulator.stop());
  const driver = (now: string) =>
    huFamRegister({
      ...{ host: '127.0.0.1', port: emulator.port, memory: new Map(), now: () => now },
      login: { user: 'C12345678', password: 'titok' },
    });
  const right = driver('2026-11-20T16:55:00');
  await right.openDay!(0);
  const { of: _of, buyer: _buyer, ...sale } = { ...ORDER, kind: 'sale' as const };
  expect(await right.register(sale)).toMatchObject({ outcome: 'done', result: { z: 1, number: 1 } });
  const before = { ...BEFORE, z: 1, number: 0 };
  for (const now of ['2020-01-01T00:00:00', '2028-01-01T00:00:00'])
    expect(await driver(now).find(sale, before)).toMatchObject({
      outcome: 'done',
      result: { printed: { name: emulator.documents[0]!.name }, code: emulator.documents[0]!.code },
    });
});

it('takes nothing apart that it cannot read', () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  const names = [
    'documents',
    'documentData',
    'openDocuments',
    'fiscalDayOpen',
    'openedFiscalDayNo',
    'docTotal',
  ];
  const answer = fc.dictionary(
    fc.constantFrom(...names, 'fiscalDayNo', 'documentId', 'docDownloadInfo'),
    json,
  );
  fc.assert(
    fc.property(answer, (told) => {
      for (const read of [begunOf, documentList, documentState, finishedOf, storedItems]) read(told);
      expect(begunOf({ ...told, docTotal: 'x' })).toBeNull();
      expect(finishedOf({ ...told, documentData: [{ '@type': 'docClose', docNo: 'NY-1' }] })).toBeNull();
    }),
    { seed: SEED, numRuns: runs(50) },
  );
  expect(begunOf({ fiscalDayNo: 4, documentId: '2', docTotal: '-1541.50' })).toEqual({
    day: 4,
    id: 2,
    total: 154_150,
  });
  expect(begunOf({ fiscalDayNo: 4, documentId: 2, docTotal: '1541.505' })).toBeNull();
});
