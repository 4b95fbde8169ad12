import { expect, it } from 'vitest';
import type { ReceiptList, ReceiptRow } from '../../../service/register/wire.ts';
import { withNews } from './with-news.ts';

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
