/** Units on serial lines: known frames, what stands in the way in plain terms, hostile answers, a line that is cut. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { startEmulator } from '../../emulators/serial-unit/emulator.ts';
import { lineTo } from '../../testing/line.ts';
import { runs } from '../../testing/runs.ts';
import { frameOf, readFrame, receiptMessage as ccspMessage } from './ccsp.ts';
import type { UnitReceipt } from './contract.ts';
import { CONTROL_UNITS } from './models.ts';
import { messageOf, readAnswerLine, receiptMessage as posplusMessage } from './posplus.ts';

/** Longer than any of this takes. */
const PATIENCE_MS = 10_000;

/** 125.00 with 25 % tax, of which 25.00. */
const RECEIPT: UnitReceipt = {
  ...{ kind: 'normal', time: '2026-11-20T16:55:30', number: 42, register: 'KASSA1', company: '5560004615' },
  ...{ address: '-', total: 12_500, negative: 0, request: '01234567-89ab-cdef-0123-456789abcdef' },
  vat: [{ gross: 12_500, vat: 2500 }, ...[1, 2, 3].map(() => ({ gross: 0, vat: 0 }))],
};

const numbered = (number: number): UnitReceipt => ({ ...RECEIPT, number });

it('writes the frames that are known', () => {
  expect(['SIQ', 'IQ', 'ST', 'SQ'].map(frameOf)).toEqual([
    ...['#!#00E#SIQ#2F\r', '#!#00D#IQ#7D\r', '#!#00D#ST#62\r', '#!#00D#SQ#67\r'],
  ]);
  const known = { ...RECEIPT, register: 'retailint', company: '1234567890' };
  expect(frameOf(ccspMessage(known, 1))).toBe(
    '#!#072#RR#1#202611201655#42#retailint#1234567890#125,00#0,00#normal#25,00;25,00#12,00;0,00#6,00;0,00#0,00;0,00#75\r',
  );
  expect(messageOf('ver')).toBe('ver 0x5F2E\r\n');
  expect(messageOf(posplusMessage(RECEIPT))).toBe(
    'kd 202611201655 5560004615 KASSA1 42 normal 0,00 125,00 25,00;25,00 12,00;0,00 6,00;0,00 0,00;0,00 0x31D6\r\n',
  );
  const back = posplusMessage({ ...RECEIPT, total: -10_000, negative: 12_500 });
  expect(back).toContain(' normal 125,00 25,00 ');
});

it('reads no frame whose length or check is wrong', () => {
  expect(readFrame('#!#00E#SIQ#2F')).toEqual(['SIQ']);
  for (const wrong of ['', '#!#00E#SIQ#2E', '#!#00D#SIQ#2C', '#!#00E#SIQ#2F#', 'SIQ', '#!#00E#SI\u00FF#2F'])
    expect(readFrame(wrong)).toBeNull();
  expect(readAnswerLine(messageOf('0 ABC').trim())).toEqual(['0', 'ABC']);
  for (const wrong of ['', '0', '0 ABC 0x0000', '0 ABC']) expect(readAnswerLine(wrong)).toBeNull();
});

describe.each(['ccsp', 'posplus'] as const)('a unit that speaks %s', (kind) => {
  async function open() {
    const emulator = await startEmulator({ protocol: kind });
    onTestFinished(() => emulator.stop());
    const unit = CONTROL_UNITS.open({ kind, at: emulator.address }, PATIENCE_MS);
    const troubleOf = async (receipt: UnitReceipt) => {
      const told = await unit.register(receipt);
      return told.outcome === 'done' ? 'done' : `${told.outcome} ${told.failure.trouble}`;
    };
    return { emulator, unit, troubleOf };
  }

  it('gives its code, and says in plain terms why it does not', async () => {
    const { emulator, unit, troubleOf } = await open();
    const { conditions } = emulator;
    expect(await unit.state(RECEIPT)).toMatchObject({ outcome: 'done', result: { unit: emulator.unit.id } });
    const told = await unit.register(RECEIPT);
    expect(told).toEqual({
      outcome: 'done',
      result: { unit: emulator.unit.id, code: emulator.stored[0]!.code, warning: null },
    });
    conditions.memoryFull = true;
    expect(await troubleOf(numbered(43))).toBe('not-done memory-full');
    conditions.memoryFull = false;
    conditions.busy = true;
    expect(await troubleOf(numbered(43))).toBe(`not-done ${kind === 'ccsp' ? 'busy' : 'broken'}`);
    conditions.busy = false;
    conditions.register = 'OTHER';
    expect(await troubleOf(numbered(43))).toBe('not-done register');
    conditions.register = null;
    // Nothing was registered, so that the next one has the number, and no number comes twice.
    expect(await troubleOf(numbered(43))).toBe('done');
    expect(await troubleOf({ ...numbered(42), total: 100 })).toBe('not-done refused');
    expect(emulator.stored.map(({ number }) => number)).toEqual([42, 43]);
  });

  it('is asked again where it has misheard, and has a receipt once where its answer was lost', async () => {
    const { emulator, unit, troubleOf } = await open();
    emulator.faults = [null, 'mishears', 'mishears'];
    expect(await troubleOf(RECEIPT)).toBe('done');
    for (const fault of ['cut', 'noise'] as const) {
      const receipt = numbered(emulator.stored.length + 43);
      emulator.faults = kind === 'ccsp' ? [null, null, fault] : [null, fault];
      expect((await unit.register(receipt)).outcome).toBe('unknown');
      expect((await unit.register(receipt)).outcome).toBe('done');
    }
    expect(emulator.stored).toHaveLength(3);
    expect(emulator.unit.repeated).toBe(2);
  });

  it('that is not there, or answers noise before it is asked to register, has nothing', async () => {
    const { emulator, unit, troubleOf } = await open();
    emulator.faults = ['noise'];
    expect(await troubleOf(RECEIPT)).toBe('not-done unreadable');
    await emulator.stop();
    expect(await unit.register(RECEIPT)).toMatchObject({
      outcome: 'not-done',
      failure: { trouble: 'unreachable' },
    });
    expect(await CONTROL_UNITS.open({ kind, at: 'queue:x' }, 100).state(RECEIPT)).toMatchObject({
      outcome: 'not-done',
    });
  });

  it('agrees with the till wherever the line is cut: at every byte at night, at some of them else', async () => {
    const { emulator } = await open();
    const line = await lineTo(emulator.port);
    const unit = CONTROL_UNITS.open({ kind, at: `127.0.0.1:${line.port}` }, PATIENCE_MS);
    let number = 0;
    await unit.register(numbered(++number));
    const whole = line.used;
    const step = runs(1) > 1 ? 1 : 17;
    for (let bytes = 1; bytes < whole; bytes += step) {
      const receipt = numbered(++number);
      line.cutAfter(bytes);
      const first = await unit.register(receipt);
      const had = emulator.stored.length;
      line.mend();
      if (first.outcome === 'not-done') expect([bytes, had]).toEqual([bytes, number - 1]);
      const told = first.outcome === 'done' ? first : await unit.register(receipt);
      expect([bytes, told]).toMatchObject([
        bytes,
        { outcome: 'done', result: { code: emulator.stored.at(-1)!.code } },
      ]);
      expect([bytes, emulator.stored.length]).toEqual([bytes, number]);
    }
  });
});

it('counts messages from 1 again after the unit was switched off, and refuses an older protocol', async () => {
  const emulator = await startEmulator({ protocol: 'ccsp' });
  onTestFinished(() => emulator.stop());
  const unit = CONTROL_UNITS.open({ kind: 'ccsp', at: emulator.address }, PATIENCE_MS);
  for (const number of [1, 2]) expect((await unit.register(numbered(number))).outcome).toBe('done');
  emulator.unit.restart();
  expect(await unit.register(numbered(3))).toMatchObject({
    outcome: 'not-done',
    failure: { trouble: 'busy' },
  });
  expect((await unit.register(numbered(3))).outcome).toBe('done');
  emulator.conditions.version = 1;
  expect(await unit.register(numbered(4))).toMatchObject({
    outcome: 'not-done',
    failure: { trouble: 'broken' },
  });
  expect(emulator.stored).toHaveLength(3);
});
