import { expect, it } from 'vitest';
import { deviceCookie, deviceOf } from './devices.ts';

it('knows a browser again by its cookie, until there is another password', () => {
  const cookie = deviceCookie('scrypt$one', null);
  const device = deviceOf('scrypt$one', cookie);
  expect(device).toMatch(/^[\w-]{22}$/);
  expect(deviceOf('scrypt$one', deviceCookie('scrypt$one', device))).toBe(device);
  expect(deviceOf('scrypt$another', cookie)).toBeNull();
});

it.each([null, '', 'x', `${'A'.repeat(22)}.${'A'.repeat(43)}`, `${'A'.repeat(22)}.`, 'é'.repeat(66)])(
  'takes %j for a stranger',
  (cookie) => expect(deviceOf('scrypt$one', cookie)).toBeNull(),
);

it('takes a cookie with another seal, or another name, for a stranger', () => {
  const [one, two] = [deviceCookie('scrypt$one', null), deviceCookie('scrypt$one', null)];
  expect(deviceOf('scrypt$one', `${one.slice(0, 22)}${two.slice(22)}`)).toBeNull();
});
