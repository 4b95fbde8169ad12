/** A start with a journal that cannot be used: tills get NO and the reason, and the service becomes whole by itself. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import pt from '../../resources/locales/register/pt.json' with { type: 'json' };
import type { OutageCause } from '../receipt/issue.ts';
import { execute } from '../sqlite/testing/execute.ts';
import { sale } from '../testing/sales.ts';
import { fill, scribble, Shop, smallDisk } from './testing/shop.ts';

/** Every answer of a till request: NO, with the words of the cause. */
async function expectNo(shop: Shop, cause: OutageCause): Promise<void> {
  const requests: [string, object | undefined, string][] = [
    ['/register', sale(), 'TraC'],
    ['/register?RN=other', { TraS: {} }, 'TraSC'],
    ['/restart', sale('1.00', { TN: '1' }), 'TraC'],
    ['/register/void', sale('1.00', { TN: '1' }), 'TraC'],
    ['/register/void/last', undefined, 'TraC'],
    ['/cfg', { Cfg: {} }, 'CfgC'],
  ];
  const Result = {
    RC: 'NO',
    ErrorCode: '#JOURNAL_UNAVAILABLE',
    UserMessage: pt.outage[cause],
    Warning: [expect.stringMatching(/^#JOURNAL_UNAVAILABLE the journal cannot be used/)],
  };
  for (const [at, body, name] of requests) {
    const { status, json, headers } = await shop.send('POST', at, body);
    expect([at, status, json]).toEqual([at, 406, { [name]: { Result } }]);
    expect(headers['retry-after']).toBe('5');
  }
  const xml = await shop.send('POST', '/register', '<Tra><ESR/></Tra>', { 'content-type': 'text/xml' });
  expect(xml.status).toBe(406);
  expect(xml.text).toContain('<TraC><Result RC="NO"><ErrorCode>#JOURNAL_UNAVAILABLE</ErrorCode>');
  expect((await shop.send('POST', '/register', '{')).status).toBe(400);
  for (const at of [
    '/last',
    '/find',
    '/tra?TN=1',
    '/retrieve?last=0',
    '/cfg',
    '/export?type=saft',
    '/render',
  ])
    expect([at, (await shop.send('GET', at)).json.TraC.Result]).toEqual([at, Result]);
  const counter = await shop.send('POST', '/jou/reprintcnt?TN=1');
  expect([counter.status, counter.text]).toEqual([503, pt.outage[cause]]);
  const page = await shop.send('GET', '/control/totals');
  expect([page.status, page.json.error.message]).toEqual([503, pt.outage[cause]]);
}

/** The status page says why, and no figures; what needs no journal works. */
async function expectRed(shop: Shop, code: string): Promise<void> {
  const { status, json } = await shop.send('GET', '/control/status');
  expect(status).toBe(200);
  expect(json).toMatchObject({ rn: 'def', ready: false, today: null, last: null });
  const { params } = json.problems[0];
  expect(json.problems[0]).toEqual({ code, severity: 'stop', params });
  const command = code === 'DATABASE_DENIED' ? undefined : `npm run rebuild -- --data-root ${shop.dataRoot}`;
  expect(params.command).toBe(command);
  expect(params.file).toBe(shop.file);
  const state = await shop.send('GET', '/state');
  expect([state.status, state.json]).toEqual([200, expect.objectContaining({ Ready: false, Problem: code })]);
  expect((await shop.send('GET', '/profile')).status).toBe(200);
  expect((await shop.send('GET', '/disk')).status).toBe(200);
  expect((await shop.send('GET', '/log')).json.Lines.join()).toContain('out of order');
}

/** Numbers of the receipts of a shop, FS 1_1.26/1 and so on. */
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `FS 1_1.26/${i + 1}`);

describe('with a database', () => {
  const harms: [string, OutageCause, (file: string) => Promise<void>][] = [
    ['that is none', 'damaged', (file) => fs.writeFile(file, 'once upon a time\n'.repeat(1000))],
    ['that is another program’s', 'damaged', (file) => otherProgram(file)],
    ['whose middle is overwritten', 'damaged', (file) => scribbleMiddle(file)],
    ['that ends in the middle', 'damaged', (file) => cut(file)],
    ['that is a folder', 'denied', async (file) => void (await fs.rm(file), await fs.mkdir(file))],
    ['that is empty beside journal files', 'lost', (file) => fs.truncate(file)],
    ['that is gone, while journal files are there', 'lost', (file) => fs.rm(file)],
  ];

  it.each(harms)('%s it starts, says NO, and sells again when it is put back', async (_what, cause, harm) => {
    const shop = await Shop.open({ receipts: 40 });
    await shop.stop();
    const copy = `${shop.file}.copy`;
    await fs.copyFile(shop.file, copy);
    await harm(shop.file);

    await shop.start();
    const { port } = shop;
    await expectNo(shop, cause);
    await expectRed(shop, `DATABASE_${cause.toUpperCase()}`);
    const told: [boolean, string[]][] = [];
    shop.onStatus((...status) => told.push(status));
    await vi.waitFor(() => expect(told).toEqual([[false, [`DATABASE_${cause.toUpperCase()}`]]]));

    await fs.rm(shop.file, { recursive: true, force: true });
    await fs.rename(copy, shop.file);
    expect(await shop.sellsAgain()).toBe('FS 1_1.26/41');
    expect(shop.port).toBe(port);
    expect(await shop.numbers()).toEqual(numbers(41));
    await shop.shows(undefined);
    await vi.waitFor(() => expect(told.at(-1)![0]).toBe(true));
    expect((await shop.send('GET', '/state')).json).toMatchObject({
      Ready: true,
      Problem: '',
      Country: 'PT',
    });
  });

  it('that may not be written it sells nothing until it may be', async ({ skip }) => {
    const shop = await Shop.open();
    await shop.stop();
    const protect = (how: '+i' | '-i') => void execFileSync('chattr', [how, shop.file], { stdio: 'ignore' });
    try {
      protect('+i');
    } catch {
      skip('files cannot be made immutable here');
    }
    onTestFinished(() => protect('-i'));
    await shop.start();
    await expectNo(shop, 'denied');
    protect('-i');
    expect(await shop.sellsAgain()).toBe('FS 1_1.26/4');
  });

  it('with damage where nobody has looked for long it sells nothing, not even once', async () => {
    const shop = await Shop.open({ receipts: 300 });
    await shop.stop();
    const content = await fs.readFile(shop.file);
    const PAGE = content.readUInt16BE(16);
    const old = content.indexOf('"FN":"FS 1_1.26/50"');
    await scribble(shop.file, old - (old % PAGE), PAGE);
    await shop.start();
    const { status, json } = await shop.send('POST', '/register', sale());
    expect([status, json.TraC.Result.UserMessage]).toEqual([406, pt.outage.damaged]);
  });

  it('that is damaged it leaves everything as it is', async () => {
    const shop = await Shop.open({ receipts: 40 });
    await shop.stop();
    await scribbleMiddle(shop.file);
    const before = await fs.readFile(shop.file);
    await shop.start();
    await shop.shows('DATABASE_DAMAGED');
    await shop.stop();
    expect((await fs.readFile(shop.file)).equals(before)).toBe(true);
  });
});

describe('on a full disk', () => {
  it('it sells as soon as there is room', async ({ skip }) => {
    const disk = await smallDisk(24);
    if (disk === null) return skip('small disks cannot be made here');
    const shop = await Shop.open({ root: disk });
    await shop.stop();
    const filler = await fill(disk);
    await shop.start();
    const { status, json } = await shop.send('POST', '/register', sale());
    expect([status, json.TraC.Result]).toEqual([
      406,
      expect.objectContaining({ RC: 'NO', UserMessage: pt.outage.full }),
    ]);
    await shop.shows('DATABASE_FULL');
    await fs.rm(filler);
    await shop.shows(undefined);
    expect(await shop.sells()).toBe('FS 1_1.26/4');
    expect(await shop.numbers()).toEqual(numbers(4));
  });
});

/** A database with tables of the same names and another content. */
async function otherProgram(file: string): Promise<void> {
  await fs.rm(file);
  execute(file, 'CREATE TABLE records (song TEXT); CREATE TABLE state (song TEXT)');
}

async function scribbleMiddle(file: string): Promise<void> {
  const { size } = await fs.stat(file);
  await scribble(file, Math.floor(size / 3), Math.floor(size / 3));
}

async function cut(file: string): Promise<void> {
  await fs.truncate(file, Math.floor((await fs.stat(file)).size / 2));
}

it('names the folder in quotes where it has blanks', async () => {
  const root = path.join(await fs.mkdtemp('/tmp/till mark-'), 'my shop');
  onTestFinished(() => fs.rm(path.dirname(root), { recursive: true }));
  await fs.mkdir(path.join(root, 'data'), { recursive: true });
  await fs.writeFile(path.join(root, 'data', 'journal.db'), 'no database');
  const shop = await Shop.at(path.join(root, 'data'));
  expect((await shop.problem())?.params?.command).toBe(
    `npm run rebuild -- --data-root "${path.join(root, 'data')}"`,
  );
});
