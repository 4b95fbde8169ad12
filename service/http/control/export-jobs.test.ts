import fs from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ExportFile } from '../../countries/contract/exports.ts';
import { startService } from '../../run/service.ts';
import { download } from '../../testing/download.ts';
import { EXPORTING, exporting, resetExports } from '../../testing/export-country.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { runService, send, type Running } from '../../testing/running-service.ts';
import { sale } from '../../testing/sales.ts';
import { unzip } from '../../testing/unzip.ts';
import type { ExportJob, ExportOrder } from '../../wire.ts';

vi.mock(import('../../countries/list.ts'), async (original) => {
  const { withExportCountry } = await import('../../testing/export-country.ts');
  return withExportCountry(await original());
});
beforeEach(resetExports);

const MAY: ExportOrder = { type: 'saft', from: '2026-05-01', till: '2026-05-31' };
const FILE = 'SAFT-AD_def_2026-05-01_2026-05-31.zip';

const list = async (running: Pick<Running, 'url'>, query = ''): Promise<ExportJob[]> =>
  (await send(`${running.url}/control/exports${query}`, 'GET')).json as ExportJob[];

const remove = (running: Running, id: string) => send(`${running.url}/control/exports/${id}`, 'DELETE');

const inFolder = (running: Running) => fs.readdir(path.join(running.dataRoot, 'export')).catch(() => []);

/** Orders an export and waits for its end. */
async function ordered(running: Running, order: Partial<ExportOrder> = {}, query = ''): Promise<ExportJob> {
  const { status, json } = await running.post(`/control/exports${query}`, { ...MAY, ...order });
  expect(status).toBe(202);
  return ended(running, json.id, query);
}

async function ended(running: Running, id: string, query = ''): Promise<ExportJob> {
  return vi.waitFor(async () => {
    const job = (await list(running, query)).find((j) => j.id === id)!;
    expect(job.state).not.toBe('running');
    return job;
  });
}

/** Makes exports wait in the middle of their file until they are let go. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { ended: 0, release: resolve };
  exporting.files = async function* ({ progress }): AsyncGenerator<ExportFile> {
    yield {
      name: 'a.txt',
      content: (async function* () {
        try {
          yield Buffer.alloc(100_000, 'a');
          progress(1);
          await promise;
          await setImmediate();
          yield Buffer.alloc(100_000, 'b');
        } finally {
          state.ended += 1;
        }
      })(),
    };
  };
  return state;
}

describe('an export of the control page', () => {
  it('is of a type that the country has, or of those that all have', async () => {
    const running = await runService({ cfg: EXPORTING });
    const { status, json } = await running.get('/control/export-types?RN=def');
    expect([status, json]).toEqual([
      200,
      expect.arrayContaining([
        { type: 'saft', country: 'AD', timeless: false },
        { type: 'jou', country: null, timeless: false },
      ]),
    ]);
    expect((await running.get('/control/export-types?RN=nobody')).status).toBe(404);
  });

  it.each([
    ['pl', 'Ten zapis nie istnieje.'],
    ['*', 'This record does not exist.'],
  ])('is refused in the language of the page, %s', async (language, message) => {
    const running = await runService({ cfg: EXPORTING });
    const headers = { 'accept-language': language };
    const answer = await fetch(`${running.url}/control/export-types?RN=nobody`, { headers });
    expect(await answer.json()).toMatchObject({ error: { message } });
  });

  it('goes to a folder besides, and says where that cannot be', async () => {
    const running = await runService({ cfg: EXPORTING });
    await running.post('/register', sale('3.20'));
    const target = await temporaryFolder();
    const job = await ordered(running, { target });
    expect(job).toMatchObject({ state: 'done', error: null });
    const [copy, own] = [path.join(target, FILE), path.join(running.dataRoot, 'export', FILE)];
    expect(await fs.readFile(copy)).toEqual(await fs.readFile(own));
    for (const [wrong, problem] of [
      ['export', 'notFull'],
      [path.join(target, 'nowhere'), 'missing'],
      [running.dataRoot, 'inside'],
    ] as const) {
      const answer = await running.post('/control/exports', { ...MAY, from: '2026-05-02', target: wrong });
      const { code, fields } = answer.json.error;
      expect([answer.status, code, fields]).toEqual([400, '#TARGET', { target: problem }]);
    }
    // A folder that is taken away meanwhile: the export is kept, and says so.
    const state = held();
    const begun = await running.post('/control/exports', { ...MAY, from: '2026-05-03', target });
    await fs.rm(target, { recursive: true });
    state.release();
    const late = await ended(running, begun.json.id);
    expect([late.state, late.error]).toEqual(['done', expect.stringContaining(target)]);
  });

  it('is made in the background, listed, downloaded and removed', async () => {
    const running = await runService({ cfg: EXPORTING });
    await running.post('/register', sale('3.20'));
    await running.post('/register', sale('1.80'));
    expect(await list(running)).toEqual([]);
    expect(await inFolder(running)).toEqual([]);

    const state = held();
    const answer = await running.post('/control/exports?RN=def', { ...MAY, comment: 'hello' });
    expect(answer.status).toBe(202);
    const { id } = answer.json as ExportJob;
    await vi.waitFor(async () => {
      expect(await list(running)).toEqual([
        {
          ...{ id, rn: 'def', type: 'saft', from: '2026-05-01', till: '2026-05-31', state: 'running' },
          ...{ records: 1, total: 2, file: FILE, size: null, error: null },
        },
      ]);
    });
    expect(await inFolder(running)).toEqual([expect.stringMatching(/\.zip\.[0-9a-f]{8}\.tmp$/)]);
    expect((await running.get(`/control/exports/${id}`)).status).toBe(409);
    expect(exporting.scopes[0]).toMatchObject({ comment: 'hello', whole: false });

    state.release();
    const job = await ended(running, id);
    expect(job).toMatchObject({ state: 'done', records: 2, total: 2, error: null });
    expect(await inFolder(running)).toEqual([FILE.replace('.zip', '.json'), FILE]);
    const { status, headers, body } = await download(`${running.url}/control/exports/${id}`);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/zip',
      `attachment; filename=${FILE}`,
    ]);
    expect(body.length).toBe(job.size);
    expect((await unzip(body))['a.txt']).toHaveLength(200_000);

    expect((await remove(running, id)).status).toBe(204);
    expect([await list(running), await inFolder(running)]).toEqual([[], []]);
    expect((await running.get(`/control/exports/${id}`)).status).toBe(404);
    expect((await remove(running, id)).status).toBe(404);
  });

  it('is one of a register or of its whole company', async () => {
    const running = await runService({ cfg: EXPORTING });
    await running.post('/cfg?RN=till', { Cfg: { ...EXPORTING, Trm: { TT: '2' } } });
    await running.post('/cfg?RN=stranger', { Cfg: { Cmp: { ...EXPORTING.Cmp, TaxId: 'AD/2' } } });
    await ordered(running, {}, '?RN=till');
    await ordered(running, { whole: true }, '?RN=till');
    await ordered(running, { whole: true }, '?RN=stranger');
    expect(exporting.scopes.map(({ whole, sources }) => [whole, sources.map(({ rn }) => rn)])).toEqual([
      [false, ['till']],
      [true, ['def', 'till']],
      [true, ['stranger']],
    ]);
    const files = async (rn: string) => (await list(running, `?RN=${rn}`)).map((job) => [job.rn, job.file]);
    const company = [null, 'SAFT-AD_AD1_2026-05-01_2026-05-31.zip'];
    expect(await files('till')).toEqual([company, ['till', 'SAFT-AD_till_2026-05-01_2026-05-31.zip']]);
    expect(await files('def')).toEqual([company]);
    expect(await files('stranger')).toEqual([[null, 'SAFT-AD_AD_2_2026-05-01_2026-05-31.zip']]);
  });

  it('is one of the company in whatever spelling its tax id is configured', async () => {
    const running = await runService({ cfg: EXPORTING });
    const Cmp = { ...EXPORTING.Cmp, TaxId: `ad ${String(EXPORTING.Cmp.TaxId).replace(/^AD/, '')}` };
    await running.post('/cfg?RN=till', { Cfg: { ...EXPORTING, Cmp, Trm: { TT: '2' } } });
    const { id } = await ordered(running, { whole: true });
    const ids = async (rn: string) => (await list(running, `?RN=${rn}`)).map((job) => job.id);
    expect([await ids('def'), await ids('till')]).toEqual([[id], [id]]);
    const state = held();
    const order = (query: string) => running.post(`/control/exports${query}`, { ...MAY, whole: true });
    expect((await order('')).status).toBe(202);
    expect((await order('?RN=till')).status).toBe(409);
    state.release();
  });

  it('keeps what was made before, under a name of its own', async () => {
    const running = await runService({ cfg: EXPORTING });
    await running.post('/cfg?RN=DEF', { Cfg: EXPORTING });
    const made = [await ordered(running), await ordered(running), await ordered(running, {}, '?RN=DEF')];
    expect(made.map(({ file }) => file)).toEqual([
      FILE,
      FILE.replace('.zip', '_2.zip'),
      // File systems that do not tell letters of either case apart.
      FILE.replace('def', 'DEF').replace('.zip', '_3.zip'),
    ]);
    expect((await list(running)).map(({ id }) => id)).toEqual([made[1]!.id, made[0]!.id]);
  });

  it('runs once at a time, two of all', async () => {
    const running = await runService({ cfg: EXPORTING });
    const state = held();
    const order = (body: object) => running.post('/control/exports', { ...MAY, ...body });
    const { id } = (await order({})).json;
    expect(await order({})).toMatchObject({ status: 409, json: { error: expect.any(String) as string } });
    expect(await order({ comment: 'other' })).toMatchObject({ status: 409 });
    expect((await order({ whole: true })).status).toBe(202);
    const busy = await order({ type: 'books' });
    expect([busy.status, busy.headers['retry-after'], busy.json.error.code]).toEqual([
      503,
      '30',
      '#EXPORT_BUSY',
    ]);
    expect((await running.get('/export?type=saft')).status).toBe(503);
    state.release();
    await ended(running, id);
    expect(await ordered(running)).toMatchObject({ state: 'done' });
  });

  it('can be cancelled', async () => {
    const running = await runService({ cfg: EXPORTING });
    const state = held();
    const { id } = (await running.post('/control/exports', MAY)).json;
    await vi.waitFor(async () => expect(await inFolder(running)).toHaveLength(1));
    const removed = remove(running, id);
    state.release();
    expect((await removed).status).toBe(204);
    expect([await list(running), await inFolder(running), state.ended]).toEqual([[], [], 1]);
    resetExports();
    expect(await ordered(running)).toMatchObject({ state: 'done', file: FILE });
  });

  it('says why it failed, leaves nothing behind and can be ordered again', async () => {
    const running = await runService({ cfg: EXPORTING });
    exporting.files = async function* () {
      yield {
        name: 'a.txt',
        content: (async function* () {
          yield Buffer.alloc(100_000);
          throw new Error('record 7 cannot be read');
        })(),
      };
    };
    const failed = await ordered(running);
    expect(failed).toMatchObject({ state: 'failed', error: 'record 7 cannot be read', size: null });
    expect(await inFolder(running)).toEqual([]);
    expect((await running.get(`/control/exports/${failed.id}`)).status).toBe(409);
    resetExports();
    const done = await ordered(running);
    expect(await list(running)).toEqual([done]);
    expect(done).toMatchObject({ state: 'done', file: FILE });
  });

  it('refuses orders that cannot be, for the page to show', async () => {
    const running = await runService({ cfg: EXPORTING });
    const refused = async (body: object | string, query = '', type = 'application/json') => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const { status, json } = await running.post(`/control/exports${query}`, text, { 'content-type': type });
      return `${status} ${json.error.code ?? json.error} ${json.error.warnings?.join() ?? ''}`;
    };
    expect(await refused({ ...MAY, type: 'x' })).toMatch(/^400 #EXPORT_TYPE .*AD offers saft/);
    expect(await refused({ ...MAY, from: '2026-06-01' })).toMatch(/^400 #EXPORT_PERIOD .*from/);
    expect(await refused({ ...MAY, from: 20260501 })).toMatch(/^400 #TYPE .*from: must be a text/);
    expect(await refused({ ...MAY, whole: 'yes' })).toMatch(/^400 #TYPE .*whole/);
    expect(await refused({ ...MAY, comment: 'a\u0007' })).toMatch(/^400 #CHARACTER/);
    expect(await refused('{')).toMatch(/^400 #JSON/);
    expect(await refused('[]')).toMatch(/^400 #RECORD/);
    expect(await refused(MAY, '?RN=nobody')).toMatch(/^404 #NOT_FOUND/);
    expect(await refused(MAY, '?RN=../x')).toMatch(/^400 #RN/);
    // What a form of any page could send.
    expect(await refused(MAY, '', 'text/plain')).toMatch(/^415 .*application\/json/);
    expect((await running.get('/control/exports?RN=nobody')).status).toBe(404);
    expect(await list(running)).toEqual([]);
  });
});

describe('after a restart', () => {
  /** Starts another service on the same data, as after a restart. */
  async function restarted(running: Running) {
    await running.stop();
    const home = path.dirname(running.dataRoot);
    const service = await startService(
      { dataRoot: running.dataRoot, port: 0, host: undefined, demo: undefined },
      home,
    );
    onTestFinished(() => service.stop());
    return { url: `http://127.0.0.1:${service.port}` };
  }

  it('finished exports are still there, newest first', async () => {
    const running = await runService({ cfg: EXPORTING });
    await running.post('/register', sale('3.20'));
    const first = await ordered(running);
    running.clock.set('2026-05-04T13:00:00');
    const second = await ordered(running, { whole: true });
    const again = await restarted(running);
    expect(await list(again)).toEqual([second, first]);
    const { body } = await download(`${again.url}/control/exports/${first.id}`);
    expect((await unzip(body))['records.csv']!.toString()).toBe('1 records\ndef;2;3.20;\n');
  });

  it('what was running is gone, and nothing that is broken or foreign is shown', async () => {
    const running = await runService({ cfg: EXPORTING });
    const done = await ordered(running);
    const state = held();
    await running.post('/control/exports', MAY);
    await vi.waitFor(async () => expect((await inFolder(running)).join()).toContain('.tmp'));
    const stopped = running.stop();
    state.release();
    await stopped;
    expect((await inFolder(running)).join()).not.toContain('.tmp');

    const folder = path.join(running.dataRoot, 'export');
    const write = (name: string, text: string) => fs.writeFile(path.join(folder, name), text);
    await write('left.zip.0123abcd.tmp', 'half');
    await write('foreign.zip', 'PK');
    await write('foreign.txt', 'x');
    await write('broken.json', '{"id":');
    await write('broken.zip', 'PK');
    await write('other.json', '{"id":7}');
    await write('other.zip', 'PK');
    const description = await fs.readFile(path.join(folder, done.file.replace('.zip', '.json')), 'utf8');
    await write('gone.json', description);
    const again = await restarted(running);
    expect(await list(again)).toEqual([done]);
    expect(await fs.readdir(folder)).not.toContain('left.zip.0123abcd.tmp');
    expect(await fs.readdir(folder)).toContain('foreign.zip');
  });

  it('a file is the one beside its description, whatever that says', async () => {
    const running = await runService({ cfg: EXPORTING });
    const done = await ordered(running);
    const description = path.join(running.dataRoot, 'export', done.file.replace('.zip', '.json'));
    const value = JSON.parse(await fs.readFile(description, 'utf8'));
    await fs.writeFile(description, JSON.stringify({ ...value, file: '../gbl/instance', id: '../gbl' }));
    const again = await restarted(running);
    const [job] = await list(again);
    expect(job).toMatchObject({ file: done.file, size: done.size });
    const found = await download(`${again.url}/control/exports/${encodeURIComponent('../gbl')}`);
    expect(found.body.length).toBe(done.size);
  });
});

it.each(['..', '../gbl/instance', '..%2fgbl%2finstance', '%2e%2e%2fgbl', FILE, '%00', '__proto__'])(
  'reads and removes no file by a name: %s',
  async (id) => {
    const running = await runService({ cfg: EXPORTING });
    const { file } = await ordered(running);
    for (const method of ['GET', 'DELETE']) {
      const { status, text } = await send(`${running.url}/control/exports/${id}`, method);
      // `..` is the way to the page itself, which is there to be read.
      expect(status).toBe(id !== '..' ? 404 : method === 'GET' ? 302 : 405);
      expect(text).not.toContain(await fs.readFile(path.join(running.dataRoot, 'gbl', 'instance'), 'utf8'));
    }
    expect(await inFolder(running)).toContain(file);
    expect(await fs.readdir(path.join(running.dataRoot, 'gbl'))).toContain('instance');
  },
);

it('says so when the file was taken away by hand', async () => {
  const running = await runService({ cfg: EXPORTING });
  const { id, file } = await ordered(running);
  await fs.rm(path.join(running.dataRoot, 'export', file));
  expect(await running.get(`/control/exports/${id}`)).toMatchObject({
    status: 404,
    json: { error: { code: '#NOT_FOUND' } },
  });
  expect((await remove(running, id)).status).toBe(204);
});

it('removes nothing for a page of another origin', async () => {
  const running = await runService({ cfg: EXPORTING });
  const { id } = await ordered(running);
  const url = `${running.url}/control/exports/${id}`;
  expect((await send(url, 'DELETE', undefined, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await running.post('/control/exports', MAY, { origin: 'https://evil.example' })).status).toBe(403);
  expect(await list(running)).toHaveLength(1);
});
