import { expect, it } from 'vitest';
import { RecentLines } from './recent.ts';

function filled(count: number): RecentLines {
  const recent = new RecentLines();
  for (let i = 1; i <= count; i++) recent.add(`line ${i}`);
  return recent;
}

it('tells each client what it has not seen', () => {
  const recent = filled(2);
  expect(recent.since('a')).toEqual(['line 1', 'line 2']);
  expect(recent.since('a')).toEqual([]);
  recent.add('line 3');
  expect(recent.since('b')).toEqual(['line 1', 'line 2', 'line 3']);
  expect(recent.since('a')).toEqual(['line 3']);
  expect(recent.since(undefined)).toHaveLength(3);
});

it('keeps the newest 1000 lines, and fewer when they are long', () => {
  const recent = filled(1500);
  expect(recent.since('a')[0]).toBe('line 501');
  for (let i = 0; i < 2000; i++) recent.add(`late ${i}`);
  expect(recent.since('a')).toHaveLength(1000);
  for (let i = 0; i < 20; i++) recent.add('x'.repeat(200_000));
  expect(recent.since('a')).toHaveLength(10);
});

it('forgets the clients that have not asked for longest', () => {
  const recent = filled(1);
  recent.since('till');
  for (let i = 0; i < 999; i++) recent.since(`flood ${i}`);
  expect(recent.since('till')).toEqual([]);
  for (let i = 0; i < 5000; i++) recent.since(`flood ${i}`);
  expect(recent.since('till')).toEqual(['line 1']);
});
