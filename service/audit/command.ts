/** The command `npm run verify`: options in, report out. */
import type { Vault } from '../countries/contract.ts';
import { UnreadableJournalError } from '../journal/read-only.ts';
import { auditJournal } from './journal.ts';
import { UsageError } from '../command-line.ts';
import { EXIT, HELP, readAuditOptions } from './options.ts';
import { keysOf, namedKeys } from './public-keys.ts';
import { reportText } from './text.ts';

/** Where things are in a data root. */
export interface AuditPlaces {
  /** The journal of a data root. */
  journal(dataRoot: string): string;
  /** Its folder of public keys. */
  publicKeys(dataRoot: string): string;
  /** Its secrets, as far as they are there and can be read. */
  vault(dataRoot: string): Promise<Pick<Vault, 'get'>>;
}

/** The command's way to the outside. */
export interface Terminal {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown; isTTY?: boolean };
}

/** The line for progress is written anew at most this often. */
const PROGRESS_MS = 200;

/** Runs the command; returns its exit code. */
export async function verify(
  args: readonly string[],
  places: AuditPlaces,
  { stdout, stderr }: Terminal,
): Promise<number> {
  try {
    const options = readAuditOptions(args);
    if (options === 'help') {
      stdout.write(HELP);
      return EXIT.ok;
    }
    const { dataRoot, keys, rn, json } = options;
    const publicKeys = keys.length > 0 ? await namedKeys(keys) : await keysOf(places.publicKeys(dataRoot));
    const progress = progressLine(stderr);
    const vault = await places.vault(dataRoot);
    const report = await auditJournal(places.journal(dataRoot), {
      ...{ publicKeys, vault, rn },
      progress: progress.show,
    });
    progress.clear();
    stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report));
    return report.ok ? EXIT.ok : EXIT.findings;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof UnreadableJournalError)) throw error;
    stderr.write(`tillmark: ${error.message}\n`);
    return error instanceof UsageError ? EXIT.usage : EXIT.unreadable;
  }
}

/** One line that is written over; nothing when nobody looks. */
function progressLine(stderr: Terminal['stderr']) {
  let shown = -Infinity;
  return {
    show: (rn: string, records: number, total: number): void => {
      if (!stderr.isTTY || performance.now() - shown < PROGRESS_MS) return;
      shown = performance.now();
      stderr.write(`\r\x1b[K${rn}: ${records} of ${total}`);
    },
    clear: (): void => {
      if (shown > 0) stderr.write('\r\x1b[K');
    },
  };
}
