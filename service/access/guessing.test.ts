import { beforeEach, describe, expect, it } from 'vitest';
import { DEVICE_COOKIE, Manager } from './manager.ts';
import { basic, Doorway, HASH, LAN, outcome, PASSWORD, visit } from './testing/doorway.ts';
import { Turns } from './turns.ts';

let its: Doorway;

beforeEach(() => void (its = new Doorway()));

describe('guessing', () => {
  const guess = (password: string, address = LAN.address, more: Record<string, string> = {}) =>
    visit('/retrieve', { address, headers: { ...LAN.headers, authorization: basic(password), ...more } });

  it('makes an address wait, and nobody else', async () => {
    const access = its.door();
    for (let i = 0; i < 5; i++) expect(await outcome(access, guess(`wrong ${i}`))).toBe(403);
    expect(await access.admit(guess(PASSWORD))).toMatchObject({ status: 429, retryAfter: 10 });
    expect(await outcome(access, guess(PASSWORD, '192.168.1.41'))).toBe(200);
    its.clock.advance(10_000);
    expect(await outcome(access, guess(PASSWORD))).toBe(200);
  });

  it('from 1,000 addresses keeps nobody out: not this machine, no browser that has signed in, nobody new', async () => {
    its.manager = new Manager(() => its.hash, its.clock, new Turns(() => Promise.resolve()));
    const access = its.door();
    const browser = its.manager.deviceCookie({});
    const stranger = (i: number) => `10.${i >> 8}.${i & 255}.1`;
    for (let i = 0; i < 1000; i++) expect(await outcome(access, guess('wrong', stranger(i)))).toBe(403);
    // The last of them goes on, from the address of the browser, too.
    for (let i = 0; i < 4; i++) await outcome(access, guess('wrong', stranger(999)));
    expect(await outcome(access, guess(PASSWORD, stranger(999)))).toBe(429);
    const before = `a=b; ${DEVICE_COOKIE}=${browser}`;
    expect(await outcome(access, guess(PASSWORD, stranger(999), { cookie: before }))).toBe(200);
    expect(await outcome(access, guess(PASSWORD, '127.0.0.1'))).toBe(200);
    expect(await outcome(access, guess(PASSWORD, stranger(2000)))).toBe(200);
  });

  it('counts addresses of an IPv6 network together, and all of this machine', async () => {
    const access = its.door();
    for (let i = 0; i < 5; i++) await outcome(access, guess(`wrong ${i}`, `2001:db8::${i + 1}`));
    expect(await outcome(access, guess(PASSWORD, '2001:db8::ffff'))).toBe(429);
    expect(await outcome(access, guess(PASSWORD, '2001:db8:0:1::1'))).toBe(200);
    for (let i = 0; i < 5; i++) await outcome(access, guess(`wrong ${i}`, `127.0.0.${i + 1}`));
    expect(await outcome(access, guess(PASSWORD, '::1'))).toBe(429);
  });

  it('as a browser that has signed in before is no way to guess more', async () => {
    const access = its.door();
    const asked = guess('wrong', LAN.address, { cookie: `${DEVICE_COOKIE}=${its.manager.deviceCookie({})}` });
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push(await outcome(access, asked));
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
    // Its cookie ends with the password, as sessions do.
    its.hash = `${HASH.slice(0, -2)}A=`;
    its.manager.passwordChanged();
    for (let i = 0; i < 6; i++) await outcome(access, guess('wrong'));
    expect(await outcome(access, asked)).toBe(429);
  });

  it('with what is too long for a password costs no hashing, and counts', async () => {
    its.manager = new Manager(() => its.hash, its.clock, {
      take: () => Promise.reject(new Error('nobody should hash this')),
    } as unknown as Turns);
    const access = its.door();
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push(await outcome(access, guess('\u0315\u0300'.repeat(5000))));
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });

  it('a program that sends the right password with each request takes its time once, and waits as others do', async () => {
    const access = its.door();
    expect(await outcome(access, guess(PASSWORD))).toBe(200);
    for (let i = 0; i < 5; i++) expect(await outcome(access, guess(`wrong ${i}`))).toBe(403);
    expect(await outcome(access, guess(PASSWORD))).toBe(429);
  });

  it.each(['2019-01-01T00:00:00', '2031-01-01T00:00:00'])(
    'is kept waiting for as long when the clock is put to %s',
    async (time) => {
      const access = its.door();
      for (let i = 0; i < 5; i++) await outcome(access, guess(`wrong ${i}`));
      its.clock.set(time);
      expect(await access.admit(guess(PASSWORD))).toMatchObject({ status: 429, retryAfter: 10 });
      its.clock.advance(10_000);
      expect(await outcome(access, guess(PASSWORD))).toBe(200);
    },
  );

  it('by many requests at once is no way around', async () => {
    const access = its.door();
    const all = await Promise.all(Array.from({ length: 12 }, (_, i) => outcome(access, guess(`wrong ${i}`))));
    expect(all.filter((status) => status === 403)).toHaveLength(5);
    expect(all.filter((status) => status === 429)).toHaveLength(7);
  });
});
