/** Requests for certificates: OpenSSL reads them, and what was changed is none. */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { readRequest, writeRequest } from './request.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const request = writeRequest('C12345678 – Árvíztűrő', privateKey);

it('is read again, and by OpenSSL', () => {
  expect(readRequest(request)?.equals(publicKey)).toBe(true);
  const { status, error, stdout, stderr } = spawnSync(
    'openssl',
    ['req', '-inform', 'DER', '-noout', '-verify', '-subject'],
    {
      input: request,
    },
  );
  if (error) return;
  expect([status, `${stdout.toString()}${stderr.toString()}`]).toEqual([
    0,
    expect.stringContaining('C12345678'),
  ]);
});

it('is none when a byte is another one, is missing or too many', () => {
  const changed = Buffer.from(request);
  const name = request.indexOf('C12345678');
  changed[name]! ^= 1;
  expect(name).toBeGreaterThan(0);
  expect(readRequest(changed)).toBeNull();
  for (let length = 1; length < request.length; length += 7)
    expect(readRequest(request.subarray(0, length))).toBeNull();
  expect(readRequest(Buffer.concat([request, Buffer.of(0)]))).toBeNull();
  expect(readRequest(Buffer.alloc(0))).toBeNull();
});
