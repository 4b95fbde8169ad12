/** An old data root that is put back, or whose journal is gone, gives no number a second time. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import pt from '../../resources/locales/register/pt.json' with { type: 'json' };
import { auditJournal } from '../audit/journal.ts';
import { keysOf } from '../audit/public-keys.ts';
import { Shop } from '../out-of-order/testing/shop.ts';
import { MemoryVault } from '../testing/country-services.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { AUSTRIA } from '../countries/at/testing/till.ts';
import { PORTUGAL, sale } from '../testing/sales.ts';
import type { Mark } from './mark.ts';

/** Stops a shop and copies its data root. */
async function copyOf(shop: Shop): Promise<string> {
  await shop.stop();
  const copy = `${shop.dataRoot}.copy`;
  await fs.cp(shop.dataRoot, copy, { recursive: true });
  return copy;
}

/** Puts a copy in the place of the data root. */
async function putBack(shop: Shop, copy: string): Promise<void> {
  await shop.stop();
  await fs.rm(shop.dataRoot, { recursive: true });
  await fs.cp(copy, shop.dataRoot, { recursive: true });
}

/** A shop on an old copy of its data root: three receipts of eight. */
async function oldDataRoot(): Promise<Shop> {
  const shop = await Shop.open({ marks: true });
  const copy = await copyOf(shop);
  await shop.start();
  for (let i = 0; i < 5; i++) await shop.sells();
  await putBack(shop, copy);
  await shop.start();
  return shop;
}

async function markOf(shop: Shop): Promise<{ file: string; mark: Mark }> {
  const [name] = await fs.readdir(shop.stateDir!);
  const file = path.join(shop.stateDir!, name!);
  return { file, mark: JSON.parse(await fs.readFile(file, 'utf8')) as Mark };
}

const confirm = (shop: Shop) => shop.send('POST', '/control/journal/confirm');

async function audit(shop: Shop): Promise<string[]> {
  const file = path.join(shop.dataRoot, 'journal.db');
  const publicKeys = await keysOf(path.join(shop.dataRoot, 'cer'));
  const vault = new MemoryVault();
  const report = await auditJournal(file, { publicKeys, vault, rn: undefined, progress: () => undefined });
  return [
    ...report.database,
    ...report.registers.flatMap(({ findings }) => findings.map(({ text }) => text)),
  ];
}

describe('an old data root that is put back', () => {
  it('sells nothing, and says so to till, page and state', async () => {
    const shop = await oldDataRoot();
    const { status, json } = await shop.send('POST', '/register', sale());
    expect([status, json.TraC.Result.RC, json.TraC.Result.UserMessage]).toEqual([406, 'NO', pt.outage.older]);
    expect((await shop.send('GET', '/state')).json).toMatchObject({
      Ready: false,
      Problem: 'DATABASE_OLDER',
    });
    expect(await shop.problem()).toMatchObject({
      code: 'DATABASE_OLDER',
      params: { rn: 'def', had: 9, have: 4, at: expect.stringMatching(/^2026-05-04 12:00:00$/) },
    });
  });

  it('sells again when the newer data come back, with nothing confirmed', async () => {
    const shop = await Shop.open({ marks: true });
    const old = await copyOf(shop);
    await shop.start();
    await shop.sells();
    await shop.stop();
    await fs.rename(shop.dataRoot, `${shop.dataRoot}.newer`);
    await putBackInto(shop, old);
    await shop.start();
    await shop.shows('DATABASE_OLDER');
    await shop.stop();
    await fs.rm(shop.dataRoot, { recursive: true });
    await fs.rename(`${shop.dataRoot}.newer`, shop.dataRoot);
    await shop.start();
    expect(await shop.sells()).toBe('FS 1_1.26/5');
  });

  it('goes on in a new series once a manager has confirmed it: no number comes again', async () => {
    const shop = await oldDataRoot();
    expect((await confirm(shop)).status).toBe(200);
    expect(await shop.sellsAgain()).toBe('FS 1_1.26A/1');
    const { json } = await shop.send('GET', '/find?_=log&sort=asc');
    expect(json.Rec.at(-1)).toMatchObject({ Event: 'older-data-confirmed', LastSQ: '4', Letter: 'A' });
    expect((await confirm(shop)).status).toBe(409);
    await shop.stop();
    expect(await audit(shop)).toEqual([]);
    // Nothing is asked a second time.
    await shop.start();
    expect(await shop.sells()).toBe('FS 1_1.26A/2');
  });

  it('asks again when the same copy is put back once more', async () => {
    const shop = await Shop.open({ marks: true });
    const copy = await copyOf(shop);
    await shop.start();
    await shop.sells();
    await putBack(shop, copy);
    await shop.start();
    await confirm(shop);
    expect(await shop.sellsAgain()).toBe('FS 1_1.26A/1');
    await putBack(shop, copy);
    await shop.start();
    await shop.shows('DATABASE_OLDER');
    const { status } = await shop.send('POST', '/register', sale());
    expect(status).toBe(406);
  });

  it('asks again when what was confirmed could not be noted: after a crash, or on a full disk', async () => {
    const shop = await oldDataRoot();
    const lineage = path.join(shop.dataRoot, 'gbl', 'lineage.json');
    await fs.mkdir(lineage);
    await confirm(shop);
    const journal = path.join(shop.dataRoot, 'rn', 'def', 'jou', '0000.jou');
    const log = path.join(shop.dataRoot, 'log', 'service.log');
    await vi.waitFor(
      async () => expect(await fs.readFile(log, 'utf8')).toContain('still out of order: EISDIR'),
      10_000,
    );
    expect((await shop.send('POST', '/register', sale())).status).toBe(406);
    await shop.stop();
    await fs.rmdir(lineage);
    await shop.start();
    await shop.shows('DATABASE_OLDER');
    await confirm(shop);
    // The letter of the first attempt was given to nobody; it is passed over.
    expect(await shop.sellsAgain()).toBe('FS 1_1.26B/1');
    await shop.stop();
    expect((await fs.readFile(journal, 'utf8')).match(/older-data-confirmed/g)).toHaveLength(2);
  });

  it('needs the manager for that, as soon as there is a password', async () => {
    const shop = await Shop.open({ marks: true });
    const copy = await copyOf(shop);
    await shop.start();
    await shop.sells();
    await putBack(shop, copy);
    await shop.start();
    await shop.send('POST', '/profile', { Password: 'a long password' });
    expect((await confirm(shop)).status).toBe(401);
    const basic = `Basic ${Buffer.from('manager:a long password').toString('base64')}`;
    expect(
      (await shop.send('POST', '/control/journal/confirm', undefined, { authorization: basic })).status,
    ).toBe(200);
    expect(await shop.sellsAgain()).toBe('FS 1_1.26A/1');
  });

  it('is noticed although it was sold on before its mark could be read again', async () => {
    const shop = await Shop.open({ marks: true });
    const copy = await copyOf(shop);
    await shop.start();
    const { file } = await markOf(shop);
    await shop.sells();
    await shop.stop();
    const mark = await fs.readFile(file);
    await putBack(shop, copy);
    await fs.rm(file);
    await shop.start();
    shop.clock.advance(60_000);
    for (let i = 0; i < 3; i++) await shop.sells({ Ref: 'another one' });
    await shop.stop();
    await fs.writeFile(file, mark);
    await shop.start();
    expect((await shop.problem())?.params?.reason).toMatch(/has another record SQ 5 than the one of/);
  });
});

describe('a data root whose journal is gone while its keys remain', () => {
  /** A shop without journal.db and rn. */
  async function emptied(more: readonly string[] = []): Promise<Shop> {
    const shop = await Shop.open({ marks: true });
    await shop.stop();
    const gone = ['journal.db', 'journal.db-wal', 'journal.db-shm', 'rn', ...more];
    for (const name of gone) await fs.rm(path.join(shop.dataRoot, name), { recursive: true, force: true });
    await shop.start();
    return shop;
  }

  it('sells nothing, and a new register begins behind the numbers of the one that is gone', async () => {
    const shop = await emptied();
    expect(await shop.problem()).toMatchObject({ code: 'DATABASE_OLDER', params: { have: 0, had: 4 } });
    expect((await shop.send('POST', '/cfg', { Cfg: PORTUGAL })).status).toBe(406);
    await confirm(shop);
    await shop.shows('NO_CFG');
    // However late, and whatever it is called.
    await shop.stop();
    await shop.start();
    expect((await shop.send('POST', '/cfg', { Cfg: PORTUGAL })).status).toBe(200);
    expect(await shop.sells()).toBe('FS 1_1.26A/1');
    await shop.stop();
    expect(await audit(shop)).toEqual([]);
  });

  it('begins a register behind its numbers whose files a rebuild did not find', async () => {
    const shop = await Shop.open({ marks: true });
    const till2 = { ...PORTUGAL, Loc: { TL: '1' }, Trm: { TT: '2' } };
    expect((await shop.send('POST', '/cfg?RN=bar', { Cfg: till2 })).status).toBe(200);
    const sellsAtBar = async () =>
      (await shop.send('POST', '/register?RN=bar', sale())).json.TraC.ESR?.FN as string;
    expect(await sellsAtBar()).toBe('FS 1_2.26/1');
    await shop.stop();
    for (const name of ['journal.db', 'rn/bar'])
      await fs.rm(path.join(shop.dataRoot, name), { recursive: true });
    await shop.start();
    await shop.send('POST', '/control/journal/rebuild');
    await shop.sellsAgain();
    expect((await shop.send('POST', '/cfg?RN=bar', { Cfg: till2 })).status).toBe(200);
    expect(await sellsAtBar()).toBe('FS 1_2.26A/1');
  });

  it('is known by its keys when the id of the installation is gone, too', async () => {
    const shop = await emptied([path.join('gbl', 'instance')]);
    expect((await shop.problem())?.code).toBe('DATABASE_OLDER');
    await shop.stop();
    await shop.start();
    expect((await shop.problem())?.code).toBe('DATABASE_OLDER');
  });

  it('gives no Austrian receipt a number that makes an initial vector come again', async () => {
    const shop = await emptied();
    await confirm(shop);
    await shop.shows('NO_CFG');
    expect((await shop.send('POST', '/cfg', { Cfg: AUSTRIA })).status).toBe(200);
    await shop.stop();
    const db = await fs.readFile(path.join(shop.dataRoot, 'rn', 'def', 'jou', '0000.jou'), 'utf8');
    expect(db).toContain('"AT/number space":"20260504120000"');
  });
});

describe('what is no old data root', () => {
  it('a copy on another machine, which has no mark', async () => {
    const shop = await Shop.open({ marks: true });
    const copy = await copyOf(shop);
    const there = await Shop.at(copy, await temporaryFolder());
    expect(await there.sells()).toBe('FS 1_1.26/4');
  });

  it('a second installation on the same machine', async () => {
    const first = await Shop.open({ marks: true });
    const second = await Shop.at(path.join(await temporaryFolder(), 'data'), first.stateDir);
    expect((await second.send('POST', '/cfg', { Cfg: PORTUGAL })).status).toBe(200);
    expect(await second.sells()).toBe('FS 1_1.26/1');
    for (const shop of [first, second]) await shop.stop();
    for (const shop of [first, second]) await shop.start();
    expect([await first.sells(), await second.sells()]).toEqual(['FS 1_1.26/4', 'FS 1_1.26/2']);
    expect(await fs.readdir(first.stateDir!)).toHaveLength(2);
  });

  it('a new data root that a backup was restored into: the restore moves the mark', async () => {
    const shop = await Shop.open({ marks: true });
    const backups = path.join(path.dirname(shop.dataRoot), 'backups');
    await fs.mkdir(backups);
    expect((await shop.send('GET', `/backup/incremental?path=${backups}`)).text).toContain('\nOK ');
    await shop.sells();
    await shop.stop();
    for (const name of ['journal.db', 'journal.db-wal', 'journal.db-shm', 'rn'])
      await fs.rm(path.join(shop.dataRoot, name), { recursive: true, force: true });
    await shop.start();
    await confirm(shop);
    await shop.shows('NO_CFG');
    expect((await shop.send('POST', `/backup/restore?RN=def&path=${backups}`)).status).toBe(202);
    expect(await shop.sellsAgain()).toBe('FS 1_1.26A/1');
    await shop.stop();
    await shop.start();
    expect(await shop.sells()).toBe('FS 1_1.26A/2');
  });

  it('one whose mark somebody has deleted', async () => {
    const shop = await Shop.open({ marks: true });
    await shop.stop();
    await fs.rm((await markOf(shop)).file);
    await shop.start();
    expect(await shop.sells()).toBe('FS 1_1.26/4');
  });
});

describe('a mark that is of no use is a warning, never a stop', () => {
  const warning = async (shop: Shop) =>
    ((await shop.send('GET', '/control/status')).json.problems as { code: string }[]).find(({ code }) =>
      code.startsWith('MARK_'),
    );

  it.each<[string, (file: string) => Promise<unknown>]>([
    ['no JSON', (file) => fs.writeFile(file, '{"Id":')],
    ['another JSON', (file) => fs.writeFile(file, '[1, null]')],
    ['empty', (file) => fs.truncate(file)],
    ['without end', (file) => fs.truncate(file, 5_000_000_000)],
    ['a link elsewhere', async (file) => (await fs.rm(file), await fs.symlink('/dev/zero', file))],
    [
      'with a register twice',
      async (file) => {
        const mark = JSON.parse(await fs.readFile(file, 'utf8')) as Mark;
        await fs.writeFile(
          file,
          JSON.stringify({ ...mark, Registers: [...mark.Registers, ...mark.Registers] }),
        );
      },
    ],
  ])('one that is %s', async (_what, harm) => {
    const shop = await Shop.open({ marks: true });
    await shop.stop();
    const { file, mark } = await markOf(shop);
    await harm(file);
    await shop.start();
    expect(await warning(shop)).toMatchObject({ code: 'MARK_DAMAGED', params: { file } });
    expect(await shop.sells()).toBe('FS 1_1.26/4');
    await shop.stop();
    // It is written anew, and counts at the next start.
    expect((await markOf(shop)).mark.Registers).toEqual([
      expect.objectContaining({ RN: 'def', SQ: mark.Registers[0]!.SQ + 1 }),
    ]);
    await shop.start();
    expect(await warning(shop)).toBeUndefined();
  });

  it('one that cannot be written, while sales go on', async () => {
    const home = await temporaryFolder();
    await fs.writeFile(path.join(home, 'state'), 'no folder');
    const shop = await Shop.open({ root: home, marks: true });
    await shop.stop();
    await shop.start();
    expect(await shop.sells()).toBe('FS 1_1.26/4');
    await shop.stop();
    const log = await fs.readFile(path.join(shop.dataRoot, 'log', 'service.log'), 'utf8');
    expect(log).toMatch(/warn the mark \S+ is of no use: EEXIST/);
  });

  it('one with a time in the future says only what was', async () => {
    const shop = await Shop.open({ marks: true });
    await shop.stop();
    const { file, mark } = await markOf(shop);
    const [register] = mark.Registers;
    const later = {
      ...mark,
      Written: '2999-01-01T00:00:00.000Z',
      Registers: [{ ...register, D: '2999-01-01T00:00:00' }],
    };
    await fs.writeFile(file, JSON.stringify(later));
    await shop.start();
    expect(await shop.sells()).toBe('FS 1_1.26/4');
  });
});

async function putBackInto(shop: Shop, copy: string): Promise<void> {
  await fs.cp(copy, shop.dataRoot, { recursive: true });
  await vi.waitFor(() => fs.access(path.join(shop.dataRoot, 'journal.db')));
}
