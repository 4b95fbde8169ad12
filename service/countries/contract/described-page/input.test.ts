import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import type { Tree, TreeValue } from '../../../receipt/tree.ts';
import type { PageField } from './fields.ts';
import { inputIssues, isLess, mistakeOf } from './input.ts';
import type { FieldBounds } from './offered.ts';
import type { DescribedPage, PagePart } from './page.ts';
import { words } from './words.ts';

const label = words('x');

function pageOf(...parts: PagePart[]): DescribedPage {
  return { sections: [{ name: 'only', heading: label, parts }] };
}

const form = (...fields: PageField[]) =>
  pageOf({ kind: 'form', action: { action: 'save', label, done: label, fields } });

const row = (id: string) => ({
  id,
  cells: [],
  actions: [{ action: 'remove', label, of: label, done: label, fixed: { id } }],
});

const paths = (page: DescribedPage, action: string, input: Tree) =>
  inputIssues(page, action, input).map(({ code, path }) => [code, path]);

describe('an action', () => {
  const page = pageOf(
    { kind: 'actions', actions: [{ action: 'send', label, done: label }] },
    { kind: 'table', caption: label, columns: [], empty: label, rows: [row('a'), row('b')] },
  );

  it('may be done when the page offers it', () => {
    expect(inputIssues(page, 'send', {})).toEqual([]);
    expect(inputIssues(page, 'remove', { id: 'b' })).toEqual([]);
  });

  it.each(['other', 'constructor', '', 'SEND'])('may not be done when it is not offered: %j', (action) => {
    expect(paths(page, action, {})).toEqual([['#ACTION', '']]);
  });

  it.each([{ id: 'c' }, {}, { id: ['a'] }, { id: null }])(
    'may not be done to what the page does not offer it for: %j',
    (input) => {
      expect(paths(page, 'remove', input as unknown as Tree)).toEqual([['#ACTION', 'id']]);
    },
  );

  it('has no fields but its own', () => {
    expect(paths(page, 'send', { more: 1 })).toEqual([['#ACTION', 'more']]);
    expect(paths(page, 'send', JSON.parse('{"__proto__":"x"}') as Tree)).toEqual([['#ACTION', '__proto__']]);
  });

  it('names every field that is wrong, with a word for the page', () => {
    const two = form(
      { type: 'text', name: 'user', label, most: 5, required: true },
      { type: 'date', name: 'from', label, least: '2026-01-01' },
    );
    expect(inputIssues(two, 'save', { from: '2025-12-31' })).toMatchObject([
      { path: 'user', problem: 'missing', text: 'user: is missing' },
      { path: 'from', problem: 'tooEarly', text: 'from: is before 2026-01-01' },
    ]);
  });
});

describe('parts with actions of their own', () => {
  it('let certificates in, and remove them where there is one', () => {
    const part = (certificate: Extract<PagePart, { kind: 'certificate' }>['certificate']): PagePart => ({
      kind: 'certificate',
      heading: label,
      certificate,
      warnDays: 30,
      upload: { action: 'certificate', formats: ['pkcs12'], where: label, done: label },
      remove: { action: 'forget', consequence: label, done: label },
    });
    const none = pageOf(part(null));
    const some = pageOf(part({ subject: 'x', issuer: 'y', validTill: '2027-01-01', daysLeft: 9 }));
    expect(inputIssues(none, 'certificate', { file: 'AAAA', password: 'x' })).toEqual([]);
    expect(inputIssues(none, 'certificate', { file: 'AAAA' })).toEqual([]);
    expect(paths(none, 'certificate', { password: 'x' })).toEqual([['#ACTION', 'file']]);
    expect(paths(none, 'forget', {})).toEqual([['#ACTION', '']]);
    expect(inputIssues(some, 'forget', {})).toEqual([]);
  });

  it('let logins be entered, and forgotten and tried where there is one', () => {
    const part = (user: string | null): PagePart => ({
      kind: 'login',
      heading: label,
      user,
      save: {
        action: 'login',
        where: label,
        user: { label, most: 9, pattern: '[0-9]+', rule: label },
        password: { label, most: 9 },
        done: label,
      },
      forget: { action: 'forget', consequence: label, done: label },
      test: { action: 'test', label, done: label },
    });
    expect(inputIssues(pageOf(part(null)), 'login', { user: '7', password: ' x' })).toEqual([]);
    expect(paths(pageOf(part(null)), 'login', { user: 'a' })).toEqual([
      ['#ACTION', 'user'],
      ['#ACTION', 'password'],
    ]);
    expect(paths(pageOf(part(null)), 'test', {})).toEqual([['#ACTION', '']]);
    expect(inputIssues(pageOf(part('7')), 'test', {})).toEqual([]);
  });

  it('let rates be set for groups that may be changed', () => {
    const rate = { rate: '25', specified: '25', from: null, next: null };
    const page = pageOf({
      kind: 'rates',
      caption: label,
      rates: [
        { group: 'A', ...rate },
        { group: 'Z', ...rate, fixed: true },
      ],
      set: 'rate',
      reset: 'reset',
    });
    expect(inputIssues(page, 'rate', { group: 'A', rate: '13.5', from: '2027-01-01' })).toEqual([]);
    expect(paths(page, 'rate', { group: 'Z', rate: '0', from: '2027-02-30' })).toEqual([
      ['#ACTION', 'group'],
      ['#ACTION', 'rate'],
      ['#ACTION', 'from'],
    ]);
    expect(inputIssues(page, 'reset', {})).toEqual([]);
  });
});

describe('a field', () => {
  const text: FieldBounds = { type: 'text', name: 'f', least: 2, most: 4, pattern: 'a+|b+' };
  const number: FieldBounds = { type: 'number', name: 'f', least: '-1.5', most: '100', digits: 2 };
  const date: FieldBounds = { type: 'date', name: 'f', least: '2026-02-01', most: '2026-02-28' };
  const select: FieldBounds = { type: 'select', name: 'f', options: [{ value: 'x', label: 'X' }] };
  const file: FieldBounds = { type: 'file', name: 'f', accept: '', most: 3 };
  const box: FieldBounds = { type: 'checkbox', name: 'f' };

  it.each<[FieldBounds, TreeValue | undefined]>([
    [text, 'aaaa'],
    [text, 'bb'],
    [text, undefined],
    [text, ''],
    [number, '-1.5'],
    [number, '100.00'],
    [number, '007'],
    [date, '2026-02-28'],
    [select, 'x'],
    [file, 'AAAA'],
    [file, 'AA=='],
    [box, false],
    [{ ...box, required: true }, true],
    [{ type: 'password', name: 'f', most: 3 }, ' x '],
  ])('%j takes %j', (field, value) => {
    expect(mistakeOf(field, value)).toBeNull();
  });

  it.each<[FieldBounds, TreeValue | undefined, string]>([
    [{ ...text, required: true }, undefined, 'missing'],
    [{ ...text, required: true }, '', 'missing'],
    [text, 'a', 'tooShort'],
    [text, 'aaaaa', 'tooLong'],
    [text, 'ab', 'shape'],
    [{ type: 'text', name: 'f', most: 9 }, 'a\u0000', 'shape'],
    [text, 7, 'shape'],
    [text, null, 'shape'],
    [text, ['aa'], 'shape'],
    [{ type: 'password', name: 'f', most: 3 }, 'aaaa', 'tooLong'],
    [number, '1e2', 'number'],
    [number, ' 1', 'number'],
    [number, '1.', 'number'],
    [number, '9'.repeat(99), 'number'],
    [number, '1.234', 'digits'],
    [number, '-1.51', 'tooSmall'],
    [number, '100.01', 'tooLarge'],
    [date, '2026-02-30', 'day'],
    [date, '2026-01-31', 'tooEarly'],
    [date, '2026-03-01', 'tooLate'],
    [select, 'y', 'choice'],
    [file, 'AAAAAAAA', 'file'],
    [file, 'AAA', 'file'],
    [file, '====', 'file'],
    [file, 'A=AA', 'file'],
    [box, undefined, 'choice'],
    [box, 'true', 'choice'],
    [{ ...box, required: true }, false, 'missing'],
  ])('%j refuses %j: %s', (field, value, problem) => {
    expect(mistakeOf(field, value)?.[0]).toBe(problem);
  });

  it('takes files up to its last byte', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 40 }),
        (bytes, most) => {
          const mistake = mistakeOf({ ...file, most }, Buffer.from(bytes).toString('base64'));
          expect(mistake === null).toBe(bytes.length <= most);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('compares decimals exactly', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const textOf = (value: number) => {
      const digits = String(Math.abs(value)).padStart(3, '0');
      return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
    };
    fc.assert(
      fc.property(cents, cents, (a, b) => void expect(isLess(textOf(a), textOf(b))).toBe(a < b)),
      { numRuns: runs(200) },
    );
  });
});
