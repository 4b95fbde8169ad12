import { describe, expect, it } from 'vitest';
import type { PageAction } from '../contract/described-page/fields.ts';
import type { DescribedPage, PagePart } from '../contract/described-page/page.ts';
import { words } from '../contract/described-page/words.ts';
import { pageFaults, type PageTexts } from './page-faults.ts';

const texts: PageTexts = {
  en: new Map([
    ['x', 'x'],
    ['named', 'It is {{name}}'],
    ['some_one', 'one'],
    ['some_other', '{{count}}'],
  ]),
};
const x = words('x');
const pageOf = (...parts: PagePart[]): DescribedPage => ({ sections: [{ name: 'only', heading: x, parts }] });
const action = (more: Partial<PageAction> = {}): PageAction => ({ action: 'do', label: x, done: x, ...more });
const actions = (...all: PageAction[]): PagePart => ({ kind: 'actions', actions: all });
const table = (cells: number, rowAction: PageAction): PagePart => ({
  kind: 'table',
  caption: x,
  columns: [x, x],
  empty: x,
  rows: [{ id: '1', cells: Array.from({ length: cells }, () => ({ value: 'v' })), actions: [rowAction] }],
});
const value = (fact: Extract<PagePart, { kind: 'facts' }>['facts'][number]['value']): PagePart => ({
  kind: 'facts',
  facts: [{ label: x, value: fact }],
});

describe('faults of a page', () => {
  it('are none where all is well', () => {
    const page = pageOf(
      value(words('named', { name: 'N' })),
      value(words('some', { count: 3 })),
      value({ day: '2026-02-28' }),
      table(2, action({ action: 'remove', of: x, fixed: { id: '1' } })),
      actions(action(), action({ action: 'other', confirm: { heading: x, consequences: [x], submit: x } })),
    );
    expect(pageFaults(page, texts)).toEqual([]);
  });

  it.each<[string, DescribedPage, string]>([
    ['a text that is missing', pageOf(value(words('y'))), 'en: no text y'],
    ['a value that is missing', pageOf(value(words('named'))), 'en: named needs {{name}}'],
    ['a plural without a count', pageOf(value(words('some'))), 'en: no text some'],
    ['a day that does not exist', pageOf(value({ day: '2026-02-30' })), 'day 2026-02-30'],
    [
      'a time with an offset',
      pageOf(value({ time: '2026-02-28T10:00:00+01:00' })),
      'time 2026-02-28T10:00:00+01:00',
    ],
    ['an amount with a comma', pageOf(value({ amount: '1,00', currency: 'EUR' })), 'amount 1,00'],
    ['a row that lacks a cell', pageOf(table(1, action({ of: x }))), 'row 1 has not a cell for each column'],
    [
      'a button in a row that does not say of what',
      pageOf(table(2, action())),
      'do in a row does not say of what',
    ],
    [
      'one action with other fields',
      pageOf(actions(action(), action({ fields: [{ type: 'password', name: 'p', label: x, most: 9 }] }))),
      'do [] is offered with other fields, too',
    ],
    [
      'a pattern without words',
      pageOf(actions(action({ fields: [{ type: 'text', name: 'f', label: x, most: 9, pattern: 'a' }] }))),
      'do: f has a pattern and no rule in words',
    ],
    [
      'a value that is out of bounds',
      pageOf(
        actions(
          action({ fields: [{ type: 'number', name: 'f', label: x, digits: 0, most: '5', value: '7' }] }),
        ),
      ),
      'do: f begins with a value that is more than 5',
    ],
    [
      'files that no body can carry',
      pageOf(
        actions(
          action({
            fields: ['a', 'b'].map((name) => ({ type: 'file', name, label: x, accept: '', most: 100_000 })),
          }),
        ),
      ),
      'do: files may have 200000 bytes together',
    ],
    [
      'a confirmation that says nothing',
      pageOf(actions(action({ confirm: { heading: x, consequences: [], submit: x } }))),
      'do does not say what it means',
    ],
  ])('are found: %s', (_what, page, fault) => {
    expect(pageFaults(page, texts)).toEqual([fault]);
  });

  it('are found: two sections of one name', () => {
    const section = pageOf().sections[0]!;
    expect(pageFaults({ sections: [section, section] }, texts)).toEqual(['section only twice']);
  });
});
