/**
 * Takes a failed commit out of SQLite's write-ahead log. A commit whose sync
 * failed is complete in the log all the same: the next start would take for
 * stored what was refused (https://www.sqlite.org/fileformat2.html#walformat).
 */
import fs from 'node:fs/promises';

const LOG_HEADER = 32;
const FRAME_HEADER = 24;
/** Where the log's header says how large pages are. */
const PAGE_SIZE_AT = 8;

/**
 * Ends the log behind the last commit that counts.
 * @param database the database file; the log is beside it
 * @param frames how many frames of the log count
 * @throws errors of the file system
 */
export async function cutLog(database: string, frames: () => Promise<number>): Promise<void> {
  const handle = await fs.open(`${database}-wal`, 'r+');
  try {
    const header = Buffer.alloc(LOG_HEADER);
    const { bytesRead } = await handle.read(header, 0, LOG_HEADER, 0);
    // A log without a whole header is not read by anybody.
    if (bytesRead < LOG_HEADER) return;
    const size = LOG_HEADER + (await frames()) * (FRAME_HEADER + header.readUInt32BE(PAGE_SIZE_AT));
    const { size: now } = await handle.stat();
    if (now > size) await handle.truncate(size);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
