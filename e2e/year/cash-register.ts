/**
 * Makes up a year of a Danish, Norwegian or Swedish company with three cash registers and registers
 * it: sales, returns, voids, training, unfinished bills, copies, events, and two reports each evening.
 */
import { createHash } from 'node:crypto';
import { CFG as DANISH, setUp as danishKey } from '../../service/countries/dk/testing/shop.ts';
import { CFG as NORWEGIAN, setUp as norwegianKey } from '../../service/countries/no/testing/shop.ts';
import { CFG as SWEDISH } from '../../service/countries/se/testing/shop.ts';
import type { Act } from '../../service/countries/testing/example.ts';
import type { ControlUnits } from '../../service/devices/control-unit/contract.ts';
import { Journal } from '../../service/journal/journal.ts';
import type { Cfg } from '../../service/receipt/cfg.ts';
import type { Esr, Position, TraC } from '../../service/receipt/tra.ts';
import { act } from '../../service/register/country-work.ts';
import { Load } from '../../service/register/load.ts';
import type { Register } from '../../service/register/register.ts';
import { Registers } from '../../service/register/registers.ts';
import { Terminals } from '../../service/register/companies/terminals.ts';
import { openDataRoot } from '../../service/run/data-root.ts';
import { countryServices } from '../../service/testing/country-services.ts';
import { amount } from '../torture/sales.ts';
import { Chance } from './chance.ts';
import { TaskClock } from './task-clock.ts';

/** Countries with a journal of cash registers. */
export type JournalCountry = 'DK' | 'NO' | 'SE';

/** What to make up. */
export interface CashYearOptions {
  /** Folder that is new or empty. */
  dataRoot: string;
  country: JournalCountry;
  /** Records of the tills, reports and logins aside. */
  records: number;
  /** Days of the year that the shop is open, from New Year on; all when left out. */
  days?: number;
  /** The same seed gives the same year, keys and signatures aside. */
  seed: number;
}

/** What the exports of the year must come to. */
export interface CashYear {
  country: JournalCountry;
  registers: { rn: string; cfg: Cfg }[];
  /** Transactions of the chains; in Sweden receipts that the export has, copies among them. */
  transactions: number;
  /** Z reports. */
  closings: number;
}

const YEAR = 2026;
const DAYS = 365;
const TILLS = 3;
const OPENING = 8 * 3600;
const OPEN_SECONDS = 14 * 3600;
const DAY_MS = 86_400_000;

const SHOPS: Readonly<
  Record<JournalCountry, { cfg: Cfg; groups: readonly string[]; setUp: (act: Act) => Promise<void> }>
> = {
  DK: { cfg: DANISH, groups: ['A', 'A', 'A', 'Z'], setUp: danishKey },
  NO: { cfg: NORWEGIAN, groups: ['A', 'B', 'B', 'D', 'Z'], setUp: norwegianKey },
  SE: {
    cfg: SWEDISH,
    groups: ['A', 'B', 'F', 'C', 'Z'],
    setUp: (action) => action('use-unit', { url: 'http://127.0.0.1:8081/xccsp', user: '', password: '' }),
  },
};

/** A unit that takes everything: exports do not look behind its answers. */
const UNITS: ControlUnits = {
  open: () => ({
    register({ register, number, kind }) {
      const code = createHash('sha256').update(`${register} ${number} ${kind}`).digest('hex').toUpperCase();
      const result = { unit: 'CC270420000000001', code: code.slice(0, 59), warning: null };
      return Promise.resolve({ outcome: 'done', result });
    },
    state: () => Promise.resolve({ outcome: 'done', result: { unit: '', warning: null } }),
  }),
  enrol: () => Promise.reject(new Error('nobody enrols')),
};

/** Registers the year, day by day. */
export async function generateCashYear(options: CashYearOptions): Promise<CashYear> {
  const { country, records, seed, days = DAYS } = options;
  const { cfg, setUp } = SHOPS[country];
  const dataRoot = await openDataRoot(options.dataRoot);
  const clock = new TaskClock();
  const journal = await Journal.open(dataRoot.journalFile);
  const registers = await Registers.load({
    ...countryServices(clock),
    ...{ controlUnits: UNITS, journal, key: () => null, terminals: new Terminals(), load: new Load() },
  });
  const tills: CashTill[] = [];
  for (let n = 1; n <= TILLS; n++) {
    const rn = `till${n}`;
    const own: Cfg = { ...cfg, Trm: { ...cfg.Trm, TT: String(n) } };
    await clock.at(`${YEAR}-01-01T07:00:00`, async () => {
      ok(await registers.configure(rn, own));
      const register = (await registers.find(rn))!;
      await setUp(async (action, input = {}) => {
        const outcome = await act(register, action, input);
        if (!outcome || 'issues' in outcome) throw new Error(`${action}: ${JSON.stringify(outcome)}`);
      });
    });
    tills.push(new CashTill((await registers.find(rn))!, clock, country, new Chance(seed * 10 + n)));
  }
  for (let day = 0; day < days; day++) {
    const upTo = (last: number) => Math.floor((records * last) / days / TILLS);
    await Promise.all(tills.map((till) => till.live(day, upTo(day + 1) - upTo(day))));
  }
  const found = tills.map(({ register: { rn, cfg: its } }) => ({ rn, cfg: its! }));
  await journal.close();
  await dataRoot.release();
  return {
    ...{ country, registers: found },
    transactions: tills.reduce((sum, till) => sum + till.transactions, 0),
    closings: TILLS * days,
  };
}

/** One till of the company. */
class CashTill {
  readonly register: Register;
  /** See {@link CashYear.transactions}. */
  transactions = 0;
  private readonly clock: TaskClock;
  private readonly country: JournalCountry;
  private readonly chance: Chance;
  /** The last sale that nothing was taken back of. */
  private sold: Esr | undefined;
  private at = 0;
  private time = '';

  constructor(register: Register, clock: TaskClock, country: JournalCountry, chance: Chance) {
    this.register = register;
    this.clock = clock;
    this.country = country;
    this.chance = chance;
  }

  /** One day with so many records. */
  async live(day: number, count: number): Promise<void> {
    const time = (seconds: number) =>
      new Date(Date.UTC(YEAR, 0, 1) + day * DAY_MS + seconds * 1000).toISOString().slice(0, 19);
    this.sold = undefined;
    const Opr = this.chance.pick(['E1', 'E2', 'E3']);
    await this.send(time(OPENING), { NF: 'login', Opr });
    await this.money(time(OPENING), { NF: 'balance', Opr, T: '500.00' });
    for (let n = 0; n < count; n++) {
      this.at = OPENING + Math.floor((OPEN_SECONDS / (count + 1)) * (n + 1));
      this.time = time(this.at);
      await this.happen(Opr);
    }
    const evening = time(OPENING + OPEN_SECONDS);
    if (this.chance.percent(30)) await this.send(evening, { NFS: 'X', Opr });
    await this.send(evening, { NFS: 'Z', Opr });
    await this.send(evening, { NF: 'logout', Opr });
  }

  /** A sale, or something else now and then. */
  private async happen(Opr: string): Promise<void> {
    const kind = this.chance.weighted({
      sale: 88,
      back: 3,
      void: 2,
      training: 1,
      bill: 2,
      event: 3,
      copy: 1,
    });
    const { sold } = this;
    switch (kind) {
      case 'back':
      case 'copy':
      case 'void':
        if (!sold) return this.sell({ Opr });
        this.sold = undefined;
        if (kind === 'back') return this.back(sold);
        return kind === 'void' ? this.takeBack(sold) : this.copy(sold);
      case 'training':
        return this.sell({ Opr, Test: '1' });
      case 'bill': {
        const { PosA } = this.basket();
        await this.send(this.time, { NF: 'bill', Opr, PosA });
        return;
      }
      case 'event': {
        const { PosA } = this.basket();
        const event = this.chance.pick(['drawer', 'priceinquiry', 'linedelete', 'payout']);
        if (event === 'payout') return this.money(this.time, { NF: event, Opr, T: '100.00' });
        // What a line was deleted from is no document in Sweden.
        const isDrawer = event === 'drawer' || this.country === 'SE';
        await this.send(this.time, isDrawer ? { NF: 'drawer', Opr } : { NF: event, Opr, PosA });
        return;
      }
      case 'sale':
        return this.sell({ Opr });
    }
  }

  private async sell(more: Esr): Promise<void> {
    const { PosA, cents } = this.basket();
    const PayG = this.chance.weighted({ debitcard: 60, cash: 25, mobile: 10, creditcard: 4, open: 1 });
    const PayA = [{ _: 'Pay', Dsc: 'Betaling', PayG, Amt: amount(cents), UID: String(this.at) }];
    const answer = await this.send(this.time, { PosA, PayA, T: amount(cents), ...more });
    this.transactions++;
    if (more.Test !== '1') this.sold = { ...answer.ESR, Opr: more.Opr!, PosA };
  }

  private async back({ FN, Opr, PosA = [] }: Esr): Promise<void> {
    const [first] = PosA as [Position];
    const cents = Number((first.Amt ?? '0').replace('.', ''));
    const back = {
      _: 'Pos',
      Dsc: first.Dsc,
      TaxG: first.TaxG,
      IN: first.IN,
      Amt: amount(-cents),
    } as Position;
    await this.send(this.time, {
      ...{ RFN: FN, Rsn: 'retur', Opr, T: amount(-cents), PosA: [back] },
      PayA: [{ _: 'Pay', Dsc: 'Kontant', PayG: 'cash', Amt: amount(-cents) }],
    } as Esr);
    this.transactions++;
  }

  private async takeBack({ TN }: Esr): Promise<void> {
    const request = { original: { TN: TN! }, sender: {}, reason: 'fejl', warnings: [] };
    ok(await this.clock.at(this.time, () => this.register.void(request)));
    this.transactions++;
  }

  private async copy({ FN, Opr }: Esr): Promise<void> {
    await this.send(this.time, { NFS: 'Copy', RFN: FN, Opr } as Esr);
    if (this.country === 'SE') this.transactions++;
  }

  /** Money that is no sale: a transaction where transactions are signed. */
  private async money(time: string, esr: Esr): Promise<void> {
    await this.send(time, esr);
    if (this.country !== 'SE') this.transactions++;
  }

  private async send(time: string, esr: Esr): Promise<TraC> {
    const tra = { tra: { ESR: esr }, warnings: [], restart: false };
    const answer = await this.clock.at(time, () => this.register.submit(tra));
    ok(answer);
    return answer;
  }

  private basket(): { PosA: Position[]; cents: number } {
    const { chance } = this;
    const { groups } = SHOPS[this.country];
    let cents = 0;
    const PosA: Position[] = [];
    for (let n = chance.between(1, 4); n > 0; n--) {
      const article = chance.between(1, 400);
      const price = 500 + article * 25;
      const pieces = chance.percent(20) ? chance.between(2, 5) : 1;
      cents += price * pieces;
      PosA.push({
        ...{ _: 'Pos', Dsc: `Vare ${article}`, TaxG: groups[article % groups.length]! },
        ...{
          IN: String(7_310_865_000_000 + article),
          Cat: chance.pick(['04003', '04006', '04011', 'udvalg']),
        },
        ...(pieces > 1 && { Qty: String(pieces), Pri: amount(price) }),
        Amt: amount(price * pieces),
      });
    }
    const [first] = PosA as [Position];
    if (PosA.length > 1 && chance.percent(10)) {
      cents -= 100;
      first.PN = '1';
      PosA.splice(1, 0, { _: 'Mod', PN: '1', Dsc: 'Rabat', Amt: '-1.00' });
    }
    return { PosA, cents };
  }
}

function ok({ Result }: TraC): void {
  if (Result.RC !== 'OK') throw new Error(JSON.stringify(Result));
}
