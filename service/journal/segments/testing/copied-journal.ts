/** A journal with its files, for tests. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { Json } from '../../../receipt/json.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { recordingLog } from '../../../testing/recording-log.ts';
import type { Journal } from '../../journal.ts';
import type { Entry } from '../../row.ts';
import { bytesOf } from '../line.ts';
import { segmentName, segmentOf } from '../name.ts';
import { Segments, type SegmentSettings } from '../segments.ts';
import { openTestJournal } from '../../testing/stores.ts';

/** An entry as registers make it. */
export function entry(SQ: number, changes: Record<string, Json> = {}, RN = 'def', D?: string): Entry {
  const at = '2026-05-04T12:00:00';
  const ESR = { D: D ?? at, TL: '1', TT: '1', TN: String(SQ), T: '1.00', Note: 'café "três" \n €😀' };
  const record = { _: 'Tra', SQ, RN, D: at, ESR };
  return { record, sums: { receipts: 1, total: 100, taxes: [], payments: [] }, changes };
}

/** A journal, and its files as they are written. */
export interface CopiedJournal {
  root: string;
  journal: Journal;
  segments: Segments;
  /** Warnings and errors of the log. */
  log: string[];
  settings: SegmentSettings;
  /** Appends records to the journal, numbered on. */
  append(count: number, changes?: (sq: number) => Record<string, Json>, rn?: string): Promise<void>;
  /** The folder of a register's files. */
  folder(rn?: string): string;
  /** One of its files. */
  file(name: string, rn?: string): string;
  /** Resolves when the files of a register say what the journal says, and there is no other segment. */
  inStep(rn?: string): Promise<void>;
  /** Stops the files and begins anew with them, as the next start of the service does. */
  again(): Promise<CopiedJournal>;
}

/** Opens a journal in a data root and begins to write its files. */
export async function copiedJournal(at?: string): Promise<CopiedJournal> {
  const root = at ?? (await temporaryFolder());
  const journal = await openTestJournal(path.join(root, 'journal.db'));
  const log: string[] = [];
  const settings = { deferMs: 1, sync: true, debug: false };
  const segments = new Segments({
    journal,
    log: recordingLog(log),
    settings: () => settings,
  });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await segments.stop();
    await journal.close();
  };
  onTestFinished(close);
  segments.start();
  const folder = (rn = 'def') => path.join(root, 'rn', rn, 'jou');
  const file = (name: string, rn = 'def') => path.join(folder(rn), name);
  return {
    ...{ root, journal, segments, log, settings, folder, file },
    async append(count, changes = () => ({}), rn = 'def') {
      const last = await journal.lastSq(rn);
      const entries = Array.from({ length: count }, (_, i) => entry(last + i + 1, changes(last + i + 1), rn));
      await Promise.all(entries.map((e) => journal.append(e, 0)));
    },
    async inStep(rn = 'def') {
      const expected = await expectedFiles(journal, rn);
      await vi.waitFor(async () => {
        const found = await filesOf(folder(rn));
        if (!same(found, expected)) throw new Error(`the files of ${rn} are not what the journal says`);
      }, 4000);
    },
    async again() {
      await close();
      return copiedJournal(root);
    },
  };
}

/** What the files of a register should say. */
export async function expectedFiles(journal: Journal, rn: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for await (const page of journal.linesBetween(rn, 0, await journal.lastSq(rn))) {
    for (const line of page) {
      const name = segmentName(segmentOf(line.sq));
      files.set(name, Buffer.concat([files.get(name) ?? Buffer.alloc(0), bytesOf([line])]));
    }
  }
  return files;
}

/** The segments in a folder. */
export async function filesOf(folder: string): Promise<Map<string, Buffer>> {
  const names = await fs.readdir(folder).catch(() => []);
  const files = new Map<string, Buffer>();
  for (const name of names.filter((n) => n.endsWith('.jou')).sort()) {
    files.set(name, await fs.readFile(path.join(folder, name)));
  }
  return files;
}

function same(found: Map<string, Buffer>, expected: Map<string, Buffer>): boolean {
  return (
    found.size === expected.size &&
    expected.entries().every(([name, bytes]) => found.get(name)?.equals(bytes))
  );
}
