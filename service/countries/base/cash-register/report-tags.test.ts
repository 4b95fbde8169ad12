import { expect, it } from 'vitest';
import { REPORT_WORDS as NORWEGIAN } from '../../no/report-words.ts';
import { REPORT_WORDS as SWEDISH } from '../../se/report-words.ts';
import { reportTags } from './report-tags.ts';
import { noSums } from './sums.ts';

it.each([
  ['Moms', SWEDISH],
  ['MVA', NORWEGIAN],
])('says the tax of a rate once, however many groups have it: %s', (word, words) => {
  const taxes: Record<string, [number, number]> = {
    'A 25': [1000, 200],
    'C 6': [1060, 60],
    'D 0': [500, 0],
    'F 6': [10000, 566],
    'X1 25': [125, 25],
    'Z 0': [100, 0],
    'B 12.5': [1125, 125],
  };
  const report = { kind: 'Z' as const, number: 1, sums: { ...noSums(), taxes } };
  const tags = reportTags({ ...report, grand: { sales: '0', returns: '0' } }, words);
  expect(
    tags.filter(({ Label }) => Label.startsWith(word)).map(({ Label, Value }) => [Label, Value]),
  ).toEqual([
    [`${word} 25 %`, '2,25'],
    [`${word} 6 %`, '6,26'],
    [`${word} 0 %`, '0,00'],
    [`${word} 12,5 %`, '1,25'],
  ]);
  const names = tags.map(({ Name }) => Name);
  expect(new Set(names).size).toBe(names.length);
});
