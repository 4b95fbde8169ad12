import { describe, expect, it } from 'vitest';
import { MOST_LINES, readLine, wantedLines, withLines } from './log-lines.ts';

const line = (number: number, level = 'info', text = 'x') =>
  readLine({ number, text: `2026-05-04T12:00:00.000Z ${level} ${text}` });

describe('lines of the log', () => {
  it('are read in their parts, whatever is in them', () => {
    expect(line(1, 'warn', 'disk: a\\nb')).toEqual({
      ...{ number: 1, at: Date.UTC(2026, 4, 4, 12), level: 'warn', text: 'disk: a\\nb' },
    });
    expect(readLine({ number: 2, text: 'something else' })).toMatchObject({
      at: null,
      text: 'something else',
    });
  });

  it('are kept as far as there is room, and begin anew with the service', () => {
    const many = Array.from({ length: MOST_LINES }, (_, i) => line(i + 1));
    const more = withLines(many, [line(MOST_LINES + 1)]);
    expect([more.length, more[0]!.number]).toEqual([MOST_LINES, 2]);
    expect(withLines(many, [line(1), line(2)]).map(({ number }) => number)).toEqual([1, 2]);
    expect(withLines(many, [])).toHaveLength(MOST_LINES);
  });

  it('are found by level and text', () => {
    const lines = [line(1, 'debug', 'a'), line(2, 'warn', 'Printer B'), line(3, 'error', 'c')];
    expect(wantedLines(lines, 'warn', '').map(({ number }) => number)).toEqual([2, 3]);
    expect(wantedLines(lines, 'debug', ' printer ').map(({ number }) => number)).toEqual([2]);
  });
});
