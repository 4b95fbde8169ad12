/** The database that a rebuilt one takes the place of: if it can be read, it knows what the files may lack. */
import { isUtf8 } from 'node:buffer';
import { JournalAudit } from '../audit/audit.ts';
import { UnreadableJournalError } from '../read-only.ts';
import { DamagedFileError } from '../segments/damaged.ts';
import { readLine } from '../segments/line.ts';
import type { PlacedLine } from '../segments/read.ts';

/** An old database that is whole. */
export interface OldDatabase {
  /** Last SQ by register. */
  registers: ReadonlyMap<string, number>;
  /** The line of a record; null when it is not in the database itself. */
  lineAt(rn: string, sq: number): Promise<string | null>;
  /**
   * The records behind a sequence number.
   * @throws DamagedFileError when one is missing or is none, UnreadableJournalError
   */
  linesBehind(rn: string, sq: number): AsyncGenerator<PlacedLine>;
  close(): Promise<void>;
}

/**
 * Opens it without changing anything; says why it cannot be read.
 * @param scratch folder for a copy, where one has to be made
 */
export async function openOldDatabase(
  file: string,
  scratch: string,
): Promise<{ old: OldDatabase } | { reason: string }> {
  try {
    const journal = await JournalAudit.open(file, scratch);
    try {
      return { old: await read(journal, file) };
    } catch (error) {
      await journal.close();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof UnreadableJournalError)) throw error;
    return { reason: error.problem };
  }
}

async function read(journal: JournalAudit, file: string): Promise<OldDatabase> {
  const registers = (await journal.registers()).filter(({ isUnfinished }) => !isUnfinished);
  const of = (rn: string) => registers.find((register) => register.rn === rn)!;
  const last = new Map<string, number>();
  for (const register of registers) last.set(register.rn, await journal.lastSq(register));
  return {
    registers: last,
    lineAt: async (rn, sq) => (await journal.lineAt(of(rn), sq))?.toString('utf8') ?? null,
    async *linesBehind(rn, sq) {
      let expected = sq + 1;
      for await (const { sq: at, line } of journal.behind(of(rn), sq)) {
        const place = `SQ ${at} of the old database`;
        const text = line && isUtf8(line) ? line.toString('utf8') : '';
        const read = readLine(text);
        if (read?.record.SQ !== expected || at !== expected || read.record.RN !== rn) {
          throw new DamagedFileError(
            `${place} is not the record behind SQ ${expected - 1} of register ${rn}: journal files are missing, or it was changed (without ${file} only the files would count)`,
          );
        }
        expected++;
        yield { ...read, text, place };
      }
    },
    // Nobody else may write to it.
    close: () => journal.close(),
  };
}
