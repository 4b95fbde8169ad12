/** The driver against the emulated stick in a folder. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startEmulator, type EmulatorOptions } from '../../../emulators/swissbit-stick/emulator.ts';
import { silentLog } from '../../../log.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { verifyExport } from '../../../tse-export/verify.ts';
import { StickFiles } from './files.ts';
import { Mailbox, StickBroken, str, u64 } from './mailbox.ts';
import { signedIn, statusIn } from './read.ts';
import { SWISSBIT_STICK, SwissbitStick } from './tse.ts';

const CLIENT = 'TESTKASSE01';
const NAME = { client: CLIENT, reference: 'any' };
const SALE = { processType: 'Kassenbeleg-V1', processData: 'Beleg^1.00_0.00_0.00_0.00_0.00^1.00:Bar' };
const PINS = { adminPin: '12345', timePin: '54321' };

async function stick(more: Partial<EmulatorOptions> = {}) {
  const clock = new ManualClock('2026-11-23T10:00:00Z');
  const folder = await temporaryFolder();
  const emulator = await startEmulator({ folder, clock, ...more });
  onTestFinished(() => emulator.stop());
  const refused = new Map<string, string>();
  const open = (credentials = PINS, timeoutMs = () => 5000) =>
    new SwissbitStick(
      {
        ...{ settings: { mountPoint: folder }, credentials: () => credentials, refused },
        ...{ folder: '/nowhere', clock, log: silentLog },
        get timeoutMs() {
          return timeoutMs();
        },
      },
      1,
    );
  return { clock, folder, emulator, open, tse: open() };
}

async function ready(more: Partial<EmulatorOptions> = {}) {
  const made = await stick(more);
  expect(await made.tse.setUp(null, CLIENT)).toEqual({ outcome: 'done', result: null });
  expect(await made.tse.registerClient(CLIENT)).toEqual({ outcome: 'done', result: null });
  return made;
}

it('signs sales that verify: self test, time and login come by themselves', async () => {
  const { tse, emulator, clock } = await ready();
  const start = await tse.start(NAME);
  if (start.outcome !== 'done') throw new Error(start.failure.text);
  const { transaction } = start.result;
  expect(await tse.open(CLIENT)).toEqual({
    ...{ outcome: 'done', result: [{ transaction, reference: null, started: null }] },
  });
  clock.advance(5000);
  // Longer than a block, and with letters of two bytes.
  const processData = `${'ä'.repeat(700)};1;"Bier";3.00`;
  const step = { ...NAME, transaction, revision: 2, processType: 'Bestellung-V1', processData };
  expect(await tse.update(step)).toMatchObject({ outcome: 'done' });
  const finish = await tse.finish({ ...step, ...SALE, revision: 3 });
  expect(finish).toMatchObject({ outcome: 'done', result: { transaction, time: clock.now() } });
  const found = await tse.find({ ...NAME, transaction });
  expect(found).toMatchObject({ result: { state: 'finished', start: start.result, finish: SALE } });
  const exported = await tse.export({});
  if (exported.outcome !== 'done') throw new Error(exported.failure.text);
  const pieces: Buffer[] = [];
  for await (const piece of exported.result.content) pieces.push(piece);
  const report = await verifyExport(async function* () {
    yield* pieces;
  });
  expect(report).toMatchObject({ findings: [], tses: [{ serial: emulator.engine.identity!.serial }] });
  const { identity } = emulator.engine;
  expect(await tse.state()).toMatchObject({
    result: { identity, timeSet: true, selfTestPassed: true, clients: [CLIENT], signatures: 5 },
  });
});

it('is set up behind its PUK and PINs', async () => {
  const { tse, emulator, open } = await stick({ changed: 0b111 });
  expect(await tse.state()).toMatchObject({ result: { identity: null, initialisation: 'uninitialised' } });
  expect(await open({ ...PINS, adminPin: '00000' }).setUp(null, CLIENT)).toMatchObject({
    ...{ outcome: 'not-done', failure: { trouble: 'wrong-pin' } },
  });
  expect(await tse.setUp(null, CLIENT)).toEqual({ outcome: 'done', result: null });
  expect(emulator.asked.filter((code) => [0x41, 0x60, 0x70, 0x80].includes(code))).toEqual([
    0x41, 0x60, 0x70, 0x80,
  ]);
  expect(await tse.setUp(null, CLIENT)).toEqual({ outcome: 'done', result: null });
  expect(await tse.start(NAME)).toMatchObject({ outcome: 'done', result: { transaction: 1 } });
  expect(await tse.state()).toMatchObject({ result: { clients: [CLIENT], selfTestPassed: true } });
});

it('goes on with a set-up that was broken off at any command', async () => {
  const { send } = Mailbox.prototype;
  for (let at = 1, isBroken = true; isBroken; at++) {
    const { tse } = await stick({ changed: 0b111 });
    let left = at;
    const spy = vi.spyOn(Mailbox.prototype, 'send').mockImplementation(function (this: Mailbox, ...asked) {
      return --left === 0 ? Promise.reject(new StickBroken('cut', true)) : send.apply(this, asked);
    });
    isBroken = (await tse.setUp(null, CLIENT)).outcome !== 'done';
    spy.mockRestore();
    expect(isBroken).toBe(left <= 0);
    expect(await tse.setUp(null, CLIENT)).toEqual({ outcome: 'done', result: null });
    expect(await tse.start(NAME)).toMatchObject({ outcome: 'done' });
  }
});

it.each([
  [0b000, 'PUK, admin PIN, time PIN'],
  [0b011, 'time PIN'],
])('leaves secrets that it cannot change to the program of the maker (%i)', async (changed, named) => {
  const { tse, emulator } = await stick({ changed });
  expect(await tse.setUp(null, CLIENT)).toEqual({
    outcome: 'not-done',
    failure: {
      trouble: 'unsupported',
      text: `change its ${named} with the program of its maker, enter the PINs (TSE_AdminPin, TSE_TimePin), and set it up again`,
    },
  });
  // No try is spent.
  expect([emulator.tries, emulator.asked]).toEqual([3, []]);
});

it('reads lists that are longer than a page', async () => {
  const { tse } = await ready();
  const names = Array.from({ length: 40 }, (_, i) => `KASSE-${i}`);
  for (const name of names) await tse.registerClient(name);
  expect(await tse.state()).toMatchObject({ result: { clients: [CLIENT, ...names] } });
});

it('does not know what became of a signature whose answer is lost, and finds it', async () => {
  const { tse, emulator, open } = await ready();
  const started = await tse.start(NAME);
  if (started.outcome !== 'done') throw new Error(started.failure.text);
  const step = { ...NAME, transaction: started.result.transaction, revision: 2, ...SALE };
  emulator.fault = 'lost';
  // The answer that is lost is not waited for.
  const quick = open(PINS, () => (emulator.asked.at(-1) === 0x90 ? 20 : 5000));
  await quick.state();
  expect(await quick.finish(step)).toMatchObject({ outcome: 'unknown', failure: { trouble: 'no-answer' } });
  await vi.waitFor(() => expect(emulator.fault).toBe('none'));
  expect(await tse.find(step)).toMatchObject({ result: { state: 'finished', finish: SALE } });
  expect(await tse.finish(step)).toMatchObject({
    ...{ outcome: 'not-done', failure: { trouble: 'transaction-unknown' } },
  });
});

it('never says that nothing was signed when something was, whenever the drive fails', async () => {
  const { tse, emulator } = await ready();
  const { engine } = emulator;
  const openNow = () => engine.open(null).length;
  await tse.start(NAME);
  for (const step of ['start', 'finish'] as const)
    for (const isDone of [true, false])
      for (let at = 1, isReached = true; isReached; at++) {
        if (step === 'finish') await tse.start(NAME);
        const transaction = engine.lastTransaction;
        const before = openNow();
        let left = at;
        const spies = (['read', 'write', 'writeStore'] as const).map((name) => {
          const own = StickFiles.prototype[name] as (...asked: unknown[]) => Promise<unknown>;
          return vi.spyOn(StickFiles.prototype, name).mockImplementation(async function (
            this: StickFiles,
            ...asked: unknown[]
          ) {
            const isCut = --left === 0;
            const told = isCut && !isDone ? undefined : await own.apply(this, asked);
            if (isCut) throw Object.assign(new Error('cut'), { code: 'EIO' });
            return told as never;
          });
        });
        const cut = await (step === 'start'
          ? tse.start(NAME)
          : tse.finish({ ...NAME, transaction, revision: 2, ...SALE }));
        for (const spy of spies) spy.mockRestore();
        isReached = left <= 0;
        // Whatever it was sent is done when it has answered the next command.
        await tse.open(CLIENT);
        const isSigned = openNow() !== before;
        const told = { step, isDone, at, isSigned, outcome: cut.outcome };
        expect(told).not.toMatchObject({ isSigned: true, outcome: 'not-done' });
        expect(told).not.toMatchObject({ isSigned: false, outcome: 'done' });
      }
});

it('tries a PIN that was refused no second time, and says when it is blocked', async () => {
  const { open, emulator } = await stick();
  const tse = open({ adminPin: '99999', timePin: '54321' });
  for (let n = 0; n < 3; n++)
    expect(await tse.registerClient(CLIENT)).toMatchObject({ failure: { trouble: 'wrong-pin' } });
  // Nor after a restart.
  const restarted = open({ adminPin: '99999', timePin: '54321' });
  expect(await restarted.registerClient(CLIENT)).toMatchObject({ failure: { trouble: 'wrong-pin' } });
  expect(emulator.tries).toBe(2);
  emulator.tries = 0;
  expect(await open().registerClient(CLIENT)).toMatchObject({ failure: { trouble: 'blocked-pin' } });
});

it('says what is in the way', async () => {
  const full = await ready({ engine: { storeSize: 1 } });
  expect(await full.tse.start(NAME)).toMatchObject({
    outcome: 'not-done',
    failure: { trouble: 'store-full' },
  });
  const old = await ready();
  old.clock.advance(9 * 365 * 86_400_000);
  expect(await old.tse.start(NAME)).toMatchObject({
    ...{ outcome: 'not-done', failure: { trouble: 'certificate-expired' } },
  });
  const { tse, folder } = await ready();
  expect(await tse.start({ ...NAME, client: 'ELSE' })).toMatchObject({
    ...{ outcome: 'not-done', failure: { trouble: 'client-unknown' } },
  });
  expect(await tse.start({ ...NAME, client: 'x'.repeat(600) })).toMatchObject({ outcome: 'not-done' });
  await fs.promises.rename(path.join(folder, 'TSE_COMM.DAT'), path.join(folder, 'gone'));
  expect(await tse.start(NAME)).toMatchObject({ outcome: 'not-done', failure: { trouble: 'unreachable' } });
  await fs.promises.truncate(path.join(folder, 'TSE_INFO.DAT'), 100);
  expect(await tse.state()).toMatchObject({ outcome: 'not-done' });
});

it('is found where drives are mounted', async () => {
  const media = await temporaryFolder();
  const folder = path.join(media, 'user', 'SWISSBIT');
  await fs.promises.mkdir(folder, { recursive: true });
  await fs.promises.mkdir(path.join(media, 'user', 'OTHER'));
  const emulator = await startEmulator({ folder });
  onTestFinished(() => emulator.stop());
  const find = (mounts: string[]) =>
    SWISSBIT_STICK.find!({ mounts, addresses: [], signal: new AbortController().signal });
  const expected = [{ model: 'swissbit-stick', settings: { mountPoint: folder } }];
  expect(await find([media])).toMatchObject(expected);
  expect(await find([folder, media])).toMatchObject(expected);
  expect(await find(['/nowhere'])).toEqual([]);
});

it('reads nothing into bytes that are cut off or made up', () => {
  const serial = 'ab'.repeat(32);
  const signed = Buffer.concat([
    ...[u64(7), Buffer.from(serial, 'hex'), u64(1_800_000_000), u64(9), u64(64), Buffer.alloc(64, 1)],
  ]);
  expect(signedIn(signed, serial)).toMatchObject({ transaction: 7, counter: 9, time: 1_800_000_000_000 });
  for (let length = 0; length < signed.length; length++)
    expect(signedIn(signed.subarray(0, length), serial)).toBeNull();
  expect(signedIn(signed, 'cd'.repeat(32))).toBeNull();
  const told = { certificates: '', clients: null, now: 0 };
  expect(statusIn(Buffer.alloc(512, 0xff), told)).toBeNull();
  expect(statusIn(Buffer.alloc(100), told)).toBeNull();
  expect(statusIn(Buffer.alloc(512), told)).toMatchObject({ state: { initialisation: 'uninitialised' } });
});

it('writes commands as they are known', async () => {
  // germany-tse.md, 8.3: finish of transaction 7 with 39 bytes.
  const parts = [
    ...[Buffer.of(2), str(CLIENT), u64(7), u64(39), u64(14), Buffer.from('Kassenbeleg-V1'), u64(0)],
  ];
  const command = Buffer.concat([Buffer.of(0x90, 0), ...parts]);
  expect(command.length).toBe(0x3d);
  const folder = await temporaryFolder();
  await fs.promises.writeFile(path.join(folder, 'TSE_INFO.DAT'), Buffer.alloc(512));
  await fs.promises.writeFile(path.join(folder, 'TSE_COMM.DAT'), Buffer.alloc(1024, 7));
  await new StickFiles(folder).write('TSE_COMM.DAT', 0, Buffer.concat([Buffer.of(0, 0x3d), command]));
  const written = await fs.promises.readFile(path.join(folder, 'TSE_COMM.DAT'));
  expect(written.toString('hex', 0, 63)).toBe(
    '003d9000020b544553544b4153534530310000000000000007' +
      '0000000000000027000000000000000e4b617373656e62656c65672d56310000000000000000',
  );
  expect([written.subarray(63, 512).every((byte) => byte === 0), written[512]]).toEqual([true, 7]);
});
