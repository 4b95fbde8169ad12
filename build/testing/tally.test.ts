import { expect, test } from 'vitest';
import { duration, failure, report, roomOf, whySkipped } from './tally.ts';

test.each([
  [40, '0.0 s'],
  [4230, '4.2 s'],
  [59_940, '59.9 s'],
  [60_000, '1 min 00 s'],
  [185_400, '3 min 05 s'],
])('%d ms are %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test.each([
  ['service/http/find.test.ts', 'service/http'],
  ['service/journal/segments/copy.test.ts', 'service/journal'],
  ['service/countries/pt/saft/index.test.ts', 'service/countries/pt'],
  ['service/start.test.ts', 'service'],
])('%s is in the room %s', (file, room) => {
  expect(roomOf(file)).toBe(room);
});

test('tells parts, the twenty slowest files, the reasons of skips, what failed and the total', () => {
  const files = Array.from({ length: 21 }, (_, i) => ({
    file: `service/file-${i}.test.ts`,
    ms: 1000 * (i + 1),
    passed: 2,
    failures: i === 3 ? [failure('sums > add up', '\u001b[31mexpected 1\u001b[39m\nto be 2')] : [],
    skipped: i < 2 ? ['no PostgreSQL'] : i === 2 ? [whySkipped(undefined, 'service/file-2.test.ts')] : [],
  }));
  const text = report([{ name: 'unit', ms: 65_000, files, passed: false }], 70_000);
  expect(text).toContain('1 min 05 s  unit: 46 tests in 21 files');
  // Twenty slow ones, one that tells why it skips, one that failed.
  expect(text.match(/service\/file/g)).toHaveLength(22);
  expect(text.indexOf('file-20')).toBeLessThan(text.indexOf('file-19'));
  expect(text).not.toContain('file-0.test.ts');
  expect(text).toContain('2  no PostgreSQL');
  expect(text).toContain('1  service/file-2.test.ts tells why');
  expect(text).toContain(
    'Failed\n  service/file-3.test.ts > sums > add up\n      expected 1\n      to be 2\n',
  );
  expect(text).toContain('All of it took 1 min 10 s');
  expect(text.trimEnd().split('\n').at(-1)).toBe('42 passed, 1 failed, 3 skipped');
});

test('counts a runner that failed by itself, and none that failed with its tests or not at all', () => {
  const file = { file: 'a.test.ts', ms: 1, passed: 1, failures: [], skipped: [] };
  const part = { name: 'browser', ms: 1, files: [file] };
  const text = report([{ ...part, passed: false }], 1);
  expect(text).toContain('Failed\n  browser\n      an error outside of all tests, see further up\n');
  expect(text).toMatch(/^1 passed, 1 failed$/m);
  expect(report([{ ...part, passed: true }], 1)).toMatch(/^1 passed, 0 failed$/m);
  const failed = { ...file, failures: [failure('t', 'wrong')] };
  expect(report([{ ...part, files: [failed], passed: false }], 1)).toMatch(/^1 passed, 1 failed$/m);
});

test('tells a very long message in part', () => {
  expect(failure('t', 'x'.repeat(5000)).message.length).toBeLessThan(1600);
  expect(failure('t', undefined).message).toBe('it did not say why');
});
