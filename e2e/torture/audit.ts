import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopInOrder } from './phase.ts';
import type { RunningService } from './service.ts';
import { type Tally, Violation } from './tally.ts';

const root = join(import.meta.dirname, '..', '..');

/** Behind a start the journal files are brought to what the database says; a busy machine takes its time. */
const filesAgreeWithinMs = 30_000;

/** What `npm run verify` finds; null when it finds nothing. */
async function findings(dataRoot: string): Promise<string | null> {
  const args = [join(root, 'service/verify.ts'), '--data-root', dataRoot];
  try {
    await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 });
    return null;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const lines = (stdout + stderr).split('\n').filter((line) => !line.includes(' ok: '));
    return lines.join('\n').slice(0, 3000);
  }
}

/** Waits until the journal files of a running service, which sells nothing now, say what the database says. */
async function filesAgree(dataRoot: string): Promise<void> {
  const began = performance.now();
  for (;;) {
    const found = await findings(dataRoot);
    if (found === null) return;
    if (performance.now() - began > filesAgreeWithinMs) throw new Violation(`the audit finds: ${found}`);
    await sleep(200);
  }
}

/**
 * Stops the service in order and looks at its data root: `npm run verify` must find nothing, and
 * the journal files must hold all records.
 * @param records number of records by register
 * @param startAgain files that a power cut damaged may need more time than the service had
 */
export async function stopAndAudit(
  service: RunningService,
  dataRoot: string,
  records: ReadonlyMap<string, number>,
  startAgain: () => Promise<RunningService>,
  tally: Tally,
): Promise<void> {
  await stopInOrder(service, tally);
  let found = await findings(dataRoot);
  if (found !== null) {
    const again = await startAgain();
    await filesAgree(dataRoot);
    await stopInOrder(again, tally);
    found = await findings(dataRoot);
  }
  if (found !== null) throw new Violation(`the audit finds: ${found}`);
  for (const [register, count] of records) checkFiles(join(dataRoot, 'rn', register, 'jou'), count, tally);
  tally.count('data roots audited');
}

/** Number of journal files that were kept aside, because they did not say what was registered. */
export function damagedFiles(dataRoot: string): number {
  const names = readdirSync(dataRoot, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.includes('.damaged-')).length;
}

function checkFiles(folder: string, records: number, tally: Tally): void {
  const names = readdirSync(folder).sort();
  const text = names
    .filter((name) => /\.jou(\.gz)?$/.test(name))
    .map((name) => readText(join(folder, name)))
    .join('');
  const lines = text.split('\n').slice(0, -1);
  for (const [index, line] of lines.entries()) {
    const { SQ } = JSON.parse(line) as { SQ: number };
    if (SQ !== index + 1) throw new Violation(`${folder}: line ${index + 1} is SQ ${SQ}`);
  }
  if (lines.length !== records)
    throw new Violation(`${folder} has ${lines.length} lines for ${records} records`);
  tally.count('lines of journal files read', lines.length);
  tally.count('archived segments', names.filter((name) => name.endsWith('.gz')).length);
}

function readText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}
