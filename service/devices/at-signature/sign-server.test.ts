import http from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UnitError, type SignatureUnit } from './contract.ts';
import { isSignedBy } from './ecdsa.ts';
import { RETRY_MS } from './health.ts';
import { SignaturePool } from './pool.ts';
import { remoteTillUnit } from './remote-till.ts';
import { SIGN_PATH, UNIT_PATH, identityIn } from './sign-protocol.ts';
import { SignServer, type SignServerRequest } from './sign-server.ts';
import { signingInput } from './signing-input.ts';
import { makeTestKey, softwareUnit } from './software.ts';
import { failureOfCall, FakeUnit, never, NOW, receiptInput } from './testing/units.ts';
import { runs } from '../../testing/runs.ts';
import { ManualClock } from '../../testing/manual-clock.ts';

const PASSWORD = 'Kassa: "1"';
const IMPATIENT = '10.0.0.9';
const basic = (password: string) => `Basic ${Buffer.from(`anyone:${password}`).toString('base64')}`;

let clock: ManualClock;
let a: FakeUnit;
let b: FakeUnit;
let units: SignatureUnit[];
let pool: SignaturePool;
let enabled: boolean;
let lines: string[];
let server: SignServer;

const poolOf = (list: () => readonly SignatureUnit[]) =>
  new SignaturePool({
    units: list,
    budgetMs: () => 5000,
    clock,
    log: { info: () => undefined, warn: () => undefined },
  });

beforeEach(() => {
  clock = new ManualClock(NOW);
  a = new FakeUnit('a', 'card');
  b = new FakeUnit('b');
  units = [a, b];
  enabled = true;
  lines = [];
  pool = poolOf(() => units);
  server = new SignServer({
    pool,
    enabled: () => enabled,
    isPassword: (password) => Promise.resolve(password === PASSWORD),
    waitOf: (from) => (from === IMPATIENT ? 30 : 0),
    log: { warn: (text) => lines.push(text) },
  });
});

const ask = (more: Partial<SignServerRequest> = {}) =>
  server.handle({ what: 'unit', authorization: basic(PASSWORD), from: '10.0.0.7', ...more });
const askToSign = (input: unknown) => ask({ what: 'sign', body: Buffer.from(JSON.stringify({ input })) });

describe('a sign server', () => {
  it('names the unit that would sign, and signs with it', async () => {
    const answer = await ask();
    expect(answer).toMatchObject({ status: 200, body: { zda: 'AT1', serial: a.identity.serial } });
    const identity = identityIn({ ...answer.body });
    const input = receiptInput(identity);
    const signed = await askToSign(input);
    const { signature } = signed.body as { signature: string };
    expect(signed.status).toBe(200);
    expect(isSignedBy(identity.publicKey, input, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('lets who has guessed too often wait, with the right password as well', async () => {
    expect(await ask({ from: IMPATIENT })).toMatchObject({ status: 429, headers: { 'retry-after': '30' } });
    expect(a.identified).toBe(0);
  });

  it('does nothing without the password', async () => {
    for (const what of ['unit', 'sign'] as const) {
      expect(await ask({ what, authorization: undefined })).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': expect.stringContaining('Basic') },
      });
      for (const wrong of ['Bearer x', 'Basic %', `Basic ${Buffer.from(PASSWORD).toString('base64')}`]) {
        expect((await ask({ what, authorization: wrong })).status).toBeGreaterThan(400);
      }
      expect((await ask({ what, authorization: basic('falsch') })).status).toBe(403);
      expect((await ask({ what, authorization: basic('') })).status).toBe(403);
    }
    expect([a.identified, a.signed]).toEqual([0, 0]);
    expect(lines).toContain('sign server: wrong password from 10.0.0.7');
    expect(lines.join()).not.toContain('falsch');
  });

  it('does nothing while it is switched off', async () => {
    enabled = false;
    expect((await ask()).status).toBe(404);
    expect(a.identified).toBe(0);
  });

  it('signs nothing but receipts that name one of its units', async () => {
    await ask();
    const input = receiptInput(a.identity);
    for (const wrong of [
      undefined,
      7,
      '',
      'hello',
      signingInput('_R1-AT1_hello'),
      receiptInput({ ...a.identity, zda: 'AT2' }),
      `${input}.x`,
    ]) {
      expect((await askToSign(wrong)).status).toBe(400);
    }
    expect((await ask({ what: 'sign' })).status).toBe(400);
    expect((await ask({ what: 'sign', body: Buffer.alloc(9000, ' ') })).status).toBe(400);
    expect((await askToSign(receiptInput({ ...a.identity, serial: 'ff' }))).status).toBe(409);
    expect(a.signed).toBe(0);
  });

  it('survives whatever is sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.string(), async (body, authorization) => {
        expect((await ask({ what: 'sign', body })).status).toBe(400);
        expect([401, 403]).toContain((await ask({ authorization })).status);
      }),
      { numRuns: runs(50) },
    );
  });

  it('tells of units that fail', async () => {
    a.failure = new UnitError('refused', 'wrong PIN');
    units = [a];
    expect(await ask()).toMatchObject({
      status: 503,
      body: { failure: { kind: 'refused', text: 'a: wrong PIN' } },
    });
    units = [];
    expect(await ask()).toMatchObject({ status: 503, body: { failure: { kind: 'unreachable' } } });
  });

  it('does not lend what it has borrowed itself', async () => {
    const borrowed = new FakeUnit('other till', 'till');
    units = [borrowed];
    await pool.probe();
    expect((await ask()).status).toBe(503);
    expect((await askToSign(receiptInput(borrowed.identity))).status).toBe(400);
    expect(borrowed.signed).toBe(0);
  });
});

describe('a till at a sign server', () => {
  let listener: http.Server;
  let url: string;
  let reply: ((response: http.ServerResponse) => void) | null;
  let till: SignatureUnit;
  const trace: string[] = [];

  beforeEach(async () => {
    reply = null;
    trace.length = 0;
    listener = http.createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
        const body = Buffer.concat(chunks);
        if (reply) {
          reply(response);
          return;
        }
        const route = `${request.method} ${request.url}`;
        const what = { [`GET /${UNIT_PATH}`]: 'unit', [`POST /${SIGN_PATH}`]: 'sign' }[route];
        expect(what).toBeDefined();
        const { authorization } = request.headers;
        const answer = await server.handle({ what: what as 'unit', authorization, body, from: 'till' });
        response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
        response.end(JSON.stringify(answer.body));
      })();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    till = remoteTillUnit({ id: 'till', url, password: PASSWORD, trace: (line) => trace.push(line) });
  });
  afterEach(async () => {
    await till.close();
    listener.closeAllConnections();
    await new Promise((resolve) => listener.close(resolve));
  });

  const signer = async () => {
    const tills = poolOf(() => [till]);
    const answer = await tills.sign(receiptInput);
    return 'signature' in answer ? answer.identity.serial : answer.problems[0]!.failure;
  };

  it('signs with the units there', async () => {
    expect(await signer()).toBe(a.identity.serial);
    expect(a.signed).toBe(1);
  });

  it('signs in a closed system', async () => {
    const { key } = makeTestKey('x', NOW);
    units = [softwareUnit({ id: 'own', key, closedSystem: 'U:ATU12345678-K1' })];
    expect(await signer()).toBe('U:ATU12345678-K1');
  });

  it('follows the server to its next unit within one receipt', async () => {
    const tills = poolOf(() => [till]);
    const next = async () => {
      const answer = await tills.sign(receiptInput);
      return 'signature' in answer ? answer.identity.serial : null;
    };
    expect(await next()).toBe(a.identity.serial);
    // A card that was exchanged: the server sees it first.
    a.key = makeTestKey('UID ATU12345678', NOW);
    await pool.probe();
    expect(await next()).toBe(a.identity.serial);
  });

  it('is told when the unit there fails, and gets the next one when it asks again', async () => {
    const tills = poolOf(() => [till]);
    await tills.sign(receiptInput);
    a.failure = new UnitError('unreachable', 'no card');
    expect(await tills.sign(receiptInput)).toMatchObject({
      problems: [
        { unit: 'till', failure: { kind: 'unreachable', text: expect.stringContaining('no card') } },
      ],
    });
    clock.advance(RETRY_MS.unreachable[0] - 1);
    a.failure = new UnitError('refused', 'wrong PIN');
    clock.advance(1);
    expect(await tills.sign(receiptInput)).toMatchObject({ identity: { serial: b.identity.serial } });
  });

  it('does not count a busy card as a failure', async () => {
    await till.identify(never());
    a.failure = new UnitError('busy', 'others');
    expect((await failureOfCall(till.sign(receiptInput(a.identity), never()))).kind).toBe('busy');
  });

  it('is refused with a wrong password', async () => {
    const stranger = remoteTillUnit({ id: 'x', url, password: 'falsch', trace: (line) => trace.push(line) });
    expect((await failureOfCall(stranger.identify(never()))).kind).toBe('refused');
    await stranger.close();
    expect(trace.join()).not.toContain('falsch');
  });

  it.each([
    ['no JSON', 200, '<html>', 'broken'],
    ['a list', 200, '[]', 'broken'],
    ['no unit', 200, '{}', 'broken'],
    ['a wrong certificate', 200, '{"zda":"AT1","serial":"1","certificates":["AAAA"]}', 'broken'],
    ['certificates that are none', 200, '{"zda":"AT1","serial":"1","certificates":[1]}', 'broken'],
    ['a wrong key', 200, '{"zda":"AT0","serial":"U:ATU12345678-K1","publicKey":"AAAA"}', 'broken'],
    ['no server', 404, '{}', 'unreachable'],
    ['a failure without words', 503, 'null', 'unreachable'],
    ['another program', 500, '', 'unreachable'],
  ])('tells of %s', async (_, status, body, kind) => {
    reply = (response) => response.writeHead(status).end(body);
    expect((await failureOfCall(till.identify(never()))).kind).toBe(kind);
  });

  it('does not believe a serial that is not that of the certificate', async () => {
    const { body } = await ask();
    reply = (response) => response.end(JSON.stringify({ ...body, serial: 'ff' }));
    expect((await failureOfCall(till.identify(never()))).kind).toBe('broken');
  });

  it('ends when its time is up', async () => {
    reply = () => undefined;
    const time = new AbortController();
    const call = failureOfCall(till.identify(time.signal));
    time.abort();
    expect((await call).kind).toBe('timeout');
  });
});
