/** `Print_Log` (doc 2: "creates a print check file"): what was printed, as text, a file a day. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { localTime } from '../clock.ts';

/** Adds a printed text to the day's file. @param now ms since 1970 */
export async function printCheck(folder: string, now: number, title: string, text: string): Promise<void> {
  const time = localTime(now);
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `print-${time.slice(0, 10)}.log`);
  await fs.appendFile(file, `== ${time} ${title}\n${text.trimEnd()}\n\n`, { mode: 0o600 });
}
