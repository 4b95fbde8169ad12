/** The registers of the made-up company over a data root, put together as the service does it. */
import { openDataRoot } from '../../service/run/data-root.ts';
import { Journal } from '../../service/journal/journal.ts';
import { silentLog } from '../../service/log.ts';
import type { Register } from '../../service/register/register.ts';
import { Registers } from '../../service/register/registers.ts';
import { Load } from '../../service/register/load.ts';
import { Terminals } from '../../service/register/companies/terminals.ts';
import { Keys } from '../../service/settings/keys.ts';
import { FileVault } from '../../service/settings/vault.ts';
import { countryServices } from '../../service/testing/country-services.ts';
import { TILLS } from './company.ts';
import { TaskClock } from './task-clock.ts';

/** All registers, and the clock they go by. */
export interface Headquarters {
  clock: TaskClock;
  /** In the order of {@link TILLS}. */
  registers: Register[];
  /** Writes everything and gives the data root free. */
  close(): Promise<void>;
}

/**
 * Opens a data root that must be new or empty. It has the service's own key for
 * tests, so that a service started there afterwards takes its documents for its own.
 * @param now local time, `YYYY-MM-DDThh:mm:ss`
 */
export async function openHeadquarters(folder: string, now: string): Promise<Headquarters> {
  const dataRoot = await openDataRoot(folder);
  const keys = await Keys.open(dataRoot.keys, dataRoot.cer, await FileVault.open(dataRoot.gbl, silentLog));
  const journal = await Journal.open(dataRoot.journalFile);
  if (journal.registerNames().length > 0) {
    await journal.close();
    await dataRoot.release();
    throw new Error(`${folder} holds data already`);
  }
  const clock = new TaskClock();
  const services = {
    ...countryServices(clock),
    log: { ...silentLog, error: (text: string, cause?: unknown) => console.error(text, cause ?? '') },
    journal,
    key: () => keys.active(),
    terminals: new Terminals(),
    load: new Load(),
  };
  const all = await Registers.load(services);
  const registers: Register[] = [];
  for (const { rn, cfg } of TILLS) {
    const { Result } = await clock.at(now, () => all.configure(rn, cfg));
    if (Result.RC !== 'OK') throw new Error(`register ${rn}: ${JSON.stringify(Result)}`);
    registers.push((await all.find(rn))!);
  }
  return {
    clock,
    registers,
    async close() {
      await journal.close();
      await dataRoot.release();
    },
  };
}
