import type { NumberedLine } from '../../../service/log/wire.ts';

/** Lines that are kept on the page: a screen that is left open over night must not fill the memory. */
export const MOST_LINES = 2000;

/** Levels of a log, the gravest first; each shows those before it. */
export const LEVELS = ['error', 'warn', 'info', 'debug'] as const;

/** See {@link LEVELS}. */
export type Level = (typeof LEVELS)[number];

/** A line in its parts. */
export interface LogLine {
  number: number;
  /** Milliseconds since 1970; null where the line has no time. */
  at: number | null;
  level: Level;
  text: string;
}

const LINE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (error|warn|info|debug) (.*)$/s;

/** A line as the log has it, in its parts. */
export function readLine({ number, text }: NumberedLine): LogLine {
  const m = LINE.exec(text);
  if (m === null) return { number, at: null, level: 'info', text };
  return { number, at: Date.parse(m[1]!), level: m[2] as Level, text: m[3]! };
}

/** Lines with those that came since, as many as are kept. */
export function withLines(before: readonly LogLine[], more: readonly LogLine[]): readonly LogLine[] {
  const last = before.at(-1)?.number ?? 0;
  // The service was started again: its count begins anew.
  if (more.length > 0 && more[0]!.number <= last) return more.slice(-MOST_LINES);
  return [...before, ...more].slice(-MOST_LINES);
}

/** Lines of a level and of graver ones with a text anywhere in them. */
export function wantedLines(lines: readonly LogLine[], level: Level, text: string): LogLine[] {
  const sought = text.trim().toLowerCase();
  const least = LEVELS.indexOf(level);
  return lines.filter(
    (line) =>
      LEVELS.indexOf(line.level) <= least && (sought === '' || line.text.toLowerCase().includes(sought)),
  );
}
