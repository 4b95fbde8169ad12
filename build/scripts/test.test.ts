import { expect, test } from 'vitest';
import { planTests } from './test.ts';

test('runs everything by default', () => {
  expect(planTests([])).toEqual({ unit: true, browser: true, rest: [] });
});

test('hands further arguments to the one runner that is asked for', () => {
  expect(planTests(['--unit', 'receipt'])).toEqual({ unit: true, browser: false, rest: ['receipt'] });
  expect(planTests(['--browser', '--headed'])).toEqual({ unit: false, browser: true, rest: ['--headed'] });
});

test('does not guess who gets an argument', () => {
  expect(() => planTests(['receipt'])).toThrow('say --unit or --browser');
});
