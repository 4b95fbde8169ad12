/** The driver against the emulated service: what is signed is signed once, wherever the line breaks. */
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { startEmulator, type EmulatorOptions } from '../../../emulators/fiskaly/emulator.ts';
import { ServiceError } from '../../../emulators/fiskaly/tss.ts';
import { lineTo } from '../../../testing/line.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { runs } from '../../../testing/runs.ts';
import { silentLog } from '../../../log.ts';
import { verifyExport } from '../../../tse-export/verify.ts';
import type { Tse, TseCredentials, TseOptions, TseSetUp } from '../contract.ts';
import { FiskalyTse } from './tse.ts';

const CLIENT = 'TILL-1';
const REFERENCE = '0e5dd0d4-5d7b-4a0f-9a35-6c0f3f3f0001';
const SALE = { processType: 'Kassenbeleg-V1', processData: 'Beleg^1.00_0.00_0.00_0.00_0.00^1.00:Bar' };

async function shop(more: EmulatorOptions = {}) {
  const clock = new ManualClock('2026-11-23T10:00:00Z');
  const emulator = await startEmulator({ clock, ...more });
  onTestFinished(() => emulator.stop());
  const kept: TseSetUp = { credentials: {}, settings: {} };
  const credentials: { now: TseCredentials } = { now: {} };
  const keep = (made: TseSetUp) => {
    Object.assign(kept.credentials, made.credentials);
    Object.assign(kept.settings, made.settings);
    credentials.now = { ...credentials.now, ...made.credentials };
    return Promise.resolve();
  };
  const open = (settings: Record<string, string> = {}, timeoutMs = 5000, mostRecords = 1_000_000): Tse => {
    const { key: apiKey, secret: apiSecret } = emulator.apiKey;
    const options: TseOptions = {
      settings: { baseUrl: emulator.url, apiKey, apiSecret, ...kept.settings, ...settings },
      ...{ credentials: () => credentials.now, timeoutMs, folder: '/nowhere', clock, log: silentLog },
    };
    return new FiskalyTse(options, { pollMs: 1, pauseMs: 1 }, mostRecords);
  };
  const tse = open();
  return {
    clock,
    emulator,
    keep,
    kept,
    credentials,
    open,
    tse,
    tss: () => [...emulator.tss.values()].at(-1)!,
  };
}

/** In service, with a client. */
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

it('brings a TSS into service, keeps PUK, PIN and id, and signs sales that verify', async () => {
  const { tse, kept, clock, tss } = await ready();
  expect(kept.settings.tssId).toBe(tss().id);
  expect(kept.credentials).toEqual({
    adminPuk: tss().puk,
    adminPin: expect.stringMatching(/^\d{10}$/) as string,
  });
  tss().exportPolls = 3;
  const start = await tse.start({ client: CLIENT, reference: REFERENCE });
  clock.advance(30_000);
  const name = { client: CLIENT, reference: REFERENCE, transaction: 1 };
  await tse.update({ ...name, revision: 2, ...SALE });
  // Nobody knows how many messages there were.
  const finish = await tse.finish({ ...name, revision: null, ...SALE });
  expect([start, finish]).toMatchObject([
    { outcome: 'done', result: { transaction: 1, counter: 3, time: Date.parse('2026-11-23T10:00:00Z') } },
    { outcome: 'done', result: { transaction: 1, counter: 5, time: Date.parse('2026-11-23T10:00:30Z') } },
  ]);
  expect(await tse.find(name)).toMatchObject({
    result: { state: 'finished', start: { counter: 3 }, finish: { counter: 5, ...SALE } },
  });
  expect(await tse.state()).toMatchObject({
    result: {
      ...{ initialisation: 'initialised', clients: [CLIENT], openTransactions: 0, mostClients: 199 },
      identity: {
        serial: tss().engine.identity!.serial,
        algorithm: 'ecdsa-plain-SHA256',
        timeFormat: 'unixTime',
      },
    },
  });
  expect(await verified(tse)).toMatchObject({ ok: true, logs: 5, tses: [{ verified: 5 }] });
});

it('exports more log messages than the service gives at once, as one archive, and signs meanwhile', async () => {
  const { tse, open, tss } = await ready();
  for (let n = 1; n <= 5; n++) {
    const reference = REFERENCE.replace(/1$/, String(n));
    await tse.start({ client: CLIENT, reference });
    await tse.finish({ client: CLIENT, reference, transaction: n, revision: 2, ...SALE });
  }
  tss().mostRecords = 5;
  tss().exportPolls = 2;
  expect(await tse.export({})).toMatchObject({ failure: { trouble: 'refused' } });
  const inParts = open({}, 5000, 5);
  expect(await verified(inParts)).toMatchObject({ findings: [], logs: 12, tses: [{ verified: 12 }] });
  const begun = await inParts.export({});
  if (begun.outcome !== 'done') throw new Error(begun.failure.text);
  const pieces = begun.result.content[Symbol.asyncIterator]();
  await pieces.next();
  const reference = REFERENCE.replace(/1$/, '6');
  expect(await inParts.start({ client: CLIENT, reference })).toMatchObject({ outcome: 'done' });
  await pieces.return!();
});

it('names open transactions and what is not known', async () => {
  const { tse } = await ready();
  await tse.start({ client: CLIENT, reference: REFERENCE });
  expect(await tse.open(CLIENT)).toMatchObject({ result: [{ transaction: 1, reference: REFERENCE }] });
  expect(await tse.find({ client: CLIENT, reference: REFERENCE, transaction: null })).toMatchObject({
    result: { state: 'open', finish: null },
  });
  const other = { client: CLIENT, reference: REFERENCE.replace(/1$/, '2'), transaction: null };
  expect(await tse.find(other)).toEqual({ outcome: 'done', result: null });
  expect(await tse.start({ ...other, client: 'X' })).toMatchObject({
    failure: { trouble: 'client-unknown' },
  });
  expect(await tse.deregisterClient(CLIENT)).toMatchObject({ outcome: 'not-done' });
  expect(await tse.deleteExported()).toMatchObject({ failure: { trouble: 'unsupported' } });
});

it('goes on after a lost answer while it is set up, whichever it was', async () => {
  for (let lost = 0; lost < 8; lost++) {
    const { emulator, tse, keep, tss } = await shop();
    let asked = 0;
    const line = emulator.requests.length;
    while (emulator.requests.length - line <= lost && asked++ < 20) {
      emulator.drop(1, 'after');
      await tse.setUp(keep, 'KASSE-1');
    }
    emulator.drop(0);
    expect({ lost, made: await tse.setUp(keep, 'KASSE-1') }).toEqual({
      lost,
      made: { outcome: 'done', result: null },
    });
    expect(tss().state).toBe('INITIALIZED');
  }
});

it('signs once, wherever the line is cut, and tells what was signed', async () => {
  const { emulator, open, tss } = await ready();
  const line = await lineTo(emulator.port);
  const tse = open({ baseUrl: `http://127.0.0.1:${line.port}/api/v2` });
  await tse.state();
  const before = line.used;
  await tse.start({ client: CLIENT, reference: REFERENCE });
  const whole = line.used - before;
  const step = Math.max(1, Math.floor(whole / runs(12)));
  for (let at = 0; at < whole; at += step) {
    const reference = REFERENCE.replace(/0001$/, String(1000 + at));
    line.cutAfter(at);
    const cut = await tse.start({ client: CLIENT, reference });
    line.mend();
    const found = await tse.find({ client: CLIENT, reference, transaction: null });
    if (found.outcome !== 'done') throw new Error(found.failure.text);
    expect({ at, is: cut.outcome === 'not-done' ? found.result : 'perhaps' }).toEqual({
      at,
      is: cut.outcome === 'not-done' ? null : 'perhaps',
    });
    // The same again gives the same number, or begins it now.
    expect(await tse.start({ client: CLIENT, reference })).toMatchObject({ outcome: 'done' });
  }
  const references = tss().all.map(({ id }) => id);
  expect(new Set(references).size).toBe(references.length);
});

it('waits for a slow service, and says no more than it knows of a dead one', async () => {
  const { emulator, tse, open } = await ready();
  const release = emulator.hold();
  const slow = tse.start({ client: CLIENT, reference: REFERENCE });
  release();
  expect(await slow).toMatchObject({ outcome: 'done' });
  const impatient = open({}, 40);
  await impatient.state();
  emulator.drop(1, 'never');
  const reference = REFERENCE.replace(/1$/, '2');
  expect(await impatient.start({ client: CLIENT, reference })).toMatchObject({
    ...{ outcome: 'unknown', failure: { trouble: 'no-answer' } },
  });
  expect(await tse.find({ client: CLIENT, reference, transaction: null })).toMatchObject({
    result: { state: 'open' },
  });
  const dead = open({ baseUrl: 'http://127.0.0.1:1/api/v2' });
  expect(await dead.start({ client: CLIENT, reference })).toMatchObject({
    ...{ outcome: 'not-done', failure: { trouble: 'unreachable' } },
  });
});

it('does not try a refused PIN again, and sets it anew with the PUK', async () => {
  const { emulator, credentials, tse } = await ready();
  const right = credentials.now;
  credentials.now = { ...right, adminPin: '000000' };
  for (let i = 0; i < 9; i++)
    expect(await tse.registerClient('TILL-2')).toMatchObject({ failure: { trouble: 'wrong-pin' } });
  for (const adminPin of ['000001', '000002', '000003', '000004']) {
    credentials.now = { ...right, adminPin };
    await tse.registerClient('TILL-2');
  }
  credentials.now = right;
  expect(await tse.registerClient('TILL-2')).toMatchObject({ failure: { trouble: 'blocked-pin' } });
  credentials.now = { ...right, adminPuk: 'wrong' };
  expect(await tse.unblock('admin')).toMatchObject({ failure: { trouble: 'wrong-puk' } });
  expect(await tse.unblock('admin', { ...right, adminPin: '987654' })).toEqual({
    ...{ outcome: 'done', result: null },
  });
  credentials.now = { ...right, adminPin: '987654' };
  expect(await tse.registerClient('TILL-2')).toEqual({ outcome: 'done', result: null });
  expect(emulator.requests.filter((line) => line.includes('/admin/auth')).length).toBe(9);
});

it.each<{ status: number; code: string; more: [string, number?]; outcome: string; trouble: string }>([
  { status: 400, code: 'E_TX_LIMIT_REACHED', more: ['x'], outcome: 'not-done', trouble: 'transaction-limit' },
  { status: 400, code: 'E_TSS_DISABLED', more: ['x'], outcome: 'not-done', trouble: 'disabled' },
  { status: 423, code: 'E_TSS_DEFECTIVE', more: ['x'], outcome: 'not-done', trouble: 'defective' },
  { status: 503, code: 'E_TSS_LOCKED', more: ['x', 30], outcome: 'not-done', trouble: 'busy' },
  { status: 429, code: '', more: ['x', 7], outcome: 'not-done', trouble: 'busy' },
  { status: 500, code: '', more: ['x'], outcome: 'unknown', trouble: 'busy' },
  { status: 418, code: '', more: ['\u001B[31m<b>x'], outcome: 'not-done', trouble: 'refused' },
])(
  'says what a refusal means: $status $code',
  async ({ status, code, more: [text, seconds], outcome, trouble }) => {
    const { emulator, tse } = await ready();
    emulator.refuse(new ServiceError(status, code, text, seconds), 3);
    const refused = await tse.start({ client: CLIENT, reference: REFERENCE });
    expect(refused).toMatchObject({ outcome, failure: { trouble } });
    expect(JSON.stringify(refused)).not.toContain('\\u001b');
  },
);

it('renews its token, takes another one where it was dropped, and never shows secrets', async () => {
  const { emulator, tse, open, clock } = await ready();
  emulator.dropTokens();
  expect(await tse.state()).toMatchObject({ outcome: 'done' });
  clock.advance(80_000_000);
  expect(await tse.state()).toMatchObject({ outcome: 'done' });
  expect(emulator.requests.filter((line) => line === 'POST /auth')).toHaveLength(3);
  const wrong = await open({ apiSecret: 'geheim-geheim' }).state();
  expect(wrong).toMatchObject({ outcome: 'not-done', failure: { trouble: 'unauthorised' } });
  expect(JSON.stringify(wrong)).not.toContain('geheim');
});

it('says that it is full, out of service or without a certificate', async () => {
  const { tse, tss, clock } = await ready({ engine: { mostOpen: 1, mostClients: 1 } });
  expect(await tse.registerClient('TILL-2')).toMatchObject({ failure: { trouble: 'client-limit' } });
  await tse.start({ client: CLIENT, reference: REFERENCE });
  const next = { client: CLIENT, reference: REFERENCE.replace(/1$/, '2') };
  expect(await tse.start(next)).toMatchObject({ failure: { trouble: 'transaction-limit' } });
  clock.advance(9 * 365 * 86_400_000);
  expect(await tse.start(next)).toMatchObject({ failure: { trouble: 'defective' } });
  clock.set('2026-11-23T11:00:00Z');
  await tse.finish({ client: CLIENT, reference: REFERENCE, transaction: 1, revision: 2, ...SALE });
  expect(await tse.disable()).toEqual({ outcome: 'done', result: null });
  expect(await tse.start(next)).toMatchObject({ failure: { trouble: 'disabled' } });
  expect(await tse.state()).toMatchObject({ result: { initialisation: 'disabled' } });
  expect(await verified(tse)).toMatchObject({ ok: true });
  tss().state = 'DEFECTIVE';
  expect(await tse.state()).toMatchObject({ failure: { trouble: 'defective' } });
});
