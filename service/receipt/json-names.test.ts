import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { runs } from '../testing/runs.ts';
import { readJson } from './json.ts';
import { namesMayRepeat } from './json-names.ts';

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

it('is read however deep or long it is', () => {
  const depth = 300_000;
  expect(readJson(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toHaveProperty('tree');
  expect(readJson(`{"a":"${':'.repeat(depth)}"}`)).toHaveProperty('tree');
  expect(readJson(`{"a"${' '.repeat(depth)}:1}`)).toHaveProperty('tree');
});

it('is looked at a few times a letter, however many colons stand behind blanks', () => {
  const steps = (text: string) => {
    const looked = vi.spyOn(String.prototype, 'charCodeAt');
    try {
      namesMayRepeat(text, {});
      return looked.mock.calls.length;
    } finally {
      looked.mockRestore();
    }
  };
  const length = 10_000;
  for (const text of [
    `{"a":"${':'.repeat(length)}"}`,
    `{"a"${' '.repeat(length)}:1}`,
    `"${': '.repeat(length)}"`,
  ])
    expect(steps(text)).toBeLessThan(2 * text.length);
});

it('has no names where the body is no object, so that nobody looks for them', () => {
  for (const text of [`"${'x'.repeat(10)}"`, '1', 'null', 'true'])
    expect(namesMayRepeat(text, JSON.parse(text))).toBe(false);
});
