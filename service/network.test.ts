import { expect, it } from 'vitest';
import { isLoopback, networkErrorText } from './network.ts';

it.each([
  ['http://localhost:1/', true],
  ['http://LOCALHOST/', true],
  ['http://127.0.0.1/', true],
  ['http://127.1/', true],
  ['http://2130706433/', true],
  ['http://[::1]/', true],
  ['http://[0:0:0:0:0:0:0:1]/', true],
  ['http://localhost.example/', false],
  ['http://127.0.0.1.example/', false],
  ['http://128.0.0.1/', false],
  ['http://[::2]/', false],
])('knows whether %s is this machine', (address, is) => {
  expect(isLoopback(new URL(address).hostname)).toBe(is);
});

it('has words for every error', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:9'), { code: 'ECONNREFUSED' });
  expect(networkErrorText(refused)).toBe('connect ECONNREFUSED ::1:9');
  expect(networkErrorText(new AggregateError([refused, new Error('another')]))).toBe(refused.message);
  expect(networkErrorText(Object.assign(new Error('closed'), { code: 'EPROTO' }))).toBe('closed (EPROTO)');
  expect(networkErrorText('a text')).toBe('a text');
});
