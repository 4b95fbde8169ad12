/** Whatever happens to a till, an inspector finds nothing: random days, with failures of disk and authority. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Esr, JournalRecord } from '../../receipt/tra.ts';
import type { Simulator } from '../../emulators/pt-series/emulator.ts';
import { openLiveTill, useTimeZone } from './testing/live-till.ts';
import { pay, pos } from './testing/receipts.ts';
import { newKey, Till } from './testing/till.ts';
import { runs } from '../../testing/runs.ts';

/** Something that happens. Numbers choose among what there is at that moment. */
type Event =
  | { do: 'sell'; type: string; cents: number; days: number }
  | { do: 'rush'; count: number; failures: number }
  | { do: 'refund'; of: number; percent: number }
  | { do: 'void'; of: number }
  | { do: 'form'; number: number; days: number }
  | { do: 'lost'; number: number; letter: string; mark: string }
  | { do: 'close'; of: number }
  | { do: 'key' }
  | { do: 'wait'; seconds: number }
  | { do: 'clock' }
  | { do: 'disk' }
  | { do: 'restart' }
  | { do: 'background' }
  | { do: 'authority'; state: 'down' | 'up' | 'drop' | 'refuse' };

const TYPES = ['', 'FS', 'FT', 'FR', 'ND', 'CM', 'GT', 'PF', 'RG', 'RC', 'training'];
const HOUR = 3600;
/** More of the future than usual: documents may be dated two days ahead. */
const AHEAD = 'Normalize_D_ahead=2880';
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      type: fc.constantFrom(...TYPES),
      cents: fc.integer({ min: 0, max: 99_999 }),
      days: fc.constantFrom(0, 0, 0, 0, -1, -6, 1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('rush' as const),
      count: fc.integer({ min: 2, max: 8 }),
      failures: fc.integer({ min: 0, max: 2 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      of: fc.nat(99),
      percent: fc.integer({ min: 1, max: 101 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('void' as const), of: fc.nat(99) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('form' as const), number: fc.nat(5), days: fc.nat(900) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('lost' as const),
      number: fc.integer({ min: 1, max: 30 }),
      letter: fc.constantFrom('', '', 'A', 'B', 'L'),
      mark: fc.constantFrom('', '', '', 'M', 'MD'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), of: fc.nat(99) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'key' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      // Clocks are put back, too.
      seconds: fc.constantFrom(
        ...[1, 20, HOUR, 24 * HOUR, 9 * 24 * HOUR, 200 * 24 * HOUR],
        ...[-3, -HOUR, -2 * 24 * HOUR, -200 * 24 * HOUR],
      ),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'clock' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'disk' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'background' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('authority' as const),
      state: fc.constantFrom('down', 'up', 'up', 'drop', 'refuse'),
    }),
  },
);

const text = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const daysOff = (till: Till, days: number) =>
  new Date(till.clock.now() + days * 24 * HOUR * 1000).toISOString().slice(0, 19);

function receiptOf(till: Till, { type, cents, days }: Extract<Event, { do: 'sell' }>): Esr {
  const amount = text(cents);
  const isUnpaid = ['CM', 'GT', 'PF'].includes(type);
  return {
    PosA: [pos(amount)],
    ...(!isUnpaid && { PayA: [pay(amount)] }),
    ...(type === 'training' ? { Test: '1' } : type !== '' && { DT: type }),
    ...(days !== 0 && { D: daysOff(till, days) }),
  };
}

/** Lets it happen. What is refused is refused; nothing may be broken. */
async function happen(till: Till, event: Event, simulator: Simulator | null): Promise<void> {
  const documents = async () => (await till.records()).filter((r) => r.ESR?.FN !== undefined);
  const chosen = async (n: number): Promise<JournalRecord | undefined> => {
    const all = await documents();
    return all[n % Math.max(all.length, 1)];
  };
  switch (event.do) {
    case 'sell':
      await till.submit(receiptOf(till, event));
      break;
    case 'rush':
      till.room.store.failNext(event.failures);
      await Promise.all(Array.from({ length: event.count }, (_, i) => till.attempt(`${i}.10`)));
      break;
    case 'refund': {
      const original = await chosen(event.of);
      const whole = Math.abs(Math.round(Number(original?.ESR!.T ?? '1') * 100));
      const part = text(Math.max(Math.ceil((whole * event.percent) / 100), 1));
      await till.attempt(`-${part}`, { RFN: original?.ESR!.FN ?? 'FT X/1', Rsn: 'Troca' });
      break;
    }
    case 'void': {
      const original = await chosen(event.of);
      if (original) await till.attemptVoid(original.ESR!.FN!);
      break;
    }
    case 'form':
      await till.attempt('5.00', { FN: `abc/${event.number}`, D: daysOff(till, -event.days) });
      break;
    case 'lost': {
      const year = new Date(till.clock.now()).toISOString().slice(2, 4);
      const FN = `FS 1_1.${year}${event.letter}${event.mark}/${event.number}`;
      await till.attempt('5.00', { FN, D: daysOff(till, -1) });
      break;
    }
    case 'close': {
      const ids = Object.keys(till.series);
      if (ids.length > 0) await till.act('close', { series: ids[event.of % ids.length]! });
      break;
    }
    case 'key':
      till.key = newKey(till.keys.size + 1, simulator === null);
      break;
    case 'wait':
      till.clock.set(new Date(till.clock.now() + event.seconds * 1000).toISOString());
      break;
    case 'clock':
      await till.act('clock');
      break;
    case 'disk':
      till.room.store.failNext();
      break;
    case 'restart':
      await till.restart();
      break;
    case 'background':
      await till.background();
      break;
    case 'authority':
      if (event.state === 'down') simulator?.down();
      if (event.state === 'up') simulator?.up();
      if (event.state === 'drop') simulator?.drop();
      if (event.state === 'refuse') simulator?.fail(4043);
      break;
  }
}

/** Credit notes that exceed their invoice, and cancelled invoices with credit notes. */
async function wrongCorrections(till: Till): Promise<string[]> {
  const records = await till.records();
  const voided = new Set(records.filter((r) => r.ESR?.Void === '1').map((r) => r.ESR!.RFN));
  const cents = (r: JournalRecord) => Math.round(Number(r.ESR!.T) * 100);
  const found: string[] = [];
  for (const invoice of records.filter((r) => r.ESR?.FN?.startsWith('NC') === false && r.ESR.Test !== '1')) {
    const notes = records.filter(
      (r) =>
        r.ESR?.FN?.startsWith('NC ') === true &&
        !voided.has(r.ESR.FN) &&
        (r.Fis?.PT_OwnReference ?? r.Fis?.PT_Reference) === invoice.ESR!.FN,
    );
    const taken = notes.reduce((sum, note) => sum - cents(note), 0);
    if (taken > cents(invoice)) found.push(`${invoice.ESR!.FN}: credit notes of ${taken}`);
    if (notes.length > 0 && voided.has(invoice.ESR!.FN))
      found.push(`${invoice.ESR!.FN}: void, with credit notes`);
  }
  return found;
}

async function check(till: Till, events: readonly Event[], simulator: Simulator | null): Promise<void> {
  for (const event of events) await happen(till, event, simulator);
  expect(till.log.filter((line) => line.includes('unexpected'))).toEqual([]);
  expect(await till.complaints()).toEqual([]);
  expect(await wrongCorrections(till)).toEqual([]);
  const state = [...till.register.state.keys()].length;
  await till.restart();
  expect([...till.register.state.keys()]).toHaveLength(state);
  simulator?.up();
  simulator?.drop(0);
  simulator?.fail(0, 0);
  // The till goes on, whatever it has been through.
  till.clock.set(new Date(till.clock.now() + 400 * 24 * HOUR * 1000).toISOString());
  await till.act('clock');
  await till.sell('1.00', { DT: 'FR' });
  expect(await till.complaints()).toEqual([]);
}

it('with the own key', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 40 }), async (events) => {
      await check(await Till.open({ now: '2026-12-28T23:00:00', attributes: AHEAD }), events, null);
    }),
    { numRuns: runs(40) },
  );
});

it('with the key of a certified program, before the authority', async () => {
  useTimeZone('Europe/Lisbon');
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 30 }), async (events) => {
      const { till, simulator } = await openLiveTill({ now: '2026-12-28T23:00:00', attributes: AHEAD });
      await check(till, events, simulator);
      const names = simulator.series.map((s) => `${s.tipoDoc} ${s.serie}`);
      expect(new Set(names).size).toBe(names.length);
      // What the authority was told is what was issued.
      for (const told of simulator.series.filter((s) => s.estado === 'F')) {
        expect(till.series[`${told.tipoDoc} ${told.serie}`]?.number).toBe(Number(told.seqUltimoDocEmitido));
      }
      for (const told of simulator.series.filter((s) => s.estado === 'N'))
        expect(till.series[`${told.tipoDoc} ${told.serie}`]?.number ?? 0).toBe(0);
    }),
    { numRuns: runs(25) },
  );
});
