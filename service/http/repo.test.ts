import { execFile } from 'node:child_process';
import { createPublicKey, createHash, verify } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { built } from '../../build/scripts/programs.ts';
import { runService, send, type Running } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';

const FILE = '/repo?file=caixa%2Ftill.ini';
const put = (service: Running, content: string | Buffer, at = FILE, headers = {}) =>
  send(service.url + at, 'PUT', content, { 'content-type': 'text/plain; charset=utf-8', ...headers });

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('PUT /repo', () => {
  it('journals a version with what changed', async () => {
    const service = await runService();
    const first = await put(service, 'iva=23\nmoeda=EUR\n');
    expect(first.status).toBe(200);
    expect(first.json.Repo).toMatchObject({
      SQ: 2,
      Result: { RC: 'OK' },
      TY: 'Repo',
      Method: 'PUT',
      File: 'caixa/till.ini',
      Diff: ['+iva=23', '+moeda=EUR'],
    });
    expect((await put(service, 'iva=22\nmoeda=EUR\n')).json.Repo.Diff).toEqual(['-iva=23', '+iva=22']);
    expect((await put(service, 'iva=22\nmoeda=EUR\n')).json.Repo).toMatchObject({ SQ: 4, Diff: [] });
    const records = await service.records();
    expect(records.map((record) => [record._, record.Content])).toEqual([
      ['Cfg', undefined],
      ['Repo', 'iva=23\nmoeda=EUR\n'],
      ['Repo', 'iva=22\nmoeda=EUR\n'],
      ['Repo', undefined],
    ]);
    expect((await service.post('/register', sale('1.00'))).json.TraC.SQ).toBe(5);
  });

  it('signs each version and what came before it', async () => {
    const service = await runService();
    const one = (await put(service, 'a=1\n')).json.Repo.Fis;
    const two = (await put(service, 'b=2\n', '/repo?file=b;c.ini')).json.Repo.Fis;
    const { D } = (await service.records()).at(-1);
    expect(two.Payload).toBe(`def;3;${D};PUT;${sha256('b=2\n')};${sha256(one.Payload)};b;c.ini`);
    const key = createPublicKey((await service.get(`/cer/${two.KeySerial}`)).text);
    for (const { Payload, Signature } of [one, two])
      expect(verify('sha256', Buffer.from(Payload), key, Buffer.from(Signature, 'base64'))).toBe(true);
  });

  it('answers in XML', async () => {
    const service = await runService();
    const answer = await put(service, 'a="1"\nb=<2>\n', FILE, { accept: 'xml' });
    expect(answer.headers['content-type']).toMatch(/^text\/xml/);
    expect(answer.text).toContain('<Diff>+a="1"</Diff><Diff>+b=&lt;2&gt;</Diff>');
    expect(answer.text).toContain('<Result RC="OK"/>');
    const refused = await put(service, 'a', '/repo', { accept: 'xml' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('<ErrorCode>#REPO_FILE</ErrorCode>');
  });

  it.each([
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0x0a])],
    ['a program', Buffer.from('MZ\0\0')],
    ['more than 1 MB', Buffer.alloc(1_000_001, 'a')],
  ])('refuses %s', async (_what, content) => {
    const service = await runService();
    const answer = await put(service, content);
    expect(answer.status).toBe(400);
    expect(answer.json.Repo.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#REPO_CONTENT' });
    expect(await service.records()).toHaveLength(1);
  });

  it('refuses names that lead elsewhere, and wants one', async () => {
    const service = await runService();
    for (const file of ['..%2F..%2Fetc%2Fpasswd', '%2Fetc%2Fpasswd', 'C%3A%5Cx.ini', 'a%00b', ''])
      expect((await put(service, 'x', `/repo?file=${file}`)).status).toBe(400);
    expect((await put(service, 'x', '/repo?file=a.ini&RN=..%2Fx')).json.Repo.Result.ErrorCode).toBe('#RN');
  });

  it('is NO before the register has a configuration', async () => {
    const service = await runService({ cfg: null });
    const answer = await put(service, 'x');
    expect(answer.status).toBe(406);
    expect(answer.json.Repo.Result).toMatchObject({ RC: 'NO', ErrorCode: '#NO_CFG' });
  });

  it('takes an empty file and the largest one', async () => {
    const service = await runService();
    const largest = 'ã=\n'.repeat(250_000);
    expect((await put(service, largest)).status).toBe(200);
    expect((await service.get(FILE)).text).toBe(largest);
    expect((await put(service, '')).status).toBe(200);
    const empty = await service.get(FILE);
    expect([empty.status, empty.text]).toEqual([200, '']);
  });

  it('keeps versions in order that come at the same time', async () => {
    const service = await runService();
    const answers = await Promise.all(['a\n', 'b\n', 'c\n', 'd\n'].map((content) => put(service, content)));
    const versions = answers.map(({ json }) => json.Repo).sort((a, b) => a.SQ - b.SQ);
    expect(versions.map(({ SQ }) => SQ)).toEqual([2, 3, 4, 5]);
    versions.reduce((before, { Diff, Fis }) => {
      expect(Diff[0]).toBe(before ? `-${before.Diff.at(-1).slice(1)}` : Diff[0]);
      expect(Fis.Payload.split(';')[5]).toBe(before ? sha256(before.Fis.Payload) : '');
      return { Diff, Fis };
    }, null);
  });
});

describe('GET /repo', () => {
  it('gives the last version byte by byte, also after a restart', async () => {
    const service = await runService();
    const content = '\ufeffcaixa=São João\r\nn=1';
    await put(service, 'old\n');
    await put(service, content);
    expect((await service.get(FILE)).text).toBe(content);
    await service.stop();
    const again = await runService({ again: service });
    const answer = await again.get(FILE);
    expect(answer.text).toBe(content);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect((await put(again, content)).json.Repo.Diff).toEqual([]);
  });

  it('knows files of its own register only', async () => {
    const service = await runService();
    await put(service, 'x=1\n');
    expect((await service.get('/repo?file=other.ini')).status).toBe(404);
    expect((await service.get(`${FILE}&RN=till2`)).status).toBe(404);
    expect((await service.get('/repo')).json.TraC.Result.ErrorCode).toBe('#REPO_FILE');
    expect((await service.get('/repo?file=..%2F..%2Fetc%2Fpasswd')).status).toBe(400);
  });

  it('needs nothing but the journal files', async () => {
    const service = await runService();
    await put(service, 'a=1\n');
    const { Payload } = (await put(service, 'a=2\n')).json.Repo.Fis;
    await service.stop();
    await fs.rm(path.join(service.dataRoot, 'journal.db'));
    await promisify(execFile)(process.execPath, [built('rebuild'), '--data-root', service.dataRoot]);
    const again = await runService({ again: service });
    expect((await again.get(FILE)).text).toBe('a=2\n');
    const next = (await put(again, 'a=3\n')).json.Repo;
    expect(next.Diff).toEqual(['-a=2', '+a=3']);
    expect(next.Fis.Payload.split(';')[5]).toBe(sha256(Payload));
  });
});
