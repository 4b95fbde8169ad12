/** Whether the public page of a receipt shows it, and why not. Only people of the company are told why. */
import type { RecordPlace } from '../archive/printed.ts';
import type { Queries } from '../database/database.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { hiddenOf, type Hidden } from './hidden.ts';
import { isPersonal, questionOf } from './proof.ts';
import { type ReceiptRules, rulesOf } from './rules.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * - `shown`; with `asks` of the rules its customer is asked first
 * - `hidden`: it was taken down by itself
 * - `off`: the company has no pages
 * - `over`: its days are over
 * - `personal`: it names a customer, and is shown to nobody by the company's rules or because it has nothing to ask for
 */
export type Standing = 'shown' | 'hidden' | 'off' | 'over' | 'personal';

/** A receipt before the rules of its company. */
export interface ReceiptStanding {
  standing: Standing;
  hidden: Hidden | null;
  rules: ReceiptRules;
  /** When its days end, milliseconds since 1970. */
  endsAt: number;
}

/** How a receipt stands. */
export async function standingOf(
  db: Queries,
  place: RecordPlace,
  record: JournalRecord,
  now: number,
): Promise<ReceiptStanding> {
  const rules = await rulesOf(db, place.companyId);
  const hidden = await hiddenOf(db, place);
  const standing = standingBy(rules, hidden !== null, record, now);
  return { standing, hidden, rules, endsAt: endOf(rules, record) };
}

/** The clock of the shop as if it were UTC: hours do not matter here. */
function endOf({ days }: ReceiptRules, record: JournalRecord): number {
  return Date.parse(`${record.D.slice(0, 19)}Z`) + days * DAY_MS;
}

/** How a receipt stands by the rules of its company. */
export function standingBy(
  rules: ReceiptRules,
  isHidden: boolean,
  record: JournalRecord,
  now: number,
): Standing {
  if (isHidden) return 'hidden';
  if (!rules.active) return 'off';
  if (now > endOf(rules, record)) return 'over';
  const esr = record.ESR ?? {};
  const isClosed = rules.personal === 'closed' || questionOf(esr) === null;
  return isPersonal(esr) && isClosed ? 'personal' : 'shown';
}
