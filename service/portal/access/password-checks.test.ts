import { beforeAll, beforeEach, expect, it } from 'vitest';
import { hashPassword } from '../../access/password.ts';
import { Turns } from '../../access/turns.ts';
import { PORTAL_START } from '../testing/portal.ts';
import { PasswordChecks, type Tried } from './password-checks.ts';
import { ManualClock } from '../../testing/manual-clock.ts';

const RIGHT = 'a long enough password';
const MINUTE = 60_000;
let hash: string;
let clock: ManualClock;
let passwords: PasswordChecks;

beforeAll(async () => void (hash = await hashPassword(RIGHT)));
beforeEach(() => {
  clock = new ManualClock(PORTAL_START);
  passwords = new PasswordChecks(clock, new Turns(() => Promise.resolve()));
});

/** What comes of a password: true, false, or the seconds to wait. */
async function outcome(password: string, tried: Partial<Tried> = {}): Promise<boolean | number> {
  const all = { address: '192.0.2.1', account: 'ana@example.com', browser: null, ...tried };
  return passwords.check(password, hash, all).catch((error: { retryAfter: number }) => error.retryAfter);
}
const right = (tried: Partial<Tried> = {}) => outcome(RIGHT, tried);
const wrong = (tried: Partial<Tried> = {}) => outcome('a frequent password', tried);

it('cannot be locked by 19 wrong passwords from six addresses, nor by many more', async () => {
  for (let n = 0; n < 19; n++) expect(await wrong({ address: `192.0.2.${n % 6}` })).toBe(false);
  expect(await right({ address: '198.51.100.1' })).toBe(true);
  for (let n = 0; n < 30; n++) await wrong({ address: `203.0.113.${n}` });
  expect(await right({ address: '198.51.100.1' })).toBe(true);
});

it('lets strangers wait for each other where many guess at one account', async () => {
  for (let n = 0; n < 25; n++) expect(await wrong({ address: `203.0.113.${n}` })).toBe(false);
  // Each network has one try, not five.
  expect(await wrong({ address: '203.0.113.1' })).toBe(320);
  expect(await wrong({ address: '203.0.113.99' })).toBe(false);
  expect(await wrong({ address: '203.0.113.99' })).toBe(640);
  expect(await wrong({ address: '203.0.113.1', account: 'ben@example.com' })).toBe(false);
  clock.advance(640_000);
  expect(await right({ address: '203.0.113.1' })).toBe(true);
});

it('counts a browser that has signed in before by itself, also behind the address of a stranger', async () => {
  for (let n = 0; n < 30; n++) await wrong();
  expect(await right()).toBeGreaterThan(0);
  expect(await right({ browser: 'b1' })).toBe(true);
  // Whoever sits at it may guess no more than others: five times as the browser, five times as a stranger.
  const tries = [];
  for (let n = 0; n < 12; n++) tries.push(await wrong({ browser: 'b2', address: '192.0.2.77' }));
  expect(tries.filter((answer) => answer === false).length).toBeLessThanOrEqual(10);
  expect(tries.at(-1)).toBe(10);
});

it('counts addresses of one IPv6 network together', async () => {
  for (let n = 0; n < 5; n++) expect(await wrong({ address: `2001:db8::${n}` })).toBe(false);
  expect(await wrong({ address: '2001:db8::ffff:1' })).toBe(10);
  expect(await right({ address: '2001:db8:0:1::1' })).toBe(true);
});

it('gives nobody more guesses at others for being right about himself', async () => {
  const tries = [];
  for (let n = 0; n < 6; n++) {
    tries.push(await wrong());
    await right({ account: 'eve@example.com' });
  }
  expect(tries).toEqual([false, false, false, false, false, 10]);
});

it('lets nobody wait for longer than 15 minutes, wherever the clock is put', async () => {
  for (let n = 0; n < 15; n++) {
    await wrong();
    clock.advance(15 * MINUTE);
  }
  expect(await wrong()).toBe(false);
  clock.set(clock.now() - 365 * 24 * 60 * MINUTE);
  expect(await right()).toBe(900);
  clock.set(clock.now() + 2 * 365 * 24 * 60 * MINUTE);
  expect(await right()).toBe(900);
  clock.advance(15 * MINUTE);
  expect(await right()).toBe(true);
});

it('never keeps a secret waiting that nobody can guess', () => {
  for (let n = 0; n < 5; n++) expect(passwords.isSecret(false, '192.0.2.1')).toBe(false);
  expect(() => passwords.isSecret(false, '192.0.2.1')).toThrow(/wait for 10 seconds/);
  expect(passwords.isSecret(true, '192.0.2.1')).toBe(true);
});

it('forgets reminders of who has been quiet for an hour', () => {
  const ask = () => passwords.remind({ address: '192.0.2.1', account: 'ana@example.com' });
  for (let n = 0; n < 5; n++) ask();
  expect(ask).toThrow(/wait/);
  clock.advance(10_000);
  ask();
  expect(ask).toThrow(/wait for 20 seconds/);
  clock.advance(20_000 + 3_600_001);
  for (let n = 0; n < 5; n++) ask();
});

it('keeps who waits for a check apart from those who are too many', async () => {
  const checks = Array.from({ length: 52 }, (_, n) =>
    passwords
      .check('a password', null, { address: `192.0.2.${n}`, account: `user${n}`, browser: null })
      .catch((error: unknown) => error),
  );
  expect(await checks[1]).toMatchObject({ status: 503, retryAfter: 5 });
  expect([await checks[0], await checks.at(-1)]).toEqual([false, false]);
  await Promise.all(checks);
});
