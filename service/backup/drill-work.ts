/**
 * The work of a restore drill: backups are restored into a scratch folder, as a real restore would, and what came of
 * it is audited as `npm run verify` does. Runs in a process of its own (drill-process.ts), far from the register.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { auditJournal } from '../audit/journal.ts';
import type { Report } from '../audit/report.ts';
import { Journal } from '../journal/journal.ts';
import { UnreadableJournalError } from '../journal/read-only.ts';
import { lineOf, type Entry } from '../journal/row.ts';
import { openStore } from '../journal/store.ts';
import { serialOf } from '../settings/keys.ts';
import { BackupError } from './backup-error.ts';
import { findChain, type Chain } from './chain.ts';
import { entriesOf } from './chain-entries.ts';
import { FiguresOf } from './figures.ts';
import { readPublicKey } from './trust.ts';
import type { DrillProgress, Figures } from './wire.ts';

/** What the process is asked for. */
export interface DrillOrder {
  rn: string;
  /** Where the backups are. */
  place: string;
  /** An empty folder, removed by who asks. */
  scratch: string;
  /** Public keys that receipts may be signed with, PEM by file name. */
  keys: [name: string, pem: string][];
}

/** What it answers. */
export type DrillMessage =
  | { type: 'progress'; progress: Omit<DrillProgress, 'rn'> }
  | ({ type: 'done' } & DrillFound)
  | { type: 'failed'; reason: string };

/** What was found in the backups. */
export interface DrillFound {
  figures: Figures;
  findings: string[];
  findingCount: number;
  archives: number;
  /** Public keys that signed archives, one for each archive; null for one that is not signed. */
  signers: (string | null)[];
}

/** What a scratch journal takes, in times of the bytes of the lines. */
const TIMES_ON_DISK = 3;
/** Room that the register keeps for its sales meanwhile, bytes. */
const LEFT_FREE = 200_000_000;
const MOST_FINDINGS = 20;

/**
 * Does it.
 * @throws BackupError, UnreadableJournalError for what is wrong with the backups
 */
export async function drill(
  { rn, place, scratch, keys }: DrillOrder,
  tell: (progress: Omit<DrillProgress, 'rn'>) => void,
): Promise<DrillFound> {
  const chain = await findChain(rn, place);
  await checkRoom(chain, scratch);
  const figures = new FiguresOf();
  const file = path.join(scratch, 'journal.db');
  const store = await openStore(file, () => false);
  try {
    const journal = new Journal(store, path.join(scratch, 'rn'));
    await journal.restore(rn, counted(chain, figures, tell));
    await journal.idle();
  } finally {
    await store.close();
  }
  const report = await auditJournal(file, {
    ...{ publicKeys: keysFor(chain, keys), rn, mark: null },
    progress: (_rn, records, total) => tell({ step: 'checking', records, total }),
  });
  const findings = findingsOf(report);
  return {
    figures: figures.end(),
    findings: findings.texts.slice(0, MOST_FINDINGS),
    findingCount: findings.count,
    archives: chain.backups.length,
    signers: chain.backups.map(({ manifest }) => manifest.signer ?? null),
  };
}

/** What a failure is called where it is told; null for a defect of ours. */
export function reasonOf(error: unknown): string | null {
  if (error instanceof BackupError) return error.message;
  return error instanceof UnreadableJournalError ? error.problem : null;
}

async function* counted(
  chain: Chain,
  figures: FiguresOf,
  tell: (progress: Omit<DrillProgress, 'rn'>) => void,
): AsyncGenerator<Entry[]> {
  let records = 0;
  for await (const page of entriesOf(chain)) {
    yield page;
    for (const { record, changes } of page) figures.take(record, lineOf(record, changes));
    records += page.length;
    tell({ step: 'reading', records, total: chain.records });
  }
}

async function checkRoom({ bytes }: Chain, scratch: string): Promise<void> {
  const { bavail, bsize } = await fs.statfs(scratch);
  const [needed, free] = [bytes * TIMES_ON_DISK + LEFT_FREE, bavail * bsize];
  if (needed <= free) return;
  const megabytes = (n: number) => `${Math.ceil(n / 1_000_000)} MB`;
  throw new BackupError(`the disk has ${megabytes(free)} left, and a drill needs ${megabytes(needed)}`);
}

/** Keys of this installation, and those that travel with the backups. */
function keysFor(chain: Chain, own: DrillOrder['keys']): Map<string, string> {
  const keys = new Map(own);
  for (const text of chain.backups.flatMap(({ manifest }) => manifest.receiptKeys ?? [])) {
    const key = readPublicKey(text);
    if (key) keys.set(`${serialOf(key)}.pem`, key.export({ type: 'spki', format: 'pem' }).toString());
  }
  return keys;
}

function findingsOf({ registers, database }: Report): { texts: string[]; count: number } {
  const texts = registers.flatMap(({ findings }) =>
    findings.map(({ sq, text }) => (sq > 0 ? `SQ ${sq}: ${text}` : text)),
  );
  const count = registers.reduce((sum, { findingCount }) => sum + findingCount, 0) + database.length;
  return { texts: [...database, ...texts], count };
}
