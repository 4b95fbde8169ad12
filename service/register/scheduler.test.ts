/** When the registers are looked after. */
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Entry } from '../journal/row.ts';
import { Journal } from '../journal/journal.ts';
import { NO_ATTRIBUTES } from '../testing/country-services.ts';
import { ControlledStore } from '../testing/controlled-store.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { Scheduler } from './scheduler.ts';
import type { Register } from './register.ts';
import type { Registers } from './registers.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

interface Watch {
  scheduler: Scheduler;
  journal: Journal;
  /** Registers that were looked after, in order. */
  visits: string[];
  log: string[];
  /** Lets the visits of a register wait, or fail. */
  visit: Map<string, () => Promise<void>>;
}

/** @param companyOf tax id of a register's company */
function watch(names: string[] = ['def'], companyOf: (rn: string) => string = () => 'LU1'): Watch {
  const visits: string[] = [];
  const log: string[] = [];
  const visit: Watch['visit'] = new Map();
  const register = (rn: string) => ({
    rn,
    cfg: { Cmp: { TaxId: companyOf(rn) } },
    context: { attributes: () => NO_ATTRIBUTES },
    state: new Map(),
    deliver: async () => undefined,
    prints: { note: async () => undefined },
    country: {
      code: 'LU',
      async *background() {
        visits.push(rn);
        await visit.get(rn)?.();
      },
    },
  });
  // Only what a round asks of registers.
  const known = new Map(names.map((rn) => [rn, register(rn) as unknown as Register]));
  const registers = { names, find: async (rn: string) => known.get(rn) };
  const journal = new Journal(new ControlledStore(), 'rn');
  const scheduler = new Scheduler(registers as unknown as Registers, journal, recordingLog(log));
  onTestFinished(() => scheduler.stop());
  return { scheduler, journal, visits, log, visit };
}

const committed = (type: string): Entry => ({
  record: { _: type, SQ: 1, RN: 'def', D: '2026-05-04T12:00:00' },
  sums: null,
  changes: {},
});

it('a round is done each minute, over all registers', async () => {
  const { visits } = watch(['def', 'two']);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(visits).toEqual([]);
  await vi.advanceTimersByTimeAsync(101);
  expect(visits).toEqual(['def', 'two']);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(visits).toHaveLength(6);
});

it.each([
  ['Cfg', 1],
  ['log', 1],
  ['Tra', 0],
  ['TraS', 0],
])('a round follows soon after a %s record: %i', async (type, rounds) => {
  const { visits, journal } = watch();
  journal.emit('committed', committed(type));
  await vi.advanceTimersByTimeAsync(100);
  expect(visits).toHaveLength(rounds);
});

it('many changes at once make one round', async () => {
  const { visits, journal, scheduler } = watch();
  for (let i = 0; i < 50; i++) {
    journal.emit('committed', committed('Cfg'));
    scheduler.soon();
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(visits).toHaveLength(1);
});

it('a round begins only when the one before is over', async () => {
  const { visits, visit, scheduler } = watch();
  const { promise, resolve } = Promise.withResolvers<void>();
  visit.set('def', () => promise);
  scheduler.soon();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(visits).toHaveLength(1);
  resolve();
  await vi.advanceTimersByTimeAsync(0);
  // One for all the minutes that went by.
  expect(visits).toHaveLength(2);
});

it('a register that fails keeps the others from nothing', async () => {
  const { visits, visit, log } = watch(['def', 'bad', 'two']);
  visit.set('bad', () => Promise.reject(new Error('defect')));
  await vi.advanceTimersByTimeAsync(60_100);
  expect(visits).toEqual(['def', 'bad', 'two']);
  expect(log).toEqual([expect.stringMatching(/register bad.*defect/)]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(visits).toHaveLength(6);
});

it('a company whose authority does not answer keeps no other waiting', async () => {
  const names = Array.from({ length: 40 }, (_, i) => `r${i}`);
  // Every second register belongs to one company, the others to one each.
  const { visits, visit } = watch(names, (rn) => (Number(rn.slice(1)) % 2 ? 'LU1' : rn));
  const { promise, resolve } = Promise.withResolvers<void>();
  visit.set('r1', () => promise);
  await vi.advanceTimersByTimeAsync(60_100);
  expect(visits.filter((rn) => Number(rn.slice(1)) % 2 === 0)).toHaveLength(20);
  expect(visits.filter((rn) => Number(rn.slice(1)) % 2 === 1)).toEqual(['r1']);
  resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(new Set(visits).size).toBe(40);
});

it('no more companies are looked after at once than an authority bears', async () => {
  const names = Array.from({ length: 20 }, (_, i) => `r${i}`);
  const { visits, visit } = watch(names, (rn) => rn);
  const answers = names.map((rn) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    visit.set(rn, () => promise);
    return resolve;
  });
  await vi.advanceTimersByTimeAsync(60_100);
  expect(visits).toHaveLength(8);
  answers[0]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(visits).toHaveLength(9);
  for (const answer of answers) answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(visits).toHaveLength(20);
});

it('stopping waits for the round under way and lets no other begin', async () => {
  const { visits, visit, scheduler, journal } = watch(['def', 'two']);
  const { promise, resolve } = Promise.withResolvers<void>();
  visit.set('def', () => promise);
  scheduler.soon();
  await vi.advanceTimersByTimeAsync(100);
  let isStopped = false;
  const stopped = scheduler.stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(1000);
  expect(isStopped).toBe(false);
  resolve();
  await stopped;
  // The journal is closed next: nobody else may be visited.
  expect(visits).toEqual(['def']);
  journal.emit('committed', committed('Cfg'));
  scheduler.soon();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(visits).toEqual(['def']);
});
