/**
 * The first start with a database that was made anew from journal files: they may
 * lack the receipts of the last second before the failure, which customers have in
 * their hands. So do data that are older than what was registered on the machine. No
 * number is given before each country has seen to it that none is given a second time.
 */
import { localTime } from '../clock.ts';
import type { CountryServices } from '../countries/contract/services.ts';
import type { State } from '../countries/contract/state.ts';
import { countryOf } from '../countries/list.ts';
import type { Journal } from '../journal/journal.ts';
import type { RebuildMark } from '../journal/rebuild/mark.ts';
import type { Cfg } from '../receipt/cfg.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { newRecord } from './receipt-record.ts';

/**
 * Adds a log record to each register of such a database, with what its country
 * makes of it. Before the registers are opened. After a crash the next start goes on.
 * @param mark of the database
 * @param renewMark the mark outside of the data root may name receipts that are lost: from now on another one counts
 */
export async function settleRebuild(
  mark: RebuildMark,
  journal: Journal,
  services: CountryServices,
  renewMark: () => Promise<void>,
): Promise<void> {
  const value = await mark.read();
  if (value === null) return;
  for (const rn of journal.registerNames()) {
    const last = await journal.last(rn);
    // Done before a crash: nothing else comes before the mark is gone.
    if (!last || (last.Event === 'rebuilt' && last.Rebuild === String(value))) continue;
    await goOn({ last, event: { Event: 'rebuilt', Rebuild: String(value) }, journal, services });
    services.log.info(`register ${rn}: goes on behind SQ ${last.SQ} of a rebuilt journal`);
  }
  await renewMark();
  await mark.remove();
}

/**
 * The same where a manager has confirmed that selling goes on with data that are
 * older than what was registered on this machine. After a crash it is asked again.
 */
export async function settleOlder(journal: Journal, services: CountryServices): Promise<void> {
  for (const rn of journal.registerNames()) {
    const last = await journal.last(rn);
    if (!last) continue;
    await goOn({ last, event: { Event: 'older-data-confirmed' }, journal, services });
    services.log.warn(`register ${rn}: goes on behind SQ ${last.SQ} of older data, as was confirmed`);
  }
}

/** What a register goes on from that lacks its last records. */
interface Lacking {
  last: JournalRecord;
  /** Names what happened. */
  event: Record<string, string>;
  journal: Journal;
  services: CountryServices;
}

async function goOn({ last, event, journal, services }: Lacking): Promise<void> {
  const { RN: rn } = last;
  const now = localTime(services.clock.now());
  const state: State = await journal.state(rn);
  const cfg = (await journal.last(rn, 'Cfg'))?.Cfg as Cfg | undefined;
  const national = cfg && countryOf(cfg.Cmp.Ctry).restored?.(state, { ...services, cfg, now });
  const details = { ...event, LastSQ: String(last.SQ), ...national?.details };
  const record = newRecord({ _: 'log', SQ: last.SQ + 1, RN: rn, D: now }, details, {});
  await journal.append({ record, sums: null, changes: national?.changes ?? {} }, journal.generation);
}
