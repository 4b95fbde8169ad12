/** Backups at their times: what is deleted from a TSE was copied and verified before. */
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../log.ts';
import { TseEngine } from '../devices/tse/software/engine.ts';
import { softwareTse } from '../devices/tse/software/tse.ts';
import type { Tse, TseModel } from '../devices/tse/contract.ts';
import { Attributes } from '../settings/attributes.ts';
import { MemoryVault } from '../testing/country-services.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { verifyExport } from '../tse-export/verify.ts';
import { TseBackupTimes } from './backup-times.ts';
import { TsePool } from './pool.ts';

const CLIENT = 'TILL-1';

async function shop(profile = '', change: (tse: Tse) => Partial<Tse> = () => ({})) {
  const clock = new ManualClock('2026-05-12T20:00:00');
  const folder = await temporaryFolder();
  const engine = new TseEngine({ file: ':memory:', clock });
  const own = softwareTse(engine);
  const model: TseModel = {
    ...{ name: 'software', product: 'Software', settings: [], credentials: {} },
    open: () => ({ ...own, ...change(own) }),
  };
  const attributes = () => Attributes.parse(profile);
  const options = { attributes, folder, clock, log: silentLog };
  const pool = new TsePool({ ...options, vault: new MemoryVault(), models: [model] });
  const id = await pool.add('software', {}, {});
  const [unit] = pool.units;
  await unit!.setUp(() => Promise.resolve(), 'KASSE-1');
  await unit!.registerClient(CLIENT);
  await unit!.state();
  const upkeep = new TseBackupTimes({ ...options, units: () => pool.units });
  onTestFinished(async () => {
    await upkeep.stop();
    await pool.close();
  });
  const sell = async () => {
    const started = await unit!.start({ client: CLIENT, reference: crypto.randomUUID() });
    if (started.outcome !== 'done') throw new Error(started.failure.text);
    const { transaction } = started.result;
    const step = { client: CLIENT, reference: '', transaction, revision: 2 };
    await unit!.finish({
      ...step,
      processType: 'Kassenbeleg-V1',
      processData: 'Beleg^0.00_0.00_0.00_0.00_0.00^',
    });
  };
  const files = () =>
    (fs.existsSync(path.join(folder, id)) ? fs.readdirSync(path.join(folder, id)) : []).sort();
  const at = async (time: string) => {
    clock.set(time);
    await upkeep.look();
  };
  return { clock, folder, engine, upkeep, unit: unit!, id, sell, files, at };
}

it('copies every day at its time, and keeps one copy of what is still in the TSE', async () => {
  const { at, sell, files, engine, upkeep, id } = await shop('TSE_BackupAt=02:00');
  const { serial } = engine.identity!;
  await sell();
  await at('2026-05-13T01:59:59');
  expect(files()).toEqual([]);
  await at('2026-05-13T02:00:00');
  expect(files()).toEqual([`${serial}_Sig-1-4.tar`]);
  await at('2026-05-13T23:59:59');
  await sell();
  await at('2026-05-14T02:00:01');
  expect(files()).toEqual([`${serial}_Sig-1-6.tar`]);
  expect(upkeep.backups.of(id)).toMatchObject({ failure: null });
  const archives = await upkeep.backups.archives();
  const bytes = Buffer.concat(await Readable.from(archives[0]!.content()).toArray());
  expect(archives[0]!.size).toBe(bytes.length);
  expect(await verifyExport(() => Readable.from([bytes]))).toMatchObject({ ok: true, logs: 6 });
});

it.each([
  ['', ['03:09', '04:11'], 1],
  ['Fiscal_BackupAt=05:00', ['04:59', '05:00'], 1],
  ['TSE_BackupAt=06:00 Fiscal_BackupAt=05:00', ['05:59', '06:00'], 1],
  ['TSE_BackupAt=NO Fiscal_BackupAt=05:00', ['00:00', '23:59'], 0],
])('copies at the time that "%s" says', async (profile, [before, after], count) => {
  const { at, files } = await shop(profile);
  await at(`2026-05-13T${before!}:00`);
  expect(files()).toHaveLength(0);
  await at(`2026-05-13T${after!}:30`);
  expect(files()).toHaveLength(count);
});

it('deletes after a closing what was copied, and keeps all copies', async () => {
  const { upkeep, sell, files, engine } = await shop('TSE_BackupDelete TSE_BackupAt=NO');
  const { serial } = engine.identity!;
  await sell();
  await upkeep.look();
  expect(files()).toEqual([]);
  upkeep.closed();
  await upkeep.look();
  expect(files()).toEqual([`${serial}_Sig-1-4.tar`]);
  await sell();
  upkeep.closed();
  await upkeep.look();
  // The first log message of the second copy says that the first ones were deleted.
  expect(files()).toEqual([`${serial}_Sig-1-4.tar`, `${serial}_Sig-5-7.tar`]);
  expect((await upkeep.backups.archives()).map(({ name }) => name)).toEqual([...files()]);
});

it('deletes nothing that was not copied as a whole, and says what is wrong', async () => {
  const { upkeep, sell, engine, id, files } = await shop('TSE_BackupDelete TSE_BackupAt=NO', (own) => ({
    export: async (filter) => {
      const exported = await own.export(filter);
      if (exported.outcome !== 'done') return exported;
      const { content } = exported.result;
      async function* cut(): AsyncGenerator<Buffer> {
        for await (const piece of content) yield piece.length > 2000 ? piece.subarray(0, -700) : piece;
      }
      return { outcome: 'done', result: { content: cut() } };
    },
  }));
  await sell();
  upkeep.closed();
  await upkeep.look();
  expect(upkeep.backups.of(id)?.failure).toContain('no log message');
  expect(engine.used).toBeGreaterThan(0);
  expect(engine.counter).toBe(4);
  expect(files().filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('says that a copy lacks what the TSE signed last', async () => {
  const { upkeep, id, unit, sell } = await shop('', (own) => ({
    state: async () => {
      const told = await own.state();
      return told.outcome === 'done' ? { ...told, result: { ...told.result, signatureCounter: 9 } } : told;
    },
  }));
  await sell();
  await unit.state();
  await upkeep.backups.all(false);
  expect(upkeep.backups.of(id)?.failure).toBe('the copy ends at signature 4, and the TSE has made 9');
});

it('says that a TSE could not be copied, and that the disk could not take it', async () => {
  const { upkeep, id, folder } = await shop('TSE_BackupAt=02:00', () => ({
    export: () => Promise.resolve({ outcome: 'not-done', failure: { trouble: 'unreachable', text: 'gone' } }),
  }));
  await upkeep.backups.all(false);
  expect(upkeep.backups.of(id)?.failure).toBe('unreachable: gone');
  const other = await shop();
  fs.rmSync(other.folder, { recursive: true });
  fs.writeFileSync(other.folder, '');
  await other.upkeep.backups.all(false);
  expect(other.upkeep.backups.of(other.id)?.failure).toContain('cannot be written');
  expect(folder).not.toBe(other.folder);
});
