import { expect, it } from 'vitest';
import { HSTS_SECONDS, strictTransport } from './hsts.ts';

const YEAR_MS = 365 * 24 * 3600_000;

it('lets browsers remember HTTPS for a day, and for no other name', () => {
  expect(strictTransport('kasse.laden.example:5618', HSTS_SECONDS, YEAR_MS)).toBe('max-age=86400');
  expect(strictTransport('till1', HSTS_SECONDS, YEAR_MS)).toBe('max-age=86400');
});

it('never for longer than the certificate is valid, and lets them forget with 0', () => {
  expect(strictTransport('till1', HSTS_SECONDS, 3_600_999)).toBe('max-age=3600');
  expect(strictTransport('till1', HSTS_SECONDS, -1)).toBe('max-age=0');
  expect(strictTransport('till1', 0, YEAR_MS)).toBe('max-age=0');
});

it.each([
  'localhost',
  'localhost:5618',
  '127.0.0.1:5618',
  '[::1]:5618',
  '192.168.1.5:5618',
  'a b',
  '',
  undefined,
])('says nothing for %j: other programs there speak HTTP, or browsers would not listen', (host) =>
  expect(strictTransport(host, HSTS_SECONDS, YEAR_MS)).toBeNull(),
);
