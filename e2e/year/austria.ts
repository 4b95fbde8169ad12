/**
 * Makes up a year of an Austrian till and registers it: sales, training, voids,
 * zero receipts, outages, and two signature units that take turns.
 */
import { openDataRoot } from '../../service/run/data-root.ts';
import { aesKeyOf } from '../../service/countries/at/aes-key.ts';
import { configuredId } from '../../service/countries/at/kasse.ts';
import { Journal } from '../../service/journal/journal.ts';
import { Segments } from '../../service/journal/segments/segments.ts';
import { silentLog } from '../../service/log.ts';
import type { Cfg } from '../../service/receipt/cfg.ts';
import type { Esr, JournalRecord, TraC } from '../../service/receipt/tra.ts';
import type { Register } from '../../service/register/register.ts';
import { Registers } from '../../service/register/registers.ts';
import { Load } from '../../service/register/load.ts';
import { Terminals } from '../../service/register/companies/terminals.ts';
import { countryServices } from '../../service/testing/country-services.ts';
import { newTestUnit, type SoftwareSigner } from '../../service/testing/software-signer.ts';
import { amount } from '../torture/sales.ts';
import { Chance } from './chance.ts';
import { TaskClock } from './task-clock.ts';

/** What to make up. */
export interface AustrianYearOptions {
  /** Folder that is new or empty. */
  dataRoot: string;
  /** Receipts of the POS; those that the till makes itself come on top. */
  receipts: number;
  year: number;
  /** The same seed gives the same year, keys and signatures aside. */
  seed: number;
}

/** What the DEP of the year must come to. */
export interface AustrianYear {
  aesKey: Uint8Array;
  /** Signed receipts, those that the till made itself included. */
  receipts: number;
  training: number;
  voids: number;
  /** Turnover, cents. */
  turnover: bigint;
}

const CFG: Cfg = {
  Cmp: { Nam: 'Marktstand Beispiel', Adr: 'Hauptplatz 1', City: 'Linz', Ctry: 'AT', TaxId: 'ATU12345675' },
  Loc: { TL: 'LINZ' },
  Trm: { TT: '1' },
};
const GROUPS = ['A', 'B', 'C', 'D', 'E'] as const;
const DAYS = 365;
const DAY_MS = 86_400_000;
const OPENING_MS = 8 * 3_600_000;
const SELLING_MS = 12 * 3_600_000;
/** Sales that are under way at a time. */
const AT_ONCE = 32;

/** Registers the year, day by day. */
export async function generateAustrianYear(options: AustrianYearOptions): Promise<AustrianYear> {
  const { year, receipts, seed } = options;
  const dataRoot = await openDataRoot(options.dataRoot);
  const clock = new TaskClock();
  const services = countryServices(clock);
  const journal = await Journal.open(dataRoot.journalFile);
  const settings = () => ({ deferMs: 200, sync: false, debug: false });
  const segments = new Segments({ journal, log: silentLog, settings });
  segments.start();
  const registers = await Registers.load({
    ...services,
    journal,
    key: () => null,
    terminals: new Terminals(),
    load: new Load(),
  });
  services.signer.units = [newTestUnit('one'), newTestUnit('two')];
  const time = (day: number, ms: number) =>
    new Date(Date.UTC(year, 0, 1) + day * DAY_MS + OPENING_MS + ms).toISOString().slice(0, 19);
  ok(await clock.at(time(0, 0), () => registers.configure('def', CFG)));
  const till = new AustrianTill((await registers.find('def'))!, clock, services.signer, new Chance(seed));
  for (let day = 0; day < DAYS; day++) {
    const count = Math.floor((receipts * (day + 1)) / DAYS) - Math.floor((receipts * day) / DAYS);
    await till.live(count, (ms) => time(day, ms));
  }
  // Into the next year, so that the last one is closed.
  await till.live(1, (ms) => time(DAYS, ms));
  const aesKey = aesKeyOf(services.vault, CFG, configuredId(CFG)!)!.bytes;
  await segments.stop();
  let issued = 0;
  for await (const { Fis } of records(journal)) if (Fis?.Code !== undefined) issued++;
  await journal.close();
  await dataRoot.release();
  return { aesKey, receipts: issued, ...till.expected };
}

async function* records(journal: Journal): AsyncGenerator<JournalRecord> {
  let after = 0;
  for (;;) {
    const { records: found, continuation } = await journal.find({
      ...{ rn: 'def', where: { type: 'Tra' }, properties: {}, sort: 'asc', rows: 5000, ms: 60_000, after },
    });
    yield* found;
    if (continuation === undefined) return;
    after = continuation;
  }
}

class AustrianTill {
  readonly expected = { training: 0, voids: 0, turnover: 0n };
  private readonly register: Register;
  private readonly clock: TaskClock;
  private readonly signer: SoftwareSigner;
  private readonly chance: Chance;

  constructor(register: Register, clock: TaskClock, signer: SoftwareSigner, chance: Chance) {
    this.register = register;
    this.clock = clock;
    this.signer = signer;
    this.chance = chance;
  }

  /** One day with so many receipts, the voids included. */
  async live(count: number, timeOf: (ms: number) => string): Promise<void> {
    const { chance, signer } = this;
    const voids = chance.between(0, Math.floor(count / 40));
    const sales = count - voids;
    if (chance.percent(15)) signer.units.reverse();
    // From some receipt of the day on nobody signs, for a while or until the next day.
    const outage = chance.percent(5)
      ? { from: chance.between(0, sales), to: chance.between(0, 2 * sales) }
      : null;
    const sold: { TN: string; cents: bigint }[] = [];
    let next = 0;
    const sell = async () => {
      while (next < sales) {
        const n = next++;
        signer.broken = outage !== null && n >= outage.from && n < outage.to;
        const { esr, cents } = this.sale();
        const answer = await this.clock.at(timeOf((SELLING_MS / (count + 1)) * n), () =>
          this.register.submit({ tra: { ESR: esr }, warnings: [], restart: false }),
        );
        ok(answer);
        if (esr.Test === '1') this.expected.training++;
        else sold.push({ TN: answer.ESR!.TN!, cents });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sell));
    this.expected.turnover += sold.reduce((sum, { cents }) => sum + cents, 0n);
    signer.broken = false;
    for (let n = 0; n < voids && sold.length > 0; n++) {
      const [original] = sold.splice(chance.between(0, sold.length - 1), 1);
      await this.void(original!, timeOf((SELLING_MS / (count + 1)) * (sales + n)));
    }
  }

  private async void({ TN, cents }: { TN: string; cents: bigint }, time: string): Promise<void> {
    const request = { original: { TN }, sender: {}, reason: 'Irrtum', warnings: [] };
    ok(await this.clock.at(time, () => this.register.void(request)));
    this.expected.voids++;
    this.expected.turnover -= cents;
  }

  private sale(): { esr: Esr; cents: bigint } {
    const { chance } = this;
    const cents = Array.from({ length: chance.between(1, 5) }, () => chance.between(-300, 6000));
    const total = cents.reduce((sum, part) => sum + part, 0);
    const PosA = cents.map((part) => ({
      _: 'Pos',
      Dsc: 'Ware',
      TaxG: chance.pick(GROUPS),
      Amt: amount(part),
    }));
    const PayA = [{ _: 'Pay', Dsc: 'Bar', PayG: 'cash', Amt: amount(total) }];
    const Test = chance.percent(3) ? { Test: '1' } : {};
    return { esr: { T: amount(total), PosA, PayA, ...Test }, cents: BigInt(total) };
  }
}

function ok({ Result }: TraC): void {
  if (Result.RC !== 'OK') throw new Error(JSON.stringify(Result));
}
