import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { authorityKey, createdText, securityHeader } from './security.ts';
import { makeIdentity, type Identity } from '../../../emulators/pt-series/identity.ts';
import { writeCertificate } from '../../../certificates/write.ts';

const KEY = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
const LOGIN = {
  user: '555555555/1',
  password: 'pássword & <5>',
  now: Date.parse('2013-01-01T19:20:30.459Z'),
  sessionKey: KEY,
};

let identity: Identity;
beforeAll(async () => {
  identity = await makeIdentity(Date.now());
});

function header(more: Partial<typeof LOGIN> = {}): string {
  const key = authorityKey(identity.authority.certificate);
  if ('problem' in key) throw new Error(key.problem);
  return securityHeader({ ...LOGIN, ...more }, key.key);
}

function valueOf(name: string, xml: string): string {
  return new RegExp(`<wss:${name}>(.*)</wss:${name}>`).exec(xml)![1]!;
}

function decrypted(base64: string, key: Buffer): string {
  const cipher = createDecipheriv('aes-128-ecb', key, null);
  return Buffer.concat([cipher.update(base64, 'base64'), cipher.final()]).toString('utf8');
}

describe('the login of a request', () => {
  it('has the four elements of the manual in the namespace of 2002', () => {
    expect(header()).toMatch(
      /^<wss:Security xmlns:wss="http:\/\/schemas\.xmlsoap\.org\/ws\/2002\/12\/secext"><wss:UsernameToken><wss:Username>555555555\/1<\/wss:Username><wss:Password>[\w+/=]+<\/wss:Password><wss:Nonce>[\w+/=]{344}<\/wss:Nonce><wss:Created>[\w+/=]+<\/wss:Created><\/wss:UsernameToken><\/wss:Security>$/,
    );
  });

  it('can be opened by the authority, and by it alone', () => {
    const xml = header();
    const sessionKey = privateDecrypt(
      { key: identity.authority.key, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(valueOf('Nonce', xml), 'base64'),
    );
    expect(sessionKey).toEqual(KEY);
    expect(decrypted(valueOf('Password', xml), sessionKey)).toBe('pássword & <5>');
    expect(decrypted(valueOf('Created', xml), sessionKey)).toBe('2013-01-01T19:20:30.45Z');
    expect(xml).not.toContain('pássword');
  });

  it('encrypts as any AES-128-ECB with PKCS#5 padding does', () => {
    // Computed with `openssl enc -aes-128-ecb -K 000102030405060708090a0b0c0d0e0f -base64`.
    expect(valueOf('Created', header())).toBe('JedSyYULlnj8FWB8lgcoipCZo45xyONQBFKkCra24F4=');
    expect(valueOf('Password', header({ password: 'TESTEwebservice' }))).toBe('IBnZVmkcjjRNjppSUR/DOg==');
  });

  it('hides the session key differently every time', () => {
    expect(valueOf('Nonce', header())).not.toBe(valueOf('Nonce', header()));
  });

  it('writes a user with any characters as valid XML', () => {
    expect(valueOf('Username', header({ user: '5<&\u0000' }))).toBe('5&lt;&amp;\uFFFD');
  });
});

it('gives the time in UTC with hundredths, cut and not rounded', () => {
  expect(createdText(Date.parse('2026-07-01T00:30:00.999+01:00'))).toBe('2026-06-30T23:30:00.99Z');
  expect(createdText(Date.parse('2026-01-01T00:00:00Z'))).toBe('2026-01-01T00:00:00.00Z');
});

describe("the authority's certificate", () => {
  it('gives its key', () => {
    expect(authorityKey(identity.authority.certificate)).toHaveProperty('key');
  });

  it.each(['', 'nonsense', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'])(
    'is refused when it is none: %j',
    (pem) => {
      expect(authorityKey(pem)).toEqual({ problem: 'it is not an X.509 certificate in PEM format' });
    },
  );

  it('is refused with a key that cannot encrypt', () => {
    const issuer = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = writeCertificate({
      subject: 'elliptic',
      publicKey,
      purpose: 'encryption',
      issuer: { subject: 'issuer', privateKey: issuer.privateKey },
      from: Date.now(),
      till: Date.now() + 1000,
    });
    expect(authorityKey(pem)).toEqual({ problem: 'it holds no RSA key' });
  });
});
