/** GET /control/export?lan=on with two services in one network. */
import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Peer } from '../lan/exchange.ts';
import type { openUdp } from '../lan/udp.ts';
import { keyOf, newId, seal } from '../lan/datagram.ts';
import { download } from '../testing/download.ts';
import { EXPORTING, exporting, resetExports } from '../testing/export-country.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { expectWell, runService, type Running } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';
import { unzip } from '../testing/unzip.ts';

vi.mock(import('../countries/list.ts'), async (original) => {
  const { withExportCountry } = await import('../testing/export-country.ts');
  return withExportCountry(await original());
});

/** Takers of datagrams, by port: a network within the process. */
const { cable } = vi.hoisted(() => ({
  cable: new Map<number, (datagram: Buffer, from: Peer) => void>(),
}));

vi.mock(import('../lan/udp.ts'), () => ({
  ownAddresses: () => ['127.0.0.1'],
  openUdp: ((port, take) => {
    const from = { address: '127.0.0.1', port };
    cable.set(port, take);
    const send = (datagram: Buffer, to: Peer | 'all') => {
      const takers = to === 'all' ? [...cable.values()] : [cable.get(to.port)];
      for (const taker of takers) taker?.(datagram, from);
    };
    return Promise.resolve({ send, close: () => Promise.resolve(void cable.delete(port)) });
  }) satisfies typeof openUdp,
}));

const SECRET = 'the-secret-of-our-shop';
const PERIOD = 'from=2026-05-01&till=2026-05-31';

beforeEach(() => {
  resetExports();
  cable.clear();
});

/** A till of the company that listens for others and has the secret. */
async function openTill(TT: string, secret = SECRET): Promise<Running> {
  const cfg = { ...EXPORTING, Trm: { TT } };
  const first = await runService({ cfg, host: '0.0.0.0' });
  await first.post('/register', sale(`${TT}.00`));
  const profile = { Password: 'wide-open-door', Attributes: `Lan_Key=${secret}` };
  expect((await first.post('/profile', profile)).status).toBe(200);
  await first.stop();
  return runService({ again: first, host: '0.0.0.0' });
}

/** An archive of all machines and what its header says. */
async function fetched(till: Running, query = '') {
  const { headers, body, status } = await download(`${till.url}/control/export?lan=on&${PERIOD}${query}`);
  expect(status).toBe(200);
  const files = Object.entries(await unzip(body)).map(([name, content]) => [name, content.toString()]);
  return { warning: headers.warning, files: Object.fromEntries(files) as Record<string, string> };
}

/** Names without the name of this computer. */
const names = (files: Record<string, string>) =>
  Object.keys(files).map((name) => name.replace(/_.*\./, '_*.'));

it('puts the files of the other machines beside those of this one', async () => {
  const first = await openTill('1');
  const second = await openTill('2');
  await openTill('3', 'the-secret-of-another-shop');
  const { warning, files } = await fetched(first, '&headercomment=Entrega');
  expect(warning).toBeUndefined();
  expect(names(files)).toEqual(['records.csv', 'comment.txt', 'records_*.csv', 'comment_*.txt']);
  const [own, comment, theirs, theirComment] = Object.values(files);
  expect(own).toBe('1 records\ndef;2;1.00;\n');
  expect(theirs).toBe('1 records\ndef;2;2.00;\n');
  expect([comment, theirComment]).toEqual(['Entrega', 'Entrega']);

  const target = await temporaryFolder();
  const query = `/control/export?lan=on&${PERIOD}&target=${encodeURIComponent(target)}`;
  const { Export } = (await second.get(query)).json;
  expect(Export).toMatchObject({ Count: 4, Records: 2 });
  expect(Export.Warning).toBeUndefined();
  expect((await fs.readdir(target)).sort()).toEqual(Export.Files.map((f: { Name: string }) => f.Name).sort());
  for (const till of [first, second]) {
    expect(await fs.readdir(path.join(till.dataRoot, 'export'))).toEqual([]);
  }
});

it('names the registers of machines that are off: in the header, in the archive, in the answer', async () => {
  const first = await openTill('1');
  const second = await openTill('2');
  await vi.waitFor(async () => expect((await first.get('/control/lan')).json.Lan).toHaveLength(2));
  await second.stop();
  const missing = /^register def \(terminal 1\/2\) of \S+ is not in the export: it cannot be reached \(.*\)$/;
  const { warning, files } = await fetched(first);
  expect(names(files)).toEqual(['records.csv', 'comment.txt', 'MISSING-REGISTERS.txt']);
  expect(files['MISSING-REGISTERS.txt']!.trimEnd()).toMatch(missing);
  expect(warning).toBe(`199 - "${files['MISSING-REGISTERS.txt']!.trimEnd()}"`);

  first.clock.advance(61_000);
  const target = encodeURIComponent(await temporaryFolder());
  const { Export } = (await first.get(`/control/export?lan=on&${PERIOD}&target=${target}`)).json;
  expect(Export).toMatchObject({ Count: 2, Records: 1 });
  expect(Export.Warning).toEqual([expect.stringMatching(/is not in the export: it does not answer$/)]);
  await expectWell(first);
});

it('takes it for no error when the till that asked goes away', async () => {
  const till = await openTill('1');
  const instance = (await till.get('/state')).json.EFR as string;
  const order = { TaxId: 'AD1', Ctry: 'AD', from: '2026-05-01', till: '2026-05-31' };
  const message = { kind: 'export', id: newId(), at: till.clock.now(), from: 'another' };
  const question = seal(keyOf(SECRET), { ...message, body: { ...order, instance } })!;
  const request = http.request(`${till.url}/lan/export`, { method: 'POST', agent: false });
  request.on('error', () => undefined);
  let go = () => undefined as void;
  const isAsked = new Promise<void>((asked) => {
    exporting.files = async function* () {
      asked();
      await new Promise<void>((resolve) => (go = resolve));
      yield { name: 'late.csv', content: Readable.from([]) };
    };
  });
  request.end(question);
  await isAsked;
  request.destroy();
  const log = async () => ((await till.get('/log')).json.Lines as string[]).join('\n');
  // What is answered now came behind the end of that connection.
  await till.get('/state');
  go();
  await vi.waitFor(async () => expect(await log()).toContain('ended: it went away'));
  expect(await log()).not.toContain('AbortError');
});

it('gives nothing to whoever has not the secret, and nothing twice', async () => {
  const till = await openTill('1');
  const instance = (await till.get('/state')).json.EFR as string;
  const order = { TaxId: 'AD1', Ctry: 'AD', from: '2026-05-01', till: '2026-05-31' };
  const question = (secret: string, body: object = {}) =>
    seal(keyOf(secret), {
      ...{ kind: 'export', id: newId(), at: till.clock.now(), from: 'another' },
      body: { ...order, instance, ...body },
    })!;
  const status = async (body: Buffer) => (await till.post('/lan/export', body)).status;
  const right = question(SECRET);
  expect(await status(right)).toBe(200);
  expect(await status(right)).toBe(403);
  expect(await status(question('the-secret-of-another-shop'))).toBe(403);
  expect(await status(question(SECRET, { instance: 'another' }))).toBe(403);
  expect(await status(Buffer.from('{"TaxId":"AD1"}'))).toBe(403);
  expect(await status(question(SECRET, { TaxId: 'AD2' }))).toBe(404);
  expect(await status(question(SECRET, { from: '../..' }))).toBe(404);
  expect(await status(Buffer.alloc(70_000))).toBe(413);
  await expectWell(till);
});
