import { describe, expect, it } from 'vitest';
import type { ReportFailure, ReportRow } from '../../../../service/countries/at/wire.ts';
import { meaningOf } from './failure-words.ts';
import { checkedReceipt, ownFailure, reportLook, splitReports } from './report-state.ts';

const row = (more: Partial<ReportRow>) =>
  ({ id: 'register', kind: 'register', state: 'due', lastDay: null, failure: null, ...more }) as ReportRow;

describe('report to FinanzOnline', () => {
  it('is late from the day after its last day on', () => {
    const due = row({ lastDay: '2027-02-15' });
    expect(reportLook(due, '2027-02-15')).toBe('due');
    expect(reportLook(due, '2027-02-16')).toBe('overdue');
    expect(reportLook({ ...due, state: 'failed' }, '2027-02-16')).toBe('failed');
    expect(reportLook({ ...due, state: 'done', byHand: true }, '2027-02-16')).toBe('doneByHand');
  });

  it('of an outage’s end waits for the unit while it is out', () => {
    const end = row({ id: 'return 3a7f01', kind: 'return', state: 'waiting' });
    expect(reportLook(end, '2027-02-15')).toBe('whenBack');
    expect(reportLook({ ...end, lastDay: '2027-02-20' }, '2027-02-15')).toBe('waiting');
  });

  it('is listed apart when it is done', () => {
    const rows = [row({ id: 'a', state: 'done' }), row({ id: 'b' }), row({ id: 'c', state: 'waiting' })];
    expect(splitReports(rows)).toEqual({ open: [rows[1], rows[2]], done: [rows[0]] });
  });

  it('tells which receipt it wants checked', () => {
    expect(checkedReceipt(row({ id: 'start', kind: 'start' }))).toBe('start');
    expect(checkedReceipt(row({ id: 'annual 2026', kind: 'annual' }))).toBe('2026');
    expect(checkedReceipt(row({}))).toBeNull();
  });

  it('does not repeat what is wrong with the login', () => {
    const login = { at: '2027-01-21T10:00:00', code: '-4' } as ReportFailure;
    const own = { at: '2027-01-21T10:00:00', code: 'B1' } as ReportFailure;
    expect(ownFailure(row({ failure: { ...login } }), { failure: login })).toBeNull();
    expect(ownFailure(row({ failure: own }), { failure: login })).toBe(own);
    expect(ownFailure(row({ failure: own, state: 'done' }), { failure: null })).toBeNull();
  });
});

describe('codes of FinanzOnline', () => {
  it('mean what the service that said them means', () => {
    expect(meaningOf('session', '-4', 'de')).toBe('Teilnehmer, Benutzer oder PIN ist falsch.');
    expect(meaningOf('rkdb', '-4', 'de')).toBe('Der Benutzer darf keine Registrierkassen melden.');
    expect(meaningOf('rkdb', 'unreachable', 'en')).toBe('FinanzOnline cannot be reached.');
    expect(meaningOf('rkdb', 'toString', 'en')).toBeNull();
  });
});
