/**
 * Fills a data root with sales of about 2 kB, through the real register, up to a
 * number of records; goes on from what is there.
 *
 *     node e2e/scale/fill.ts DATA_ROOT RECORDS
 */
import { openDataRoot } from '../../service/run/data-root.ts';
import { Journal } from '../../service/journal/journal.ts';
import { Segments } from '../../service/journal/segments/segments.ts';
import { silentLog } from '../../service/log.ts';
import type { Register } from '../../service/register/register.ts';
import { Registers } from '../../service/register/registers.ts';
import { Load } from '../../service/register/load.ts';
import { Terminals } from '../../service/register/companies/terminals.ts';
import { Keys } from '../../service/settings/keys.ts';
import { FileVault } from '../../service/settings/vault.ts';
import { countryServices } from '../../service/testing/country-services.ts';
import { amount, company } from '../torture/sales.ts';
import { makeArticles, type Article } from '../year/articles.ts';
import { Chance } from '../year/chance.ts';
import { TaskClock } from '../year/task-clock.ts';

/** Sales of a day. */
export const PER_DAY = 1800;
/** The day of the first sales, and the time at which the shop opens. */
const FIRST_DAY = Date.parse('2023-11-01T08:00:00');
const DAY_MS = 86_400_000;
const BETWEEN_SALES_MS = 25_000;
/** Sales that are under way at a time: they share commits, as those of a busy shop do. */
const AT_ONCE = 64;

/** Day of the n-th record, `YYYY-MM-DD`. */
export function dayOf(record: number): string {
  return timeOf(record).slice(0, 10);
}

function timeOf(record: number): string {
  const day = Math.floor(record / PER_DAY);
  // Counted by calendar days: those on which the clock changes are no exception.
  const date = new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
  const time = new Date(8 * 3_600_000 + (record % PER_DAY) * BETWEEN_SALES_MS).toISOString().slice(11, 19);
  return `${date}T${time}`;
}

async function fill(folder: string, records: number): Promise<void> {
  const dataRoot = await openDataRoot(folder);
  const keys = await Keys.open(dataRoot.keys, dataRoot.cer, await FileVault.open(dataRoot.gbl, silentLog));
  const journal = await Journal.open(dataRoot.journalFile);
  const settings = () => ({ deferMs: 200, sync: false, debug: false });
  const segments = new Segments({ journal, log: silentLog, settings });
  segments.start();
  const clock = new TaskClock();
  const registers = await Registers.load({
    ...countryServices(clock),
    journal,
    key: () => keys.active(),
    terminals: new Terminals(),
    load: new Load(),
  });
  const first = await journal.lastSq('def');
  const { Result } = await clock.at(timeOf(first), () => registers.configure('def', company.Cfg));
  if (Result.RC !== 'OK') throw new Error(JSON.stringify(Result));
  const register = (await registers.find('def'))!;
  const articles = makeArticles(new Chance(1), 2000, 2024);
  const chance = new Chance(first + 1);
  let next = first + 1;
  const sell = async () => {
    while (next < records) {
      const record = next++;
      await clock.at(timeOf(record), () => sale(register, articles, chance));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sell));
  await segments.stop();
  await journal.close();
  await dataRoot.release();
}

async function sale(register: Register, articles: readonly Article[], chance: Chance): Promise<void> {
  const count = chance.between(3, 7);
  const PosA = Array.from({ length: count }, (_, i) => {
    const { values, Dsc, TaxG, cents } = chance.pick(articles);
    return { _: 'Pos', PN: String(i + 1), ...values, Dsc, TaxG, Amt: amount(cents) };
  });
  const cents = PosA.reduce((sum, { Amt }) => sum + Math.round(Number(Amt) * 100), 0);
  const Ctm = cents >= 100_000 ? { TaxId: '508208394', Nam: 'Transportes 154, Lda' } : undefined;
  const card = chance.percent(60);
  const PayA = [
    card
      ? {
          _: 'Pay',
          Dsc: 'Multibanco',
          PayG: 'debitcard',
          Amt: amount(cents),
          UID: String(chance.between(1e5, 1e6)),
        }
      : { _: 'Pay', Dsc: 'Numerário', PayG: 'cash', Amt: amount(cents) },
  ];
  const ESR = { T: amount(cents), Opr: '5', OprN: 'Eva', ...(Ctm && { Ctm }), PosA, PayA };
  const { Result } = await register.submit({ tra: { ESR }, warnings: [], restart: false });
  if (Result.RC !== 'OK') throw new Error(JSON.stringify(Result));
}

if (import.meta.main) {
  const [folder = '', records] = process.argv.slice(2);
  await fill(folder, Number(records));
}
