import { ConnectionError, DatabaseError } from 'sequelize';
import { expect, it } from 'vitest';
import page from '../../resources/locales/en.json' with { type: 'json' };
import texts from '../../resources/locales/register/en.json' with { type: 'json' };
import { JournalLostError } from '../journal/lost.ts';
import { UnreadableJournalError } from '../journal/read-only.ts';
import { DamagedFileError } from '../journal/segments/damaged.ts';
import { NewerDatabaseError } from '../journal/store.ts';
import type { OutageCause } from '../receipt/issue.ts';
import {
  causeOf,
  causeOfOpening,
  defectIssue,
  explained,
  OutageError,
  outageIssue,
  outageProblem,
} from './outage.ts';

const coded = (code: string, message = code) => Object.assign(new Error(message), { code });

it.each<[string, Error, OutageCause | null]>([
  ['a full disk, as SQLite says it', coded('SQLITE_FULL'), 'full'],
  ['a full disk, as the system says it', coded('ENOSPC'), 'full'],
  ['a driver that has the code in the text only', new Error('SQLITE_FULL: disk is full'), 'full'],
  ['a damaged page', coded('SQLITE_CORRUPT'), 'damaged'],
  ['what is no database', coded('SQLITE_NOTADB'), 'damaged'],
  ['an error of the disk', coded('SQLITE_IOERR'), 'io'],
  ['a missing permission', coded('EACCES'), 'denied'],
  ['a file that may not be written', coded('SQLITE_READONLY'), 'denied'],
  ['another program', coded('SQLITE_BUSY'), 'busy'],
  ['what Sequelize wraps', new DatabaseError(Object.assign(coded('SQLITE_CORRUPT'), { sql: '' })), 'damaged'],
  ['a connection that Sequelize could not make', new ConnectionError(coded('SQLITE_CANTOPEN')), 'denied'],
  ['a cause', new Error('the rooms cannot be opened', { cause: coded('EIO') }), 'io'],
  ['a database of a newer version', new NewerDatabaseError('9999'), 'newer'],
  ['a database that is gone', new JournalLostError('empty'), 'lost'],
  ['a check that found damage', new UnreadableJournalError('row 3 missing from index'), 'damaged'],
  ['a check that the disk broke off', new UnreadableJournalError('x (SQLITE_IOERR: disk)'), 'io'],
  ['an outage that is known', new OutageError('lost', 'x'), 'lost'],
  ['a defect', new TypeError('x is not a function'), null],
  ['a defect in a statement', coded('SQLITE_ERROR'), null],
  ['a constraint', coded('SQLITE_CONSTRAINT'), null],
])('finds the cause of %s', (_what, error, cause) => {
  expect(causeOf(error)).toBe(cause);
});

it('takes what cannot be understood for damaged, but only while it is opened', () => {
  for (const error of [
    coded('SQLITE_ERROR', 'no such table: records'),
    new SyntaxError('Unexpected token'),
  ]) {
    expect(causeOf(error)).toBeNull();
    expect(causeOfOpening(error)).toBe('damaged');
  }
  expect(causeOfOpening(new TypeError('x'))).toBeNull();
  expect(causeOfOpening(coded('ENOENT'))).toBeNull();
});

it('does not go round in circles', () => {
  const error = new Error('a');
  error.cause = new Error('b', { cause: error });
  expect(causeOf(error)).toBeNull();
});

it('calls a full disk by its name, whatever the database calls it', () => {
  for (const code of ['SQLITE_IOERR', 'SQLITE_CANTOPEN'])
    expect(explained(coded(code), () => true)).toMatchObject({ outage: 'full', message: code });
  expect(explained(coded('SQLITE_IOERR'), () => false)).toMatchObject({ outage: 'io' });
  expect(explained(coded('SQLITE_CORRUPT'), () => true)).toMatchObject({ outage: 'damaged' });
  const defect = new TypeError('x');
  expect(explained(defect, () => true)).toBe(defect);
});

it('has words for every cause: for the till and for the status page', () => {
  const causes = Object.keys(texts.outage) as OutageCause[];
  expect(causes).toHaveLength(10);
  for (const cause of causes) {
    expect(outageIssue('#JOURNAL_FAILED', cause).text).not.toContain('see the log');
    const { code } = outageProblem(cause, 'x', { file: 'f', command: 'c' });
    expect(Object.keys(page.problem)).toContain(code);
  }
});

it('names the command only where it helps', () => {
  const place = { file: '/srv/till/journal.db', command: 'npm run rebuild' };
  expect(outageProblem('full', 'SQLITE_FULL', place)).toEqual({
    code: 'DATABASE_FULL',
    severity: 'stop',
    params: { file: place.file, reason: 'SQLITE_FULL' },
  });
  for (const cause of ['damaged', 'lost'] as const)
    expect(outageProblem(cause, 'x', place).params).toMatchObject({ command: place.command });
});

it('tells a journal that cannot be read from a defect', () => {
  expect(defectIssue(coded('SQLITE_CORRUPT'))).toMatchObject({
    code: '#JOURNAL_UNAVAILABLE',
    cause: 'damaged',
  });
  expect(defectIssue(new DamagedFileError('0001.jou.gz is missing'))).toMatchObject({
    code: '#JOURNAL_DAMAGED',
  });
  expect(defectIssue(new TypeError('x'))).toEqual({
    code: '#INTERNAL',
    rc: 'NO',
    path: '',
    text: 'see the log of the service',
  });
});
