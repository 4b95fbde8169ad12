import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startService } from '../run/service.ts';
import { runService, send, type Answer, type Running } from '../testing/running-service.ts';
import { PORTUGAL, sale } from '../testing/sales.ts';

const xml = { accept: 'text/xml' };

/** Changes the profile; it is in force with the next request. */
async function setAttributes({ post }: Running, attributes: string): Promise<void> {
  const answer = await post('/profile', { Attributes: attributes });
  expect([answer.status, answer.json]).toEqual([200, { ProfileC: { Result: { RC: 'OK' } } }]);
}

const attributesOf = async ({ get }: Pick<Running, 'get'>): Promise<unknown> => {
  const { Attributes } = (await get('/profile')).json;
  return { Attributes };
};

const outcome = (answer: Answer): unknown[] => {
  const { RC, ErrorCode } = answer.json.TraC.Result;
  return [answer.status, RC, ErrorCode];
};

describe('the attributes of a register (/profile?RN=)', () => {
  it('count for it alone, before those of the service, and stay', async () => {
    const running = await runService();
    const { post, get } = running;
    await post('/cfg?RN=bar', { Cfg: { ...PORTUGAL, Trm: { TT: '2' } } });
    const sell = async (rn: string) => (await post(`/register?RN=${rn}`, sale())).json.TraC.ESR.FN;
    await setAttributes(running, 'FN_series=B');
    expect((await post('/profile?RN=bar', { Attributes: 'FN_series=C' })).status).toBe(200);
    expect([await sell('def'), await sell('bar')]).toEqual(['FS 1_1.26B/1', 'FS 1_2.26C/1']);
    expect((await get('/profile?RN=bar')).json.Attributes).toBe('FN_series=C');
    expect(await attributesOf(running)).toEqual({ Attributes: 'FN_series=B' });
    const told = (await get('/find?rn=bar&_=log')).json.Rec[0];
    expect(told).toMatchObject({ Event: 'profile-changed', New_FN_series: 'C' });
    expect((await get('/find?_=log')).text).not.toContain('"New_FN_series":"C"');

    await running.stop();
    const again = await runService({ again: running });
    expect((await again.get('/profile?RN=bar')).json.Attributes).toBe('FN_series=C');
    // Cleared or put back: the series that has documents goes on.
    await again.post('/profile?RN=bar', { Attributes: '' });
    await setAttributes(again, '');
    const next = (await again.post('/register?RN=bar', sale())).json.TraC.ESR.FN;
    expect(next).toBe('FS 1_2.26C/2');
    await again.post('/profile?RN=bar', { Attributes: 'FN_series=A' });
    expect((await again.post('/register?RN=bar', sale())).json.TraC.ESR.FN).toBe('FS 1_2.26C/3');
  });

  it('are only those that are about one register', async () => {
    const { post, get } = await runService();
    const refused = await post('/profile?RN=def', { Attributes: 'FN_series=A Log_debug' });
    expect(refused.status).toBe(400);
    expect(refused.json.ProfileC.Result.Warning).toEqual([
      expect.stringMatching(/Log_debug counts for the whole service: send it without RN/),
    ]);
    expect((await post('/profile?RN=def', { Attributes: 'FN_series=A', DiskQuota: 200 })).status).toBe(400);
    expect((await get('/profile?RN=def')).json.Attributes).toBe('');
    // What is no attribute is the installation's.
    expect((await post('/profile?RN=def', { DiskQuota: 200 })).status).toBe(200);
    expect((await get('/profile')).json.DiskQuota).toBe(200);
  });
});

describe('the profile', () => {
  it('is empty at first, and comes back as it was posted or put', async () => {
    const running = await runService();
    expect(await attributesOf(running)).toEqual({ Attributes: '' });
    const text = ' Normalize_D=14  Fis_QR="type=png&size=2" ';
    await setAttributes(running, text);
    expect(await attributesOf(running)).toEqual({ Attributes: text });

    const { status } = await send(`${running.url}/profile`, 'PUT', { Attributes: 'Normalize_D=1' });
    expect(status).toBe(200);
    expect(await attributesOf(running)).toEqual({ Attributes: 'Normalize_D=1' });
    await setAttributes(running, '');
    expect(await attributesOf(running)).toEqual({ Attributes: '' });
  });

  it.each<[string, string]>([
    ['TEST_RC=NO Fis_QR="open', 'Fis_QR='],
    ['TEST_RC=NO =5', '=5'],
    ['TEST_RC=NO <script>', '<script>'],
  ])('with the damaged list %s is refused with the place, and nothing changes', async (text, place) => {
    const running = await runService();
    await setAttributes(running, 'Normalize_D=14');
    const answer = await running.post('/profile', { Attributes: text });
    expect(answer.status).toBe(400);
    const { Result } = answer.json.ProfileC;
    expect(Result).toMatchObject({ RC: 'BAD', ErrorCode: '#PROFILE' });
    expect(Result.Warning.join()).toContain(place);
    expect(await attributesOf(running)).toEqual({ Attributes: 'Normalize_D=14' });
    expect(outcome(await running.post('/register', sale()))).toEqual([200, 'OK', undefined]);
  });

  it.each<[string | object, string]>([
    ['', '#BODY'],
    ['{', '#JSON'],
    ['[]', '#RECORD'],
    [{}, '#PROFILE'],
    [{ Attributes: 7 }, '#PROFILE'],
    [{ Attributes: ['TEST_RC=NO'] }, '#PROFILE'],
    [{ Badge: 'two\nlines' }, '#PROFILE'],
    [{ Badge: 7 }, '#PROFILE'],
    [{ TaxId: 'PT<script>' }, '#PROFILE'],
    [{ Badge: '' }, '#PROFILE'],
  ])('cannot be %j', async (body, code) => {
    const running = await runService();
    await setAttributes(running, 'Normalize_D=14');
    const answer = await running.post('/profile', body, { 'content-type': 'application/json' });
    expect([answer.status, answer.json.ProfileC.Result.ErrorCode]).toEqual([400, code]);
    expect(await attributesOf(running)).toEqual({ Attributes: 'Normalize_D=14' });
  });

  it('is still in force after a restart of the service', async () => {
    const running = await runService();
    await setAttributes(running, 'TEST_RC=NO');
    await running.stop();
    const options = { dataRoot: running.dataRoot, port: 0, host: undefined, demo: undefined };
    const again = await startService(options, path.dirname(running.dataRoot), running.clock);
    onTestFinished(() => again.stop());
    const url = `http://127.0.0.1:${again.port}`;
    expect((await send(`${url}/profile`, 'GET')).json).toMatchObject({
      Attributes: 'TEST_RC=NO',
      DiskQuota: 1000,
    });
    expect(outcome(await send(`${url}/register`, 'POST', sale()))).toEqual([406, 'NO', '#TEST_RC']);
  });

  it('stops the start when its file is damaged: other settings than meant would be worse', async () => {
    const running = await runService();
    await running.stop();
    const options = { dataRoot: running.dataRoot, port: 0, host: undefined, demo: undefined };
    const start = () => startService(options, path.dirname(running.dataRoot), running.clock);
    const file = path.join(running.dataRoot, 'gbl', 'profile.cfg');
    for (const text of ['{', '{"Attributes":7}', '{"Attributes":"a="}', '{"DiskQuota":"1000"}']) {
      await fs.writeFile(file, text);
      await expect(start()).rejects.toThrow(/Attributes|attributes|JSON|DiskQuota/);
    }
    await fs.rm(file);
    await (await start()).stop();
  });

  it.each<[string, Record<string, string>]>([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page on another port of this machine', { origin: 'http://localhost:1' }],
    ['a page without an origin of its own', { origin: 'null' }],
    ['a foreign name that points to this machine', { host: 'evil.example' }],
    ['a foreign name that looks local', { host: 'localhost.evil.example' }],
    ['a foreign name with a matching origin', { host: 'evil.example', origin: 'http://evil.example' }],
  ])('is neither shown to nor changed by %s', async (_what, headers) => {
    const running = await runService();
    await setAttributes(running, 'Normalize_D=14');
    const body = { Attributes: 'TEST_RC=NO' };
    for (const method of ['POST', 'PUT']) {
      expect((await send(`${running.url}/profile`, method, body, headers)).status).toBe(403);
    }
    const shown = await running.get('/profile', headers);
    expect(shown.status).toBe(403);
    expect(shown.text).not.toContain('Normalize_D');
    expect(await attributesOf(running)).toEqual({ Attributes: 'Normalize_D=14' });
  });

  it('stays closed to a page that may register sales', async () => {
    const running = await runService();
    const headers = { origin: 'https://pos.example' };
    await setAttributes(running, 'HttpServer_AllowOrigin=https://pos.example');
    expect((await running.post('/register', sale(), headers)).status).toBe(200);
    expect((await running.post('/profile', { Attributes: '' }, headers)).status).toBe(403);
    expect((await running.get('/profile', headers)).status).toBe(403);
  });
});

/** Stops a service and starts it again on the same data. */
async function restart({ stop, dataRoot, clock }: Running): Promise<Pick<Running, 'get'>> {
  await stop();
  const options = { dataRoot, port: 0, host: undefined, demo: undefined };
  const again = await startService(options, path.dirname(dataRoot), clock);
  onTestFinished(() => again.stop());
  return { get: (at) => send(`http://127.0.0.1:${again.port}${at}`, 'GET') };
}

describe('DiskQuota', () => {
  const quotaOf = async ({ get }: Pick<Running, 'get'>) => [
    (await get('/profile')).json.DiskQuota,
    (await get('/state')).json.DiskQuota,
  ];

  it('is 1000 MB unless the profile says otherwise, at once and after a restart', async () => {
    const running = await runService();
    expect(await quotaOf(running)).toEqual([1000, 1000]);
    expect((await running.post('/profile', { DiskQuota: 2500 })).status).toBe(200);
    expect((await running.post('/profile', { Attributes: 'Normalize_D=14' })).status).toBe(200);
    expect((await running.get('/profile')).json).toMatchObject({
      Attributes: 'Normalize_D=14',
      DiskQuota: 2500,
    });
    expect(await quotaOf(running)).toEqual([2500, 2500]);
    expect((await running.post('/profile', { DiskQuota: '3000' })).status).toBe(200);
    const again = await restart(running);
    expect(await quotaOf(again)).toEqual([3000, 3000]);
  });

  it.each([0, -1, 99, 100.5, 10_000_001, 'much', '', null, [1000], true])(
    'cannot be %j; the field is named and nothing changes',
    async (DiskQuota) => {
      const running = await runService();
      const answer = await running.post('/profile', { Attributes: 'Normalize_D=14', DiskQuota });
      const { Result } = answer.json.ProfileC;
      expect([answer.status, Result.ErrorCode]).toEqual([400, '#PROFILE']);
      expect(Result.Warning.join()).toContain('DiskQuota: must be a whole number of megabytes');
      expect((await running.get('/profile')).json).toMatchObject({ Attributes: '', DiskQuota: 1000 });
    },
  );

  it('is kept to at once, and the status page says when that is not possible', async () => {
    const running = await runService();
    // Nothing of this may be deleted; it takes no room on the disk of the test.
    await fs.truncate(await touch(path.join(running.dataRoot, 'export', 'large.zip')), 150_000_000);
    const old = await touch(path.join(running.dataRoot, 'log', 'old.log'));
    await fs.utimes(old, 0, 0);
    const problem = async () => (await running.get('/control/status')).json.problems;
    expect((await running.post('/profile', { DiskQuota: 100 })).status).toBe(200);
    await vi.waitFor(async () =>
      expect(await problem()).toContainEqual({
        code: 'DISK_QUOTA',
        severity: 'warning',
        params: { used: expect.closeTo(150, 0), quota: 100 },
      }),
    );
    await expect(fs.stat(old)).rejects.toThrow('ENOENT');
    expect((await running.post('/register', sale())).status).toBe(200);
    await running.post('/profile', { DiskQuota: 200 });
    await vi.waitFor(async () => expect(JSON.stringify(await problem())).not.toContain('DISK_QUOTA'));
  });

  it('of several changes at the same time none is lost', async () => {
    const running = await runService();
    const changes = [{ DiskQuota: 700 }, { Attributes: 'Normalize_D=3' }, { DiskQuota: 800 }];
    await Promise.all(changes.map((change) => running.post('/profile', change)));
    const again = await restart(running);
    const { Attributes, DiskQuota } = (await again.get('/profile')).json;
    expect(Attributes).toBe('Normalize_D=3');
    expect([700, 800]).toContain(DiskQuota);
  });
});

/** Makes an empty file, and its folder. */
async function touch(file: string): Promise<string> {
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, '');
  return file;
}

it('Normalize_D widens and narrows the window of ESR.D without a restart', async () => {
  const running = await runService();
  // It is noon of 4 May.
  const sold = async (D: string) => outcome(await running.post('/register', sale('1.00', { D })));
  const [ok, bad] = [
    [200, 'OK', undefined],
    [400, 'BAD', '#D_WINDOW'],
  ];
  const windows: [string, string, string, string][] = [
    ['', '2026-04-27T11:59:59', '2026-05-04T12:15:01', '2026-04-27T12:00:00'],
    ['Normalize_D=14', '2026-04-20T11:59:59', '2026-05-04T12:15:01', '2026-04-27T12:00:00'],
    ['Normalize_D_ahead=2880', '2026-04-27T11:59:59', '2026-05-06T12:00:01', '2026-04-27T12:00:00'],
    ['normalize_d=1', '2026-05-03T11:59:59', '2026-05-04T12:15:01', '2026-05-03T12:00:00'],
  ];
  for (const [attributes, early, late, inside] of windows) {
    await setAttributes(running, attributes);
    expect([attributes, await sold(early), await sold(late), await sold(inside)]).toEqual([
      attributes,
      bad,
      bad,
      ok,
    ]);
  }
});

describe('TEST_RC', () => {
  it.each([
    ['NO', 406],
    ['BAD', 400],
    ['bad', 400],
  ])('%s answers so and registers nothing', async (rc, status) => {
    const running = await runService();
    await running.post('/register', sale());
    await setAttributes(running, `TEST_RC=${rc}`);
    const before = await running.records();
    for (const route of ['/register', '/restart', '/register/void', '/register/void/last']) {
      const body = route.endsWith('last') ? '' : sale('2.00', { TN: '7' });
      const answer = await running.post(route, body);
      expect(outcome(answer)).toEqual([status, rc.toUpperCase(), '#TEST_RC']);
      expect(answer.json.TraC.Result.UserMessage).toMatch(
        rc === 'NO' ? /Nada foi registado\. Tente de novo\./ : /não podem ser registados/,
      );
      const asXml = await running.post(route, body, xml);
      expect(asXml.status).toBe(status);
      expect(asXml.text).toContain(`<Result RC="${rc.toUpperCase()}"><ErrorCode>#TEST_RC</ErrorCode>`);
    }
    expect(await running.records()).toEqual(before);
    const { problems, ready } = (await running.get('/control/status')).json;
    expect(problems).toContainEqual({ code: 'TEST_RC', severity: 'stop', params: { rc: rc.toUpperCase() } });
    expect(ready).toBe(false);
    expect((await running.get('/last')).json.TraC.SQ).toBe(2);

    await setAttributes(running, 'TEST_RC=OK');
    const status2 = (await running.get('/control/status')).json.problems;
    expect(status2).toContainEqual({ code: 'TEST_RC_OK', severity: 'info' });
    const next = (await running.post('/register', sale())).json.TraC;
    // The two changes of the profile are in the journal, too.
    expect(next).toMatchObject({ SQ: 5, ESR: { TN: '2', FN: 'FS 1_1.26/2' } });
  });

  it('does not hide what is wrong with the record', async () => {
    const running = await runService();
    await setAttributes(running, 'TEST_RC=NO');
    expect(outcome(await running.post('/register', sale('1.00', { D: 'today' })))).toEqual([
      400,
      'BAD',
      '#TYPE',
    ]);
  });
});

describe('HttpServer_respond200', () => {
  const BAD = sale('1.00', { T: '2.00' });

  it('answers BAD and NO with 200 in JSON and XML, and only while it is set', async () => {
    const running = await runService();
    const unset = async (value: string) => {
      await setAttributes(running, value);
      expect(outcome(await running.post('/register', BAD))[0]).toBe(400);
      expect(outcome(await running.post('/register?rn=nobody', sale()))[0]).toBe(406);
    };
    await unset('');
    await setAttributes(running, 'HttpServer_respond200');
    expect(outcome(await running.post('/register', BAD))).toEqual([200, 'BAD', '#SUM_POSITIONS']);
    expect(outcome(await running.post('/register?rn=nobody', sale()))).toEqual([200, 'NO', '#NO_CFG']);
    expect(outcome(await running.post('/register', '{'))).toEqual([200, 'BAD', '#JSON']);
    for (const [at, body, result] of [
      ['/register', BAD, '<Result RC="BAD"><ErrorCode>#SUM_POSITIONS</ErrorCode>'],
      ['/register?rn=nobody', sale(), '<Result RC="NO"><ErrorCode>#NO_CFG</ErrorCode>'],
      ['/register', '<Tra>', '<Result RC="BAD"><ErrorCode>#XML</ErrorCode>'],
    ] as const) {
      const answer = await running.post(at, body, xml);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
      expect(answer.text).toContain(result);
    }
    await unset('HttpServer_respond200=0');
  });

  it('holds for every result, and for nothing else', async () => {
    const running = await runService();
    await setAttributes(running, 'HttpServer_respond200');
    const results: [string, string, string | object | undefined, string][] = [
      ['POST', '/register/void', sale('1.00', { TN: '99' }), '#ORIGINAL_NOT_FOUND'],
      ['POST', '/cfg', { Cfg: { Cmp: { label: 'x' } } }, '#CFG'],
      ['POST', '/peri/print', 'text', '#NO_PRINTER'],
      ['POST', '/lic', '', '#LICENSE_KEY'],
      ['PUT', '/repo', 'text', '#REPO_FILE'],
      ['POST', '/disk/clean?quota=much', '', '#TYPE'],
      ['GET', '/find?sort=up', undefined, '#TYPE'],
      ['GET', '/retrieve', undefined, '#LAST_MISSING'],
      ['GET', '/tra', undefined, '#TN_MISSING'],
      ['GET', '/export?type=no', undefined, '#EXPORT_TYPE'],
      ['GET', '/render/escpos?paper=a4', undefined, '#TYPE'],
      ['GET', '/recorder/lastdh', undefined, '#OFFLINE'],
      ['POST', '/profile', { Attributes: 5 }, '#PROFILE'],
    ];
    for (const [method, at, body, code] of results) {
      const { status, json } = await send(`${running.url}${at}`, method, body);
      const [record] = Object.values(json as Record<string, { Result: { ErrorCode: string } }>);
      expect([at, status, record!.Result.ErrorCode]).toEqual([at, 200, code]);
    }
    for (const at of ['/repo?file=none.txt', '/last?_=Rep', '/nothing'])
      expect((await running.get(at)).status).toBe(404);
  });

  it('goes together with TEST_RC', async () => {
    const running = await runService();
    await setAttributes(running, 'HttpServer_respond200 TEST_RC=NO');
    expect(outcome(await running.post('/register', sale()))).toEqual([200, 'NO', '#TEST_RC']);
  });
});

it('shows user and password of an address to nobody, also not in a register\u2019s own list or in the journal', async () => {
  const { get, post, dataRoot, records } = await runService();
  const address = 'Fis_Link=https://user:p4ss@links.example/';
  const shown = 'Fis_Link=https://***@links.example/';
  for (const at of ['/profile', '/profile?RN=def']) {
    expect((await post(at, { Attributes: address })).status).toBe(200);
    expect((await get(at)).json.Attributes).toBe(shown);
    // What was shown comes back, and nothing changes.
    expect((await post(at, { Attributes: shown })).status).toBe(200);
  }
  expect(await fs.readFile(path.join(dataRoot, 'gbl', 'profile.cfg'), 'utf8')).toContain('user:p4ss');
  const page = await get('/control/profile');
  const texts = [page.text, (await get('/log')).text, JSON.stringify(await records())];
  expect(texts[2]).toContain('https://***@links.example/');
  for (const text of texts) expect(text).not.toContain('p4ss');
});
