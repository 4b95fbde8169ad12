import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Port } from '../ports/contract.ts';
import { ScanReader } from './hid-pos.ts';
import { watchScanner } from './watch.ts';

function report(text: string | Uint8Array, { more = 0, aim = ']E0', length = text.length } = {}): Uint8Array {
  const bytes = Buffer.alloc(64);
  bytes.set([2, length]);
  bytes.write(aim, 2, 'latin1');
  bytes.set(Buffer.from(text).subarray(0, 56), 5);
  bytes[63] = more;
  return bytes;
}

it.each([
  ['one report', [report('4006381333931')], [{ text: '4006381333931', aim: ']E0' }]],
  [
    'several reports',
    [report('a'.repeat(56), { more: 1 }), report('b', { aim: ']Q1' })],
    [{ text: `${'a'.repeat(56)}b`, aim: ']Q1' }],
  ],
  ['no identifier', [report('x', { aim: '\0\0\0' })], [{ text: 'x', aim: '' }]],
  ['control characters', [report('01\u001D10\r')], [{ text: '01␝10␍', aim: ']E0' }]],
  ['bytes that are no UTF-8', [report(Uint8Array.of(0xe4, 0x62))], [{ text: 'äb', aim: ']E0' }]],
  ['an empty report', [report('')], []],
  ['a length that cannot be', [report('x', { length: 57 })], []],
  ['another report', [Uint8Array.of(1, 2, 3)], []],
])('reads %s', (_, reports, scans) => {
  const reader = new ScanReader();
  expect(reports.flatMap((one) => reader.push(one))).toEqual(scans);
});

it('forgets a code that never ends', () => {
  const reader = new ScanReader();
  for (let i = 0; i < 200; i += 1) expect(reader.push(report('a'.repeat(56), { more: 1 }))).toEqual([]);
  // The end of what was forgotten may come as a code of its own; the next one is whole.
  reader.push(report('rest'));
  expect(reader.push(report('next'))).toEqual([{ text: 'next', aim: ']E0' }]);
});

it('reads whatever comes', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 60, maxLength: 70 }), { maxLength: 5 }), (reports) => {
      const reader = new ScanReader();
      for (const { text } of reports.flatMap((one) => reader.push(one))) expect(text).not.toMatch(/\p{Cc}/u);
    }),
  );
});

it('keeps the last codes, the newest first', async () => {
  let hear: (bytes: Uint8Array) => void = () => undefined;
  const port = { receive: (listener: typeof hear) => void (hear = listener), ended: Promise.resolve(null) };
  let told = 0;
  const watch = await watchScanner(
    () => Promise.resolve(port as unknown as Port),
    () => (told += 1),
    new AbortController().signal,
  );
  for (let i = 1; i <= 12; i += 1) hear(report(`code ${i}`));
  expect(told).toBe(12);
  expect(watch.scans.map(({ text }) => text).slice(0, 2)).toEqual(['code 12', 'code 11']);
  expect(watch.scans).toHaveLength(10);
});
