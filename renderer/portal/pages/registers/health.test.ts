import { describe, expect, it } from 'vitest';
import { byUrgency, conditionOf, isFound } from './health.ts';
import type { Register } from './types.ts';

const register = (changes: Partial<Register>): Register => ({
  registerId: 1,
  registerNumber: 'def',
  companyId: 5,
  locationId: null,
  name: null,
  tl: 'Lisboa',
  tt: '1',
  state: 'Productive',
  version: '3.0.0',
  country: 'PT',
  activatedTimestamp: '2026-01-01T00:00:00.000Z',
  lastContactTimestamp: '2026-01-02T00:00:00.000Z',
  online: true,
  queued: null,
  diskUsage: null,
  softwareProvider: null,
  problems: [],
  archivedRecords: 0,
  follows: null,
  nextSq: 1,
  ...changes,
});

describe('health of a register', () => {
  it('is the one word that matters most', () => {
    const problem = { code: 'X', title: '', fix: '', sinceTimestamp: '' };
    const warning = { ...problem, level: 'warning' as const };
    const error = { ...problem, level: 'error' as const };
    expect(conditionOf(register({}))).toBe('fine');
    expect(conditionOf(register({ problems: [{ ...problem, level: 'info' }] }))).toBe('fine');
    expect(conditionOf(register({ problems: [warning] }))).toBe('look');
    expect(conditionOf(register({ problems: [warning], online: false }))).toBe('offline');
    expect(conditionOf(register({ problems: [warning, error], online: false }))).toBe('stop');
    expect(conditionOf(register({ online: false, lastContactTimestamp: null }))).toBe('waiting');
    expect(conditionOf(register({ problems: [error], state: 'Deactivated' }))).toBe('over');
  });

  it('puts those with problems first, then goes by name', () => {
    const list = [
      register({ name: 'c' }),
      register({ name: 'b', online: false }),
      register({ name: 'a' }),
      register({
        name: 'd',
        problems: [{ code: 'X', level: 'error', title: '', fix: '', sinceTimestamp: '' }],
      }),
    ];
    expect(byUrgency(list).map(({ name }) => name)).toEqual(['d', 'b', 'a', 'c']);
  });

  it('can be looked up by name, number and place', () => {
    expect(isFound(register({}), ' lisb')).toBe(true);
    expect(isFound(register({}), 'DEF')).toBe(true);
    expect(isFound(register({}), '')).toBe(true);
    expect(isFound(register({}), 'porto')).toBe(false);
  });
});
