import { expect, it } from 'vitest';
import type { ReceiptList, ReceiptRow } from '../../../service/register/wire.ts';
import { withMore, withNews } from './with-news.ts';

const list = (first: number, last: number, continuation: string | null): ReceiptList => ({
  currency: 'EUR',
  receipts: Array.from({ length: first - last + 1 }, (_, at) => ({ sq: first - at }) as ReceiptRow),
  continuation,
});

it('keeps a list as long as it was made when a receipt comes', () => {
  const shown = list(200, 101, 'next');
  const found = withNews(shown, list(201, 152, 'other'));
  expect([found.receipts.map(({ sq }) => sq), found.continuation]).toEqual([
    list(201, 101, null).receipts.map(({ sq }) => sq),
    'next',
  ]);
});

it('begins anew where it has not grown, or where something lies between', () => {
  const fresh = list(400, 351, 'other');
  expect(withNews(null, fresh)).toBe(fresh);
  expect(withNews(list(200, 101, 'next'), fresh)).toBe(fresh);
  expect(withNews(list(3, 1, null), list(4, 1, null)).receipts).toHaveLength(4);
});

it('puts further receipts behind what is shown, with what came meanwhile', () => {
  const shown = list(200, 151, 'a');
  const found = withMore(withNews(shown, list(201, 152, 'a')), shown, list(150, 101, 'b'));
  expect([found?.receipts.at(0)?.sq, found?.receipts.length, found?.continuation]).toEqual([201, 101, 'b']);
});

it('puts them nowhere twice, and not behind another list', () => {
  const shown = list(200, 151, 'a');
  const more = list(150, 101, 'b');
  const once = withMore(shown, shown, more);
  expect(withMore(once, shown, more)).toBe(once);
  const other = list(40, 21, null);
  expect(withMore(other, shown, more)).toBe(other);
});
