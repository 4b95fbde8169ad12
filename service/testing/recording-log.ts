import type { Log } from '../log.ts';

/** A log that keeps warnings and errors, with what caused them. */
export function recordingLog(lines: string[]): Log {
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: (text) => void lines.push(text),
    error: (text, cause) => void lines.push(cause instanceof Error ? `${text}: ${cause.message}` : text),
    close: () => Promise.resolve(),
  };
}
