import { expect, it } from 'vitest';
import { wayBackIn } from './way-back.ts';

const here = 'http://localhost:5618';
const hashOf = (next: string) => `#/sign-in?next=${encodeURIComponent(next)}`;

it.each(['/service/config', '/backup/restore?rn=def&path=D%3A%5CBackup', '/log?n=5'])(
  'leads to %s',
  (next) => {
    expect(wayBackIn(hashOf(next), here)).toBe(next);
  },
);

it.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '\\\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' https://evil.example',
  'http://localhost:5619/',
  '//localhost:5619/x',
  '//',
  '',
])('leads nowhere else with %j', (next) => {
  expect(wayBackIn(hashOf(next), here)).toBe('/');
});

it('leads nowhere from other pages', () => {
  expect([wayBackIn('', here), wayBackIn('#/settings', here), wayBackIn('#/sign-in', here)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(wayBackIn('#/sign-in?', here)).toBe('/');
});
