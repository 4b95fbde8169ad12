import { expect, it } from 'vitest';
import { HandClock } from '../testing/portal.ts';
import { networkOf, PasswordDesk } from './password-desk.ts';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('waits for an account that is tried from many addresses', async () => {
  const clock = new HandClock();
  const desk = new PasswordDesk(clock);
  const guess = (n: number, isRight = false) =>
    desk.guess(() => isRight, { address: `192.0.2.${n}`, account: 'ana@example.com' });
  for (let n = 0; n < 20; n++) expect(guess(n)).toBe(false);
  expect(() => guess(100, true)).toThrow(/wait for 10 seconds/);
  expect(desk.guess(() => true, { address: '192.0.2.100', account: 'ben@example.com' })).toBe(true);
  clock.ms += 10_000;
  expect(guess(100, true)).toBe(true);
});

it('forgets who has been quiet for an hour', () => {
  const clock = new HandClock();
  const desk = new PasswordDesk(clock);
  const ask = () => desk.remind({ address: '192.0.2.1', account: 'ana@example.com' });
  for (let n = 0; n < 5; n++) ask();
  expect(ask).toThrow(/wait/);
  clock.ms += 10_000;
  ask();
  expect(ask).toThrow(/wait for 20 seconds/);
  clock.ms += 20_000 + 3_600_001;
  for (let n = 0; n < 5; n++) ask();
});

it('keeps who waits for a check apart from those who are too many', async () => {
  const desk = new PasswordDesk(new HandClock());
  const checks = Array.from({ length: 52 }, (_, n) =>
    desk
      .check('a password', null, { address: `192.0.2.${n}`, account: `user${n}` })
      .catch((error: unknown) => error),
  );
  expect(await checks.at(-1)).toMatchObject({ status: 503, retryAfter: 5 });
  expect(await checks[0]).toBe(false);
  await Promise.all(checks);
}, 60_000);
