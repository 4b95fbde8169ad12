/**
 * Looks whether the database file is still the one that was opened. A deleted or
 * replaced file stays open in this process: everything would seem to work, and
 * every receipt would be gone with the process.
 */
import fs from 'node:fs/promises';
import { OutageError } from '../register/outage.ts';

const LOOK_MS = 2000;

/** Calls back once when the file is gone or another one. Returns how to stop looking. */
export async function watchPresence(
  file: string,
  onLost: (outage: OutageError) => void,
): Promise<() => void> {
  const opened = await identity(file);
  const timer = setInterval(() => {
    void identity(file).then((found) => {
      // Where it cannot be looked at, reading and writing will say what is wrong.
      if (found === undefined || found === opened) return;
      clearInterval(timer);
      const what = found === null ? 'was deleted or moved away' : 'was replaced by another file';
      onLost(new OutageError('lost', `${file} ${what} while it was in use`));
    });
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** What tells files of one name apart; null when there is none, undefined when that is unknown. */
async function identity(file: string): Promise<string | null | undefined> {
  try {
    const { dev, ino } = await fs.stat(file, { bigint: true });
    return `${dev} ${ino}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : undefined;
  }
}
