/** A journal that fails while the service runs: nothing is registered twice or lost, and selling goes on by itself. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import pt from '../../resources/locales/register/pt.json' with { type: 'json' };
import { sale } from '../testing/sales.ts';
import type { Problem } from '../wire.ts';
import { fill, scribble, Shop, smallDisk } from './testing/shop.ts';

/** More records than the database keeps in memory. */
const MANY = 3000;
const PAGE = 4096;

/** A shop with so many receipts that old ones have to be read from the disk. */
async function oldShop(): Promise<Shop> {
  const shop = await Shop.open({ receipts: MANY });
  await shop.stop();
  await shop.start();
  return shop;
}

/** Damages everything but the first and the last pages of a database; how to put it back. */
async function damage(file: string): Promise<() => Promise<void>> {
  const before = await fs.readFile(file);
  await scribble(file, 2 * PAGE, before.length - 4 * PAGE);
  return async () => {
    const copy = `${file}.copy`;
    await fs.writeFile(copy, before);
    await fs.rename(copy, file);
  };
}

it('stops selling when a page is damaged, answers no look-up wrongly, and goes on when it is mended', async () => {
  const shop = await oldShop();
  const { port } = shop;
  const restore = await damage(shop.file);

  // The till asks for a receipt that it has no answer of: it is registered, but cannot be found now.
  const lost = await shop.send('POST', '/restart', sale('1.00', { TN: '700' }));
  expect([lost.status, lost.json.TraC.Result.RC, lost.json.TraC.Result.UserMessage]).toEqual([
    406,
    'NO',
    pt.outage.damaged,
  ]);
  await shop.shows('DATABASE_DAMAGED');
  const answers = await Promise.all(
    ['/find?tn=700', '/tra?TN=700', '/retrieve?last=0', '/last', '/export?type=saft'].map((at) =>
      shop.send('GET', at),
    ),
  );
  for (const { status, json } of answers) expect([status, json.TraC.Result.RC]).toEqual([406, 'NO']);
  expect((await shop.send('POST', '/register', sale())).status).toBe(406);

  await restore();
  await vi.waitFor(
    async () => {
      const found = await shop.send('POST', '/restart', sale('1.00', { TN: '700' }));
      expect([found.status, found.json.TraC.Result.ErrorCode]).toEqual([200, '#DUPLICATE']);
    },
    { timeout: 15_000, interval: 100 },
  );
  expect(shop.port).toBe(port);
  expect(await shop.sells()).toBe(`FS 1_1.26/${MANY + 1}`);
  expect(await shop.numbers()).toHaveLength(MANY + 1);
});

it('notices that the database was deleted, before a day is sold into nothing', async () => {
  const shop = await Shop.open();
  const copy = `${shop.file}.copy`;
  await fs.copyFile(shop.file, copy);
  for (const ending of ['', '-wal']) {
    await fs.copyFile(shop.file + ending, copy + ending);
    await fs.rm(shop.file + ending);
  }
  await shop.shows('DATABASE_LOST');
  const { json } = await shop.send('POST', '/register', sale());
  expect(json.TraC.Result).toMatchObject({ RC: 'NO', UserMessage: pt.outage.lost });
});

it('tells pages that listen and the tray, and when it is over', async () => {
  const shop = await Shop.open();
  const page = shop.listens();
  await vi.waitFor(() => expect(page.states.at(-1)?.today?.count).toBe(3));
  const told: boolean[] = [];
  shop.onStatus((ready) => told.push(ready));
  await fs.rename(shop.file, `${shop.file}.moved`);
  await vi.waitFor(() => expect(told).toEqual([true, false]), { timeout: 10_000 });
  // The stream ends, and the page asks again.
  await vi.waitFor(() => expect(page.ended).toBe(true));
  const again = shop.listens();
  await vi.waitFor(() =>
    expect(again.states.at(-1)).toMatchObject({
      ready: false,
      today: null,
      registers: [{ rn: 'def', ready: false, company: 'Padaria Exemplo', country: 'PT' }],
      problems: [{ code: 'DATABASE_LOST' }],
    }),
  );
  await fs.rm(shop.file, { force: true });
  await fs.rename(`${shop.file}.moved`, shop.file);
  await vi.waitFor(() => expect(told).toEqual([true, false, true]), { timeout: 15_000 });
  expect(again.ended).toBe(true);
});

it('refuses sales while the disk is full, and is green again without anybody’s help', async ({ skip }) => {
  const disk = await smallDisk(24);
  if (disk === null) return skip('small disks cannot be made here');
  const shop = await Shop.open({ root: disk });
  const filler = await fill(disk);
  const refused: string[] = [];
  // What is left of a page may take a few more.
  await vi.waitFor(async () => {
    const { status, json } = await shop.send('POST', '/register', sale());
    if (status !== 200) refused.push(json.TraC.Result.UserMessage);
    expect(status).toBe(406);
  });
  expect(refused).toEqual([pt.outage.full]);
  expect((await shop.send('POST', '/register', sale())).json.TraC.Result).toMatchObject({
    RC: 'NO',
    ErrorCode: '#JOURNAL_FAILED',
  });
  const { problems } = (await shop.send('GET', '/control/status')).json;
  const codes = problems.map(({ code }: Problem) => code);
  expect(codes[0]).toBe('DATABASE_FULL');
  // Nobody needs to hear that a full disk is almost full.
  expect(codes).not.toContain('DISK_LOW');
  const sold = await shop.numbers();

  await fs.rm(filler);
  await shop.shows(undefined);
  expect(await shop.sells()).toBe(`FS 1_1.26/${sold.length + 1}`);
  expect(await shop.numbers()).toHaveLength(sold.length + 1);
});

it('waits for a program that keeps the database to itself', async () => {
  const shop = await Shop.open();
  const other = new DatabaseSync(shop.file);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  const { json } = await shop.send('POST', '/register', sale());
  expect(json.TraC.Result).toMatchObject({ RC: 'NO', UserMessage: pt.outage.busy });
  other.exec('ROLLBACK');
  await shop.shows(undefined);
  expect(await shop.sells()).toBe('FS 1_1.26/4');
});

it('answers requests that come as files NO, and lets those wait that may be registered already', async () => {
  const shop = await Shop.open();
  await shop.stop();
  for (const name of ['req', 'res']) await fs.mkdir(path.join(shop.dataRoot, name));
  const file = (folder: string, name: string) => path.join(shop.dataRoot, folder, name);
  // The power went between the registering and the answer.
  const content = JSON.stringify(sale('1.00'));
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256').update(content).digest('hex');
  await fs.writeFile(file('gbl', 'requests.json'), JSON.stringify({ 'begun.req': { hash, sq: 3 } }));
  await fs.writeFile(file('req', 'begun.req'), content);
  await fs.writeFile(file('req', 'new.req'), '<Tra><ESR T="1.00"/></Tra>');
  await fs.copyFile(shop.file, `${shop.file}.copy`);
  await fs.truncate(shop.file, 5000);
  await shop.start();
  const answer = async (name: string) => {
    await vi.waitFor(() => fs.access(file('res', name)), { timeout: 10_000 });
    return fs.readFile(file('res', name), 'utf8');
  };
  expect(await answer('new.res')).toContain('<TraC><Result RC="NO"><ErrorCode>#JOURNAL_UNAVAILABLE');
  expect(await fs.readdir(file('res', ''))).toEqual(['new.res']);
  await vi.waitFor(async () => expect(await fs.readdir(file('req', ''))).toEqual(['begun.req']));

  await fs.rename(`${shop.file}.copy`, shop.file);
  // It is the third receipt, which was registered last.
  expect(JSON.parse(await answer('begun.res'))).toMatchObject({
    TraC: { SQ: 4, Result: { RC: 'OK', ErrorCode: '#DUPLICATE' } },
  });
  expect(await shop.numbers()).toHaveLength(3);
});
