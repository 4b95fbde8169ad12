/** The driver against the emulated unit: known messages, faults, hostile answers, a line that is cut. */
import { expect, it, onTestFinished } from 'vitest';
import { startEmulator } from '../../emulators/cleancash/emulator.ts';
import { startServer } from '../../emulators/server.ts';
import { lineTo } from '../../testing/line.ts';
import { runs } from '../../testing/runs.ts';
import { cleanCash, receiptMessage } from './cleancash.ts';
import type { UnitReceipt } from './contract.ts';
import { controlData } from './tcs.ts';

/** 125.00 with 25 % tax, of which 25.00. */
const RECEIPT: UnitReceipt = {
  ...{ kind: 'normal', time: '2026-11-20T16:55:30', number: 42, register: 'KASSA1', company: '5560004615' },
  ...{
    address: 'Exempelgatan 1',
    total: 12_500,
    negative: 0,
    request: '01234567-89ab-cdef-0123-456789abcdef',
  },
  vat: [
    { gross: 12_500, vat: 2500 },
    { gross: 0, vat: 0 },
    { gross: 0, vat: 0 },
    { gross: 0, vat: 0 },
  ],
};

const numbered = (number: number): UnitReceipt => ({ ...RECEIPT, number });
const unit = (url: string, timeoutMs = 5000) =>
  cleanCash({ kind: 'cleancash', url, user: '', password: '' }, timeoutMs);

it('writes the messages that the makers describe', () => {
  const xccsp = receiptMessage(RECEIPT);
  expect(xccsp).toContain(
    '<IsNewSession>1</IsNewSession><SerialNo>42</SerialNo><Date>202611201655</Date><ReceiptId>42</ReceiptId>' +
      '<PosId>KASSA1</PosId><OrgNo>5560004615</OrgNo><ReceiptTotal>125,00</ReceiptTotal>' +
      '<NegativeTotal>0,00</NegativeTotal><ReceiptType>normal</ReceiptType><VatList>' +
      '<Vat><Class>1</Class><Percentage>25,00</Percentage><Amount>25,00</Amount></Vat>',
  );
  const tcs = controlData(RECEIPT);
  expect(tcs).toContain('<DateTime>20261120165530</DateTime><OrgNr>5560004615</OrgNr>');
  expect(tcs).toContain(
    '<SaleAmount>125,00</SaleAmount><VAT1><Percent>25,00</Percent><Amount>25,00</Amount>',
  );
  expect(tcs).toContain('<VAT4><Percent>0,00</Percent><Amount>0,00</Amount>');
  const back = controlData({
    ...RECEIPT,
    total: -12_500,
    vat: RECEIPT.vat.map(({ gross, vat }) => ({ gross: -gross, vat: -vat })),
  });
  expect(back).toContain(
    '<RefundAmount>125,00</RefundAmount><VAT1><Percent>25,00</Percent><Amount>25,00</Amount>',
  );
});

it('says in plain terms why a unit does not take a receipt', async () => {
  const emulator = await startEmulator({ auth: 'kassa:hemlig' });
  onTestFinished(() => emulator.stop());
  const { url, conditions } = emulator;
  const known = cleanCash({ kind: 'cleancash', url, user: 'kassa', password: 'hemlig' }, 5000);
  const troubleOf = async (receipt = RECEIPT) => {
    const told = await known.register(receipt);
    return told.outcome === 'done' ? 'done' : `${told.outcome} ${told.failure.trouble}`;
  };
  expect(await unit(url).register(RECEIPT)).toMatchObject({
    outcome: 'not-done',
    failure: { trouble: 'rights' },
  });
  for (const [condition, trouble] of [
    ['memoryFull', 'memory-full'],
    ['busy', 'busy'],
    ['fatal', 'broken'],
  ] as const) {
    conditions[condition] = true;
    expect(await troubleOf()).toBe(`not-done ${trouble}`);
    conditions[condition] = false;
  }
  conditions.registers = ['OTHER'];
  expect(await troubleOf()).toBe('not-done register');
  conditions.registers = null;
  conditions.licences = 0;
  expect(await troubleOf()).toBe('not-done licence');
  conditions.licences = 1;
  conditions.memoryHigh = true;
  const told = await known.register(RECEIPT);
  expect(told).toMatchObject({
    outcome: 'done',
    result: { warning: 'the memory of the unit is nearly full' },
  });
  // The same message is answered as before; another receipt must not have its number.
  expect(await known.register(RECEIPT)).toEqual(told);
  expect(await troubleOf({ ...RECEIPT, total: 100 })).toBe('not-done refused');
  expect(emulator.stored).toHaveLength(1);
});

it.each(['foreign', 'empty', 'truncated', 'bytes', 'line'] as const)(
  'knows nothing after a %s answer, and has the receipt once when it is sent again',
  async (how) => {
    const emulator = await startEmulator();
    onTestFinished(() => emulator.stop());
    emulator.spoil(how);
    expect(await unit(emulator.url).register(RECEIPT)).toMatchObject({ outcome: 'unknown' });
    expect(await unit(emulator.url).register(RECEIPT)).toMatchObject({ outcome: 'done' });
    expect(emulator.stored).toHaveLength(1);
  },
);

it.each([
  '',
  '<!DOCTYPE r [<!ENTITY a "b">]><response>&a;</response>',
  '<a>'.repeat(10_000),
  'x'.repeat(200_000),
  '<response><type>RegisterReceiptResponse</type><data><RegisterResult><Code>A</Code><Code>B</Code></RegisterResult></data></response>',
])('believes no hostile answer (%#)', async (body) => {
  const server = await startServer({
    longestBody: 10_000,
    take: () => ({ answer: () => ({ status: 200, type: 'text/xml', body }) }),
  });
  onTestFinished(() => server.stop());
  expect(await unit(server.origin).register(RECEIPT)).toMatchObject({ outcome: 'unknown' });
});

it('agrees with the unit wherever the line is cut: at every byte at night, at some of them else', async () => {
  const emulator = await startEmulator();
  onTestFinished(() => emulator.stop());
  const line = await lineTo(emulator.port);
  const url = `http://127.0.0.1:${line.port}/xccsp`;
  let number = 0;
  await unit(url).register(numbered(++number));
  line.mend();
  await unit(url).register(numbered(++number));
  const whole = line.used;
  const step = runs(1) > 1 ? 1 : 67;
  for (let bytes = 1; bytes < whole; bytes += step) {
    const receipt = numbered(++number);
    line.cutAfter(bytes, true);
    const first = await unit(url).register(receipt);
    line.mend();
    const told = first.outcome === 'done' ? first : await unit(url).register(receipt);
    expect([bytes, told]).toMatchObject([
      bytes,
      { outcome: 'done', result: { code: emulator.stored.at(-1)!.code } },
    ]);
    expect([bytes, emulator.stored.length]).toEqual([bytes, number]);
  }
});
