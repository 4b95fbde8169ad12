/** Access tokens of a cloud register against those who make their own. */
import { generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakePortal, type FakePortal } from '../testing/fake-portal.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { AccessTokens, bearerToken } from './bearer.ts';
import { Portal } from './bearer-portal.ts';

const TERMINAL = { TaxId: 'PT599999993', TL: 'C1', TT: '1', company: '7' };
const INVALID = { status: 401, error: 'invalid_token' };

let clock: ManualClock;
let portal: FakePortal;
let lines: string[];
let tokens: AccessTokens;

beforeEach(async () => {
  clock = new ManualClock();
  portal = await fakePortal();
  lines = [];
  tokens = tokensAt(undefined);
});

/** As a cloud register with this address checks them. */
function tokensAt(own: string | undefined): AccessTokens {
  const log = recordingLog(lines);
  return new AccessTokens(new Portal({ url: portal.url, log }), clock, own, log);
}

/** Claims of a good token, for those who sign it themselves. */
function rightClaims(): JWTPayload {
  const iat = Math.floor(clock.now() / 1000);
  return { iss: portal.url, aud: 'register', sub: '7', jti: 'j', iat, exp: iat + 60, ...TERMINAL };
}

it('is known by the key of the portal, and says for which terminal it is', async () => {
  expect(await tokens.check(await portal.token(TERMINAL, clock))).toEqual(TERMINAL);
});

it('lasts until it has expired, and not a second longer', async () => {
  const token = await portal.token(TERMINAL, clock);
  clock.advance(3_599_000);
  expect(await tokens.check(token)).toEqual(TERMINAL);
  clock.advance(1000);
  expect(await tokens.check(token)).toMatchObject({ ...INVALID, text: expect.stringContaining('expired') });
});

it('may write the address of the portal in another way', async () => {
  const iss = `${portal.url.replace('http', 'HTTP')}/`;
  expect(await tokens.check(await portal.token(TERMINAL, clock, { claims: { iss } }))).toEqual(TERMINAL);
});

describe('for one of several cloud registers', () => {
  const register_url = 'https://b.example';
  const made = (claims: JWTPayload) => portal.token(TERMINAL, clock, { claims });

  it('opens that one, however its address is written, and where it names none, any', async () => {
    const here = tokensAt('https://B.example:443/');
    expect(await here.check(await made({ register_url }))).toEqual(TERMINAL);
    expect(await here.check(await made({}))).toEqual(TERMINAL);
  });

  it('opens no other one, and is told where to go', async () => {
    for (const own of ['https://a.example', 'https://b.example/2', 'http://b.example']) {
      const refused = await tokensAt(own).check(await made({ register_url }));
      expect(refused).toMatchObject({ status: 421, error: 'wrong_register', register: register_url });
    }
    expect(await tokensAt('https://a.example').check(await made({ register_url: 7 }))).toMatchObject(INVALID);
  });

  it('is taken where nobody has said which one this is, with a warning', async () => {
    for (let i = 0; i < 2; i++) expect(await tokens.check(await made({ register_url }))).toEqual(TERMINAL);
    expect(lines).toEqual([expect.stringContaining('--cloud-address')]);
  });
});

describe('is refused', () => {
  const claims: [string, Record<string, unknown>][] = [
    ['of another portal', { iss: 'https://other.example' }],
    ['of no portal', { iss: undefined }],
    ['of what is no address', { iss: 'portal' }],
    ['of an empty company', { sub: '' }],
    ['for another purpose', { aud: 'archive' }],
    ['without an end', { exp: undefined }],
    ['without a company', { sub: undefined }],
    ['without an id', { jti: undefined }],
    ['without a tax id', { TaxId: undefined }],
    ['with a terminal that is no text', { TT: 1 }],
    ['with an empty location', { TL: '' }],
    ['with blanks around', { TL: ' C1' }],
    ['with a tax id that goes on as a location', { TaxId: 'PT5$C1' }],
    ['with control characters', { TT: '1\n' }],
  ];
  it.each(claims)('%s', async (_what, changed) => {
    const token = await portal.token(TERMINAL, clock, { claims: changed });
    expect(await tokens.check(token)).toMatchObject(INVALID);
  });

  it('when another key has signed it, whatever key it names', async () => {
    const { privateKey: key } = await generateKeyPair('EdDSA');
    expect(await tokens.check(await portal.token(TERMINAL, clock, { key }))).toMatchObject(INVALID);
    const unknown = await portal.token(TERMINAL, clock, { key, header: { kid: 'mine' } });
    expect(await tokens.check(unknown)).toMatchObject(INVALID);
  });

  it('when it brings its own key along', async () => {
    const { privateKey } = await generateKeyPair('EdDSA');
    const token = await new SignJWT(rightClaims())
      .setProtectedHeader({ alg: 'EdDSA', kid: 'x', jwk: portal.keys[0]!, jku: `${portal.url}/keys` })
      .sign(privateKey);
    expect(await tokens.check(token)).toMatchObject(INVALID);
  });

  it('without a signature', async () => {
    expect(await tokens.check(new UnsecuredJWT(rightClaims()).encode())).toMatchObject(INVALID);
    const [head, body] = (await portal.token(TERMINAL, clock)).split('.');
    expect(await tokens.check(`${head}.${body}.`)).toMatchObject(INVALID);
  });

  it.each(['x', 'pem', 'jwk'])('signed with the public key as a secret (%s)', async (form) => {
    const jwk = portal.keys[0]!;
    const secret = {
      x: Buffer.from(jwk.x!, 'base64url'),
      pem: Buffer.from(jwk.x!),
      jwk: Buffer.from(JSON.stringify(jwk)),
    };
    const token = await new SignJWT(rightClaims())
      .setProtectedHeader({ alg: 'HS256', kid: jwk.kid! })
      .sign(secret[form as keyof typeof secret]);
    expect(await tokens.check(token)).toMatchObject(INVALID);
  });

  it.each(['', 'x', 'a.b.c', '...', 'e30.e30.e30', `${'A'.repeat(10_000)}.A.A`, 'ä.b.c'])(
    'as garbage: %j',
    async (token) => {
      expect(await tokens.check(token)).toMatchObject(INVALID);
    },
  );

  it('when a character of it is another', async () => {
    const [head, , signature] = (await portal.token(TERMINAL, clock)).split('.');
    const [, other] = (await portal.token({ ...TERMINAL, TT: '2' }, clock)).split('.');
    expect(await tokens.check(`${head}.${other}.${signature}`)).toMatchObject(INVALID);
  });
});

describe('the keys of the portal', () => {
  it('are asked for once, and work while the portal is down', async () => {
    const token = await portal.token(TERMINAL, clock);
    await Promise.all(Array.from({ length: 20 }, () => tokens.check(token)));
    expect(portal.keyRequests).toBe(1);
    await portal.close();
    clock.advance(30 * 60_000);
    expect(await tokens.check(token)).toEqual(TERMINAL);
  });

  it('are asked for again when a token names an unknown one, every 30 seconds at most', async () => {
    await tokens.check(await portal.token(TERMINAL, clock));
    await portal.rotate();
    const token = await portal.token(TERMINAL, clock);
    clock.advance(29_999);
    expect(await tokens.check(token)).toMatchObject(INVALID);
    expect(portal.keyRequests).toBe(1);
    clock.advance(1);
    expect(await tokens.check(token)).toEqual(TERMINAL);
    for (const kid of ['a', 'b', 'c']) {
      expect(await tokens.check(await portal.token(TERMINAL, clock, { header: { kid } }))).toMatchObject(
        INVALID,
      );
    }
    expect(portal.keyRequests).toBe(2);
  });

  it('end when the portal has withdrawn them', async () => {
    const token = await portal.token(TERMINAL, clock);
    expect(await tokens.check(token)).toEqual(TERMINAL);
    await portal.rotate();
    clock.advance(600_000);
    // This one still counts; the portal is asked meanwhile.
    await tokens.check(token);
    await expect.poll(() => tokens.check(token)).toMatchObject(INVALID);
  });

  it('are missing as long as the portal was never reached: that is not the fault of the token', async () => {
    const token = await portal.token(TERMINAL, clock);
    await portal.close();
    expect(await tokens.check(token)).toMatchObject({ status: 503, error: 'temporarily_unavailable' });
    expect(await tokens.check(token)).toMatchObject({ status: 503 });
    expect(lines).toEqual([expect.stringContaining(portal.url)]);
  });

  it.each([
    ['nothing', null],
    ['no list', { a: 'x' }],
  ])('stay when what comes instead is %s', async (_what, wrong) => {
    const token = await portal.token(TERMINAL, clock);
    expect(await tokens.check(token)).toEqual(TERMINAL);
    portal.keys = wrong as never;
    clock.advance(600_000);
    const unknown = await portal.token(TERMINAL, clock, { header: { kid: 'k9' } });
    await tokens.check(unknown);
    expect(await tokens.check(token)).toEqual(TERMINAL);
  });

  it('are Ed25519 keys for signatures and nothing else', async () => {
    const [good] = portal.keys;
    const secret = { kty: 'oct', k: Buffer.from('secret').toString('base64url'), kid: 'k1', alg: 'HS256' };
    portal.keys = [
      null,
      7,
      {},
      secret,
      { ...good, kid: 'enc', use: 'enc' },
      { ...good, x: 'short', kid: 'y' },
    ] as never;
    expect(await tokens.check(await portal.token(TERMINAL, clock))).toMatchObject(INVALID);
    const forEncryption = await portal.token(TERMINAL, clock, { header: { kid: 'enc' } });
    expect(await tokens.check(forEncryption)).toMatchObject(INVALID);
  });

  it('are not read when there is too much of them', async () => {
    portal.keys = [...portal.keys, { kty: 'x'.repeat(70_000) }];
    expect(await tokens.check(await portal.token(TERMINAL, clock))).toMatchObject({ status: 503 });
    expect(lines[0]).toContain('more than 65536 bytes');
  });
});

it.each([
  ['Bearer abc', 'abc'],
  ['bearer   abc ', 'abc'],
  ['Bearer', ''],
  ['Bearer ', ''],
  ['Basic abc', null],
  ['Bearerabc', null],
  [undefined, null],
])('reads %j', (header, token) => expect(bearerToken(header)).toBe(token));
