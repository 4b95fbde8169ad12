/** Files of what devices were told, a file a day: `Print_Log` and `Printer_Log` (doc 2). They hold receipts. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { localTime } from '../clock.ts';

/** Adds a printed text to the day's file ("print check file"). @param now ms since 1970 */
export function printCheck(folder: string, now: number, title: string, text: string): Promise<void> {
  return append(folder, 'print', now, (time) => `== ${time} ${title}\n${text.trimEnd()}\n\n`);
}

/** Adds a message to a printer, or its answer, to the day's file. @param now ms since 1970 */
export function printerTrace(folder: string, now: number, line: string): Promise<void> {
  return append(folder, 'printer', now, (time) => `${time} ${line.replace(/[\r\n]+/g, ' ')}\n`);
}

async function append(
  folder: string,
  name: string,
  now: number,
  text: (time: string) => string,
): Promise<void> {
  const time = localTime(now);
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  await fs.appendFile(path.join(folder, `${name}-${time.slice(0, 10)}.log`), text(time), { mode: 0o600 });
}
