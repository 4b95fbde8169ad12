/** The files of the process log in a period, for GET /backup/log. */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isProcessLog } from './files.ts';
import { walk } from './walk.ts';

/** A file and what is in it. */
export interface LogContent {
  name: string;
  content: AsyncIterable<Buffer>;
}

/** Lines begin with their time in UTC. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/;

/**
 * Files that were written between two moments (ms since 1970), whole. Logs of
 * registers hold receipts and are left out.
 */
export async function* logFiles(
  root: string,
  { from, till }: { from: number; till: number },
): AsyncGenerator<LogContent> {
  const folder = path.join(root, 'log');
  for await (const entry of walk(folder)) {
    if (!isProcessLog(entry) || entry.modified < from) continue;
    const flags = constants.O_RDONLY | ((constants.O_NOFOLLOW as number | undefined) ?? 0);
    // The next rotation may take it away.
    const file = await fs.open(path.join(folder, entry.path), flags).catch(() => null);
    if (!file) continue;
    try {
      const first = await beginOf(file);
      if (first !== null && first > till) continue;
      const { size } = await file.stat();
      if (size === 0) continue;
      yield {
        name: entry.path,
        content: file.createReadStream({ autoClose: false, start: 0, end: size - 1 }),
      };
    } finally {
      await file.close();
    }
  }
}

async function beginOf(file: fs.FileHandle): Promise<number | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(24), 0, 24, 0);
  const text = buffer.toString('latin1', 0, bytesRead);
  return TIME.test(text) ? Date.parse(text) : null;
}
