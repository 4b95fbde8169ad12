import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonError, JsonEvents, type JsonEvent } from './json-events.ts';
import { runs } from '../../../testing/runs.ts';

/** The value that events tell of. */
function built(events: readonly JsonEvent[]): unknown {
  const stack: { value: unknown[] | [string, unknown][]; kind: string; key: string }[] = [];
  let result: unknown;
  const add = (value: unknown) => {
    const outer = stack.at(-1);
    if (!outer) result = value;
    else if (outer.kind === 'array') (outer.value as unknown[]).push(value);
    else (outer.value as [string, unknown][]).push([outer.key, value]);
  };
  for (const event of events) {
    if (event.type === 'begin') stack.push({ value: [], kind: event.kind, key: '' });
    else if (event.type === 'key') stack.at(-1)!.key = event.name;
    else if (event.type === 'value') add(event.value);
    else {
      const { value, kind } = stack.pop()!;
      add(kind === 'array' ? value : Object.fromEntries(value as [string, unknown][]));
    }
  }
  return result;
}

function read(text: string, cuts: readonly number[] = []): JsonEvent[] {
  const json = new JsonEvents();
  const places = [0, ...[...cuts].map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  const events = places.slice(1).flatMap((end, i) => json.push(text.slice(places[i], end)));
  return [...events, ...json.end()];
}

const cuts = () => fc.array(fc.nat(500), { maxLength: 20 });

describe('JSON read piece by piece', () => {
  it('is what it is in one piece, wherever it is cut', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.constantFrom(undefined, 2),
        cuts(),
        (compact, indent, where) => {
          const text = JSON.stringify(JSON.parse(compact), null, indent);
          expect(built(read(text, where))).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  it('is refused exactly when it is no JSON', () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"a"',
      '"',
      '\\',
      '1',
      '-',
      '0',
      '.5',
      'e3',
      'true',
      'null',
      'nul',
      ' ',
      '\n',
      '\u00a0',
      'x',
      '"\\u00e4"',
      '"\\x"',
      '"\t"',
      '\ufeff',
    );
    const text = fc.oneof(
      fc.array(token, { maxLength: 8 }).map((tokens) => tokens.join('')),
      fc
        .json({ maxDepth: 2 })
        .chain((json) =>
          fc.tuple(fc.nat(json.length), token).map(([at, t]) => json.slice(0, at) + t + json.slice(at)),
        ),
    );
    fc.assert(
      fc.property(text, cuts(), (candidate, where) => {
        let expected: unknown = JsonError;
        try {
          expected = JSON.parse(candidate);
        } catch {
          expect(() => read(candidate, where)).toThrow(JsonError);
          return;
        }
        expect(built(read(candidate, where))).toEqual(expected);
      }),
      { numRuns: runs(300) },
    );
  });

  it('has bounds', () => {
    expect(() => read('['.repeat(17))).toThrow('nested');
    const json = new JsonEvents();
    json.push(`["${'x'.repeat(90_000)}`);
    expect(() => json.push('x'.repeat(20_000))).toThrow(JsonError);
    expect(() => read('1'.repeat(200_000))).toThrow(JsonError);
  });

  it('keeps nothing that it has given', () => {
    const json = new JsonEvents();
    json.push('[');
    let count = 0;
    for (let i = 0; i < 1000; i++) count += json.push(`"${'x'.repeat(1000)}",`).length;
    expect(count).toBe(1000);
    expect(json.push('"end"]')).toStrictEqual([{ type: 'value', value: 'end' }, { type: 'end' }]);
    expect(json.end()).toStrictEqual([]);
  });
});
