/** The journal is as far as the mark outside of the data root says. */
import type { AuditedRegister, JournalAudit } from '../journal/audit/audit.ts';
import { olderText, olderThan } from '../mark/compare.ts';
import type { Mark } from '../mark/mark.ts';

/** The mark of a data root, read before its journal was opened. */
export interface FoundMark {
  file: string;
  mark: Mark | { problem: string };
  /** The mark was written for this very folder, not for one that this one is a copy of. */
  isOwn: boolean;
}

/** What the mark has to say: findings for the data root that it belongs to, remarks for a copy. */
export async function auditMark(
  journal: Pick<JournalAudit, 'lastSq' | 'lineAt'>,
  registers: readonly AuditedRegister[],
  { file, mark, isOwn }: FoundMark,
): Promise<{ findings: string[]; remarks: string[] }> {
  if ('problem' in mark)
    return { findings: [], remarks: [`the mark ${file} cannot be read: ${mark.problem}`] };
  const of = (rn: string) => registers.find((register) => register.rn === rn && !register.isUnfinished);
  const known = {
    async lastSq(rn: string) {
      const register = of(rn);
      return register ? journal.lastSq(register) : 0;
    },
    async lineAt(rn: string, sq: number) {
      return (await journal.lineAt(of(rn)!, sq))?.toString('utf8') ?? null;
    },
  };
  const older = (await olderThan(known, mark.Registers)).map(olderText);
  return isOwn
    ? { findings: older.map((text) => `older than its mark ${file}: ${text}`), remarks: [] }
    : { findings: [], remarks: older.map((text) => `a copy that is older than ${mark.DataRoot}: ${text}`) };
}
