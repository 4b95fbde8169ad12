import { expect, test } from 'vitest';
import { planTests } from './test.ts';

test('runs everything by default', () => {
  expect(planTests([])).toEqual({ unit: true, postgres: true, browser: true, rest: [] });
});

test('hands further arguments to the one runner that is asked for', () => {
  const none = { unit: false, postgres: false, browser: false };
  expect(planTests(['--unit', 'receipt'])).toEqual({ ...none, unit: true, rest: ['receipt'] });
  expect(planTests(['--postgres', 'tokens'])).toEqual({ ...none, postgres: true, rest: ['tokens'] });
  expect(planTests(['--browser', '--headed'])).toEqual({ ...none, browser: true, rest: ['--headed'] });
});

test('does not guess who gets an argument', () => {
  expect(() => planTests(['receipt'])).toThrow('say --unit, --postgres or --browser');
  expect(() => planTests(['--unit', '--browser', 'receipt'])).toThrow('who gets receipt');
});
