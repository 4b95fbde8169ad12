import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { readJson } from './json.ts';

it.each([
  ['{"Tra":{"ESR":{"PosA":[{"Amt":"1"},{"Amt":"1.00","Dsc":"a","Amt":"2.00"}]}}}', 'Tra.ESR.PosA[1].Amt'],
  ['{"T" : 1, "T"\n:\t2}', 'T'],
  ['{"a":":","b":"\\":","a":1}', 'a'],
  ['{"T":1,"\\u0054":2}', 'T'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
])('%s is refused with the name that is given twice', (text, path) => {
  expect(readJson(text)).toMatchObject({ issue: { code: '#DUPLICATE_NAME', path } });
});

it('texts with colons and quotes, and the same name in several objects, are taken', () => {
  for (const text of ['{"a":"b\\":c","d":":","e":" \\" : "}', '{"P":[{"A":1},{"A":2}],"A":{"A":{}}}', '{}'])
    expect(readJson(text), text).toEqual({ tree: JSON.parse(text) as unknown });
});

it('whatever JSON an object makes is taken', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(undefined, 1, '\t'),
      (value, space) => {
        expect(readJson(JSON.stringify(value, null, space))).toHaveProperty('tree');
      },
    ),
    { numRuns: runs(300) },
  );
});

it('is read in no time that a till would notice, however deep or long', () => {
  const began = performance.now();
  const depth = 300_000;
  expect(readJson(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toHaveProperty('tree');
  expect(readJson(`{"a":${':'.repeat(0)}"${':'.repeat(depth)}"}`)).toHaveProperty('tree');
  expect(readJson(`{"a"${' '.repeat(depth)}:1}`)).toHaveProperty('tree');
  expect(performance.now() - began).toBeLessThan(3000);
});
