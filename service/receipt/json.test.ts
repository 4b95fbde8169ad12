import { describe, expect, it } from 'vitest';
import { readJson } from './json.ts';

function refused(text: string) {
  const result = readJson(text);
  expect(result).toHaveProperty('issue');
  return (result as Extract<typeof result, { issue: unknown }>).issue;
}

describe('a JSON body', () => {
  it('is read as it stands', () => {
    expect(readJson(' {"Tra":{"ESR":{"T":1.5,"Void":true,"PosA":[]}}}\n')).toStrictEqual({
      tree: { Tra: { ESR: { T: 1.5, Void: true, PosA: [] } } },
    });
  });

  it.each<[string, string, number, number]>([
    ['a decimal comma', '{\n  "Tra": {\n    "ESR": { "T": 12,50 }\n  }\n}', 3, 22],
    ['a missing value', '{"a":}', 1, 6],
    ['a missing value on a later line', '{"a": 1,\n "b": ,\n "c": 2}', 2, 7],
    ['a comma too many', '{"a":[1,2,]}', 1, 11],
    ['a name without quotes', '{\na:1}', 2, 1],
    ['a missing colon', '{"a" 1}', 1, 6],
    ['a wrong word', '{"a":true,\n"b":NaN}', 2, 5],
    ['a wrong word after its first letters', '{"a":trux}', 1, 9],
    ['a line break in a text', '{"a":"x\ny"}', 1, 8],
    ['a wrong escape', '{"a":"\\q"}', 1, 8],
    ['something after the end', '{"a":1}\nx', 2, 1],
    ['XML', '<Tra/>', 1, 1],
    ['a mistake far inside', `{"list":[${'"text",'.repeat(1000)}}`, 1, 7010],
  ])('with a mistake is refused with its place: %s', (_name, text, line, column) => {
    const issue = refused(text);
    expect(issue.code).toBe('#JSON');
    expect(issue.text).toMatch(new RegExp(`at line ${line}, column ${column}$`));
  });

  it.each(['', '{', '{"a":{"b":1}', '{"a":tr'])('that ends too early is refused as such: %j', (text) => {
    expect(refused(text).text).toMatch(/ends too early|at line 1, column \d+$/);
  });

  it.each(['[]', '"text"', '1', 'null', 'true'])('must be an object: %s', (text) => {
    expect(refused(text).code).toBe('#RECORD');
  });

  it('does not fall for a deep one', () => {
    expect(readJson('[['.repeat(200_000))).toHaveProperty('issue');
  });
});
