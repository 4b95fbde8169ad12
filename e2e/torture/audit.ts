import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import { built } from '../../build/scripts/programs.ts';
import { stopInOrder } from './phase.ts';
import type { RunningService } from './service.ts';
import { type Tally, Violation } from './tally.ts';

/** Behind a start the journal files are brought to what the database says; a busy machine takes its time. */
const filesAgreeWithinMs = 30_000;

/** What `npm run verify` finds; null when it finds nothing. */
async function findings(dataRoot: string): Promise<string | null> {
  const args = [built('verify'), '--data-root', dataRoot];
  try {
    await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 });
    return null;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const lines = (stdout + stderr).split('\n').filter((line) => !line.includes(' ok: '));
    return lines.join('\n').slice(0, 3000);
  }
}

/**
 * Stops the service in order and looks at its data root: `npm run verify` must find nothing, and
 * the journal files must hold all records.
 * @param records number of records by register
 * @param startAgain files that lack something are written on by a service that has time for it
 */
export async function stopAndAudit(
  service: RunningService,
  dataRoot: string,
  records: ReadonlyMap<string, number>,
  startAgain: () => Promise<RunningService>,
  tally: Tally,
): Promise<void> {
  const wrong = async (): Promise<string | null> => {
    for (const [register, count] of records) {
      const found = linesMissing(join(dataRoot, 'rn', register, 'jou'), count);
      if (found !== null) return found;
    }
    return findings(dataRoot);
  };
  await stopInOrder(service, tally);
  if ((await wrong()) !== null) {
    tally.count('journal files written on behind the next start');
    const again = await startAgain();
    const began = performance.now();
    while ((await wrong()) !== null && performance.now() - began < filesAgreeWithinMs) await sleep(200);
    await stopInOrder(again, tally);
    const found = await wrong();
    if (found !== null) throw new Violation(`the audit finds: ${found}`);
  }
  for (const count of records.values()) tally.count('lines of journal files read', count);
  tally.count('data roots audited');
}

/** What is wrong with the lines of a register's journal files, null for nothing. */
function linesMissing(folder: string, records: number): string | null {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const text = names
    .filter((name) => /\.jou(\.gz)?$/.test(name))
    // A segment that was being archived lies there in both forms until the next cleaning.
    .filter((name) => !name.endsWith('.gz') || !names.includes(name.slice(0, -'.gz'.length)))
    .map((name) => readText(join(folder, name)))
    .join('');
  const lines = text.split('\n').slice(0, -1);
  const wrong = lines.findIndex((line, index) => !line.includes(`"SQ":${index + 1},`));
  if (wrong >= 0) return `${folder}: line ${wrong + 1} is ${lines[wrong]?.slice(0, 80)}`;
  // What a register writes by itself may have come behind the count.
  return lines.length >= records ? null : `${folder} has ${lines.length} lines for ${records} records`;
}

/** Number of journal files that were kept aside, because they did not say what was registered. */
export function damagedFiles(dataRoot: string): number {
  return named(dataRoot, (name) => name.includes('.damaged-'));
}

/** Number of segments of the journal that left the database. */
export function archivedSegments(dataRoot: string): number {
  return named(dataRoot, (name) => name.endsWith('.jou.gz'));
}

function named(dataRoot: string, fits: (name: string) => boolean): number {
  return readdirSync(dataRoot, { recursive: true, encoding: 'utf8' }).filter(fits).length;
}

function readText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}
