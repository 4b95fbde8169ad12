/** The driver against the emulated service: messages, lost answers, hostile ones, a line that is cut. */
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { startEmulator } from '../../emulators/ppekk/emulator.ts';
import { startServer } from '../../emulators/server.ts';
import { lineTo } from '../../testing/line.ts';
import { runs } from '../../testing/runs.ts';
import type { PpekkDocument } from './contract.ts';
import { documentService, storeRequest, unitPrice } from './documents.ts';

const SALE: PpekkDocument = {
  ...{ id: 'a-1', type: 'PD', amount: '13.49', print: true },
  items: [
    { type: 'K', name: 'Chlieb', quantity: '2.0000', price: '12.30', rate: '23.00' },
    { type: 'K', name: 'Syr', quantity: '0.3520', price: '1.19', rate: '19.00' },
  ],
  payments: [
    ['Hotovosť', '10.10'],
    ['Hotovosť', '3.39'],
  ],
};

async function service() {
  const emulator = await startEmulator();
  onTestFinished(() => emulator.stop());
  return { emulator, ppekk: documentService(emulator.url, 5000) };
}

it('writes what the makers describe', () => {
  expect(storeRequest({ ...SALE, paragon: { number: 7, at: '2026-05-12T12:00:00+02:00' } })).toEqual({
    ...{ type: 'PD', externalId: 'a-1', amount: 13.49, electronicReceipt: false },
    ...{ paragonDate: '2026-05-12T12:00:00+02:00', paragonNumber: 7, payments: { Hotovosť: 13.49 } },
    documentEntries: [
      { name: 'Chlieb', price: 6.15, quantity: 2, itemType: 'SALE', vatRate: 'VAT_23' },
      { name: 'Syr', price: 3.381, quantity: 0.352, itemType: 'SALE', vatRate: 'VAT_19' },
    ],
  });
});

it('sends prices from which the same line is computed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -9_999_999, max: 9_999_999 }),
      fc.integer({ min: 0, max: 99_999_999 }),
      (cents, pieces) => {
        const sign = cents < 0 ? '-' : '';
        const digits = String(Math.abs(cents)).padStart(3, '0');
        const amount = String(pieces).padStart(5, '0');
        const { price, quantity } = unitPrice(
          `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`,
          `${amount.slice(0, -4)}.${amount.slice(-4)}`,
        );
        const product = BigInt(Math.round(price * 1000)) * BigInt(Math.round(quantity * 10_000));
        expect((product + (product < 0n ? -50_000n : 50_000n)) / 100_000n).toBe(BigInt(cents));
      },
    ),
    { numRuns: runs(100) },
  );
});

it('registers a document, finds it again, and says when there is none', async () => {
  const { emulator, ppekk } = await service();
  expect(await ppekk.owner()).toEqual({
    outcome: 'done',
    result: { dic: '2020123456', code: '88820201234560001' },
  });
  expect(await ppekk.find(SALE)).toEqual({ outcome: 'done', result: null });
  const told = await ppekk.register(SALE);
  expect(told).toMatchObject({ outcome: 'done', result: { number: 1, uid: emulator.stored[0]!.uid } });
  expect(await ppekk.find(SALE)).toEqual(told);
  expect(await ppekk.find({ ...SALE, amount: '13.48' })).toMatchObject({ outcome: 'unknown' });
  emulator.conditions.unreadable = true;
  expect(await ppekk.find({ ...SALE, id: 'b' })).toMatchObject({ outcome: 'unknown' });
});

it('does not take an error for proof that nothing was stored', async () => {
  const { emulator, ppekk } = await service();
  emulator.conditions.printerBroken = true;
  expect(await ppekk.register(SALE)).toMatchObject({ outcome: 'unknown', failure: { trouble: 'refused' } });
  expect(await ppekk.find(SALE)).toMatchObject({ outcome: 'done', result: { number: 1 } });
});

it.each(['foreign', 'unsigned', 'truncated'] as const)('believes no %s answer', async (how) => {
  const { emulator, ppekk } = await service();
  emulator.spoil(how);
  expect(await ppekk.register(SALE)).toMatchObject({ outcome: 'unknown' });
  expect(await ppekk.find(SALE)).toMatchObject({ outcome: 'done', result: { number: 1 } });
  expect(emulator.stored).toHaveLength(1);
});

it.each([
  '',
  '[]',
  'x'.repeat(2_000_000),
  '{"document":[]}',
  '{"document":{"pkp":{}}}',
  '{"errorMessage":7}',
])('believes no hostile answer (%#)', async (body) => {
  const server = await startServer({
    longestBody: 100_000,
    take: () => ({ answer: () => ({ status: 200, type: 'application/json', body }) }),
  });
  onTestFinished(() => server.stop());
  const ppekk = documentService(server.origin, 5000);
  for (const told of [await ppekk.register(SALE), await ppekk.find(SALE), await ppekk.owner()])
    expect(told).toMatchObject({ outcome: 'unknown' });
});

it('agrees with the storage wherever the line is cut: at every byte at night, at some of them else', async () => {
  const { emulator } = await service();
  const line = await lineTo(emulator.port);
  const ppekk = documentService(`http://127.0.0.1:${line.port}`, 5000);
  await ppekk.register(SALE);
  const whole = line.used;
  const step = runs(1) > 1 ? 1 : 211;
  for (let bytes = 1; bytes < whole; bytes += step) {
    const document = { ...SALE, id: `cut-${bytes}` };
    line.cutAfter(bytes, true);
    const first = await ppekk.register(document);
    line.mend();
    const stored = emulator.stored.find(({ externalId }) => externalId === document.id) ?? null;
    if (first.outcome === 'done') expect(stored).not.toBeNull();
    if (first.outcome === 'not-done') expect(stored).toBeNull();
    expect([bytes, await ppekk.find(document)]).toMatchObject([
      bytes,
      { outcome: 'done', result: stored && { number: stored.number } },
    ]);
  }
});
