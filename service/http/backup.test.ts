/** Backups over HTTP: made while tills sell, restored elsewhere, and gone on with. */
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Manifest } from '../backup/manifest.ts';
import type { RestoreInfo } from '../backup/restore.ts';
import { writeZip } from '../exports/archive.ts';
import { Journal } from '../journal/journal.ts';
import { beginDownload, download } from '../testing/download.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { expectWell, runService, type Answer, type Running } from '../testing/running-service.ts';
import { GENERIC, sale } from '../testing/sales.ts';
import { unzip } from '../testing/unzip.ts';

const within = { timeout: 15_000 };

/** Sells a number of times, several tills at once. */
async function sell({ post }: Running, count: number): Promise<void> {
  const one = async () => {
    const { status, text } = await post('/register', sale('1.00'));
    if (status !== 200) throw new Error(text);
  };
  for (let done = 0; done < count; done += 50)
    await Promise.all(Array.from({ length: Math.min(50, count - done) }, one));
}

/** A backup as it comes over the wire. */
async function fetched(
  { url }: Running,
  query = '',
): Promise<{ name: string; files: Record<string, Buffer> }> {
  const { status, headers, body, complete } = await download(`${url}/backup${query}`);
  expect({ status, complete, type: headers['content-type'] }).toEqual({
    status: 200,
    complete: true,
    type: 'application/zip',
  });
  const name = /^attachment; filename="([^"]+)"$/.exec(headers['content-disposition'] ?? '')![1]!;
  return { name, files: await unzip(body) };
}

const manifestOf = (files: Record<string, Buffer>) =>
  JSON.parse(files['backup.json']!.toString()) as Manifest;

/** Begins to restore the backups of another installation, as a manager who has compared the keys. */
async function begin({ post, get }: Running, place: string, rn = 'def'): Promise<Answer> {
  const at = `/backup/restore?RN=${rn}&path=${encodeURIComponent(place)}`;
  const asked = await post(at);
  // He was asked before.
  if (asked.status === 202) return asked;
  expect([asked.status, asked.json.TraC.Result.ErrorCode]).toEqual([409, '#RESTORE_CONFIRM']);
  const { Confirm } = (await get('/backup/info')).json as RestoreInfo;
  expect(Confirm).toMatchObject({ Unsigned: [], Findings: 0 });
  return post(`${at}&confirm=${Confirm!.Code}`);
}

/** Restores so, and waits for the end. */
async function restore(running: Running, place: string, rn = 'def'): Promise<RestoreInfo> {
  const { get } = running;
  const { status, text } = await begin(running, place, rn);
  expect({ status, text }).toMatchObject({ status: 202 });
  return vi.waitFor(async () => {
    const info = (await get('/backup/info')).json as RestoreInfo;
    expect(info.State).not.toBe('restoring');
    return info;
  }, within);
}

/** Writes an archive as anybody can. */
async function zipTo(file: string, files: Record<string, Buffer>): Promise<void> {
  async function* one<T>(...items: T[]): AsyncGenerator<T> {
    for (const item of items) yield await Promise.resolve(item);
  }
  const entries = Object.entries(files).map(([name, bytes]) => ({ name, content: one(bytes) }));
  const output = (await fs.open(file, 'w')).createWriteStream();
  await writeZip(one(...entries), output, new Date(0), new AbortController().signal);
}

/** Result and warning of a refused restore. */
async function refusedRestore(
  { post }: Running,
  place: string,
  rn = 'def',
): Promise<[number, string, string]> {
  const { status, json } = await post(`/backup/restore?RN=${rn}&path=${encodeURIComponent(place)}`);
  return [status, json.TraC.Result.ErrorCode, json.TraC.Result.Warning[0]];
}

/** The lines of the records, from a full backup: byte for byte what the journal has. */
async function linesOf(running: Running): Promise<string[]> {
  const { files } = await fetched(running);
  const names = Object.keys(files).filter((name) => name.endsWith('.jou'));
  return names.flatMap((name) => files[name]!.toString().split('\n').slice(0, -1));
}

describe('a backup', () => {
  it('holds a register, named after its latest journal file', async () => {
    const running = await runService();
    await sell(running, 3);
    const { name, files } = await fetched(running);
    expect([name, Object.keys(files)]).toEqual(['0000.zip', ['0000.jou', 'backup.json']]);
    expect(files['0000.jou']!.toString().split('\n')).toHaveLength(5);
    const onDisk = path.join(running.dataRoot, 'rn', 'def', 'jou', '0000.jou');
    await vi.waitFor(async () => expect(await fs.readFile(onDisk)).toEqual(files['0000.jou']), within);
    expect(manifestOf(files)).toMatchObject({ RN: 'def', firstSQ: 1, lastSQ: 4, previous: null });
    expect(JSON.stringify(files)).not.toContain('PRIVATE');
  });

  it('goes on from the one that was received last, or from a day on', async () => {
    const running = await runService({ cfg: GENERIC });
    await sell(running, 990);
    running.clock.set('2026-05-06T12:00:00');
    await sell(running, 30);
    const all = ['0000.jou', '0001.jou', 'backup.json'];
    expect(Object.keys((await fetched(running)).files)).toEqual(all);
    expect(Object.keys((await fetched(running, '?last=0000.zip')).files)).toEqual(all);
    for (const last of ['0001.zip', '0001', '0001.jou']) {
      const { name, files } = await fetched(running, `?last=${last}`);
      expect([name, ...Object.keys(files)]).toEqual(['0001.zip', '0001.jou', 'backup.json']);
      expect(manifestOf(files)).toMatchObject({
        firstSQ: 1000,
        lastSQ: 1021,
        previous: { name: '0001.zip', lastSQ: 999 },
      });
    }
    const since = async (day: string) => Object.keys((await fetched(running, `?from=${day}`)).files);
    // Both files have records of the 6th.
    expect(await since('2026-05-06')).toEqual(all);
    expect(await since('2026-05-07')).toEqual(['0001.jou', 'backup.json']);
    expect(await since('2026-05-04&last=0001.zip')).toEqual(['0001.jou', 'backup.json']);
  });

  it('received bit by bit and kept under names of their own is as good as a whole one', async () => {
    const running = await runService({ cfg: GENERIC });
    const folder = await temporaryFolder();
    let last = '';
    for (const [i, more] of [300, 750, 20].entries()) {
      await sell(running, more);
      const { body, headers } = await download(`${running.url}/backup?last=${last}`);
      last = /filename="(.*)"/.exec(headers['content-disposition']!)![1]!;
      await fs.writeFile(path.join(folder, `${i}-${last}`), body);
    }
    const other = await runService({ cfg: null });
    expect(await restore(other, folder)).toMatchObject({ State: 'done' });
    expect((await linesOf(other)).slice(0, -1)).toEqual(await linesOf(running));
  });

  it.each([
    ['RN=nobody', 404, '#NOT_FOUND', 'no register nobody'],
    ['RN=../x', 400, '#RN', 'RN'],
    ['last=yesterday', 400, '#TYPE', 'last: must be the name of a backup'],
    ['last=0001.zip', 400, '#TYPE', 'last: is no backup of this register, whose newest would be 0000.zip'],
    ['from=2026-02-30', 400, '#TYPE', 'from: must be a date'],
  ])('is refused for %s', async (query, status, code, text) => {
    const { get } = await runService();
    const answer = await get(`/backup?${query}`);
    const { ErrorCode, Warning } = answer.json.TraC.Result;
    expect([answer.status, ErrorCode]).toEqual([status, code]);
    expect(Warning[0]).toContain(text);
  });

  it('breaks off when the client goes away or the service stops', async () => {
    const running = await runService({ cfg: GENERIC });
    await sell(running, 600);
    (await beginDownload(`${running.url}/backup`)).leave();
    await expectWell(running);
    await beginDownload(`${running.url}/backup`);
    await running.stop();
  });
});

it.each([
  ['GET', '/backup'],
  ['GET', '/backup/incremental?path=/tmp'],
  ['GET', '/backup/restore'],
  ['GET', '/backup/info'],
  ['POST', '/backup/restore?path=/tmp'],
  ['GET', '/service/config'],
  ['POST', '/service/config'],
])('%s %s is for this machine and its own pages', async (method, at) => {
  const running = await runService();
  const ask = (headers: Record<string, string>) =>
    method === 'GET' ? running.get(at, headers) : running.post(at, 'path=%2Ftmp', headers);
  for (const headers of [
    { origin: 'https://shop.example' },
    { host: 'shop.example' },
    // A picture or link of another page, without an origin.
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    expect((await ask(headers)).status).toBe(403);
  }
  expect(await fs.readdir(running.dataRoot)).not.toContain('backup.json');
});

describe('an incremental backup', () => {
  const incremental = ({ get }: Running, folder: string, rn = 'def') =>
    get(`/backup/incremental?RN=${rn}&path=${encodeURIComponent(folder)}`);

  it('says line by line what it does', async () => {
    const running = await runService({ cfg: GENERIC });
    const storage = await temporaryFolder();
    await sell(running, 10);
    const first = await incremental(running, storage);
    expect([first.status, first.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(first.text.replace(/\d+ bytes/, 'n bytes').split('\n')).toEqual([
      'register def: 11 records, no backup yet',
      '0000.jou: SQ 1 to 11',
      `OK ${storage}/def/0000.zip up to SQ 11: written and read back, n bytes`,
      '',
    ]);
    expect((await incremental(running, storage)).text.split('\n')).toEqual([
      'register def: 11 records, 0000.zip has those up to 11',
      `OK ${storage}/def/0000.zip up to SQ 11: has everything, nothing was written`,
      '',
    ]);
    expect(await fs.readdir(path.join(storage, 'def'))).toEqual(['0000.zip']);
  });

  it('keeps registers apart, and refuses the folder of another one by name', async () => {
    const running = await runService({ cfg: GENERIC });
    await running.post('/cfg?RN=bar', { Cfg: GENERIC });
    const storage = await temporaryFolder();
    await incremental(running, storage);
    await incremental(running, storage, 'bar');
    expect((await fs.readdir(storage)).sort()).toEqual(['bar', 'def']);
    const elsewhere = await runService();
    const { status, json } = await incremental(elsewhere, storage);
    expect([status, json.TraC.Result.ErrorCode]).toEqual([400, '#BACKUP_PATH']);
    expect(json.TraC.Result.Warning[0]).toContain(
      `${storage}/def holds backups of another register named def`,
    );
  });

  it.each([
    ['', 'name a folder'],
    ['relative', 'full path'],
    ['/no/such/folder', 'no such folder'],
    ['data', 'outside the data root'],
    ['data/rn', 'outside the data root'],
  ])('refuses the folder %j', async (name, text) => {
    const running = await runService();
    const folder = name.startsWith('data') ? path.join(running.dataRoot, name.slice(4)) : name;
    const { status, json } = await incremental(running, folder);
    expect([status, json.TraC.Result.ErrorCode]).toEqual([400, '#BACKUP_PATH']);
    expect(json.TraC.Result.Warning[0]).toContain(text);
  });

  it('is 404 for a register that does not exist', async () => {
    const { status } = await incremental(await runService(), '/tmp', 'nobody');
    expect(status).toBe(404);
  });
});

describe('a restore', () => {
  /** Backs up while tills sell, several times, and says up to which record the last backup goes. */
  async function saveUnderLoad(running: Running, storage: string, loads: number[]): Promise<number> {
    let last = 0;
    for (const count of loads) {
      const load = sell(running, count);
      const { text } = await running.get(`/backup/incremental?path=${encodeURIComponent(storage)}`);
      last = Number(/^OK .* up to SQ (\d+)/m.exec(text)![1]);
      await load;
    }
    return last;
  }

  let saved: { names: string[]; archives: Buffer[]; last: number } | undefined;

  /** A storage folder with such backups; they were made once for all tests. */
  async function storageOfOthers(): Promise<{ storage: string; last: number }> {
    const storage = await temporaryFolder();
    const folder = path.join(storage, 'def');
    if (!saved) {
      const running = await runService({ cfg: GENERIC });
      const last = await saveUnderLoad(running, storage, [900, 300, 50]);
      const names = await fs.readdir(folder);
      saved = {
        names,
        archives: await Promise.all(names.map((n) => fs.readFile(path.join(folder, n)))),
        last,
      };
    } else {
      await fs.mkdir(folder);
      for (const [i, name] of saved.names.entries())
        await fs.writeFile(path.join(folder, name), saved.archives[i]!);
    }
    return { storage, last: saved.last };
  }

  it('elsewhere gives back what was there when the backup was made, and goes on', async () => {
    const running = await runService({ cfg: GENERIC });
    const storage = await temporaryFolder();
    const last = await saveUnderLoad(running, storage, [900, 300, 50]);
    const other = await runService({ cfg: null });
    const info = await restore(other, storage);
    expect(info).toMatchObject({
      State: 'done',
      RN: 'def',
      Path: storage,
      Records: last + 1,
      Total: last + 1,
    });
    const lines = await linesOf(other);
    expect(lines.slice(0, last)).toEqual((await linesOf(running)).slice(0, last));
    expect(JSON.parse(lines[last]!)).toMatchObject({
      _: 'log',
      SQ: last + 1,
      Event: 'restored',
      LastSQ: String(last),
    });
    // Open for business, without a restart: the next number, the same totals.
    const { TraC } = (await other.post('/register', sale('1.00'))).json;
    expect(TraC).toMatchObject({ SQ: last + 2, ESR: { TN: String(last) } });
    const { today, ready } = (await other.get('/control/status')).json;
    expect([ready, today.count]).toEqual([true, last]);
    // Its backups go on in the same folder.
    const more = await other.get(`/backup/incremental?path=${encodeURIComponent(storage)}`);
    expect(more.text).toContain(`has those up to ${last}\n`);
    expect(more.text).toMatch(/^OK .* written and read back/m);
    // The old one has gone another way since.
    await sell(running, 20);
    const old = await running.get(`/backup/incremental?path=${encodeURIComponent(storage)}`);
    expect(old.json.TraC.Result.Warning[0]).toContain('with other records');
  });

  it('in Portugal begins new series, and reminds of lost documents', async () => {
    const storage = await temporaryFolder();
    const last = await saveUnderLoad(await runService(), storage, [30, 30]);
    const other = await runService({ cfg: null });
    expect(await restore(other, path.join(storage, 'def'))).toMatchObject({ State: 'done' });
    const { TraC } = (await other.post('/register', sale('1.00'))).json;
    expect(TraC).toMatchObject({ SQ: last + 2, ESR: { FN: 'FS 1_1.26A/1' } });
    const { problems } = (await other.get('/control/status')).json;
    expect(problems).toContainEqual({
      code: 'PT_RESTORED',
      severity: 'warning',
      params: { date: '2026-05-04' },
    });
  });

  it('checks the signatures of the receipts: a changed total is found even where the archive is not signed', async () => {
    const running = await runService();
    for (const price of ['1.00', '2.00', '3.00']) await running.post('/register', sale(price));
    const { files } = await fetched(running);
    const { signer: _, signature: __, ...manifest } = manifestOf(files);
    const changed = files['0000.jou']!.toString().replaceAll('"2.00"', '"9.00"');
    files['0000.jou'] = Buffer.from(changed);
    manifest.files[0]!.sha256 = createHash('sha256').update(changed).digest('hex');
    files['backup.json'] = Buffer.from(JSON.stringify(manifest));
    const file = path.join(await temporaryFolder(), 'forged.zip');
    await zipTo(file, files);
    const other = await runService({ cfg: null });
    const { status, json } = await other.post(`/backup/restore?path=${encodeURIComponent(file)}`);
    expect([status, json.TraC.Result.ErrorCode]).toEqual([409, '#RESTORE_CONFIRM']);
    const warnings = json.TraC.Result.Warning.join('\n');
    expect(warnings).toContain('1 of the archives are not signed');
    expect(warnings).toMatch(/SQ 3: its signature does not fit .*;9\.00 and the document before it/);
    const { Confirm } = (await other.get('/backup/info')).json as RestoreInfo;
    expect(Confirm!.Findings).toBeGreaterThan(0);
    expect((await other.get('/find')).json.Rec).toEqual([]);
    const page = (await other.get('/backup/restore', { accept: 'text/html', 'accept-language': 'de' })).text;
    expect(page).toContain('Die Signaturen der Belege passen an');
    expect(page).toContain('SQ 3: its signature does not fit');
  });

  it('brings the public keys of the receipts along, and names them first', async () => {
    const running = await runService();
    await sell(running, 3);
    const { serial } = (await running.get('/control/status')).json.key;
    const file = path.join(await temporaryFolder(), 'till.zip');
    await fs.writeFile(file, (await download(`${running.url}/backup`)).body);
    const other = await runService({ cfg: null });
    const published = path.join(other.dataRoot, 'cer', `${serial}.pem`);
    await other.post(`/backup/restore?path=${encodeURIComponent(file)}`);
    expect((await other.get('/backup/info')).json.Confirm).toMatchObject({ Keys: [`${serial}.pem`] });
    await expect(fs.readFile(published)).rejects.toThrow('ENOENT');
    await restore(other, file);
    const pem = await fs.readFile(path.join(running.dataRoot, 'cer', `${serial}.pem`), 'utf8');
    expect(await fs.readFile(published, 'utf8')).toBe(pem);
  });

  it('is there after a restart of the service', async () => {
    const { storage, last } = await storageOfOthers();
    const other = await runService({ cfg: null });
    await restore(other, storage);
    const before = await linesOf(other);
    await other.stop();
    const again = await runService({ again: other });
    expect(await linesOf(again)).toEqual(before);
    expect((await again.post('/register', sale('1.00'))).json.TraC.SQ).toBe(last + 2);
  });

  it('takes one archive under any name of a register, beside other registers', async () => {
    const running = await runService({ cfg: GENERIC });
    await running.post('/cfg?RN=Bar 2', { Cfg: { ...GENERIC, Trm: { TT: '2' } } });
    await running.post('/register?RN=Bar 2', sale('7.00'));
    const file = path.join(await temporaryFolder(), 'copy of Monday.zip');
    await fs.writeFile(file, (await download(`${running.url}/backup?RN=Bar%202`)).body);
    const other = await runService({ cfg: GENERIC });
    expect(await restore(other, file, 'Bar 2')).toMatchObject({ State: 'done' });
    expect((await other.records('Bar 2')).map(({ _ }) => _)).toEqual(['Cfg', 'Tra', 'log']);
    expect((await other.get('/control/status')).json.registers.map(({ rn }: { rn: string }) => rn)).toEqual([
      'def',
      'Bar 2',
    ]);
  });

  it('refuses sales and configurations until it is done', async () => {
    const { storage, last } = await storageOfOthers();
    const other = await runService({ cfg: null });
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const real = Object.getOwnPropertyDescriptor(Journal.prototype, 'restore')!.value as Journal['restore'];
    const slow = vi.spyOn(Journal.prototype, 'restore').mockImplementationOnce(async function (
      this: Journal,
      rn,
      pages,
    ) {
      await gate;
      await real.call(this, rn, pages);
    });
    onTestFinished(() => slow.mockRestore());
    const shell: string[][] = [];
    other.onStatus((_ready, problems) => shell.push(problems));
    const { status, json } = await begin(other, storage);
    expect([status, json]).toMatchObject([202, { State: 'restoring', Total: last + 1, Ended: null }]);

    const refused = [await other.post('/register', sale('1.00')), await other.post('/cfg', { Cfg: GENERIC })];
    for (const answer of refused) {
      expect(answer.status).toBe(406);
      expect(answer.text).toContain('"RC":"NO","ErrorCode":"#RESTORING"');
    }
    expect((await other.get('/control/status')).json).toMatchObject({
      ready: false,
      problems: [{ code: 'RESTORING', severity: 'stop' }],
    });
    expect((await refusedRestore(other, storage, 'bar')).slice(0, 2)).toEqual([409, '#RESTORING']);

    // The tray follows.
    await vi.waitFor(() => expect(shell.at(-1)).toEqual(['RESTORING']), within);

    open();
    await vi.waitFor(async () => {
      expect((await other.get('/backup/info')).json.State).toBe('done');
    }, within);
    expect((await other.post('/register', sale('1.00'))).json.TraC.SQ).toBe(last + 2);
    expect((await linesOf(other)).length).toBe(last + 2);
    await vi.waitFor(() => expect(shell.at(-1)).toEqual([]), within);
  });

  it('is refused where the register is in use', async () => {
    const { storage } = await storageOfOthers();
    const other = await runService();
    await sell(other, 2);
    const before = await linesOf(other);
    expect(await refusedRestore(other, storage)).toEqual([
      409,
      '#RESTORE_IN_USE',
      '#RESTORE_IN_USE RN: register def is in use: it has records',
    ]);
    expect(await linesOf(other)).toEqual(before);
    await expectWell(other);
  });

  it('is refused where journal files lie', async () => {
    const { storage } = await storageOfOthers();
    const other = await runService({ cfg: null });
    const folder = path.join(other.dataRoot, 'rn', 'def', 'jou');
    await fs.mkdir(folder, { recursive: true });
    await fs.writeFile(path.join(folder, '0003.jou.gz'), '');
    const [status, code, text] = await refusedRestore(other, storage);
    expect([status, code]).toEqual([409, '#RESTORE_IN_USE']);
    expect(text).toContain('0003.jou.gz');
    // Nothing keeps the name from being used.
    expect((await other.post('/cfg', { Cfg: GENERIC })).status).toBe(200);
  });

  it('names what is missing, and leaves nothing behind', async () => {
    const { storage, last } = await storageOfOthers();
    const names = (await fs.readdir(path.join(storage, 'def'))).sort();
    expect(names.length).toBeGreaterThan(1);
    const lost = path.join(storage, 'def', names[0]!);
    await fs.rename(lost, `${lost}.away`);
    const other = await runService({ cfg: null });
    const [status, code, text] = await refusedRestore(other, storage);
    expect([status, code]).toEqual([400, '#BACKUP_UNUSABLE']);
    expect(text).toContain(`${names[0]!} with the records up to SQ`);
    expect((await other.get('/backup/info')).json).toMatchObject({ State: 'failed', RN: 'def' });
    expect((await other.get('/find')).json.Rec).toEqual([]);
    await fs.rename(`${lost}.away`, lost);
    expect(await restore(other, storage)).toMatchObject({ State: 'done', Records: last + 1 });
  });

  it.each([
    ['/no/such/place', 400, '#BACKUP_UNUSABLE'],
    ['relative', 400, '#BACKUP_PATH'],
    ['', 400, '#BACKUP_PATH'],
  ])('refuses the path %j', async (place, status, code) => {
    const other = await runService({ cfg: null });
    expect((await refusedRestore(other, place)).slice(0, 2)).toEqual([status, code]);
    expect((await other.post('/cfg', { Cfg: GENERIC })).status).toBe(200);
  });

  it('leaves nothing behind when the service stops in the middle', async () => {
    const { storage, last } = await storageOfOthers();
    const other = await runService({ cfg: null });
    const at = `/backup/restore?path=${encodeURIComponent(storage)}`;
    await other.post(at);
    const { Confirm } = (await other.get('/backup/info')).json;
    const asked = other.post(`${at}&confirm=${Confirm.Code}`);
    await vi.waitFor(async () => {
      expect((await other.get('/backup/info')).json.State).not.toBe('unconfirmed');
    }, within);
    await Promise.all([asked.catch(() => undefined), other.stop()]);
    const again = await runService({ again: other });
    const { Rec } = (await again.get('/find')).json;
    // All or nothing.
    if (Rec.length === 0) expect(await restore(again, storage)).toMatchObject({ State: 'done' });
    expect((await again.post('/register', sale('1.00'))).json.TraC).toMatchObject({ SQ: last + 2 });
  });

  it('shows the form with its parameters filled in, and a GET restores nothing', async () => {
    const other = await runService({ cfg: null });
    const at = `/backup/restore?RN=till7&path=${encodeURIComponent('/mnt/"usb"<b>')}`;
    const page = await other.get(at);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('name="RN" value="till7"');
    expect(page.text).toContain('name="path" value="/mnt/&#34;usb&#34;&#60;b&#62;"');
    expect((await other.get(at, { accept: 'application/json' })).json.State).toBe('none');
  });

  it('tells how far it is, as JSON and as text', async () => {
    const { get } = await runService();
    const { status, json } = await get('/backup/info');
    expect([status, json.State, json.RN]).toEqual([200, 'none', null]);
    const text = await get('/backup/info', { accept: 'text/plain' });
    expect([text.headers['content-type'], text.text]).toEqual([
      'text/plain; charset=utf-8',
      'Nothing was restored since the start of the service.\n',
    ]);
  });
});
