/** The process log: console, a rotating file under `log/`, and the newest lines in memory. Never receipts, never secrets. */
import path from 'node:path';
import winston from 'winston';
import { causeText } from './log/cause.ts';
import { LineFile } from './log/line-file.ts';
import { LineMaker, type LogAttributes } from './log/line.ts';
import { RecentLines } from './log/recent.ts';
import type { NumberedLine } from './log/wire.ts';

/** What rooms may do with the log. */
export interface Log {
  /** Details that are kept only with the profile attribute `Log_debug`. */
  debug(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  error(text: string, cause?: unknown): void;
  /** Resolves when everything is written. */
  close(): Promise<void>;
}

/** The log of a running service. */
export interface ServiceLog extends Log {
  /** Follows the profile attributes `Log_length`, `Log_remove` and `Log_debug` from now on. */
  follow(attributes: () => LogAttributes): void;
  /** Lines that the client with this instance id has not seen yet; without one the newest. */
  recent(iid: string | undefined): string[];
  /** The newest lines, and word of each that comes. */
  readonly tail: LogTail;
}

/** The newest lines, as whoever follows the log reads them. */
export interface LogTail {
  /** Number of the newest line. */
  readonly last: number;
  /** Lines behind a number, oldest first. */
  after(number: number): NumberedLine[];
  /**
   * Tells of each new line.
   * @returns ends that
   */
  onLine(listener: () => void): () => void;
}

/** Name of the file in `log/` that is being written; older ones carry a number. */
export const LOG_FILE = 'service.log';

const MAX_FILE_BYTES = 5_000_000;
const MAX_FILES = 10;

/** Log of a running service. The console gets warnings and errors, the file everything. */
export function fileLog(folder: string): ServiceLog {
  const file = new LineFile(path.join(folder, LOG_FILE), { bytes: MAX_FILE_BYTES, files: MAX_FILES });
  const logger = winston.createLogger({
    level: 'debug',
    // Lines come finished, so that console, file and memory say the same.
    format: winston.format.printf(({ message }) => message as string),
    transports: [
      new winston.transports.Console({ level: 'warn', stderrLevels: ['warn', 'error'] }),
      // Winston's own file takes no lines any more after the first that could not be written.
      new winston.transports.Stream({ stream: file, eol: '\n' }),
    ],
  });
  const recent = new RecentLines();
  const listeners = new Set<() => void>();
  let closed = false;
  const write = (level: 'debug' | 'info' | 'warn' | 'error', text: string) => {
    const line = `${new Date().toISOString()} ${level} ${lines.make(text)}`;
    recent.add(line);
    if (!closed) logger.log(level, line);
    for (const tell of listeners) tell();
  };
  const lines = new LineMaker((text) => write('warn', text));
  return {
    debug: (text) => {
      if (lines.debug) write('debug', text);
    },
    info: (text) => write('info', text),
    warn: (text) => write('warn', text),
    error: (text, cause) => write('error', cause === undefined ? text : `${text}: ${causeText(cause)}`),
    follow: (attributes) => lines.follow(attributes),
    recent: (iid) => recent.since(iid),
    tail: {
      get last() {
        return recent.last;
      },
      after: (number) => recent.after(number),
      onLine(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    close: () =>
      new Promise((resolve) => {
        closed = true;
        logger.on('finish', () => file.end(resolve));
        logger.end();
      }),
  };
}

/** Log that says nothing, for tests. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  close: () => Promise.resolve(),
};
