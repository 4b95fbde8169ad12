/** Backups by themselves: when they are made, what is remembered of them, and what people are told. */
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { Backups } from './backups.ts';
import { BackupSettings } from './backup-settings.ts';
import { isDue, nextNight } from './schedule.ts';
import { newTrust } from './testing/trust.ts';
import { WrittenRegister } from './testing/written-register.ts';

/** Backups of one register with all that is around them. */
async function open(register: WrittenRegister, clock = new ManualClock(), root?: string) {
  const dataRoot = root ?? (await temporaryFolder());
  const log: string[] = [];
  const settings = await BackupSettings.open(path.join(dataRoot, 'backup.json'), recordingLog(log));
  const signer = await newTrust();
  const services = {
    ...{ source: register, settings, signer, dataRoot, version: '0', clock, log: recordingLog(log) },
  };
  const backups = new Backups(services);
  onTestFinished(() => backups.stop());
  return { backups, settings, dataRoot, clock, log };
}

const problems = (backups: Backups) =>
  backups.problemsOf('def').map(({ code, severity }) => [code, severity]);

it('hints at missing backups until there is a folder, and fills that at once', async () => {
  const { backups, settings } = await open(new WrittenRegister('def', 20));
  await backups.tick();
  expect(problems(backups)).toEqual([['BACKUP_NOT_SET', 'info']]);
  const storage = await temporaryFolder();
  expect(await backups.setPath(storage)).toEqual([]);
  await backups.tick();
  expect(await fs.readdir(path.join(storage, 'def'))).toEqual(['0000.zip']);
  expect(problems(backups)).toEqual([]);
  expect(settings.of('def')).toMatchObject({ lastSQ: 20, error: null });
  await backups.setPath(null);
  expect(problems(backups)).toEqual([['BACKUP_NOT_SET', 'info']]);
});

it('takes no folder that cannot keep backups', async () => {
  const { backups, dataRoot } = await open(new WrittenRegister('def', 2));
  for (const folder of ['relative', '/no/such/folder', dataRoot, '']) {
    expect(await backups.setPath(folder)).toMatchObject([{ code: '#BACKUP_PATH' }]);
    expect(backups.path).toBeNull();
  }
});

it('is made once a night, at four', async () => {
  const clock = new ManualClock('2026-05-04T12:00:00');
  const register = new WrittenRegister('def', 20);
  const { backups, settings } = await open(register, clock);
  await backups.setPath(await temporaryFolder());
  await backups.tick();
  const lastSQ = async (time: string) => {
    register.grow(1);
    clock.set(time);
    await backups.tick();
    return settings.of('def')!.lastSQ;
  };
  expect(await lastSQ('2026-05-04T23:00:00')).toBe(20);
  expect(await lastSQ('2026-05-05T03:59:59')).toBe(20);
  expect(await lastSQ('2026-05-05T04:00:00')).toBe(23);
  expect(await lastSQ('2026-05-05T05:00:00')).toBe(23);
  // The computer was off for two nights.
  expect(await lastSQ('2026-05-07T09:30:00')).toBe(25);
  expect(await lastSQ('2026-05-07T10:30:00')).toBe(25);
  // Each time, when somebody presses the button.
  await backups.runAll();
  expect(settings.of('def')!.lastSQ).toBe(26);
});

it('takes along what came after a round had begun, when somebody presses the button', async () => {
  const register = new WrittenRegister('def', 20);
  const { backups, settings } = await open(register);
  await settings.setPath(await temporaryFolder());
  const rounds = [backups.tick()];
  register.lastSq = () => {
    // The round has looked how far the register goes: one more sale, and the button.
    register.grow(1);
    register.lastSq = () => Promise.resolve(register.lines.length);
    rounds.push(backups.runAll());
    return Promise.resolve(20);
  };
  await rounds[0];
  expect(settings.of('def')!.lastSQ).toBe(20);
  await Promise.all(rounds);
  expect(settings.of('def')!.lastSQ).toBe(21);
});

it('says what failed, tries again every hour, and forgets it when it works', async () => {
  const clock = new ManualClock('2026-05-04T12:00:00');
  const register = new WrittenRegister('def', 20);
  const { backups, log } = await open(register, clock);
  const storage = path.join(await temporaryFolder(), 'stick');
  await fs.mkdir(storage);
  await backups.setPath(storage);
  await backups.tick();
  await fs.rename(storage, `${storage}-pulled-out`);
  clock.set('2026-05-05T04:00:00');
  await backups.tick();
  expect(backups.problemsOf('def')).toEqual([
    {
      code: 'BACKUP_FAILED',
      severity: 'warning',
      params: { reason: `${storage}: there is no such folder` },
    },
  ]);
  await fs.rename(`${storage}-pulled-out`, storage);
  clock.set('2026-05-05T04:59:00');
  await backups.tick();
  expect(problems(backups)).toHaveLength(1);
  clock.set('2026-05-05T05:00:00');
  await backups.tick();
  expect(problems(backups)).toEqual([]);
  expect(log.filter((line) => line.includes('no backup'))).toHaveLength(1);
});

it.skipIf(!existsSync('/dev/shm'))(
  'does not take the empty folder of a medium that is gone for the medium, until somebody chooses it',
  async () => {
    const register = new WrittenRegister('def', 20);
    const { backups, settings, clock } = await open(register);
    // In memory; folders of tests are on a disk.
    const storage = await fs.mkdtemp('/dev/shm/tillmark-test-');
    onTestFinished(() => fs.rm(storage, { recursive: true }));
    await backups.setPath(storage);
    await backups.tick();
    expect(settings.of('def')).toMatchObject({ error: null });
    const mountPoint = await temporaryFolder();
    // What a mount point is once its medium is pulled out: a folder of the register's own disk.
    await fs.rm(storage, { recursive: true });
    await fs.symlink(mountPoint, storage);
    clock.set('2026-05-06T04:00:00');
    await backups.tick();
    const reason = `${storage}: its medium is missing: the folder is on the disk of the register itself now; choose it again if that is meant`;
    expect(problems(backups)).toEqual([['BACKUP_FAILED', 'warning']]);
    expect(settings.of('def')!.error).toBe(reason);
    expect(await fs.readdir(mountPoint)).toEqual([]);
    await backups.setPath(storage);
    await backups.runAll();
    expect(problems(backups)).toEqual([]);
    expect(await fs.readdir(mountPoint)).toEqual(['def']);
  },
);

it('tells of a folder that holds the backups of another register', async () => {
  const storage = await temporaryFolder();
  const other = await open(new WrittenRegister('def', 20, 'Another'));
  await other.backups.setPath(storage);
  await other.backups.tick();
  const { backups } = await open(new WrittenRegister('def', 30));
  await backups.setPath(storage);
  await backups.tick();
  const [problem] = backups.problemsOf('def');
  expect(problem).toMatchObject({ code: 'BACKUP_FAILED' });
  expect(problem!.params!.reason).toContain('holds backups of another register named def');
});

it('warns when the last one is older than three days', async () => {
  const clock = new ManualClock('2026-05-04T12:00:00');
  const { backups } = await open(new WrittenRegister('def', 20), clock);
  await backups.setPath(await temporaryFolder());
  await backups.tick();
  clock.set('2026-05-07T11:00:00');
  expect(problems(backups)).toEqual([]);
  clock.set('2026-05-07T13:00:00');
  expect(backups.problemsOf('def')).toEqual([
    { code: 'BACKUP_OLD', severity: 'warning', params: { date: '2026-05-04' } },
  ]);
});

it('remembers everything across a restart of the service', async () => {
  const register = new WrittenRegister('def', 20);
  const first = await open(register);
  const storage = await temporaryFolder();
  await first.backups.setPath(storage);
  await first.backups.tick();
  await first.backups.stop();
  const second = await open(register, first.clock, first.dataRoot);
  expect(second.backups.path).toBe(storage);
  expect(second.backups.results()).toEqual(first.backups.results());
  expect(problems(second.backups)).toEqual([]);
});

it('keeps a file of settings that it cannot read, and begins anew', async () => {
  for (const text of ['', '{', '[]', '{"path":7,"registers":{}}', '{"path":null,"registers":{"a":{}}}']) {
    const root = await temporaryFolder();
    await fs.writeFile(path.join(root, 'backup.json'), text);
    const { backups, log } = await open(new WrittenRegister('def', 2), new ManualClock(), root);
    expect(backups.path).toBeNull();
    expect(log.join()).toContain('backup.json.damaged-1');
    expect(await fs.readFile(path.join(root, 'backup.json.damaged-1'), 'utf8')).toBe(text);
  }
});

it('ends what is under way when the service stops, and leaves no half archive', async () => {
  const register = new WrittenRegister('def', 3000);
  const { backups, settings } = await open(register);
  const storage = await temporaryFolder();
  const { promise: reached, resolve: isReached } = Promise.withResolvers<void>();
  const { promise: goOn, resolve: goesOn } = Promise.withResolvers<void>();
  const whole = new WrittenRegister('def', 3000);
  register.linesBetween = async function* (rn, after, until) {
    for await (const page of whole.linesBetween(rn, after, until)) {
      yield page;
      if (after < 1999 || until === 1) continue;
      isReached();
      await goOn;
    }
  };
  const made = backups.backUp('def', storage, () => undefined);
  await reached;
  const stopped = backups.stop();
  goesOn();
  await expect(made).rejects.toThrow('aborted');
  await stopped;
  expect(await fs.readdir(path.join(storage, 'def'))).toEqual([]);
  expect(settings.of('def')).toBeNull();
});

it('is due after a night without success, and after a clock that went back', () => {
  const at = (time: string) => Date.parse(time);
  const last = (tried: string, success: string | null) => ({
    tried: at(tried),
    success: success === null ? null : at(success),
    file: null,
    lastSQ: 0,
    error: null,
  });
  const now = at('2026-05-05T03:00:00');
  const due = (one: ReturnType<typeof last> | null) => isDue(one, now, 4);
  expect(due(null)).toBe(true);
  expect(due(last('2026-05-04T04:00:00', '2026-05-04T04:00:00'))).toBe(false);
  expect(due(last('2026-05-04T03:59:00', '2026-05-04T03:59:00'))).toBe(true);
  expect(due(last('2026-05-05T02:30:00', null))).toBe(false);
  expect(due(last('2026-05-05T02:00:00', null))).toBe(true);
  expect(due(last('2027-05-05T02:00:00', null))).toBe(true);
  expect(due(last('2027-05-05T02:00:00', '2027-05-05T02:00:00'))).toBe(true);
  // At another hour it was not yet time, or is time already.
  expect(isDue(last('2026-05-04T23:30:00', '2026-05-04T23:30:00'), now, 23)).toBe(false);
  expect(isDue(last('2026-05-04T22:59:00', '2026-05-04T22:59:00'), now, 23)).toBe(true);
  expect(nextNight(now, 3)).toBe(at('2026-05-06T03:00:00'));
  expect(nextNight(now, 23)).toBe(at('2026-05-05T23:00:00'));
});
