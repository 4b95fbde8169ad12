/** The process log: console and a rotating file under `log/`. Never receipts, never secrets. */
import path from 'node:path';
import winston from 'winston';

/** What rooms may do with the log. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
  error(text: string, cause?: unknown): void;
  /** Resolves when everything is written. */
  close(): Promise<void>;
}

const MAX_FILE_BYTES = 5_000_000;
const MAX_FILES = 10;

function wrap(logger: winston.Logger): Log {
  return {
    info: (text) => void logger.info(text),
    warn: (text) => void logger.warn(text),
    error: (text, cause) =>
      void logger.error(cause instanceof Error ? `${text}: ${cause.stack ?? cause.message}` : text),
    close: () =>
      new Promise((resolve) => {
        logger.on('finish', () => resolve());
        logger.end();
      }),
  };
}

/** Log of a running service. The console gets warnings and errors, the file everything. */
export function fileLog(folder: string): Log {
  const line = winston.format.printf(
    ({ timestamp, level, message }) => `${String(timestamp)} ${level} ${String(message)}`,
  );
  const format = winston.format.combine(winston.format.timestamp(), line);
  return wrap(
    winston.createLogger({
      format,
      transports: [
        new winston.transports.Console({ level: 'warn', stderrLevels: ['warn', 'error'] }),
        new winston.transports.File({
          filename: path.join(folder, 'service.log'),
          maxsize: MAX_FILE_BYTES,
          maxFiles: MAX_FILES,
          tailable: true,
        }),
      ],
    }),
  );
}

/** Log that says nothing, for tests. */
export const silentLog: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  close: () => Promise.resolve(),
};
