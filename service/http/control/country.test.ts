/** The route of a country's own page: who may use it, and what it makes of hostile requests. */
import { describe, expect, it } from 'vitest';
import { expectWell, runService, type Running } from '../../testing/running-service.ts';
import { GENERIC, PORTUGAL } from '../../testing/sales.ts';

const PAGE = '/control/country';

/** No action has left a trace. */
async function expectUntouched(running: Running): Promise<void> {
  expect((await running.records()).map((r) => r._)).toEqual(['Cfg']);
  await expectWell(running);
}

describe('the page', () => {
  it('shows the country and what it has to show, without secrets', async () => {
    const { get } = await runService();
    const answer = await get(`${PAGE}?RN=def`);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      country: 'PT',
      overview: { mode: 'own', series: [], login: null, client: null, authority: null, region: 'PT' },
    });
    expect(answer.text).not.toMatch(/password|PRIVATE/i);
  });

  it.each([
    ['a country without one', GENERIC, ''],
    ['a register without configuration', null, ''],
    ['an unknown register', PORTUGAL, '?RN=nobody'],
    ['no register name at all', PORTUGAL, '?RN=..%2F..%2Fx'],
  ])('is not there for %s', async (_what, cfg, query) => {
    const { get, post } = await runService({ cfg });
    for (const answer of [await get(PAGE + query), await post(`${PAGE}/open${query}`, { type: 'FS' })]) {
      expect(answer.status).toBe(404);
      expect(answer.json.error).toMatchObject({ code: '#NOT_FOUND', warnings: [] });
    }
  });

  it('belongs to the register that is named', async () => {
    const { get, post } = await runService();
    await post('/cfg?RN=two', { Cfg: { ...PORTUGAL, Trm: { TT: '2' } } });
    expect((await post(`${PAGE}/open?RN=two`, { type: 'FS' })).json).toMatchObject({
      result: { id: 'FS 1_2.26' },
    });
    expect((await get(`${PAGE}?rn=two`)).json.overview.series).toHaveLength(1);
    expect((await get(PAGE)).json.overview.series).toEqual([]);
  });
});

describe('only this machine', () => {
  const foreign: [string, Record<string, string>][] = [
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page on another port of this machine', { origin: 'http://localhost:1' }],
    ['a page without an origin of its own', { origin: 'null' }],
    ['a foreign name that points to this machine', { host: 'evil.example' }],
  ];

  it.each(foreign)('may look or act: not %s', async (_what, headers) => {
    const running = await runService();
    expect((await running.get(PAGE, headers)).status).toBe(403);
    expect((await running.post(`${PAGE}/retire`, {}, headers)).status).toBe(403);
    await expectUntouched(running);
  });

  it('may act: not somebody who only follows a link', async () => {
    const running = await runService();
    expect((await running.get(`${PAGE}/retire`)).status).toBe(405);
    await expectUntouched(running);
  });
});

describe('a request that makes no sense', () => {
  it.each([
    ['an empty body', '', '#BODY'],
    ['no JSON', '{"type":', undefined],
    ['a list', '[1]', undefined],
    ['a text', '"FS"', undefined],
    ['null', 'null', undefined],
    ['bytes of no encoding', Buffer.from([0xff, 0xfe, 0x00]), undefined],
    ['another encoding than it says', Buffer.from('{"type":"\xe9"}', 'latin1'), undefined],
    ['nesting without end', '{"a":'.repeat(40_000), undefined],
    ['a document type declaration', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', undefined],
  ])('with %s is refused', async (_what, body, code) => {
    const running = await runService();
    const answer = await running.post(`${PAGE}/open`, body, { 'content-type': 'application/json' });
    expect(answer.status).toBe(400);
    expect(answer.json.error).toMatchObject({
      code: code ?? expect.stringMatching(/^#/),
      message: expect.any(String),
    });
    await expectUntouched(running);
  });

  it.each([
    'x',
    'constructor',
    '__proto__',
    'hasOwnProperty',
    'LOGIN',
    'a'.repeat(5000),
    '%00',
    '..%2Fcfg',
    '%F0%9F%8D%95',
  ])('for action %s is refused', async (action) => {
    const running = await runService();
    const answer = await running.post(`${PAGE}/${action}`, { type: 'FS' });
    expect(answer.status).toBe(400);
    expect(answer.json.error.code).toBe('#ACTION');
    await expectUntouched(running);
  });

  it('with a path that cannot be read is refused', async () => {
    const running = await runService();
    expect((await running.post(`${PAGE}/%E0%A4%A`, {})).status).toBe(400);
    expect((await running.post(`${PAGE}/open/more`, {})).status).toBe(404);
    await expectUntouched(running);
  });

  it.each([
    { type: { toString: 'FS' } },
    { type: ['FS'] },
    { type: 7 },
    { type: null },
    { type: true },
    { type: `FS${'\u0000'}` },
    { __proto__: { type: 'FS' } },
    { TYPE: 'FS' },
  ])('with the value %j is refused', async (body) => {
    const running = await runService();
    const text = JSON.stringify(body) === '{}' ? '{"__proto__":{"type":"FS"}}' : JSON.stringify(body);
    const answer = await running.post(`${PAGE}/open`, text, { 'content-type': 'application/json' });
    expect([answer.status, answer.json.error.code]).toEqual([400, expect.stringMatching(/^#/)]);
    await expectUntouched(running);
  });

  it('of six megabytes is refused', async () => {
    const running = await runService();
    const answer = await running.post(`${PAGE}/client-certificate`, { certificate: 'x'.repeat(6_000_000) });
    expect(answer.status).toBe(413);
    await expectUntouched(running);
  });

  it('says which field is wrong', async () => {
    const { post } = await runService();
    const { json } = await post(`${PAGE}/open`, { type: 'XX' });
    expect(json.error.issues).toEqual([{ path: 'type', text: 'is no document type' }]);
  });

  it('tells the operator in the language of the country', async () => {
    const { post } = await runService();
    const { json } = await post(`${PAGE}/open`, { type: 'XX' });
    expect(json.error.message).toMatch(/ os dados /);
    expect(json.error.warnings.join()).toContain('type');
  });
});
