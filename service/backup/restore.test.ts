/** Restoring into a journal: who may have the name meanwhile, and what stays when it fails. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { openRoom, type Room } from '../testing/registers.ts';
import { GENERIC, sale } from '../testing/sales.ts';
import { backUp } from './incremental.ts';
import { Restores } from './restore.ts';
import { newTrust } from './testing/trust.ts';
import { WrittenRegister } from './testing/written-register.ts';

const trust = await newTrust();

/** A storage folder with one backup of a register. */
async function stored(register = new WrittenRegister('def', 250)): Promise<string> {
  const storage = await temporaryFolder();
  const making = {
    ...{ source: register, signer: trust, version: '0', now: 0, created: '2026-05-04T12:00:00+00:00' },
    signal: new AbortController().signal,
    say: () => undefined,
  };
  await backUp(register.rn, storage, making);
  return storage;
}

function restoresOf({ journal, registers, services }: Room, dataRoot: string, online = false): Restores {
  return new Restores({ journal, registers, country: services, dataRoot, trust, isOnline: () => online });
}

async function ended(restores: Restores): Promise<unknown> {
  return vi.waitFor(() => {
    expect(restores.info.Ended).not.toBeNull();
    return restores.info;
  });
}

const codes = (issues: { code: string }[]) => issues.map(({ code }) => code);

it('is refused while the portal knows the installation', async () => {
  const room = await openRoom();
  const restores = restoresOf(room, await temporaryFolder(), true);
  expect(codes(await restores.start('def', await stored()))).toEqual(['#RESTORE_ONLINE']);
  expect(await room.registers.hold('def')).toBe(true);
});

it('is done once at a time', async () => {
  const room = await openRoom();
  const restores = restoresOf(room, await temporaryFolder());
  const storage = await stored();
  const [first, second] = await Promise.all([
    restores.start('def', storage),
    restores.start('other', storage),
  ]);
  expect([codes(first), codes(second)]).toEqual([[], ['#RESTORING']]);
  expect(await ended(restores)).toMatchObject({ State: 'done', Records: 251, Total: 251 });
  expect(codes(await restores.start('def', storage))).toEqual(['#RESTORE_IN_USE']);
});

it('and a first configuration at the same moment: one of them gets the name, never both', async () => {
  const storage = await stored();
  for (const order of ['restore', 'configure']) {
    const room = await openRoom();
    const restores = restoresOf(room, await temporaryFolder());
    const restore = () => restores.start('def', storage);
    const configure = () => room.registers.configure('def', GENERIC);
    const [issues, answer] =
      order === 'restore'
        ? await Promise.all([restore(), configure()])
        : (await Promise.all([configure(), restore()])).toReversed();
    const isRestored = (issues as { code: string }[]).length === 0;
    const { Result } = answer as Awaited<ReturnType<typeof configure>>;
    expect([order, isRestored, Result.RC, Result.ErrorCode]).toEqual(
      order === 'restore' ? [order, true, 'NO', '#RESTORING'] : [order, false, 'OK', undefined],
    );
    if (isRestored) await ended(restores);
    const records = await room.records('def');
    expect(records.map(({ SQ }) => SQ)).toEqual(records.map((_, i) => i + 1));
    expect(records).toHaveLength(isRestored ? 251 : 1);
    // Whoever got the name goes on with it.
    const route = await room.registers.route(sale('1.00'), {});
    if (!('register' in route)) throw new Error(JSON.stringify(route));
    const sold = await route.register.submit({ tra: { ESR: {} }, warnings: [], restart: false });
    expect(sold.Result.ErrorCode).not.toBe('#RESTORING');
  }
});

it('lets no other register begin that could number the same terminals', async () => {
  const room = await openRoom();
  await room.registers.configure('bar', { ...GENERIC, Trm: { TT: '9' } });
  expect(await room.registers.hold('def')).toBe(true);
  const route = () => room.registers.route(sale('1.00', { TaxId: 'LU1', TL: '1', TT: '1' }), {});
  const refused = await route();
  expect('refused' in refused && refused.refused.Result).toMatchObject({ RC: 'NO', ErrorCode: '#RESTORING' });
  // A till that is set up sells on.
  expect(await room.registers.route(sale('1.00'), { rn: 'bar' })).toHaveProperty('register.rn', 'bar');
  room.registers.release('def');
  expect(await route()).toHaveProperty('register.rn', 'LU1$1_1');
});

it('leaves nothing behind when it cannot be written, and gives the name free', async () => {
  const room = await openRoom();
  const restores = restoresOf(room, await temporaryFolder());
  const broken = vi.spyOn(room.journal, 'restore').mockImplementationOnce(async (_rn, pages) => {
    for await (const page of pages) if (page[0]!.record.SQ > 100) throw new Error('disk full');
  });
  const storage = await stored();
  expect(await restores.start('def', storage)).toEqual([]);
  expect(restores.problemsOf('def')).toEqual([{ code: 'RESTORING', severity: 'stop' }]);
  expect(await ended(restores)).toMatchObject({ State: 'failed', Message: 'disk full' });
  expect(restores.problemsOf('def')).toEqual([]);
  expect(await room.records('def')).toEqual([]);
  broken.mockRestore();
  expect(await restores.start('def', storage)).toEqual([]);
  expect(await ended(restores)).toMatchObject({ State: 'done' });
});

it('notices when the backups change after they were checked', async () => {
  const room = await openRoom();
  const restores = restoresOf(room, await temporaryFolder());
  const storage = await stored();
  const real = room.journal.restore.bind(room.journal);
  vi.spyOn(room.journal, 'restore').mockImplementationOnce(async (rn, pages) => {
    const other = await stored(new WrittenRegister('def', 250, 'Another'));
    await fs.copyFile(path.join(other, 'def', '0000.zip'), path.join(storage, 'def', '0000.zip'));
    return real(rn, pages);
  });
  expect(await restores.start('def', storage)).toEqual([]);
  expect(await ended(restores)).toMatchObject({ State: 'failed' });
  expect(await room.records('def')).toEqual([]);
});

it('begins nothing that the disk has no room for', async () => {
  const room = await openRoom();
  const restores = restoresOf(room, await temporaryFolder());
  vi.spyOn(fs, 'statfs').mockResolvedValueOnce({ bavail: 10, bsize: 1000 } as never);
  const [found] = await restores.start('def', await stored());
  expect(found).toMatchObject({ code: '#BACKUP_UNUSABLE' });
  expect(found!.text).toMatch(/the disk has 1 MB left, and 1 MB are needed/);
});

it('breaks off when the service stops', async () => {
  const room = await openRoom();
  const restores = restoresOf(room, await temporaryFolder());
  const real = room.journal.restore.bind(room.journal);
  vi.spyOn(room.journal, 'restore').mockImplementationOnce(async (rn, pages) => {
    void restores.stop();
    return real(rn, pages);
  });
  expect(await restores.start('def', await stored())).toEqual([]);
  expect(await ended(restores)).toMatchObject({
    State: 'failed',
    Message: 'The service was stopped; nothing was restored.',
  });
  expect(await room.records('def')).toEqual([]);
});
