/**
 * The first start with a database that was made anew from journal files: they may
 * lack the receipts of the last second before the failure, which customers have in
 * their hands. No number is given before each country has seen to it that none is
 * given a second time.
 */
import { localTime } from '../clock.ts';
import type { CountryServices, State } from '../countries/contract.ts';
import { countryOf } from '../countries/list.ts';
import type { Journal } from '../journal/journal.ts';
import { markOf, removeMark } from '../journal/rebuild-mark.ts';
import type { Cfg } from '../receipt/cfg.ts';
import { newRecord } from './new-record.ts';

const EVENT = 'rebuilt';

/**
 * Adds a log record to each register of such a database, with what its country
 * makes of it. Before the registers are opened. After a crash the next start goes on.
 * @param file the database
 */
export async function settleRebuild(
  file: string,
  journal: Journal,
  services: CountryServices,
): Promise<void> {
  const mark = await markOf(file);
  if (mark === null) return;
  for (const rn of journal.registerNames()) await settle(rn, String(mark), journal, services);
  await removeMark(file);
}

async function settle(rn: string, mark: string, journal: Journal, services: CountryServices): Promise<void> {
  const last = await journal.last(rn);
  // Done before a crash: nothing else comes before the mark is gone.
  if (!last || (last.Event === EVENT && last.Rebuild === mark)) return;
  const now = localTime(services.clock.now());
  const state: State = await journal.state(rn);
  const cfg = (await journal.last(rn, 'Cfg'))?.Cfg as Cfg | undefined;
  const national = cfg && countryOf(cfg.Cmp.Ctry).restored?.(state, { ...services, cfg, now });
  const details = { Event: EVENT, Rebuild: mark, LastSQ: String(last.SQ), ...national?.details };
  const record = newRecord({ _: 'log', SQ: last.SQ + 1, RN: rn, D: now }, details, {});
  await journal.append({ record, sums: null, changes: national?.changes ?? {} }, journal.generation);
  services.log.info(`register ${rn}: goes on behind SQ ${last.SQ} of a rebuilt journal`);
}
