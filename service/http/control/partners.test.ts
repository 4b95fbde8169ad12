import { createPublicKey } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startService } from '../../run/service.ts';
import { brokenLinks } from '../../testing/chain.ts';
import { newKey, partnerPackage } from '../../testing/partners.ts';
import { runService, send, type Answer, type Running } from '../../testing/running-service.ts';
import { sale } from '../../testing/sales.ts';

const privateKey = newKey();
/** A line of the key that nobody but its owner may see. */
const SECRET = privateKey.split('\n')[3]!;
const GOOD = partnerPackage({ privateKey, keyVersion: 3 });
const JSON_TYPE = { 'content-type': 'application/json' };

const list = async ({ get }: Pick<Running, 'get'>) => (await get('/control/partners')).json;

async function setAttributes({ post }: Running, Attributes: string): Promise<void> {
  expect((await post('/profile', { Attributes })).status).toBe(200);
}

/** The service again, on the same data. */
async function restart(running: Running): Promise<Pick<Running, 'get' | 'post'>> {
  await running.stop();
  const options = { dataRoot: running.dataRoot, port: 0, host: undefined, demo: undefined };
  const service = await startService(options, path.dirname(running.dataRoot), running.clock);
  onTestFinished(() => service.stop());
  const url = `http://127.0.0.1:${service.port}`;
  return {
    get: (at, headers) => send(url + at, 'GET', undefined, headers),
    post: (at, body, headers) => send(url + at, 'POST', body, headers),
  };
}

describe('import', () => {
  it('takes over a package, shows its public part and waits for a restart', async () => {
    const running = await runService({ cfg: null });
    const answer = await running.post('/control/partners', GOOD);
    expect(answer.status).toBe(200);
    const shown = {
      reference: 'CaixaSoft-1',
      product: 'Caixa',
      version: '4.2',
      producer: 'Caixa Software, Lda.',
      certificate: '9999',
      keyVersion: 3,
      serial: expect.stringMatching(/^[0-9a-f]{16}$/),
      active: false,
    };
    expect(answer.json).toEqual(shown);
    const published = await running.get(`/cer/${answer.json.serial}`);
    expect(published.text).toBe(createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }));
    const nothing = { wanted: null, missing: null, restartNeeded: false };
    expect(await list(running)).toEqual({ partners: [shown], ...nothing });

    await setAttributes(running, 'Fiscal_ApiKey=CaixaSoft-1');
    const waiting = { wanted: 'CaixaSoft-1', missing: null, restartNeeded: true };
    expect(await list(running)).toEqual({ partners: [shown], ...waiting });
    const inForce = { wanted: 'CaixaSoft-1', missing: null, restartNeeded: false };
    const again = await restart(running);
    expect(await list(again)).toEqual({ partners: [{ ...shown, active: true }], ...inForce });
    expect((await again.post('/control/partners', GOOD)).json).toEqual({ ...shown, active: true });
  });

  it.each<[string, string | object, string]>([
    ['nothing', '', 'the text ends too early'],
    ['no JSON', '{', 'not well-formed JSON'],
    ['no object', '[]', 'must be a JSON object'],
    ['no package', {}, 'reference must be'],
    ['a name of another folder', { ...GOOD, reference: '../../gbl/x' }, 'reference must be'],
    ['another key', { ...GOOD, privateKey: newKey(2048) }, 'privateKey must be an RSA key with 1024 bits'],
  ])('refuses %s and says why', async (_what, body, message) => {
    const running = await runService({ cfg: null });
    const answer = await running.post('/control/partners', body, JSON_TYPE);
    expect([answer.status, Object.keys(answer.json)]).toEqual([400, ['error']]);
    expect(answer.json.error).toContain(message);
    expect((await list(running)).partners).toEqual([]);
  });

  it('refuses another key under the same version', async () => {
    const running = await runService({ cfg: null });
    await running.post('/control/partners', GOOD);
    const answer = await running.post('/control/partners', { ...GOOD, privateKey: newKey() });
    expect([answer.status, answer.json.error]).toEqual([
      400,
      expect.stringMatching(/^keyVersion 3 is another/),
    ]);
  });

  it('refuses what a form of any page could send, and what is too large', async () => {
    const running = await runService({ cfg: null });
    const refused = async (body: string, headers: Record<string, string>, status: number) =>
      expect((await running.post('/control/partners', body, headers)).status).toBe(status);
    const text = JSON.stringify(GOOD);
    await refused(text, { 'content-type': 'text/plain' }, 415);
    await refused(text, { 'content-type': 'application/x-www-form-urlencoded' }, 415);
    await refused(text, {}, 415);
    await refused(text + ' '.repeat(20_000), JSON_TYPE, 413);
    expect((await list(running)).partners).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page on another port of this machine', { origin: 'http://localhost:1' }],
    ['a page without an origin of its own', { origin: 'null' }],
    ['a foreign name that points to this machine', { host: 'evil.example' }],
    ['a foreign name with a matching origin', { host: 'evil.example', origin: 'http://evil.example' }],
  ])('and list are closed to %s', async (_what, headers) => {
    const running = await runService({ cfg: null });
    await setAttributes(running, 'HttpServer_AllowOrigin=*');
    expect((await running.post('/control/partners', GOOD, headers)).status).toBe(403);
    expect((await running.get('/control/partners', headers)).status).toBe(403);
    expect((await list(running)).partners).toEqual([]);
  });
});

it('shows the private key in no answer and in no log', async () => {
  const running = await runService({ cfg: null });
  const text = JSON.stringify(GOOD);
  const secret = SECRET.slice(0, 12);
  const bodies = [
    text,
    text.slice(0, -20),
    text.replace(SECRET, `${SECRET}"`),
    `${text}x`,
    JSON.stringify({ ...GOOD, product: privateKey, reference: privateKey }),
    JSON.stringify({ ...GOOD, keyVersion: 1 }),
    text,
  ];
  const answers: Answer[] = [];
  for (const body of bodies) answers.push(await running.post('/control/partners', body, JSON_TYPE));
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 400, 400, 400, 200]);
  answers.push(await running.get('/control/partners'), await running.get('/control/status'));
  for (const answer of answers) expect(answer.text).not.toMatch(/PRIVATE|MII/);
  for (const answer of answers) expect(answer.text).not.toContain(secret);
  await running.stop();
  const logs = path.join(running.dataRoot, 'log');
  for (const file of await fs.readdir(logs)) {
    const log = await fs.readFile(path.join(logs, file), 'utf8');
    expect(log).not.toContain('PRIVATE');
    expect(log).not.toContain(secret);
  }
});

describe('receipts', () => {
  it('are signed with the key of the partner in force, and with its next one at once', async () => {
    const running = await runService();
    await running.post('/control/partners', GOOD);
    // Otherwise the tax authority would be asked for the series.
    await setAttributes(running, 'Fiscal_Test Fiscal_ApiKey=CaixaSoft-1');
    await running.post('/register', sale());

    const again = await restart(running);
    await again.post('/register', sale());
    const next = newKey();
    await again.post('/control/partners', { ...GOOD, keyVersion: 4, privateKey: next });
    await again.post('/register', sale());
    const records = (await again.get('/find?_=Tra&sort=asc')).json.Rec;
    expect(records.map((r: { Fis: { PT_HashControl: string } }) => r.Fis.PT_HashControl)).toEqual([
      '1',
      '3',
      '4',
    ]);
    const [first, second, third] = records.map((r: { ESR: { FN: string } }) => r.ESR.FN);
    expect(brokenLinks(records, createPublicKey(privateKey))).toEqual([first, third]);
    expect(brokenLinks(records, createPublicKey(next))).toEqual([first, second]);
  });

  it('are refused while the partner is missing, and the service works', async () => {
    const running = await runService();
    await setAttributes(running, 'Fiscal_ApiKey=nobody');
    const again = await restart(running);
    const answer = await again.post('/register', sale());
    expect([answer.status, answer.json.TraC.Result.RC]).toEqual([406, 'NO']);
    expect(answer.json.TraC.Fis).toBeUndefined();
    expect(await list(again)).toEqual({
      partners: [],
      wanted: 'nobody',
      missing: 'nobody',
      restartNeeded: false,
    });
    expect((await again.get('/control/status')).status).toBe(200);
    expect((await again.get('/find')).json.Rec.map((r: { _: string }) => r._)).toEqual(['log', 'Cfg']);
  });
});
