import { verify, X509Certificate } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { selfSignedKey } from '../certificates/write.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { Communication } from './communication.ts';

async function place(clock = new ManualClock(), country: string | null = null) {
  const root = await temporaryFolder();
  const [secretFolder, publicFolder] = [path.join(root, 'keys'), path.join(root, 'cer')];
  await fs.mkdir(publicFolder);
  const communication = () =>
    new Communication({
      ...{ secretFolder, publicFolder, instance: 'a1b2', version: '3.0.0', now: () => clock.now() },
      country: () => Promise.resolve(country),
      make: (subject, where, now) =>
        selfSignedKey({ subject, purpose: 'signing', ...(where !== null && { country: where }) }, now),
    });
  return { clock, communication, secret: path.join(secretFolder, 'communication.pem'), publicFolder };
}

const partsOf = (token: string) =>
  token.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));

it('signs what it claims with the certificate that it names', async () => {
  const { clock, communication, publicFolder } = await place();
  const token = await communication().token();
  const [header, claims] = partsOf(token)
    .slice(0, 2)
    .map((part) => JSON.parse(part) as Record<string, unknown>);
  expect(header).toEqual({ alg: 'ES256', typ: 'JWT', kid: expect.stringMatching(/^[0-9a-f]{16,}$/) });
  const iat = Math.floor(clock.now() / 1000);
  expect(claims).toEqual({
    iss: 'tillmark',
    sub: 'a1b2',
    ver: '3.0.0',
    iat,
    exp: iat + 300,
    jti: expect.any(String),
  });
  const pem = await fs.readFile(path.join(publicFolder, `${String(header!.kid)}.pem`));
  const [input, signature] = [
    token.slice(0, token.lastIndexOf('.')),
    token.slice(token.lastIndexOf('.') + 1),
  ];
  const { publicKey, subject } = new X509Certificate(pem);
  expect(subject).toContain('CN=Tillmark a1b2');
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(input), key, Buffer.from(signature, 'base64url'))).toBe(true);
});

it.each([
  [null, 'CN=Tillmark a1b2'],
  ['PT', 'C=PT\nCN=Tillmark a1b2'],
])('names the country of the company, if there is one: %s', async (country, expected) => {
  const { communication, publicFolder } = await place(undefined, country);
  const [header] = partsOf(await communication().token());
  const { kid } = JSON.parse(header!) as { kid: string };
  const { subject, issuer } = new X509Certificate(await fs.readFile(path.join(publicFolder, `${kid}.pem`)));
  expect([subject, issuer]).toEqual([expected, expected]);
});

it('keeps its key, for nobody else to read', async () => {
  const { communication, secret } = await place();
  const one = await communication().token();
  const two = await communication().token();
  expect(partsOf(two)[0]).toBe(partsOf(one)[0]);
  expect(two).not.toBe(one);
  if (process.platform !== 'win32') expect((await fs.stat(secret)).mode & 0o777).toBe(0o600);
});

it('makes one key for tokens that are asked for at the same time', async () => {
  const { communication } = await place();
  const one = communication();
  const tokens = await Promise.all([one.token(), one.token(), one.token()]);
  expect(new Set(tokens.map((token) => partsOf(token)[0])).size).toBe(1);
});

it('makes a new key before the certificate ends', async () => {
  const { clock, communication } = await place();
  const running = communication();
  const before = await running.token();
  clock.set('2031-06-01T12:00:00');
  expect(partsOf(await running.token())[0]).not.toBe(partsOf(before)[0]);
});

it('keeps aside what is no key any more', async () => {
  const { communication, secret } = await place();
  await communication().token();
  await fs.writeFile(secret, 'nothing');
  await communication().token();
  expect(await fs.readFile(`${secret}.damaged-1`, 'utf8')).toBe('nothing');
});
