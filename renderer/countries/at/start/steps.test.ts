import { describe, expect, it } from 'vitest';
import type { AustriaOverview, ReportRow } from '../../../../service/countries/at/wire.ts';
import { isStarting, reportsByHand, stepsOf } from './steps.ts';

const ready = { state: 'ready' } as AustriaOverview['units'][number];
const login = { participant: '', user: '', producer: '' };
const report = (kind: ReportRow['kind'], state: ReportRow['state'], byHand = false) =>
  ({ kind, state, byHand }) as ReportRow;
const receipt = (checked: string | null) => ({ number: '', time: '', code: '', checked });

function overview(more: Partial<AustriaOverview>): AustriaOverview {
  const finanzOnline = { mode: 'none', login: null, failure: null, reports: [] };
  return { state: 'new', units: [], start: null, finanzOnline, ...more } as AustriaOverview;
}

const account = (reports: ReportRow[], failure: AustriaOverview['finanzOnline']['failure'] = null) =>
  ({ mode: 'production', login, failure, reports }) as AustriaOverview['finanzOnline'];

describe('steps of the start-up', () => {
  it('come one after the other', () => {
    const at = (more: Partial<AustriaOverview>, byHand = false) =>
      Object.values(stepsOf(overview(more), byHand)).join(' ');
    expect(at({})).toBe('now later later later later');
    expect(at({ units: [{ ...ready, state: 'unused' }] })).toBe('now later later later later');
    expect(at({ units: [ready] })).toBe('done now later later later');
    expect(at({ units: [ready] }, true)).toBe('done done now now later');
  });

  it('do not let the start receipt wait for FinanzOnline', () => {
    const reports = [report('unit', 'failed'), report('register', 'waiting')];
    const steps = stepsOf(overview({ units: [ready], finanzOnline: account(reports) }), false);
    expect(steps).toMatchObject({ report: 'now', receipt: 'now', check: 'later' });
  });

  it('go back to a login that is refused', () => {
    const failure = { code: '-4' } as AustriaOverview['finanzOnline']['failure'];
    const steps = stepsOf(overview({ units: [ready], finanzOnline: account([], failure) }), false);
    expect(steps).toMatchObject({ access: 'now', report: 'later', receipt: 'later' });
  });

  it('end when the start receipt was found good', () => {
    const reports = [report('unit', 'done'), report('register', 'done')];
    const more = { state: 'running' as const, units: [ready], finanzOnline: account(reports) };
    const unchecked = overview({ ...more, start: receipt(null) });
    expect(Object.values(stepsOf(unchecked, false))).toEqual(['done', 'done', 'done', 'done', 'now']);
    expect(isStarting(unchecked)).toBe(true);
    expect(isStarting(overview({ ...more, start: receipt('2026-12-01T08:00:00') }))).toBe(false);
    expect(isStarting(overview({ ...more, state: 'closed', start: receipt(null) }))).toBe(false);
  });
});

describe('reporting by hand', () => {
  it('is what somebody chose or did, without a login', () => {
    expect(reportsByHand(overview({}), false)).toBe(false);
    expect(reportsByHand(overview({}), true)).toBe(true);
    const done = [report('unit', 'done', true)];
    expect(reportsByHand(overview({ finanzOnline: { ...account(done), login: null } }), false)).toBe(true);
    expect(reportsByHand(overview({ finanzOnline: account(done) }), true)).toBe(false);
  });
});
