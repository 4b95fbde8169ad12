import { request } from 'node:https';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPrimeSign } from '../../emulators/at-signatures/primesign.ts';
import type { Emulator } from '../../emulators/at-signatures/server.ts';
import { primeSignUnit } from './primesign.ts';
import { describesRemoteUnit, KEYS } from './testing/remote.ts';
import { failureOfCall, never, receiptInput } from './testing/units.ts';

const TOKEN = '01234-ABCDE-56789';

const start = () => startPrimeSign({ keys: KEYS, token: TOKEN });
const unitOf = ({ url, ca }: Emulator, token = TOKEN) =>
  primeSignUnit({ id: 'primesign', url, ca, token, issuers: KEYS.issuer.certificate });

describe('PrimeSign', () => {
  describesRemoteUnit({
    start,
    unit: ({ url, ca }, trace) =>
      primeSignUnit({ id: 'primesign', url, ca, token: TOKEN, ...(trace && { trace }) }),
    stranger: (emulator) => unitOf(emulator, 'another'),
    secret: TOKEN,
  });
});

describe('the emulated PrimeSign', () => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await start();
  });
  afterEach(() => emulator.stop());

  it('gets the hash and nothing of the receipt', async () => {
    const unit = unitOf(emulator);
    const identity = await unit.identify(never());
    expect(identity.zda).toBe('AT3');
    expect(identity.chain).toHaveLength(2);
    await unit.sign(receiptInput(identity), never());
    expect(emulator.requests).toEqual([
      { line: 'GET /rs/rk/config', status: 200 },
      { line: 'GET /rs/keys/rk-key-1/certificate.cer', status: 200 },
      { line: 'POST /rs/rk/signatures/r1raw', status: 200 },
    ]);
    await unit.close();
  });

  it('tells of a refused token', async () => {
    const unit = unitOf(emulator, 'wrong');
    expect((await failureOfCall(unit.identify(never()))).kind).toBe('refused');
    await unit.close();
  });

  it.each([
    ['no token', { 'content-type': 'application/json;charset=utf-8' }, Buffer.alloc(32), 401],
    ['another type', { 'x-auth-token': TOKEN, 'content-type': 'text/plain' }, Buffer.alloc(32), 415],
    [
      'a text in place of the hash',
      { 'x-auth-token': TOKEN, 'content-type': 'application/json;charset=utf-8' },
      Buffer.from('_R1-AT3'),
      400,
    ],
  ])('refuses %s', async (_, headers, body, status) => {
    const answer = new Promise<number>((resolve, reject) => {
      const options = {
        method: 'POST',
        headers: headers as Record<string, string>,
        ca: emulator.ca,
        agent: false,
      };
      const call = request(`${emulator.url}rs/rk/signatures/r1raw`, options, (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
      call.on('error', reject);
      call.end(body);
    });
    expect(await answer).toBe(status);
  });
});
