import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Access, Visit } from './access.ts';
import { Digest } from './digest.ts';
import { DigestUsers, REALM } from './htdigest.ts';
import { basic, Doorway, HERE, LAN, outcome, PASSWORD, visit } from './testing/doorway.ts';
import { ROUTES } from './testing/routes.ts';

const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex');
const userLine = (user: string, realm: string, password: string) =>
  `${user}:${realm}:${md5(`${user}:${realm}:${password}`)}`;
const USERS = new DigestUsers(
  [userLine('caixa', REALM, 'azul'), userLine('loja2', `${REALM}.r2`, 'verde')].join('\n'),
);

let its: Doorway;

beforeEach(() => void (its = new Doorway()));

describe('with a .htdigest', () => {
  let digest: Digest;
  beforeEach(() => void (digest = new Digest(USERS, its.clock)));

  const nonceOf = (challenge: string) => /nonce="([^"]+)"/.exec(challenge)![1]!;
  interface Login {
    user?: string;
    password?: string;
    realm?: string;
    nonce?: string;
    nc?: string;
  }
  const authorization = (path: string, login: Login = {}, method = 'GET') => {
    const { user = 'caixa', password = 'azul', realm = REALM, nc = '00000001' } = login;
    const nonce = login.nonce ?? nonceOf(digest.challenge(realm));
    const response = md5(
      [md5(`${user}:${realm}:${password}`), nonce, nc, 'c1', 'auth', md5(`${method}:${path}`)].join(':'),
    );
    return `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${path}", qop=auth, nc=${nc}, cnonce="c1", response="${response}"`;
  };
  const ask = (path: string, header?: string, more: Partial<Visit> = {}) =>
    its
      .door(digest)
      .admit(
        visit(path, { headers: { ...HERE.headers, ...(header && { authorization: header }) }, ...more }),
      );

  it.each(ROUTES.open)('%s asks for it, also on this machine', async (path) => {
    const asked = await ask(path);
    expect(asked).toMatchObject({ status: 401 });
    expect((asked as { challenge: string }).challenge).toMatch(/^Digest realm="EFR", qop="auth"/);
    expect(await ask(path, authorization(path))).toEqual({ realm: REALM });
    expect(await ask(path, authorization(path, { password: 'rosa' }))).toMatchObject({ status: 401 });
    expect(await ask(path, authorization(path, { user: 'ninguem' }))).toMatchObject({ status: 401 });
  });

  it.each(ROUTES.manager)('%s needs the password all the same', async (path) => {
    expect(await ask(path, authorization(path))).toMatchObject({ status: 401 });
    expect(await ask(path, basic(PASSWORD))).toEqual({ realm: null, isManager: true });
  });

  it('keeps a user to the register of the realm', async () => {
    const own = { user: 'loja2', password: 'verde', realm: `${REALM}.r2` };
    expect(await ask('/last', authorization('/last', own), { rn: 'r2' })).toEqual({ realm: 'EFR.r2' });
    const elsewhere = await ask('/last', authorization('/last', own));
    expect(elsewhere).toMatchObject({ status: 401 });
    expect((elsewhere as { challenge: string }).challenge).toContain('realm="EFR"');
    const others = await ask('/last', authorization('/last'), { rn: 'r2' });
    expect((others as { challenge: string }).challenge).toContain('realm="EFR.r2"');
    // Registers without users of their own are for those of the default realm.
    expect(await ask('/last', authorization('/last'), { rn: 'r3' })).toEqual({ realm: REALM });
  });

  it('knows the register of a body only when it is read', async () => {
    const access = its.door(digest);
    const own = { user: 'loja2', password: 'verde', realm: `${REALM}.r2` };
    const header = authorization('/register', own);
    const admitted = await access.admit(
      visit('/register', { rn: null, headers: { ...HERE.headers, authorization: header } }),
    );
    expect(admitted).toEqual({ realm: 'EFR.r2' });
    expect(access.mayUse({ realm: 'EFR.r2' }, 'r2')).toBeNull();
    expect(access.mayUse({ realm: 'EFR.r2' }, 'def')).toMatchObject({ status: 401 });
  });

  it('takes each answer once, and no old challenge', async () => {
    const nonce = nonceOf(digest.challenge(REALM));
    const first = authorization('/state', { nonce });
    expect(await ask('/state', first)).toEqual({ realm: REALM });
    expect(await ask('/state', first)).toMatchObject({ challenge: expect.stringContaining('stale=true') });
    expect(await ask('/state', authorization('/state', { nonce, nc: '00000002' }))).toEqual({ realm: REALM });
    its.clock.advance(6 * 60_000);
    const late = authorization('/state', { nonce, nc: '00000003' });
    expect(await ask('/state', late)).toMatchObject({ challenge: expect.stringContaining('stale=true') });
  });

  it('takes no challenge that it has not made, and no answer for another address', async () => {
    const made = `${its.clock.now().toString(36)}.AAAAAAAAAAAA.${'A'.repeat(43)}`;
    expect(await ask('/state', authorization('/state', { nonce: made }))).toMatchObject({ status: 401 });
    expect(await ask('/last', authorization('/state'))).toMatchObject({ status: 401 });
    const posted = visit('/state', {
      method: 'POST',
      headers: { ...HERE.headers, authorization: authorization('/state') },
    });
    expect(await its.door(digest).admit(posted)).toMatchObject({ status: 401 });
  });

  describe('wrong answers', () => {
    const till = (path: string, password: string, address = LAN.address, user = 'caixa') =>
      visit(path, {
        address,
        headers: { ...LAN.headers, authorization: authorization(path, { password, user }) },
      });
    let access: Access;
    beforeEach(() => void (access = its.door(digest)));

    it('count as wrong passwords do, with the same waiting times', async () => {
      for (let i = 0; i < 5; i++) expect(await outcome(access, till('/state', `cor ${i}`))).toBe(401);
      const waiting = await access.admit(till('/state', 'azul'));
      expect(waiting).toMatchObject({ status: 429, code: '#WAIT', retryAfter: 10 });
      expect(await outcome(access, till('/state', 'azul', '192.168.1.41'))).toBe(200);
      its.clock.set('2019-01-01T00:00:00');
      its.clock.advance(10_000);
      expect(await outcome(access, till('/state', 'rosa'))).toBe(401);
      expect(await access.admit(till('/state', 'azul'))).toMatchObject({ retryAfter: 20 });
      its.clock.advance(20_000);
      expect(await outcome(access, till('/state', 'azul'))).toBe(200);
    });

    it('of strangers keep no till waiting that was right before, and leave the manager alone', async () => {
      expect(await outcome(access, till('/state', 'azul', '2001:db8::1'))).toBe(200);
      for (let i = 0; i < 9; i++) await outcome(access, till('/state', 'rosa', '2001:db8::2'));
      expect(await outcome(access, till('/state', 'azul', '2001:db8::2'))).toBe(429);
      expect(await outcome(access, till('/state', 'azul', '2001:db8::1'))).toBe(200);
      const asManager = {
        address: '2001:db8::2',
        headers: { ...LAN.headers, authorization: basic(PASSWORD) },
      };
      expect(await outcome(access, visit('/profile', asManager))).toBe(200);
    });

    it('are not those without an answer, nor old ones; a repeated right one clears nothing', async () => {
      const nonce = nonceOf(digest.challenge(REALM));
      const once = { ...LAN.headers, authorization: authorization('/state', { nonce }) };
      const asked = visit('/state', { address: LAN.address, headers: once });
      expect(await outcome(access, asked)).toBe(200);
      for (let i = 0; i < 9; i++) {
        expect(await outcome(access, asked)).toBe(401);
        expect(await outcome(access, visit('/state', LAN))).toBe(401);
      }
      const other = '192.168.1.41';
      for (let i = 0; i < 5; i++) {
        await outcome(access, till('/state', 'rosa', other));
        await outcome(access, { ...asked, address: other });
      }
      expect(await outcome(access, till('/state', 'azul', other))).toBe(429);
    });

    it('for names that nobody has count, too', async () => {
      for (let i = 0; i < 5; i++) await outcome(access, till('/state', 'azul', LAN.address, `user ${i}`));
      expect(await outcome(access, till('/state', 'azul'))).toBe(429);
    });
  });

  it('leaves the sign server its own password', async () => {
    expect(await ask('/sign', basic('of the sign server'))).toEqual({ realm: null });
  });
});
