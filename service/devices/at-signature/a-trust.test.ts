import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aTrustUnit, type ATrustOptions } from './a-trust.ts';
import type { SignatureUnit } from './contract.ts';
import { isSignedBy } from './ecdsa.ts';
import { SESSION_MS, startATrust } from '../../emulators/at-signatures/a-trust.ts';
import type { Emulator } from '../../emulators/at-signatures/server.ts';
import { isSameIdentity } from './identity.ts';
import { describesRemoteUnit, KEYS } from './testing/remote.ts';
import { failureOfCall, never, receiptInput, NOW } from './testing/units.ts';
import { ManualClock } from '../../testing/manual-clock.ts';

const USER = 'u123456789';
const PASSWORD = 'geheim & "gut"';

const clock = new ManualClock(NOW);
const start = () => startATrust({ keys: KEYS, users: { [USER]: PASSWORD }, now: () => clock.now() });
const unitOf = ({ url, ca }: Emulator, more: Partial<ATrustOptions> = {}) =>
  aTrustUnit({ id: 'a-trust', url, ca, user: USER, password: PASSWORD, ...more });

describe('A-Trust, with the password', () => {
  describesRemoteUnit({
    start,
    unit: (emulator, trace) => unitOf(emulator, trace && { trace }),
    stranger: (emulator) => unitOf(emulator, { password: 'falsch' }),
    secret: PASSWORD,
  });
});

describe('A-Trust, in sessions', () => {
  describesRemoteUnit({
    start,
    unit: (emulator, trace) => unitOf(emulator, { sessions: true, ...(trace && { trace }) }),
    stranger: (emulator) => unitOf(emulator, { sessions: true, password: 'falsch' }),
    secret: PASSWORD,
  });
});

describe('A-Trust', () => {
  let emulator: Emulator;
  const units: SignatureUnit[] = [];
  beforeEach(async () => {
    emulator = await start();
  });
  afterEach(async () => {
    await Promise.all(units.splice(0).map((unit) => unit.close()));
    await emulator.stop();
  });
  const unit = (more: Partial<ATrustOptions> = {}) => {
    const made = unitOf(emulator, more);
    units.push(made);
    return made;
  };
  const lines = () => emulator.requests.map(({ line, status }) => `${line} ${status}`);

  it('says who it is', async () => {
    const identity = await unit().identify(never());
    expect(identity.zda).toBe('AT1');
    expect(identity.chain).toHaveLength(2);
    expect(lines().sort()).toEqual([
      `GET /asignrkonline/v2/${USER}/Certificate 200`,
      `GET /asignrkonline/v2/${USER}/ZDA 200`,
    ]);
  });

  it('is refused as an unknown user', async () => {
    expect(await failureOfCall(unit({ user: 'u/../1' }).identify(never()))).toEqual({
      kind: 'refused',
      text: 'the service answered with HTTP 401',
    });
  });

  it('notices the signature of another text', async () => {
    const one = unit();
    const input = receiptInput(await one.identify(never()));
    emulator.fault = 'other-payload';
    expect((await failureOfCall(one.sign(input, never()))).kind).toBe('broken');
  });

  it('signs nothing but receipts', async () => {
    expect((await failureOfCall(unit().sign('hello', never()))).kind).toBe('broken');
    expect(emulator.requests).toEqual([]);
  });

  it('tells who it has become', async () => {
    const one = unit();
    const before = await one.identify(never());
    emulator.fault = 'wrong-certificate';
    expect(isSameIdentity(before, await one.identify(never()))).toBe(false);
  });

  it('signs in once, and signs out', async () => {
    const one = unitOf(emulator, { sessions: true });
    const identity = await one.identify(never());
    await Promise.all([1, 2, 3].map((n) => one.sign(receiptInput(identity, n), never())));
    await one.close();
    const put = lines().filter((line) => line.startsWith('PUT'));
    expect(put).toEqual([`PUT /asignrkonline/v2/Session/${USER} 200`]);
    expect(lines().at(-1)).toMatch(/^DELETE \/asignrkonline\/v2\/Session\/[0-9a-f]{32} 200$/);
  });

  it('signs in again when a session is over', async () => {
    const one = unit({ sessions: true });
    const identity = await one.identify(never());
    await one.sign(receiptInput(identity), never());
    clock.advance(SESSION_MS + 1);
    const input = receiptInput(identity, 2);
    expect(isSignedBy(identity.publicKey, input, await one.sign(input, never()))).toBe(true);
    expect(lines().map((line) => line.split(' ')[0] + line.slice(-4))).toEqual([
      'GET 200',
      'GET 200',
      'PUT 200',
      'POST 200',
      'POST 401',
      'PUT 200',
      'POST 200',
    ]);
  });

  it('does not sign in again and again', async () => {
    const one = unit({ sessions: true, password: 'falsch' });
    const { kind } = await failureOfCall(one.sign(receiptInput(await one.identify(never())), never()));
    expect(kind).toBe('refused');
    expect(lines().filter((line) => line.startsWith('PUT'))).toHaveLength(1);
  });
});

describe('the emulated A-Trust', () => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await start();
  });
  afterEach(() => emulator.stop());

  const ask = (path: string, method: string, headers: Record<string, string> = {}, body = '') =>
    new Promise<number>((resolve, reject) => {
      void import('node:https').then(({ request }) => {
        const call = request(
          `${emulator.url}${path}`,
          { method, headers, ca: emulator.ca, agent: false },
          (answer) => {
            answer.resume();
            resolve(answer.statusCode!);
          },
        );
        call.on('error', reject);
        call.end(body);
      });
    });
  const JSON_TYPE = { 'content-type': 'application/json' };
  const right = JSON.stringify({ password: PASSWORD, jws_payload: '_R1-AT1' });

  it.each([
    ['what the unit sends', `${USER}/Sign/JWS`, 'POST', JSON_TYPE, right, 200],
    ['another media type', `${USER}/Sign/JWS`, 'POST', { 'content-type': 'text/plain' }, right, 415],
    ['no media type', `${USER}/Sign/JWS`, 'POST', {}, right, 415],
    ['no JSON', `${USER}/Sign/JWS`, 'POST', JSON_TYPE, '{', 400],
    ['a member too few', `${USER}/Sign/JWS`, 'POST', JSON_TYPE, '{"password":"x"}', 400],
    ['a member too many', `${USER}/Sign/JWS`, 'POST', JSON_TYPE, `${right.slice(0, -1)},"x":"y"}`, 400],
    ['a number', `${USER}/Sign/JWS`, 'POST', JSON_TYPE, '{"password":"x","jws_payload":1}', 400],
    ['a wrong password', `${USER}/Sign/JWS`, 'POST', JSON_TYPE, right.replace('geheim', 'x'), 401],
    ['an unknown user', 'u1/ZDA', 'GET', {}, '', 401],
    ['an inherited name', 'constructor/ZDA', 'GET', {}, '', 401],
    ['another method', `${USER}/ZDA`, 'POST', JSON_TYPE, '{}', 404],
    ['another path', `${USER}/Zertifikat`, 'GET', {}, '', 404],
    [
      'a session that never was',
      'Session/x/Sign/JWS',
      'POST',
      JSON_TYPE,
      '{"sessionkey":"k","jws_payload":"p"}',
      401,
    ],
    ['the end of such a one', 'Session/x', 'DELETE', {}, '', 404],
  ])('answers %s', async (_, path, method, headers, body, status) => {
    expect(await ask(path, method, headers as Record<string, string>, body)).toBe(status);
  });
});
