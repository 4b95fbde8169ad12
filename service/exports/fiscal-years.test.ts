/** A SAF-T over several years: one file for each fiscal year, right by the rules of the authority. */
import { createPublicKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkSaft } from '../countries/pt/saft/testing/assertions.ts';
import { Till } from '../countries/pt/testing/till.ts';
import { Exports, type Plan } from './exports.ts';

/** A till that sold in 2025, 2026 and 2028. */
async function soldForYears(): Promise<Till> {
  const till = await Till.open({ now: '2025-11-30T12:00:00' });
  for (const now of [
    '2025-12-31T23:59:00',
    '2026-01-01T00:01:00',
    '2026-12-31T12:00:00',
    '2028-02-01T12:00:00',
  ]) {
    till.clock.set(now);
    await till.sell('1.23');
  }
  // Of last year, in the series of last year.
  till.clock.set('2029-01-02T12:00:00');
  return till;
}

async function exported(till: Till, from: string | undefined, till_: string | undefined) {
  const { registers, journal, services } = till.room;
  const exports = new Exports({ registers, journal, country: { ...services, key: () => till.key } });
  const plan = (await exports.plan('def', { type: 'saft', from, till: till_ })) as Plan;
  const files: Record<string, Buffer> = {};
  const steps: [number, number][] = [];
  const { done } = exports.begin(
    plan,
    async (making) => {
      for await (const { name, content } of making.files) {
        const chunks: Buffer[] = [];
        for await (const chunk of content) chunks.push(chunk);
        files[name] = Buffer.concat(chunks);
      }
    },
    (...step) => void steps.push(step),
  )!;
  await done;
  return { files, steps };
}

const named = (days: string) => `SAFT-PT_599999993_${days}.xml`;

it('has a file for each fiscal year with documents, and each is right in itself', async () => {
  const till = await soldForYears();
  const { files, steps } = await exported(till, '2025-06-15', '2028-12-31');
  expect(Object.keys(files)).toEqual(
    ['2025-06-15_2025-12-31', '2026-01-01_2026-12-31', '2028-01-01_2028-12-31'].map(named),
  );
  const pem = createPublicKey(till.key!.privateKey).export({ type: 'spki', format: 'pem' }) as string;
  for (const [name, bytes] of Object.entries(files)) {
    expect(checkSaft(bytes, { publicKeys: new Map([['1', pem]]) })).toEqual([]);
    const text = bytes.toString('latin1');
    expect(text).toContain(`<FiscalYear>${/_(\d{4})-/.exec(name)![1]}</FiscalYear>`);
  }
  const invoices = (days: string) => files[named(days)]!.toString('latin1').match(/<InvoiceNo>.*?</g);
  expect(invoices('2025-06-15_2025-12-31')).toEqual(['<InvoiceNo>FS 1_1.25/1<']);
  expect(invoices('2026-01-01_2026-12-31')).toEqual(['<InvoiceNo>FS 1_1.26/1<', '<InvoiceNo>FS 1_1.26/2<']);
  expect(steps[0]).toEqual([0, 4]);
  expect(steps.at(-1)).toEqual([4, 4]);
});

it.each([
  ['a year', '2026-01-01', '2026-12-31', ['2026-01-01_2026-12-31']],
  ['the turn of a year', '2025-12-01', '2026-01-31', ['2025-12-01_2025-12-31', '2026-01-01_2026-01-31']],
  ['years without documents', '2001-01-01', '2003-12-31', ['2003-01-01_2003-12-31']],
  ['all of the future', '2028-01-01', '9999-12-31', ['2028-01-01_2028-12-31']],
  ['the future alone', '2030-01-01', '2031-12-31', ['2030-01-01_2030-01-01']],
])('%s', async (_what, from, till_, expected) => {
  const { files } = await exported(await soldForYears(), from, till_);
  expect(Object.keys(files)).toEqual(expected.map(named));
});
