import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { filesOf } from '../../testing/tree.ts';
import {
  expectAsBefore,
  preparedJournal,
  removePrepared,
  toEnd,
  type OldJournal,
  type Prepared,
} from './testing/old-journal.ts';

afterAll(removePrepared);

const ARCHIVED = ['0000.jou.gz', '0001.jou.gz', '0002.jou'];

/** What the plain files hold, packed or not. */
async function contents(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const name of await filesOf(folder)) {
    const bytes = await fs.readFile(path.join(folder, name));
    files[name] = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  }
  return files;
}

describe('whatever interrupts it', () => {
  /** Nothing is lost, and the next start archives what was not archived. */
  async function expectRecovery(interrupted: OldJournal & { was: Prepared }): Promise<void> {
    interrupted.interruption.before = () => undefined;
    await expectAsBefore(interrupted, interrupted.was);
    const old = await interrupted.again();
    await expectAsBefore(old, interrupted.was);
    const { archiver } = old.journal;
    for (let segment = 0; segment < old.journal.archivedSegments('def'); segment++) {
      if (await archiver.hasLeftovers('def', segment))
        await toEnd(archiver.removeLeftovers('def', segment, () => expect.unreachable()));
    }
    await old.archiveAll();
    expect(await filesOf(old.folder())).toEqual(ARCHIVED);
    expect(old.aside).toEqual([]);
    for (const segment of [0, 1]) expect(await archiver.hasLeftovers('def', segment)).toBe(false);
    await toEnd(archiver.shrink());
    await archiver.settle();
    const { size } = await fs.stat(path.join(old.root, 'journal.db'));
    expect(size).toBeLessThan(interrupted.was.size / 2);
    await expectAsBefore(old, interrupted.was);
    await old.close();
  }

  it('goes on from every step', async () => {
    let steps = 0;
    // The first ones are of different kinds, then there are many of one kind.
    for (let isDone = false; !isDone; steps += steps < 5 ? 1 : 4) {
      const old = await preparedJournal();
      const archiving = (await old.archiving())!;
      for (let i = 0; i <= steps && !isDone; i++) isDone = (await archiving.next()).done === true;
      await expectRecovery(old);
    }
    expect(steps).toBeGreaterThan(15);
  });

  it.each(['select', 'write', 'shrink'] as const)(
    'goes on after any %s that failed',
    async (call) => {
      let failed = 0;
      for (let nth = 1; ; nth += call === 'select' ? 4 : call === 'write' ? 3 : 1) {
        const old = await preparedJournal();
        const archiving = (await old.archiving())!;
        let calls = 0;
        old.interruption.before = (name) => {
          if (name === call && ++calls === nth) throw new Error('SQLITE_FULL: database or disk is full');
        };
        const outcome = await toEnd(archiving).catch((error: Error) => error.message);
        if (typeof outcome === 'number') break;
        expect(outcome).toMatch(/SQLITE_FULL/);
        failed++;
        await expectRecovery(old);
      }
      expect(failed).toBeGreaterThan(0);
    },
    120_000,
  );

  it.each(['writeFile', 'rename', 'unlink', 'open', 'lstat'] as const)(
    'goes on after the file system refused to %s',
    async (call) => {
      const old = await preparedJournal();
      const archiving = (await old.archiving())!;
      const refuse = vi.spyOn(fs, call).mockRejectedValue(new Error('ENOSPC: no space left on device'));
      onTestFinished(() => refuse.mockRestore());
      await expect(toEnd(archiving)).rejects.toThrow('ENOSPC');
      refuse.mockRestore();
      await expectRecovery(old);
    },
  );
});

it('changes nothing when the disk is full while it packs', async () => {
  const old = await preparedJournal();
  const files = await contents(old.folder());
  const write = fs.writeFile.bind(fs);
  const full = vi.spyOn(fs, 'writeFile').mockImplementation(async (file, data, options) => {
    await write(file, (data as Buffer).subarray(0, 1000), options);
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
  onTestFinished(() => full.mockRestore());
  await expect(toEnd((await old.archiving())!)).rejects.toThrow('ENOSPC');
  expect(await contents(old.folder())).toEqual(files);
  expect(old.journal.archivedSegments('def')).toBe(0);
  await expectAsBefore(old, old.was);
});

it('archives nothing that cannot be read back', async () => {
  const old = await preparedJournal();
  const write = fs.writeFile.bind(fs);
  const weak = vi.spyOn(fs, 'writeFile').mockImplementation(async (file, data, options) => {
    await write(file, Buffer.from(data as Buffer).fill(0, 5000, 5010), options);
  });
  onTestFinished(() => weak.mockRestore());
  await expect(toEnd((await old.archiving())!)).rejects.toThrow('not read back as it was written');
  expect(await filesOf(old.folder())).toEqual(['0000.jou', '0001.jou', '0002.jou']);
});
