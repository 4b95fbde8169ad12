import { expect, test } from 'vitest';
import { planTests } from './test.ts';

test('runs everything by default', () => {
  expect(planTests([])).toEqual({ unit: [], postgres: [], browser: [] });
});

test('hands further arguments to the one runner that is asked for', () => {
  expect(planTests(['--unit', 'receipt'])).toEqual({ unit: ['receipt'] });
  expect(planTests(['--postgres', 'tokens'])).toEqual({ postgres: ['tokens'] });
  expect(planTests(['--browser', '--headed'])).toEqual({ browser: ['--headed'] });
});

test('does not guess who gets an argument', () => {
  expect(() => planTests(['receipt'])).toThrow('say --unit, --postgres or --browser');
  expect(() => planTests(['--unit', '--browser', 'receipt'])).toThrow('who gets receipt');
  expect(() => planTests(['--changed', 'main', 'receipt'])).toThrow('--changed takes nothing but');
  expect(() => planTests(['--unit', '--changed'])).toThrow('--changed takes nothing but');
});

test('runs what changes since a commit can reach', () => {
  const changed = (since: string) => (since === 'main' ? ['service/receipt/xml.ts'] : ['docs/api.md']);
  expect(planTests(['--changed'], changed)).toEqual({});
  expect(planTests(['--changed', 'main'], changed)).toHaveProperty('unit');
});
