/**
 * A year of a German till in a journal: sales and all else that happens at a till, a closing each
 * evening, outages, two TSEs. Nothing is signed: exports do not look into signatures.
 */
import { openStore } from '../../service/journal/store.ts';
import { Journal } from '../../service/journal/journal.ts';
import { dice, happen, paid } from '../../service/countries/de/dsfinvk/testing/random-sales.ts';
import { Till } from '../../service/countries/de/dsfinvk/testing/till.ts';
import type { JournalRecord } from '../../service/receipt/tra.ts';
import type { Json } from '../../service/receipt/json.ts';

/** What there is in it. */
export interface GermanYear {
  /** State of the register, by key. */
  state: [string, Json][];
  closings: number;
  processes: number;
}

const DAYS = 300;
/** Records that a later one may look back at. */
const REMEMBERED = 400;

/** Makes up a year and stores it. */
export async function generateGermanYear(
  database: string,
  folder: string,
  { receipts, seed }: { receipts: number; seed: number },
): Promise<GermanYear> {
  const journal = new Journal(await openStore(database), folder);
  const roll = dice(seed);
  const till = new Till({ from: '2026-01-02T08:00:00' });
  till.pay = (total) => paid(total, roll);
  const perDay = Math.ceil(receipts / DAYS);
  let [stored, processes] = [0, 0];
  for (let day = 0; day < DAYS && till.records.length < receipts; day++) {
    const evening = till.seconds + 24 * 3600;
    if (day === DAYS / 2) till.swapTse();
    for (let i = 0; i < perDay; i++) happen(till, roll);
    till.close();
    const made = till.records.slice(stored);
    await Promise.all(made.map((record) => journal.append({ record, sums: null, changes: {} }, 0)));
    processes += made.filter(({ Kept }) => Kept !== undefined).length;
    forget(till.records, stored - REMEMBERED);
    stored = till.records.length;
    till.seconds = Math.max(evening, till.seconds);
  }
  await journal.close();
  return { state: [...till.state], closings: Number(till.state.get('DE/Z')), processes };
}

/** A year of records would fill the memory that is measured. */
function forget(records: JournalRecord[], until: number): void {
  for (let i = Math.max(until - 2 * REMEMBERED, 0); i < until; i++) {
    const { SQ, RN, D } = records[i]!;
    records[i] = { _: 'forgotten', SQ, RN, D };
  }
}
