import fs from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ExportFile, ExportScope } from '../countries/contract/exports.ts';
import { beginDownload, download } from '../testing/download.ts';
import { EXPORTING, exporting, listing, resetExports } from '../testing/export-country.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { expectWell, runService, type Running } from '../testing/running-service.ts';
import { GENERIC, sale } from '../testing/sales.ts';
import { unzip } from '../testing/unzip.ts';

vi.mock(import('../countries/list.ts'), async (original) => {
  const { withExportCountry } = await import('../testing/export-country.ts');
  return withExportCountry(await original());
});
beforeEach(resetExports);

const ALL = 'from=2026-05-01&till=2026-05-31';

/** A file of random-looking bytes without end; counts what was taken, and whether anybody told it to stop. */
function endless() {
  const state = { bytes: 0, ended: 0 };
  async function* content() {
    const piece = Buffer.alloc(65_536, 'x');
    try {
      for (;;) {
        await setImmediate();
        state.bytes += piece.length;
        yield piece;
      }
    } finally {
      state.ended += 1;
    }
  }
  exporting.files = async function* (): AsyncGenerator<ExportFile> {
    yield { name: 'endless.bin', content: content() };
  };
  return state;
}

async function records(running: Running, query: string): Promise<string> {
  const { status, body } = await download(`${running.url}${query}`);
  expect(status).toBe(200);
  return (await unzip(body))['records.csv']!.toString();
}

describe('GET /export', () => {
  it('answers an archive with the records of the register in the period', async () => {
    const running = await runService({ cfg: EXPORTING });
    await running.post('/register', sale('3.20'));
    await running.post('/register', sale('1.80'));
    const { status, headers, body, complete } = await download(`${running.url}/export?type=saft&${ALL}`);
    expect({ status, complete }).toEqual({ status: 200, complete: true });
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="export.zip"',
      'cache-control': 'no-store',
    });
    expect(headers.warning).toBeUndefined();
    const files = await unzip(body);
    expect(Object.keys(files)).toEqual(['records.csv', 'comment.txt']);
    expect(files['records.csv']!.toString()).toBe('2 records\ndef;2;3.20;\ndef;3;1.80;\n');
    expect(exporting.scopes[0]).toMatchObject({ from: '2026-05-01', till: '2026-05-31', whole: false });
  });

  it('is all there is when no day is given', async () => {
    const running = await runService({ cfg: EXPORTING });
    await running.post('/register', sale('3.20', { D: '2026-05-01T10:00:00' }));
    await running.get('/export?type=SAFT');
    expect(exporting.scopes.map(({ from, till }) => [from, till])).toEqual([['2026-05-01', '2026-05-04']]);
  });

  it('is the calendar month before where the law wants it of each, in parameters of any case', async () => {
    exporting.isMonthly = true;
    const running = await runService({ cfg: EXPORTING });
    await running.get('/export?TYPE=saft');
    await running.get('/export?type=saft&FROM=2026-04-20');
    await running.get('/export?type=saft&Till=2026-04-20');
    expect(exporting.scopes.map(({ from, till }) => [from, till])).toEqual([
      ['2026-04-01', '2026-04-30'],
      ['2026-04-20', '2026-05-04'],
      ['2026-04-01', '2026-04-20'],
    ]);
  });

  it('is a valid archive when there is nothing to export', async () => {
    const running = await runService({ cfg: EXPORTING });
    expect(await records(running, '/export?type=saft&from=2020-01-01&till=2020-12-31')).toBe('0 records\n');
  });

  it('says what it lacks, such as a TSE in Germany', async () => {
    const Cmp = {
      Nam: 'Laden',
      Adr: 'Gasse 1',
      Zip: '10115',
      City: 'Berlin',
      Ctry: 'DE',
      TaxId: 'DE129273398',
    };
    const running = await runService({ cfg: { Cmp } });
    const { status, body } = await download(`${running.url}/export?type=tse`);
    expect([status, JSON.parse(body.toString())]).toMatchObject([
      406,
      { TraC: { Result: { RC: 'NO', ErrorCode: '#DE_NO_TSE' } } },
    ]);
  });

  it('makes nothing for who asks about the file alone', async () => {
    const running = await runService({ cfg: EXPORTING });
    await running.post('/register', sale('3.20'));
    const target = await temporaryFolder();
    for (const more of ['', `&target=${encodeURIComponent(target)}`]) {
      const { status, headers } = await fetch(`${running.url}/export?type=saft&${ALL}${more}`, {
        method: 'HEAD',
      });
      expect([status, headers.get('content-disposition')]).toEqual([
        200,
        'attachment; filename="export.zip"',
      ]);
    }
    expect([exporting.scopes, await fs.readdir(target)]).toEqual([[], []]);
  });

  it('names the void of a receipt, and leaves out what comes later than itself', async () => {
    const running = await runService({ cfg: EXPORTING });
    await running.post('/register', sale('3.20', { TN: '1' }));
    await running.post('/register', sale('1.80', { TN: '2' }));
    await running.post('/register/void', { Tra: { ESR: { TN: '1' } } });
    const { files } = exporting;
    exporting.files = async function* (scope, context) {
      await running.post('/register/void', { Tra: { ESR: { TN: '2' } } });
      yield* files(scope, context);
    };
    const late = '3 records\ndef;2;3.20;4\ndef;3;1.80;\ndef;4;-3.20;\n';
    expect(await records(running, `/export?type=saft&${ALL}`)).toBe(late);
    resetExports();
    const now = '4 records\ndef;2;3.20;4\ndef;3;1.80;5\ndef;4;-3.20;\ndef;5;-1.80;\n';
    expect(await records(running, `/export?type=saft&${ALL}`)).toBe(now);
  });

  const warningsOf = async (running: Running, query: string) => {
    const { status, json } = await running.get(query);
    return { status, code: json.TraC.Result.ErrorCode, warning: json.TraC.Result.Warning.join(' | ') };
  };

  it('refuses types that the country does not have, and names those it has', async () => {
    const running = await runService({ cfg: EXPORTING });
    for (const type of ['nonsense', '', 'nf525', 'toString', '__proto__']) {
      expect(await warningsOf(running, `/export?type=${type}`)).toEqual({
        status: 400,
        code: '#EXPORT_TYPE',
        warning: '#EXPORT_TYPE type: AD offers saft, books, jou',
      });
    }
    await running.post('/cfg?RN=other', { Cfg: GENERIC });
    expect(await warningsOf(running, '/export?RN=other&type=saft')).toMatchObject({
      status: 400,
      warning: '#EXPORT_TYPE type: LU offers jou',
    });
  });

  it('refuses days that are none, naming all of them, and what the country cannot export', async () => {
    const running = await runService({ cfg: EXPORTING });
    const refused = await warningsOf(running, '/export?type=x&from=2026-02-30&till=1.5.2026&target=here');
    expect(refused.status).toBe(400);
    for (const field of ['type', 'from', 'till', 'target']) expect(refused.warning).toContain(`${field}: `);
    expect(await warningsOf(running, '/export?type=saft&from=2026-05-02&till=2026-05-01')).toEqual({
      status: 400,
      code: '#EXPORT_PERIOD',
      warning: '#EXPORT_PERIOD from: 2026-05-02 is later than till, 2026-05-01',
    });
    expect(await warningsOf(running, '/export?type=saft&from=1999-01-01&till=1999-12-31')).toMatchObject({
      code: '#EXPORT_PERIOD',
      warning: expect.stringContaining('before 2000') as string,
    });
  });

  it('refuses registers that do not exist, have no configuration, or no good name', async () => {
    const running = await runService({ cfg: null });
    expect(await warningsOf(running, '/export?type=saft')).toMatchObject({ status: 406, code: '#NO_CFG' });
    expect(await warningsOf(running, '/export?RN=x&type=saft')).toMatchObject({
      status: 404,
      code: '#NOT_FOUND',
    });
    expect(await warningsOf(running, '/export?RN=../x&type=saft')).toMatchObject({
      status: 400,
      code: '#RN',
    });
    const xml = await running.get('/export?type=saft', { accept: 'text/xml' });
    expect(xml.text).toContain('<TraC><Result RC="NO">');
  });

  it.each(['/export?type=saft', '/control/export', '/control/exports', '/control/exports/x'])(
    'is for this machine only: %s',
    async (route) => {
      const running = await runService({ cfg: EXPORTING });
      expect((await running.get(route, { origin: 'https://evil.example' })).status).toBe(403);
      expect((await running.get(route, { host: 'evil.example' })).status).toBe(403);
      expect(exporting.scopes).toEqual([]);
    },
  );
});

describe('target', () => {
  it('writes the files into a folder and lists them', async () => {
    const running = await runService({ cfg: EXPORTING });
    await running.post('/register', sale('3.20'));
    const folder = await temporaryFolder();
    const query = `/export?type=saft&${ALL}&target=${encodeURIComponent(folder)}`;
    const answer = await running.get(query);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      Export: {
        Target: folder,
        Count: 2,
        Records: 1,
        Files: [
          { _: 'File', Name: 'records.csv', Size: 22 },
          { _: 'File', Name: 'comment.txt', Size: 0 },
        ],
      },
    });
    expect(await fs.readdir(folder)).toEqual(['comment.txt', 'records.csv']);
    expect(await fs.readFile(path.join(folder, 'records.csv'), 'utf8')).toBe('1 records\ndef;2;3.20;\n');
    const xml = await running.get(query, { accept: 'text/xml' });
    expect(xml.text).toContain('<Files><File Name="records.csv" Size="22"/><File');
  });

  it('leaves nothing half when an export breaks off', async () => {
    const running = await runService({ cfg: EXPORTING });
    exporting.files = async function* () {
      yield { name: 'a.txt', content: broken(3) };
    };
    const folder = await temporaryFolder();
    const answer = await running.get(`/export?type=saft&${ALL}&target=${encodeURIComponent(folder)}`);
    expect([answer.status, answer.json.TraC.Result.ErrorCode]).toEqual([406, '#INTERNAL']);
    expect(await fs.readdir(folder)).toEqual([]);
  });

  it('stops when the client goes away', async () => {
    const running = await runService({ cfg: EXPORTING });
    const state = endless();
    const folder = await temporaryFolder();
    const leaving = new AbortController();
    const asked = fetch(`${running.url}/export?type=saft&target=${encodeURIComponent(folder)}`, {
      signal: leaving.signal,
    }).catch(() => null);
    await vi.waitFor(() => expect(state.bytes).toBeGreaterThan(1_000_000));
    leaving.abort();
    expect(await asked).toBeNull();
    await vi.waitFor(async () => expect(await fs.readdir(folder)).toEqual([]));
    expect(state.ended).toBe(1);
  });

  it('must be an existing folder outside the data root', async () => {
    const running = await runService({ cfg: EXPORTING });
    const outside = await temporaryFolder();
    await fs.symlink(running.dataRoot, path.join(outside, 'link'));
    const targets = [
      'relative',
      path.join(outside, 'missing'),
      running.dataRoot,
      path.join(running.dataRoot, 'gbl'),
      path.join(outside, 'link'),
      path.join(outside, 'link', 'gbl'),
      path.join(outside, '..', path.relative(path.dirname(outside), running.dataRoot)),
    ];
    for (const target of targets) {
      for (const route of ['/export?type=saft', '/control/export?', '/retrieve?last=0']) {
        const { json } = await running.get(`${route}&target=${encodeURIComponent(target)}`);
        expect(json.TraC.Result.ErrorCode).toBe('#TARGET');
      }
    }
    expect(exporting.scopes).toEqual([]);
  });
});

describe('GET /control/export', () => {
  it('exports all registers of the company, and no other', async () => {
    const running = await runService({ cfg: EXPORTING });
    await running.post('/cfg?RN=till%202', { Cfg: { ...EXPORTING, Trm: { TT: '2' } } });
    await running.post('/cfg?RN=stranger', { Cfg: { Cmp: { ...EXPORTING.Cmp, TaxId: 'AD2' } } });
    await running.post('/cfg?RN=abroad', { Cfg: { Cmp: { ...EXPORTING.Cmp, Ctry: 'LU' } } });
    for (const rn of ['def', 'till 2', 'stranger', 'abroad'])
      expect((await running.post(`/register?RN=${rn}`, sale('1.00'))).status).toBe(200);
    const query = `/control/export?RN=till%202&${ALL}&headercomment=Entrega%20%C3%A9`;
    const { headers, body } = await download(running.url + query);
    expect(headers['content-disposition']).toBe('attachment; filename="export.zip"');
    const files = await unzip(body);
    expect(files['records.csv']!.toString()).toBe('2 records\ndef;2;1.00;\ntill 2;2;1.00;\n');
    expect(files['comment.txt']!.toString()).toBe('Entrega é');
    expect(exporting.scopes[0]).toMatchObject({ whole: true, sources: [{ rn: 'def' }, { rn: 'till 2' }] });
  });

  it('needs no name for the only company that has one, whatever `def` is', async () => {
    const running = await runService({ cfg: { Cmp: { ...EXPORTING.Cmp, Ctry: 'LU', TaxId: 'LU1' } } });
    expect((await running.get('/control/export')).json.TraC.Result.ErrorCode).toBe('#EXPORT_TYPE');
    const till = (TT: string, TaxId = EXPORTING.Cmp.TaxId) =>
      running.post(`/cfg?RN=till${TT}`, {
        Cfg: { ...EXPORTING, Cmp: { ...EXPORTING.Cmp, TaxId }, Trm: { TT } },
      });
    await till('1');
    await till('2');
    const answer = await download(`${running.url}/control/export?${ALL}`);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="export.zip"');
    expect(exporting.scopes[0]).toMatchObject({ whole: true, sources: [{ rn: 'till1' }, { rn: 'till2' }] });
    await till('3', 'AD2');
    const { status, json } = await running.get('/control/export');
    expect([status, json.TraC.Result.Warning[0]]).toEqual([
      400,
      '#REGISTER_UNCLEAR TaxId: several companies here have this export: send TaxId or RN',
    ]);
    expect((await running.get('/control/export?TaxId=AD2')).status).toBe(200);
    expect((await running.get('/control/export?RN=def')).json.TraC.Result.ErrorCode).toBe('#EXPORT_TYPE');
  });

  it('says that other machines are not in it while the network of tills is off', async () => {
    const running = await runService({ cfg: EXPORTING });
    const text = expect.stringContaining('only the registers of this machine are in the export') as string;
    const { headers, body } = await download(`${running.url}/control/export?lan=ON`);
    expect(headers.warning).toEqual(text);
    expect((await unzip(body))['MISSING-REGISTERS.txt']!.toString()).toEqual(text);
    expect((await download(`${running.url}/control/export?lan=off`)).headers.warning).toBeUndefined();
    const target = encodeURIComponent(await temporaryFolder());
    const { json } = await running.get(`/control/export?lan=on&target=${target}`);
    expect(json.Export.Warning).toEqual([text]);
  });

  it('refuses what it does not understand', async () => {
    const running = await runService({ cfg: EXPORTING });
    const codes = async (query: string) => {
      const { status, json } = await running.get(`/control/export?${query}`);
      return [status, json.TraC.Result.ErrorCode];
    };
    expect(await codes('lan=maybe')).toEqual([400, '#TYPE']);
    expect(await codes('headercomment=a%01b')).toEqual([400, '#CHARACTER']);
    expect(await codes('RN=nobody')).toEqual([404, '#NOT_FOUND']);
  });
});

async function* broken(pieces: number): AsyncGenerator<Buffer> {
  for (let i = 0; i < pieces; i++) yield Buffer.alloc(100_000, String(i));
  throw new Error('the database is gone');
}

it('has the open day where the type has one, and refuses it where it has none', async () => {
  const running = await runService({ cfg: EXPORTING });
  const codes = async (query: string) => {
    const { status, json } = await running.get(`/export?type=saft&${query}`);
    return [status, json.TraC.Result.Warning[0].split(':')[0]];
  };
  expect(await codes('open')).toEqual([400, '#EXPORT_TYPE open']);
  expect(await codes('open=1')).toEqual([400, '#EXPORT_TYPE open']);
  expect(await codes('open=maybe')).toEqual([400, '#TYPE open']);
  expect((await running.get('/export?type=saft&open=0')).status).toBe(200);
});

describe('when something goes wrong', () => {
  it('breaks the connection in the middle of a file, so that nobody takes it for whole', async () => {
    const running = await runService({ cfg: EXPORTING });
    exporting.files = async function* () {
      yield { name: 'a.txt', content: broken(300) };
    };
    const { status, body, complete } = await download(`${running.url}/export?type=saft`);
    expect({ status, complete }).toEqual({ status: 200, complete: false });
    await expect(unzip(body)).rejects.toThrow();
    await expectWell(running);
  });

  it('breaks it also when the first bytes cannot be made', async () => {
    const running = await runService({ cfg: EXPORTING });
    exporting.files = async function* () {
      yield { name: 'a.txt', content: broken(0) };
    };
    const answer = await download(`${running.url}/export?type=saft`).catch(() => ({ complete: false }));
    expect(answer.complete).toBe(false);
    await expectWell(running);
  });

  it('answers with an error when it cannot even begin', async () => {
    const running = await runService({ cfg: EXPORTING });
    exporting.files = async function* () {
      throw new Error('no key');
      yield* [];
    };
    const { status, headers, json } = await running.get('/export?type=saft');
    expect([status, json.TraC.Result.ErrorCode]).toEqual([406, '#INTERNAL']);
    expect(headers['content-disposition']).toBeUndefined();
    expect(JSON.stringify(json)).not.toContain('no key');
    await expectWell(running);
  });

  it('stops the export when the client goes away, and lets others in', async () => {
    const running = await runService({ cfg: EXPORTING });
    for (let round = 0; round < 3; round++) {
      const state = endless();
      const { leave } = await beginDownload(`${running.url}/export?type=saft`);
      leave();
      await vi.waitFor(() => expect(state.ended).toBe(1));
      const { bytes } = state;
      await expectWell(running);
      expect(state.bytes).toBe(bytes);
    }
  });

  it('runs two exports at a time, and asks to come back for a third', async () => {
    const running = await runService({ cfg: EXPORTING });
    const state = endless();
    const downloads = [1, 2].map(() => beginDownload(`${running.url}/export?type=saft`));
    const begun = await Promise.all(downloads);
    const { status, headers, json } = await running.get('/control/export');
    expect([status, headers['retry-after'], json.TraC.Result]).toMatchObject([
      503,
      '30',
      { RC: 'NO', ErrorCode: '#EXPORT_BUSY' },
    ]);
    for (const { leave } of begun) leave();
    await vi.waitFor(() => expect(state.ended).toBe(2));
    resetExports();
    expect((await running.get('/export?type=saft')).status).toBe(200);
  });

  it('ends with the service', async () => {
    const running = await runService({ cfg: EXPORTING });
    const state = endless();
    const { leave } = await beginDownload(`${running.url}/export?type=saft`);
    onTestFinished(leave);
    await running.stop();
    expect(state.ended).toBe(1);
  });
});

it('holds nothing in memory: 300 MB with a few', { timeout: 60_000 }, async () => {
  const running = await runService({ cfg: EXPORTING });
  const line = Buffer.from('<Line><Amount>12.30</Amount></Line>\n'.repeat(30));
  const times = Math.ceil(300_000_000 / line.length);
  let highest = 0;
  const use = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  exporting.files = async function* () {
    yield { name: 'big.xml', content: lines() };
  };
  async function* lines() {
    for (let i = 0; i < times; i++) {
      if (i % 2000 === 0) highest = Math.max(highest, use());
      yield line;
    }
  }
  const before = use();
  const folder = await temporaryFolder();
  const response = await fetch(`${running.url}/export?type=saft`);
  const file = path.join(folder, 'export.zip');
  await fs.writeFile(file, response.body!);
  // Garbage that is waiting to be collected is in it, too.
  expect(highest - before).toBeLessThan(150_000_000);
  const [content] = Object.values(await unzip(file));
  expect(content!.length).toBe(times * line.length);
  expect(content!.subarray(-line.length).equals(line)).toBe(true);
});

it('lists the same records in both walks while sales go on', async () => {
  const running = await runService({ cfg: EXPORTING });
  for (let i = 0; i < 20; i++) await running.post('/register', sale('1.00'));
  exporting.files = async function* (scope: ExportScope) {
    for await (const file of listing(scope)) {
      yield {
        name: file.name,
        content: (async function* () {
          for await (const piece of file.content) {
            await running.post('/register', sale('1.00'));
            yield piece;
          }
        })(),
      };
    }
  };
  const lines = (await records(running, `/export?type=saft&${ALL}`)).trim().split('\n');
  expect(lines[0]).toBe('20 records');
  expect(lines).toHaveLength(21);
});
