/** A thread of an audit: audits the registers that it is given, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { UsageError } from '../command-line.ts';
import type { AuditContext } from '../countries/contract/audit.ts';
import type { Vault } from '../countries/contract/services.ts';
import { InterruptedError } from '../interruption.ts';
import { JournalAudit, type AuditedRegister, type OpenJournal } from '../journal/audit/audit.ts';
import { UnreadableJournalError } from '../journal/read-only.ts';
import { ArchiveCopy } from './archive-copy.ts';
import { auditRegister } from './register.ts';
import type { RegisterReport } from './report.ts';

/** What a thread is started with. */
export interface ThreadData {
  journal: OpenJournal;
  publicKeys: AuditContext['publicKeys'];
  /** Where the vault is. */
  dataRoot: string;
  /** The file of an archive to compare with; undefined for none. */
  archive: string | undefined;
  /** Anything but 0 ends the work at the next page. */
  stop: Int32Array;
}

/** A register to audit; null when there is nothing more to do. */
export type ThreadTask = AuditedRegister | null;

/** What a thread says: how many records it has read of its register, what it found in it, or why it cannot go on. */
export type ThreadNews =
  | { records: number }
  | { report: RegisterReport }
  | { failure: { kind: 'unreadable' | 'usage'; message: string } };

/** Audits what comes until there is nothing more, then lets the thread end. */
export async function auditThread(vaultOf: (dataRoot: string) => Promise<Pick<Vault, 'get'>>): Promise<void> {
  const port = parentPort!;
  const tell = (news: ThreadNews) => port.postMessage(news);
  const { journal: opened, publicKeys, dataRoot, archive, stop } = workerData as ThreadData;
  // Tasks wait in the port until somebody listens.
  const tasks = tasksOf();
  try {
    const copy = archive === undefined ? null : await ArchiveCopy.open(archive);
    const vault = await vaultOf(dataRoot);
    const journal = await JournalAudit.again(opened);
    try {
      for await (const register of tasks) {
        const context = { publicKeys, vault, ...(copy && { archive: copy }) };
        const report = await auditRegister(journal, register, context, (records) => {
          if (Atomics.load(stop, 0) !== 0) throw new InterruptedError('stopped');
          tell({ records });
        });
        tell({ report });
      }
    } finally {
      await journal.close();
      copy?.close();
    }
  } catch (error) {
    if (error instanceof UnreadableJournalError)
      tell({ failure: { kind: 'unreadable', message: error.message } });
    else if (error instanceof UsageError) tell({ failure: { kind: 'usage', message: error.message } });
    else if (!(error instanceof InterruptedError)) throw error;
  } finally {
    port.close();
  }
}

async function* tasksOf(): AsyncGenerator<AuditedRegister> {
  const port = parentPort!;
  const waiting: ThreadTask[] = [];
  let wake = (): void => undefined;
  port.on('message', (task: ThreadTask) => {
    waiting.push(task);
    wake();
  });
  for (;;) {
    while (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    const task = waiting.shift()!;
    if (task === null) return;
    yield task;
  }
}
