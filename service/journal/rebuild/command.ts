/** The command `npm run rebuild`: options in, report out. */
import type { Cfg } from '../../receipt/cfg.ts';
import fs from 'node:fs/promises';
import path from 'node:path';
import { journalUrl, parseOptions, UsageError } from '../../command-line.ts';
import { InterruptedError, Interruption, type Terminal } from '../../interruption.ts';
import { Progress } from '../../progress.ts';
import { rebuildOnPostgres } from '../postgres/rebuild.ts';
import { databaseName } from '../postgres/snapshot.ts';
import { rebuild, type Rebuilt } from './rebuild.ts';
import { DamagedFileError } from '../segments/damaged.ts';

/** A data root that nobody else may use until it is released. */
export interface LockedDataRoot {
  journalFile: string;
  release(): Promise<void>;
}

/** What the command gets from outside. */
export interface RebuildPlaces {
  /** @throws UnusableError */
  lock(dataRoot: string): Promise<LockedDataRoot>;
  /** Folder of all registers. */
  registers(dataRoot: string): string;
  digitsOf: (cfg: Cfg) => number;
  /** Address of a journal on PostgreSQL; undefined where none is named. */
  journalUrl?: string | undefined;
}

/** The data root cannot be rebuilt now; the message says why, in one line. */
export class UnusableError extends Error {}

/** Exit codes, like those of the audit. */
export const EXIT = { ok: 0, damaged: 1, usage: 2, unusable: 3, interrupted: 130 } as const;

/** Text of `--help`. */
const HELP = `Usage: npm run rebuild -- --data-root DIR

Makes journal.db anew from the journal files (rn/<register>/jou/*.jou and
*.jou.gz). The service must not be running. What the old database has and the
files do not have yet is taken from there, if it can be read. It is kept beside
the new one. When files are missing or damaged, nothing is changed.

  --data-root DIR   folder with the folder rn
  --postgres        fill the empty database at the address in TILLMARK_JOURNAL_URL
                    instead, with the journal files of the instance that served
                    last; no instance may be running
  --help            this text

Exit codes: 0 rebuilt, 1 journal files are missing or damaged, 2 wrong option,
3 the data root cannot be used, another Tillmark uses it, or the disk is full,
130 interrupted.
`;

/** Runs the command; returns its exit code. */
export async function rebuildCommand(
  args: readonly string[],
  places: RebuildPlaces,
  terminal: Terminal,
): Promise<number> {
  const { stdout, stderr } = terminal;
  const values = read(args);
  if (values === 'help') {
    stdout.write(HELP);
    return EXIT.ok;
  }
  const fail = (text: string, code: number) => {
    stderr.write(`tillmark: ${text}\n`);
    return code;
  };
  if ('usage' in values) return fail(values.usage, EXIT.usage);
  const { dataRoot } = values;
  const registers = places.registers(dataRoot);
  const shown = new Progress(stderr);
  const interruption = new Interruption(terminal);
  try {
    // Locking would create what is missing.
    await fs.access(registers).catch(() => {
      throw new UnusableError(`${registers} does not exist`);
    });
    const locked = await places.lock(dataRoot);
    const { journalFile } = locked;
    try {
      const { digitsOf } = places;
      const progress = (folder: string, records: number, total: number) => {
        interruption.check();
        shown.show(path.basename(path.dirname(folder)), records, total);
      };
      const url = values.isPostgres ? journalUrl(places.journalUrl) : null;
      const rebuilt = await (url === null
        ? rebuild({ journalFile, registers, digitsOf, progress })
        : rebuildOnPostgres(url, { registers, digitsOf, progress }));
      shown.clear();
      stdout.write(report(rebuilt, url === null ? journalFile : databaseName(url)));
      return EXIT.ok;
    } finally {
      await locked.release();
    }
  } catch (error) {
    shown.clear();
    if (error instanceof InterruptedError)
      return fail('stopped before the end; nothing was changed', EXIT.interrupted);
    if (error instanceof DamagedFileError) return fail(`${error.message}; nothing was changed`, EXIT.damaged);
    if (error instanceof UsageError) return fail(error.message, EXIT.usage);
    if (error instanceof UnusableError) return fail(error.message, EXIT.unusable);
    // Of the system or the database: a full disk, missing rights.
    const { code, message } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string') throw error;
    return fail(`the database was not made anew: ${message}`, EXIT.unusable);
  } finally {
    interruption.end();
  }
}

function read(
  args: readonly string[],
): { dataRoot: string; isPostgres: boolean } | { usage: string } | 'help' {
  try {
    const values = parseOptions(args, {
      'data-root': { type: 'string' },
      postgres: { type: 'boolean' },
      help: { type: 'boolean' },
    });
    if (values.help) return 'help';
    const dataRoot = values['data-root'];
    if (!dataRoot) return { usage: '--data-root is missing; see --help' };
    return { dataRoot: path.resolve(dataRoot), isPostgres: values.postgres ?? false };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { usage: error.message };
  }
}

function report({ registers, kept, missing }: Rebuilt, journalFile: string): string {
  const lines: string[] = [];
  for (const { rn, records, lastAt, lastFN, fromOld, leftOut } of registers) {
    const number = lastFN === null ? '' : `, fiscal number ${lastFN}`;
    lines.push(`Register ${rn}: ${records} records, the last one of ${lastAt}${number}`);
    if (fromOld > 0) lines.push(`  the last ${fromOld} of them were in the old database alone`);
    lines.push(...leftOut.map((text) => `  left out: ${text}`));
  }
  lines.push(`OK: ${journalFile} has ${registers.length} register${registers.length === 1 ? '' : 's'}`);
  if (kept !== null) lines.push(`The old database is ${kept}`);
  if (missing.proven) {
    lines.push('No record is missing: the old database ends with the same ones.');
  } else {
    lines.push(
      `The last receipts before the failure may be missing: ${missing.reason}.`,
      'Compare the last numbers above with the last printed receipts. At its next start Tillmark begins new',
      'series where the law has them (Portugal); elsewhere a number may be given a second time.',
    );
  }
  return `${lines.join('\n')}\n`;
}
