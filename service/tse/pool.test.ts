import { expect, it, vi } from 'vitest';
import { certifiedKey } from '../certificates/write.ts';
import type { RefusedPins, TseCredentials, TseModel, TseState } from '../devices/tse/contract.ts';
import { TseEngine } from '../devices/tse/software/engine.ts';
import { softwareTse } from '../devices/tse/software/tse.ts';
import { faultyTse, type Fault } from '../devices/tse/testing/faulty-tse.ts';
import { silentLog } from '../log.ts';
import { Attributes } from '../settings/attributes.ts';
import { MemoryVault } from '../testing/country-services.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { unfit } from './credentials.ts';
import { TsePool } from './pool.ts';

async function build(attributes = '', state: Partial<TseState> = {}, more: Partial<TseModel> = {}) {
  const folder = await temporaryFolder();
  const clock = new ManualClock('2026-05-12T12:00:00');
  const engine = new TseEngine({ file: ':memory:', clock });
  const asked: string[] = [];
  const at = {
    ...{ fault: 'none' as Fault, pins: [] as (string | undefined)[], state },
    refused: null as RefusedPins | null,
    gate: null as Promise<void> | null,
    credentials: null as (() => TseCredentials) | null,
  };
  const model: TseModel = {
    ...{ name: 'test', product: 'Test TSE', settings: [] },
    credentials: { adminPin: { least: 5, most: 5 }, adminPuk: { least: 6, most: 6 } },
    ...more,
    open: ({ credentials, refused }) => {
      at.refused = refused!;
      at.credentials = credentials;
      const tse = faultyTse(softwareTse(engine), (method) => {
        asked.push(method);
        at.pins.push(credentials().adminPin);
        return at.fault;
      });
      return {
        ...Object.fromEntries(
          Object.keys(softwareTse(engine)).map((name) => [name, tse[name as keyof typeof tse]]),
        ),
        find: async (...name: Parameters<typeof tse.find>) => {
          await at.gate;
          return tse.find(...name);
        },
        state: async () => {
          await at.gate;
          const told = await tse.state();
          return told.outcome === 'done' ? { ...told, result: { ...told.result, ...at.state } } : told;
        },
        selfTest: (client: string) => {
          at.state = { ...at.state, selfTestPassed: true, selfTestDue: clock.now() + 25 * 3_600_000 };
          return tse.selfTest(client);
        },
        setTime: () => {
          at.state = { ...at.state, timeSet: true };
          return tse.setTime();
        },
      } as ReturnType<TseModel['open']>;
    },
  };
  const vault = new MemoryVault();
  const open = () =>
    new TsePool({
      ...{ vault, clock, log: silentLog, folder, models: [model] },
      attributes: () => Attributes.parse(attributes),
    });
  return { clock, engine, asked, at, open };
}

async function setUp(pool: TsePool) {
  const id = await pool.add('test', {}, { adminPin: '11111' });
  const unit = pool.units.find((each) => each.id === id)!;
  await unit.setUp(() => Promise.resolve(), 'KASSE-1');
  await unit.state();
  return unit;
}

it('knows its TSEs, their order and who they are after a restart', async () => {
  const { open } = await build();
  const pool = open();
  const [first, second] = [await setUp(pool), await setUp(pool)];
  await pool.prefer(second.id);
  const again = open();
  expect(again.units.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(again.units[0]!.identity?.serial).toMatch(/^[0-9a-f]{64}$/);
  await again.remove(second.id);
  expect(open().units.map(({ id }) => id)).toEqual([first.id]);
});

it('leaves a TSE alone that has failed, until its rest is over or somebody has looked', async () => {
  const { open, at, clock } = await build('TSE_KeepAlive=30');
  const pool = open();
  const unit = await setUp(pool);
  at.fault = 'unreachable';
  await unit.start({ client: 'KASSE-1', reference: 'a' });
  expect(unit.failure).toMatchObject({ trouble: 'unreachable', nextTry: clock.now() + 30_000 });
  at.fault = 'none';
  await pool.tend('KASSE-1');
  expect(unit.failure).not.toBeNull();
  clock.advance(30_000);
  await pool.tend('KASSE-1');
  expect(unit.failure).toBeNull();
});

it('brings a TSE so far that it signs: self test, time, client', async () => {
  const { open, asked, engine } = await build('', { timeSet: false, selfTestPassed: false });
  const pool = open();
  const unit = await setUp(pool);
  expect(unit.failure?.trouble).toBe('self-test-due');
  asked.length = 0;
  unit.failure!.nextTry = 0;
  await pool.tend('KASSE-1');
  expect(asked).toEqual(['state', 'selfTest', 'setTime', 'registerClient', 'state']);
  expect(unit.failure).toBeNull();
  expect(engine.clients).toEqual(['KASSE-1']);
});

it('has a self test made at its time of day, once', async () => {
  const { open, asked, clock } = await build('TSE_SelfTestAt=3:05', {
    selfTestDue: Date.parse('2026-05-14T12:00:00'),
  });
  const pool = open();
  await setUp(pool);
  await pool.tend('KASSE-1');
  const testsAfter = async (hours: number) => {
    asked.length = 0;
    clock.advance(hours * 3_600_000);
    await pool.tend('KASSE-1');
    return asked.filter((method) => method === 'selfTest').length;
  };
  expect([await testsAfter(14), await testsAfter(2), await testsAfter(2)]).toEqual([0, 1, 0]);
});

it('takes the PIN of the profile before the one that it keeps', async () => {
  const kept = await build();
  await setUp(kept.open());
  expect(kept.at.pins[0]).toBe('11111');
  const told = await build('TSE_AdminPin=22222 TSE_TimePuk=654321');
  const pool = told.open();
  const unit = await setUp(pool);
  expect(told.at.pins[0]).toBe('22222');
  // It has one PUK, whatever that is called.
  expect(told.at.credentials!().adminPuk).toBe('654321');
  // Set anew since: the one of the profile would only be refused.
  await pool.learn(unit.id, { credentials: { adminPin: '33333' }, settings: {} });
  expect(told.at.credentials!().adminPin).toBe('33333');
  told.open();
  expect(told.at.credentials!().adminPin).toBe('33333');
  // One of another kind of TSE.
  const five = { credentials: { adminPin: { least: 5, most: 5 } } };
  const profile = Attributes.parse('TSE_AdminPin=1234 TSE_AdminPuk=654321 TSE_TimePin=54321');
  expect(unfit(profile, [five])).toEqual(['TSE_AdminPin', 'TSE_AdminPuk', 'TSE_TimePin']);
  expect(unfit(Attributes.parse('TSE_AdminPin=12345'), [five])).toEqual([]);
  expect(unfit(profile, [])).toEqual([]);
  const other = await build('TSE_AdminPin=1234567890');
  await setUp(other.open());
  expect(other.at.pins[0]).toBe('11111');
});

it('asks one that falls asleep every few seconds, and others seldom', async () => {
  for (const [more, times] of [
    [{ fallsAsleep: true }, 2],
    [{}, 0],
  ] as const) {
    const { open, asked, clock, engine } = await build('TSE_KeepAlive=40', {}, more);
    const pool = open();
    const unit = await setUp(pool);
    engine.registerClient('KASSE-1');
    await unit.state();
    asked.length = 0;
    for (let seconds = 0; seconds < 50; seconds += 10) {
      clock.advance(10_000);
      await pool.tend('KASSE-1');
    }
    expect(asked.filter((method) => method === 'state')).toHaveLength(times);
  }
});

it('knows a PIN that was refused after a restart, and forgets it when one was set anew', async () => {
  const { open, at } = await build();
  await setUp(open());
  at.refused!.set('time', '99999');
  expect(at.refused!.get('time')).toBe('99999');
  open();
  expect(at.refused!.get('time')).toBe('99999');
  at.refused!.clear();
  open();
  expect(at.refused!.get('time')).toBeUndefined();
});

it('asks one thing after the other', async () => {
  const { open, engine } = await build();
  const unit = await setUp(open());
  engine.registerClient('KASSE-1');
  const started = await Promise.all(
    ['a', 'b', 'c'].map((reference) => unit.start({ client: 'KASSE-1', reference })),
  );
  expect(started.map((told) => told.outcome === 'done' && told.result.transaction)).toEqual([1, 2, 3]);
});

it('asks for receipts side by side where the TSE takes several, and for all else behind them', async () => {
  const { open, at, engine, asked } = await build('Fiscal_Timeout=10', {}, { together: 8 });
  const unit = await setUp(open());
  engine.registerClient('KASSE-1');
  const name = (reference: string) => ({ client: 'KASSE-1', reference });
  asked.length = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  at.gate = promise;
  // The search for one takes longer than a receipt may wait; the message of another does not wait behind it.
  const found = unit.findSoon({ ...name('a'), transaction: null });
  const [first, second] = await Promise.all([unit.start(name('b')), unit.start(name('c'))]);
  expect([first, second]).toMatchObject([{ result: { transaction: 1 } }, { result: { transaction: 2 } }]);
  const looked = unit.state();
  expect(await found).toMatchObject({ failure: { trouble: 'busy' } });
  expect(asked).toEqual(['start', 'start']);
  resolve();
  expect(await looked).toMatchObject({ outcome: 'done', result: { lastTransaction: 2 } });
  expect(unit.failure).toBeNull();
});

it('lets no receipt wait for a TSE that is busy for long, and asks nothing of it then', async () => {
  const { open, at, engine } = await build('Fiscal_Timeout=10');
  const unit = await setUp(open());
  engine.registerClient('KASSE-1');
  const name = { client: 'KASSE-1', reference: 'a' };
  const { promise, resolve } = Promise.withResolvers<void>();
  at.gate = promise;
  const looked = unit.state();
  expect(await unit.start(name)).toMatchObject({ outcome: 'not-done', failure: { trouble: 'busy' } });
  expect(unit.failure).toMatchObject({ trouble: 'busy', nextTry: Infinity });
  // Nor for what it has signed.
  const found = unit.findSoon({ ...name, transaction: null });
  expect(await found).toMatchObject({ outcome: 'not-done', failure: { trouble: 'busy' } });
  resolve();
  expect(await looked).toMatchObject({ outcome: 'done' });
  expect([unit.failure, engine.lastTransaction]).toEqual([null, 0]);
  expect(await unit.start(name)).toMatchObject({ outcome: 'done', result: { transaction: 1 } });
  // What was signed takes long to be found: the receipt goes on, and whoever has time waits.
  const slow = Promise.withResolvers<void>();
  at.gate = slow.promise;
  expect(await unit.findSoon({ ...name, transaction: 1 })).toMatchObject({ failure: { trouble: 'busy' } });
  const patient = unit.find({ ...name, transaction: 1 });
  slow.resolve();
  expect(await patient).toMatchObject({ outcome: 'done', result: { state: 'open' } });
  expect(unit.failure).toBeNull();
});

it('asks a TSE that has failed while no receipt waits for it', async () => {
  const { open, at, clock } = await build('TSE_KeepAlive=30');
  const pool = open();
  const unit = await setUp(pool);
  at.fault = 'unreachable';
  await unit.state();
  clock.advance(30_000);
  const { promise, resolve } = Promise.withResolvers<void>();
  at.gate = promise;
  const tended = pool.tend('KASSE-1');
  await vi.waitFor(() => expect(unit.failure?.nextTry).toBe(Infinity));
  resolve();
  await tended;
  expect(unit.failure).toMatchObject({ trouble: 'unreachable', nextTry: clock.now() + 30_000 });
});

it('asks a TSE who it is when another one has signed, and knows its new certificate after a restart', async () => {
  const { open, at, engine } = await build();
  const pool = open();
  const unit = await setUp(pool);
  await unit.registerClient('KASSE-1');
  const own = unit.identity!;
  at.state = { identity: { ...own, serial: 'ab'.repeat(32) } };
  await unit.state();
  expect(unit.identity!.serial).toBe('ab'.repeat(32));
  at.state = {};
  await unit.start({ client: 'KASSE-1', reference: 'a' });
  expect(unit.identity).toEqual(own);
  const till = Date.UTC(2040, 0, 1);
  const { certificate } = certifiedKey({ subject: 'Anew', purpose: 'signing', from: 0, till });
  engine.certify(certificate);
  await unit.state();
  const anew = unit.identity!;
  expect([anew.serial, anew.certificates[0] === own.certificates[0]]).toEqual([own.serial, false]);
  expect(open().units[0]!.identity).toEqual(anew);
  at.state = { identity: { ...anew, certificates: [] } };
  await unit.state();
  expect(unit.identity).toEqual(anew);
});
