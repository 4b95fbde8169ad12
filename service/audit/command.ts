/** The command `npm run verify`: options in, report out. */
import path from 'node:path';
import type { Vault } from '../countries/contract/services.ts';
import { UnreadableJournalError } from '../journal/read-only.ts';
import { ArchiveCopy } from './archive-copy.ts';
import { fetchArchive } from './download.ts';
import { checkExport, exportCheckText, readExportCheck } from './export-check.ts';
import { auditJournal } from './journal.ts';
import type { FoundMark } from './mark.ts';
import { journalUrl, UsageError } from '../command-line.ts';
import { InterruptedError, Interruption, type Terminal } from '../interruption.ts';
import { Progress } from '../progress.ts';
import { EXIT, HELP, readAuditOptions } from './options.ts';
import { keysOf, namedKeys } from './public-keys.ts';
import { reportText } from './text.ts';
import { UnreadableExportError, verifyTse } from './tse.ts';
import { tseReportText } from '../tse-export/text.ts';

/** Where things are in a data root. */
export interface AuditPlaces {
  /** The journal of a data root; `rn` beside it holds the journal files. */
  journal(dataRoot: string): string;
  /** Address of a journal on PostgreSQL; undefined where none is named. */
  journalUrl?: string | undefined;
  /** Its folder of public keys. */
  publicKeys(dataRoot: string): string;
  /** Its secrets, as far as they are there and can be read. */
  vault(dataRoot: string): Promise<Pick<Vault, 'get'>>;
  /**
   * Its mark, null where there is none; missing where nobody looks for marks.
   * @param stateDir folder of the marks; undefined: where the service keeps them
   */
  mark?: (dataRoot: string, stateDir: string | undefined) => Promise<FoundMark | null>;
  /** A program that calls `auditThread` with its {@link AuditPlaces.vault}; missing where all is done on one thread. */
  threadProgram?: URL;
  /** API key of the portal, for archives that are downloaded. */
  apiKey?: string | undefined;
}

/** Runs the command; returns its exit code. */
export async function verify(
  args: readonly string[],
  places: AuditPlaces,
  terminal: Terminal,
): Promise<number> {
  const { stdout, stderr } = terminal;
  const progress = new Progress(stderr);
  const interruption = new Interruption(terminal);
  try {
    const asked = readExportCheck(args);
    if (asked) {
      const report = await checkExport(asked);
      stdout.write(asked.json ? `${JSON.stringify(report, null, 2)}\n` : exportCheckText(asked, report));
      return report.findings.length === 0 ? EXIT.ok : EXIT.findings;
    }
    const options = readAuditOptions(args);
    if (options === 'help') {
      stdout.write(HELP);
      return EXIT.ok;
    }
    if ('tse' in options) {
      const report = await verifyTse(options, (text) => {
        interruption.check();
        progress.say(text);
      });
      progress.clear();
      stdout.write(
        options.json ? `${JSON.stringify(report, null, 2)}\n` : tseReportText(options.tse, report),
      );
      return report.ok ? EXIT.ok : EXIT.findings;
    }
    const { dataRoot, keys, rn, json, stateDir, threads: wanted } = options;
    const { threadProgram: program } = places;
    const publicKeys = keys.length > 0 ? await namedKeys(keys) : await keysOf(places.publicKeys(dataRoot));
    const vault = await places.vault(dataRoot);
    // Before the journal is opened, which may be going on.
    const mark = (await places.mark?.(dataRoot, stateDir)) ?? null;
    const place = options.postgres
      ? {
          url: journalUrl(places.journalUrl),
          registers: path.join(path.dirname(places.journal(dataRoot)), 'rn'),
        }
      : places.journal(dataRoot);
    const report = await withArchive(options.archive, places.apiKey, (archive) =>
      auditJournal(place, {
        ...{ publicKeys, vault, rn, mark },
        ...(archive && { archive }),
        ...(program && { threads: { program, dataRoot, wanted } }),
        progress(rn, records, total) {
          interruption.check();
          progress.show(rn, records, total);
        },
      }),
    );
    progress.clear();
    stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report));
    return report.ok ? EXIT.ok : EXIT.findings;
  } catch (error) {
    progress.clear();
    if (error instanceof InterruptedError) {
      stderr.write('tillmark: stopped before the end; nothing is known of the rest\n');
      return EXIT.interrupted;
    }
    if (!(
      error instanceof UsageError ||
      error instanceof UnreadableJournalError ||
      error instanceof UnreadableExportError
    ))
      throw error;
    stderr.write(`tillmark: ${error.message}\n`);
    return error instanceof UsageError ? EXIT.usage : EXIT.unreadable;
  } finally {
    interruption.end();
  }
}

async function withArchive<T>(
  place: string | undefined,
  key: string | undefined,
  work: (archive: ArchiveCopy | null) => Promise<T>,
): Promise<T> {
  if (place === undefined) return work(null);
  const fetched = await fetchArchive(place, key);
  try {
    const archive = await ArchiveCopy.open(fetched.file);
    return await work(archive).finally(() => archive.close());
  } finally {
    await fetched.remove();
  }
}
