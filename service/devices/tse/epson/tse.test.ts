/** The driver against the emulated TSE: after a lost answer the TSE itself tells what it has signed. */
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { startEmulator, type EmulatorOptions } from '../../../emulators/epson-tse/emulator.ts';
import { silentLog } from '../../../log.ts';
import { lineTo } from '../../../testing/line.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { runs } from '../../../testing/runs.ts';
import { verifyExport } from '../../../tse-export/verify.ts';
import type { Tse, TseCredentials, TseSetUp } from '../contract.ts';
import { hostProof } from './access.ts';
import { EpsonTse } from './tse.ts';

const CLIENT = 'TILL-1';
const NAME = { client: CLIENT, reference: 'any' };
const SALE = { processType: 'Kassenbeleg-V1', processData: 'Beleg^1.00_0.00_0.00_0.00_0.00^1.00:Bar' };

async function shop(more: EmulatorOptions = {}) {
  const clock = new ManualClock('2026-11-23T10:00:00Z');
  const emulator = await startEmulator({ clock, ...more });
  const credentials: { now: TseCredentials } = { now: {} };
  const keep = ({ credentials: made }: TseSetUp) => {
    credentials.now = { ...credentials.now, ...made };
    return Promise.resolve();
  };
  const opened: Tse[] = [];
  const open = (settings: Record<string, string> = {}, timeoutMs = 5000): Tse => {
    const tse = new EpsonTse({
      settings: { host: '127.0.0.1', port: String(emulator.port), ...settings },
      ...{ credentials: () => credentials.now, timeoutMs, folder: '/nowhere', clock, log: silentLog },
    });
    opened.push(tse);
    return tse;
  };
  onTestFinished(async () => {
    for (const tse of opened) await tse.close();
    await emulator.stop();
  });
  return { clock, emulator, credentials, keep, open, tse: open() };
}

async function ready(more: EmulatorOptions = {}) {
  const made = await shop(more);
  expect(await made.tse.setUp(made.keep, 'KASSE-1')).toEqual({ outcome: 'done', result: null });
  expect(await made.tse.registerClient(CLIENT)).toEqual({ outcome: 'done', result: null });
  return made;
}

async function verified(tse: Tse) {
  const exported = await tse.export({});
  if (exported.outcome !== 'done') throw new Error(exported.failure.text);
  const archive = Buffer.concat(await Readable.from(exported.result.content).toArray());
  return verifyExport(() => Readable.from([archive]));
}

it('shows its host that it knows the secret', () => {
  expect(hostProof('abc', 'EPSONKEY')).toBe('IxURFZobV6zytzw4CurPKO9KWzx/Xk+zpOV8H7ns0sI=');
});

it('brings a TSE into service, and signs sales that verify', async () => {
  const { tse, emulator, credentials, clock } = await ready();
  expect(credentials.now).toEqual({
    adminPuk: expect.stringMatching(/^\d{6}$/) as string,
    adminPin: expect.stringMatching(/^\d{5}$/) as string,
    timePin: expect.stringMatching(/^\d{5}$/) as string,
  });
  const start = await tse.start(NAME);
  clock.advance(20_000);
  const step = { ...NAME, transaction: 1, revision: null, ...SALE };
  await tse.update(step);
  const finish = await tse.finish(step);
  const { serial } = emulator.engine.identity!;
  expect([start, finish]).toMatchObject([
    {
      outcome: 'done',
      result: { serial, transaction: 1, counter: 3, time: Date.parse('2026-11-23T10:00:00Z') },
    },
    {
      outcome: 'done',
      result: { serial, transaction: 1, counter: 5, time: Date.parse('2026-11-23T10:00:20Z') },
    },
  ]);
  expect(await tse.find({ ...NAME, transaction: 1 })).toMatchObject({
    result: { state: 'finished', start: { counter: 3 }, finish: { counter: 5, ...SALE } },
  });
  expect(await tse.find({ ...NAME, transaction: 2 })).toEqual({ outcome: 'done', result: null });
  expect(await tse.state()).toMatchObject({
    result: {
      ...{ initialisation: 'initialised', timeSet: true, selfTestPassed: true, signatures: 5 },
      ...{ selfTestDue: clock.now() + 25 * 3_600_000 - 20_000, openTransactions: 0 },
      identity: { serial, certificates: [expect.any(String)] },
    },
  });
  expect(await verified(tse)).toMatchObject({ ok: true, logs: 5, tses: [{ verified: 5 }] });
});

it('deletes what was exported and nothing else', async () => {
  const { tse, emulator } = await ready();
  await tse.start(NAME);
  await tse.finish({ ...NAME, transaction: 1, revision: 2, ...SALE });
  expect(await tse.deleteExported()).toMatchObject({ failure: { trouble: 'not-exported' } });
  await verified(tse);
  // Something else came between: what it signed was not exported.
  await tse.start(NAME);
  expect(await tse.deleteExported()).toMatchObject({ failure: { trouble: 'not-exported' } });
  await tse.finish({ ...NAME, transaction: 2, revision: 2, ...SALE });
  await verified(tse);
  expect(await tse.deleteExported()).toEqual({ outcome: 'done', result: null });
  expect(await verified(tse)).toMatchObject({ ok: true, logs: 1 });
  expect(emulator.engine.counter).toBe(7);
});

it('signs while its log messages are read: the export gives way, and one that nobody reads any more is cancelled', async () => {
  const { tse, emulator, open } = await ready();
  // More than a piece of the export.
  const long = { ...SALE, processData: `Beleg^${'x'.repeat(9000)}` };
  for (const transaction of [1, 2, 3]) {
    await tse.start(NAME);
    await tse.finish({ ...NAME, transaction, revision: 2, ...long });
  }
  const exported = await tse.export({});
  if (exported.outcome !== 'done') throw new Error(exported.failure.text);
  const pieces = exported.result.content[Symbol.asyncIterator]();
  expect(await pieces.next()).toMatchObject({ done: false });
  expect(await tse.state()).toMatchObject({ failure: { trouble: 'export-running' } });
  expect(await tse.start(NAME)).toMatchObject({ outcome: 'done', result: { transaction: 4 } });
  await expect(pieces.next()).rejects.toMatchObject({ failure: { trouble: 'busy' } });
  await tse.finish({ ...NAME, transaction: 4, revision: 2, ...SALE });
  expect(await verified(tse)).toMatchObject({ ok: true });
  // The service dies while it reads.
  const lost = await tse.export({});
  if (lost.outcome !== 'done') throw new Error(lost.failure.text);
  await lost.result.content[Symbol.asyncIterator]().next();
  emulator.hangUp();
  const anew = open();
  expect(await anew.start(NAME)).toMatchObject({ outcome: 'done', result: { transaction: 5 } });
});

it('names what it needs before it signs, and each is done', async () => {
  const { tse, emulator, clock } = await ready();
  emulator.powerCycle();
  expect(await tse.start(NAME)).toMatchObject({ outcome: 'not-done', failure: { trouble: 'self-test-due' } });
  await tse.selfTest(CLIENT);
  expect(await tse.start(NAME)).toMatchObject({ failure: { trouble: 'time-not-set' } });
  await tse.setTime();
  expect(await tse.start(NAME)).toMatchObject({ outcome: 'done' });
  clock.advance(26 * 3_600_000);
  expect(await tse.state()).toMatchObject({ result: { selfTestPassed: false } });
  await tse.selfTest(CLIENT);
  expect(await tse.start({ ...NAME, client: 'X' })).toMatchObject({ failure: { trouble: 'client-unknown' } });
  clock.advance(9 * 365 * 86_400_000);
  await tse.selfTest(CLIENT);
  expect(await tse.start(NAME)).toMatchObject({ failure: { trouble: 'certificate-expired' } });
});

it('says that it is full', async () => {
  const { tse } = await ready({ engine: { mostOpen: 1, mostClients: 1, mostSignatures: 4 } });
  expect(await tse.registerClient('TILL-2')).toMatchObject({ failure: { trouble: 'client-limit' } });
  await tse.start(NAME);
  expect(await tse.start(NAME)).toMatchObject({ failure: { trouble: 'transaction-limit' } });
  await tse.finish({ ...NAME, transaction: 1, revision: 2, ...SALE });
  expect(await tse.start(NAME)).toMatchObject({ failure: { trouble: 'signatures-exhausted' } });
  const other = await ready({ engine: { storeSize: 300 } });
  expect(await other.tse.start(NAME)).toMatchObject({ failure: { trouble: 'store-full' } });
});

it('tries a refused PIN once, and sets a blocked one anew with the PUK', async () => {
  const { tse, emulator, credentials } = await ready();
  const right = credentials.now;
  for (const timePin of ['00000', '00000', '00001', '00002']) {
    credentials.now = { ...right, timePin };
    expect(await tse.start(NAME)).toMatchObject({ outcome: 'not-done', failure: { trouble: 'wrong-pin' } });
  }
  credentials.now = { ...right, timePin: '00003' };
  expect(await tse.start(NAME)).toMatchObject({ failure: { trouble: 'blocked-pin' } });
  credentials.now = { ...right, adminPuk: '000000' };
  expect(await tse.unblock('time')).toMatchObject({ failure: { trouble: 'wrong-puk' } });
  credentials.now = { timePin: '54321' };
  // No try is lost without a PUK.
  expect(await tse.unblock('time')).toMatchObject({ failure: { trouble: 'wrong-puk' } });
  expect(emulator.calls.filter((name) => name === 'UnblockUserForTimeAdmin')).toHaveLength(1);
  credentials.now = { ...right, timePin: '54321' };
  expect(await tse.unblock('time', { adminPuk: right.adminPuk! })).toEqual({ outcome: 'done', result: null });
  expect(await tse.start(NAME)).toMatchObject({ outcome: 'done' });
  expect(emulator.calls.filter((name) => name === 'AuthenticateUserForTimeAdmin')).toHaveLength(5);
  const stranger = await shop();
  stranger.credentials.now = right;
  await stranger.tse.setUp(stranger.keep, 'KASSE-1');
  const guessing = stranger.open({ hostSecret: 'guess' });
  expect(await guessing.registerClient(CLIENT)).toMatchObject({ failure: { trouble: 'unauthorised' } });
});

it('waits for a slow TSE and for other tills, and knows nothing of an answer that was lost', async () => {
  const { tse, emulator, open } = await ready();
  const release = emulator.hold();
  const slow = tse.start(NAME);
  release();
  expect(await slow).toMatchObject({ outcome: 'done' });
  const free = emulator.occupy();
  const waiting = tse.start(NAME);
  free();
  expect(await waiting).toMatchObject({ outcome: 'done', result: { transaction: 2 } });
  emulator.occupy();
  expect(await open({}, 60).start(NAME)).toMatchObject({ outcome: 'not-done', failure: { trouble: 'busy' } });
  emulator.occupy()();
  emulator.loseAnswerOf('StartTransaction');
  expect(await tse.start(NAME)).toMatchObject({ outcome: 'unknown', failure: { trouble: 'no-answer' } });
  expect(await tse.open(CLIENT)).toMatchObject({
    result: [{ transaction: 1 }, { transaction: 2 }, { transaction: 3 }],
  });
  emulator.loseAnswerOf('FinishTransaction');
  expect(await tse.finish({ ...NAME, transaction: 3, revision: 2, ...SALE })).toMatchObject({
    outcome: 'unknown',
  });
  expect(await tse.find({ ...NAME, transaction: 3 })).toMatchObject({
    result: { state: 'finished', finish: SALE },
  });
  expect(await open({ port: '1' }).start(NAME)).toMatchObject({ failure: { trouble: 'unreachable' } });
});

it('never says that nothing was signed when something was, wherever the line is cut', async () => {
  const { emulator, open } = await ready();
  const line = await lineTo(emulator.port);
  const tse = open({ port: String(line.port) });
  await tse.start(NAME);
  const before = line.used;
  await tse.start(NAME);
  const whole = line.used - before;
  const step = Math.max(1, Math.floor(whole / runs(20)));
  for (let at = 0; at < whole; at += step) {
    const last = emulator.engine.lastTransaction;
    line.cutAfter(at);
    const cut = await tse.start(NAME);
    line.mend();
    const isSigned = emulator.engine.lastTransaction > last;
    expect({ at, isSigned, claim: cut.outcome }).not.toEqual({ at, isSigned: true, claim: 'not-done' });
    expect({ at, isSigned, claim: cut.outcome }).not.toEqual({ at, isSigned: false, claim: 'done' });
  }
});
