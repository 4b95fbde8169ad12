/** The driver against the emulated service. */
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { startEmulator, type EmulatorOptions } from '../../../emulators/swissbit-cloud/emulator.ts';
import { silentLog } from '../../../log.ts';
import { lineTo } from '../../../testing/line.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { runs } from '../../../testing/runs.ts';
import { verifyExport } from '../../../tse-export/verify.ts';
import { SwissbitCloudTse } from './tse.ts';

const CLIENT = 'TILL-1';
const NAME = { client: CLIENT, reference: 'any' };
const SALE = { processType: 'Kassenbeleg-V1', processData: 'Beleg^1.00_0.00_0.00_0.00_0.00^1.00:Bar' };

async function ready(more: EmulatorOptions = {}) {
  const clock = new ManualClock('2026-11-23T10:00:00Z');
  const emulator = await startEmulator({ clock, ...more });
  onTestFinished(() => emulator.stop());
  const open = (settings: Record<string, string> = {}, timeoutMs = 5000) =>
    new SwissbitCloudTse(
      {
        settings: {
          ...{ baseUrl: emulator.url, tseSerial: emulator.serial, accessToken: emulator.accessToken },
          ...settings,
        },
        ...{ credentials: () => ({}), timeoutMs, folder: '/nowhere', clock, log: silentLog },
      },
      1,
    );
  const tse = open();
  expect(await tse.setUp()).toEqual({ outcome: 'done', result: null });
  expect(await tse.registerClient(CLIENT)).toEqual({ outcome: 'done', result: null });
  return { clock, emulator, open, tse };
}

it('signs sales that verify, and finds them in its log messages', async () => {
  const { tse, emulator, clock } = await ready();
  const start = await tse.start(NAME);
  clock.advance(5000);
  const step = { ...NAME, transaction: 1, revision: null, ...SALE };
  await tse.update(step);
  expect(await tse.open(CLIENT)).toMatchObject({ result: [{ transaction: 1 }] });
  expect(await tse.open('TILL-2')).toEqual({ outcome: 'done', result: [] });
  const finish = await tse.finish(step);
  const { serial } = emulator;
  expect([start, finish]).toMatchObject([
    { result: { serial, transaction: 1, counter: 3, time: Date.parse('2026-11-23T10:00:00Z') } },
    { result: { serial, transaction: 1, counter: 5, time: Date.parse('2026-11-23T10:00:05Z') } },
  ]);
  expect(await tse.find({ ...NAME, transaction: 1 })).toMatchObject({
    result: { state: 'finished', start: { counter: 3 }, finish: { counter: 5, ...SALE } },
  });
  expect(await tse.find({ ...NAME, transaction: 9 })).toEqual({ outcome: 'done', result: null });
  expect(await tse.state()).toMatchObject({
    result: { initialisation: 'initialised', clients: [CLIENT], openTransactions: 0, identity: { serial } },
  });
  const exported = await tse.export();
  if (exported.outcome !== 'done') throw new Error(exported.failure.text);
  const archive = Buffer.concat(await Readable.from(exported.result.content).toArray());
  expect(await verifyExport(() => Readable.from([archive]))).toMatchObject({ ok: true, logs: 5 });
});

it('never says that nothing was signed when something was, wherever the line is cut', async () => {
  const { emulator, open } = await ready();
  const line = await lineTo(emulator.port);
  const tse = open({ baseUrl: `http://127.0.0.1:${line.port}/api/v1/tse` });
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

it('waits for a slow service, and says what is the matter', async () => {
  const { tse, emulator, open, clock } = await ready({ engine: { mostOpen: 2, mostClients: 1 } });
  const release = emulator.hold();
  const slow = tse.start(NAME);
  release();
  expect(await slow).toMatchObject({ outcome: 'done' });
  const impatient = open({}, 40);
  await impatient.state();
  emulator.drop(1, 'never');
  expect(await impatient.start(NAME)).toMatchObject({
    outcome: 'unknown',
    failure: { trouble: 'no-answer' },
  });
  expect(await tse.start(NAME)).toMatchObject({
    outcome: 'not-done',
    failure: { trouble: 'transaction-limit' },
  });
  expect(await tse.registerClient('TILL-2')).toMatchObject({ failure: { trouble: 'client-limit' } });
  expect(await tse.start({ ...NAME, client: 'X' })).toMatchObject({ failure: { trouble: 'client-unknown' } });
  expect(await tse.finish({ ...NAME, transaction: 7, revision: 2, ...SALE })).toMatchObject({
    failure: { trouble: 'transaction-unknown' },
  });
  const wrong = await open({ accessToken: 'geheim-geheim' }).start(NAME);
  expect(wrong).toMatchObject({ outcome: 'not-done', failure: { trouble: 'unauthorised' } });
  expect(JSON.stringify(wrong)).not.toContain('geheim');
  expect(await open({ baseUrl: 'http://127.0.0.1:1/api' }).start(NAME)).toMatchObject({
    failure: { trouble: 'unreachable' },
  });
  expect(await open({ baseUrl: 'http://tse.example/api' }).start(NAME)).toMatchObject({
    failure: { trouble: 'refused' },
  });
  for (const transaction of [1, 2]) await tse.finish({ ...NAME, transaction, revision: 2, ...SALE });
  clock.advance(9 * 365 * 86_400_000);
  expect(await tse.start(NAME)).toMatchObject({ failure: { trouble: 'certificate-expired' } });
  expect(await tse.disable()).toEqual({ outcome: 'done', result: null });
  expect(await tse.start(NAME)).toMatchObject({ failure: { trouble: 'disabled' } });
});
