/** Tells authorities of records, each system of its own. */
import type { JournalRecord } from '../../receipt/tra.ts';
import type { BatchDelivery, Delivered } from '../contract/delivery.ts';
import type { CountryContext } from '../contract/services.ts';
import { ENVIRONMENT } from './credentials.ts';
import { regionOf } from './region.ts';
import { keptOf } from './system.ts';
import { systemOf } from './systems.ts';

/** {@link Country.delivery} of Spain. */
export const DELIVERY: BatchDelivery = {
  mayTell: (waiting, context) => telling(context)?.mayTell(waiting, context) ?? true,
  most: (context) => telling(context)?.most ?? 1,
  deliverAll,
};

function telling(context: CountryContext) {
  return systemOf(regionOf(context))?.telling;
}

/** The first records of one system; the others have their turn behind them. */
async function deliverAll(
  records: readonly JournalRecord[],
  context: CountryContext,
  how: { signal: AbortSignal },
): Promise<Delivered[]> {
  const [first] = records;
  if (!first) return [];
  const dropped = ENVIRONMENT.droppedTest(first.Fis, context);
  if (dropped) return [dropped];
  const kept = keptOf(first);
  const system = kept && systemOf(kept.region);
  if (!system?.telling) return [{ outcome: 'dropped', text: 'nobody has to be told of it' }];
  // Records of a system that was in use before have their waiting time, too.
  if (!system.telling.mayTell(records.length, context)) return [];
  const isAnother = (record: JournalRecord) => keptOf(record)?.region !== kept!.region;
  const end = records.findIndex(isAnother);
  const together = records.slice(0, end < 0 ? undefined : end).slice(0, system.telling.most);
  return system.telling.tell(together, context, how);
}
