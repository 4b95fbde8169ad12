/** Exports of the registers: what may be exported, and running it, a few at a time. */
import os from 'node:os';
import { localTime } from '../clock.ts';
import type { Country } from '../countries/contract/country.ts';
import type { CountryExport, ExportFile } from '../countries/contract/exports.ts';
import type { CountryServices } from '../countries/contract/services.ts';
import type { Journal } from '../journal/journal.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import { sameTaxId } from '../receipt/tax-id.ts';
import { checkText } from '../receipt/tree.ts';
import type { Register } from '../register/register.ts';
import { checkName, type Registers } from '../register/registers.ts';
import type { ExportOrder, ExportType } from '../wire.ts';
import { daysAround, readDays, type Days } from './days.ts';
import { journalExport } from './journal-export.ts';
import { openSource, type CountedSource } from './sources.ts';

/** What exports work with. */
export interface ExportServices {
  registers: Registers;
  journal: Journal;
  /** What the installation offers to its countries. */
  country: CountryServices;
  /** Where exports keep what has to wait; the system's folder for such files when left out. */
  folder?: string;
  /** Told of every export that came to its end, and of the registers in it. */
  onExported?: (order: ExportOrder, registers: readonly Register[]) => void | Promise<void>;
}

/** An export as it was asked for; days may be left out. */
export interface ExportRequest {
  /** Missing: what its country makes of a company with the other machines of its shop. */
  type?: string;
  from: string | undefined;
  till: string | undefined;
  comment?: string | undefined;
  whole?: boolean;
  /** With the day that is not closed yet. */
  open?: boolean;
}

/** An export that can be made. */
export interface Plan {
  order: ExportOrder;
  country: Country;
  kind: CountryExport;
  /** Tax id of the company. */
  company: string;
  /** The registers in it, all of this company. */
  registers: readonly Register[];
}

/** An export that is being made. */
export interface Making {
  files: AsyncIterable<ExportFile>;
  /** Records of the period. */
  total: number;
  /** Aborted when the export is to stop. */
  signal: AbortSignal;
}

/** A period that files are about. */
interface Part {
  days: Days;
  sources: CountedSource[];
  /** Records of the period. */
  count: number;
}

/** An export on its way. */
export interface Running {
  /** Resolves when it is complete. */
  done: Promise<void>;
  stop(): void;
}

/** Called now and then: records read so far, and records of the period in all. */
export type Progress = (records: number, total: number) => void;

/** Exports that may run at a time. They read with one connection and compress in the same few threads that sign receipts. */
const MOST_AT_A_TIME = 2;

/** The exports of one data root. */
export class Exports {
  private readonly services: ExportServices;
  /** What all countries offer, by type. */
  private readonly general: Readonly<Record<string, CountryExport>>;
  private readonly running = new Set<Running>();
  /** Exports that are being made. One that is handed out, of which only the journal has still to be told, keeps nobody waiting. */
  private made = 0;

  constructor(services: ExportServices) {
    this.services = services;
    this.general = { jou: journalExport(services.journal) };
  }

  /** What can be exported of a register; null before its configuration. */
  async typesOf(rn: string): Promise<ExportType[] | null> {
    const register = await this.services.registers.find(rn);
    if (!register?.cfg || !register.country) return null;
    const { code, exports = {} } = register.country;
    return [
      ...Object.entries(exports).map(offered(code)),
      ...Object.entries(this.general).map(offered(null)),
    ];
  }

  /**
   * A register of the only company here with an export of its own kind (SAF-T in Portugal), for requests that name
   * neither register nor company (doc 2, /control/export); null where there is none.
   */
  async onlyCompany(): Promise<string | null | Issue> {
    const { registers } = this.services;
    const all = await Promise.all(registers.names.map((rn) => registers.find(rn)));
    const [first, ...others] = all.filter((register) => register?.country?.companyExport !== undefined);
    if (!first) return null;
    const isSame = ({ cfg }: Register) =>
      cfg!.Cmp.Ctry === first.country!.code &&
      sameTaxId(cfg!.Cmp.TaxId, first.cfg!.Cmp.TaxId, first.country!.code);
    if (others.every((register) => isSame(register!))) return first.rn;
    return issue('#REGISTER_UNCLEAR', 'TaxId', 'several companies here have this export: send TaxId or RN');
  }

  /** Checks what a register is asked for; all problems at once. */
  async plan(rn: string, request: ExportRequest): Promise<Plan | { issues: Issue[] }> {
    const named = checkName(rn);
    if (named.length > 0) return { issues: named };
    const register = await this.services.registers.find(rn);
    if (!register) return { issues: [issue('#NOT_FOUND', 'RN', `there is no register ${rn}`)] };
    const { cfg, country } = register;
    if (!cfg || !country)
      return {
        issues: [issue('#NO_CFG', 'RN', `register ${rn} has no configuration; send POST /cfg first`)],
      };

    const issues: Issue[] = [];
    const kinds = { ...country.exports, ...this.general };
    const asked = request.type ?? country.companyExport ?? '';
    const type = Object.keys(kinds).find((name) => name.toLowerCase() === asked.toLowerCase()) ?? asked;
    const kind = ownValue(kinds, type);
    if (!kind) {
      const text = `${country.code} offers ${Object.keys(kinds).join(', ')}`;
      issues.push(issue('#EXPORT_TYPE', 'type', text));
    }
    if (request.open === true && kind && kind.hasOpenDay !== true)
      issues.push(
        issue('#EXPORT_TYPE', 'open', `an export of the type ${type} has no open day; leave it out`),
      );
    checkText(request.comment ?? '', 'headercomment', issues);
    const today = localTime(this.services.country.clock.now()).slice(0, 10);
    const { comment, whole = false, open = false, from, till } = request;
    const company = cfg.Cmp.TaxId;
    const registers = whole ? await this.registersOf(company, country) : [register];
    const isOfDays = from !== undefined || till !== undefined || kind?.monthly === true;
    const days = isOfDays ? readDays(request, today) : await this.allDays(registers, today);
    if ('issues' in days) issues.push(...days.issues);
    else issues.push(...(kind?.check?.(days.from, days.till) ?? []));
    issues.push(...((await kind?.lacks?.(this.services.country)) ?? []));
    if (!kind || 'issues' in days || issues.length > 0) return { issues };

    const order = { type, ...days, ...(comment !== undefined && { comment }), whole, ...(open && { open }) };
    return { order, country, kind, company, registers };
  }

  /** From the first day that a record of registers is dated on till today, or a later last one. */
  private async allDays(registers: readonly Register[], today: string): Promise<Days> {
    const all = await Promise.all(registers.map(({ rn }) => this.services.journal.daysOf(rn)));
    return daysAround([today, ...all.flatMap((of) => (of ? [of.first, of.last] : []))]);
  }

  /**
   * Begins an export unless enough are running; null then.
   * @param make writes the files
   */
  begin(
    plan: Plan,
    make: (making: Making) => Promise<void>,
    progress: Progress = () => undefined,
  ): Running | null {
    if (this.made >= MOST_AT_A_TIME) return null;
    this.made++;
    const stopping = new AbortController();
    const work = async () => {
      try {
        await make(await this.open(plan, progress, stopping.signal));
      } finally {
        this.made--;
      }
      await this.tell(plan);
    };
    const running: Running = {
      done: work().finally(() => this.running.delete(running)),
      stop: () => stopping.abort(),
    };
    // Whoever asked hears of a failure through `done`; until then it must not count as unhandled.
    running.done.catch(() => undefined);
    this.running.add(running);
    return running;
  }

  /** Stops what is running and waits for it. */
  async close(): Promise<void> {
    for (const running of this.running) running.stop();
    await Promise.allSettled([...this.running].map(({ done }) => done));
  }

  private async open(plan: Plan, progress: Progress, signal: AbortSignal): Promise<Making> {
    const { from, till, comment, whole = false, open = false } = plan.order;
    const { folder = os.tmpdir() } = this.services;
    const { kind } = plan;
    const { country } = this.services;
    const now = localTime(country.clock.now());
    const parts: Part[] = [];
    for (const days of kind.periods?.(from, till, now.slice(0, 10)) ?? [{ from, till }]) {
      parts.push(await this.openPart(plan, days, now));
      signal.throwIfAborted();
    }
    const filled = parts.filter(({ count }) => count > 0);
    const total = parts.reduce((sum, { count }) => sum + count, 0);
    progress(0, total);
    async function* files() {
      let before = 0;
      // Of a period without records at all there is one file that says so.
      for (const { days, sources, count } of filled.length > 0 ? filled : parts.slice(-1)) {
        const told = (records: number) => progress(before + records, total);
        const scope = { ...days, comment, sources, whole, open, folder, progress: told };
        yield* kind.files(scope, { ...country, now });
        before += count;
      }
    }
    return { files: await begun(files()), total, signal };
  }

  private async openPart({ registers, kind, order }: Plan, days: Days, now: string): Promise<Part> {
    const choice = { kind, open: order.open === true, today: now.slice(0, 10) };
    const { journal } = this.services;
    const sources = await Promise.all(
      registers.map((register) => openSource(journal, register, days, choice)),
    );
    return { days, sources, count: sources.reduce((sum, { count }) => sum + count, 0) };
  }

  /** All registers of a company. @param country in this one alone */
  async registersOf(company: string, country?: Country): Promise<Register[]> {
    const { registers } = this.services;
    const all = await Promise.all(registers.names.map((rn) => registers.find(rn)));
    return all
      .filter((register) => register !== null)
      .filter(({ cfg }) => {
        if (!cfg?.Cmp || (country && cfg.Cmp.Ctry !== country.code)) return false;
        return sameTaxId(cfg.Cmp.TaxId, company, cfg.Cmp.Ctry);
      });
  }

  private async tell({ order, registers, kind }: Plan): Promise<void> {
    // Countries remember what their law asks for.
    if (Object.values(this.general).includes(kind)) return;
    try {
      await this.services.onExported?.(order, registers);
    } catch (error) {
      // The export is complete and handed out: nothing can be taken back.
      this.services.country.log.error(`after export ${order.type}`, error);
    }
  }
}

/** Makes the first file begin, so that an export that cannot even start fails before anything was sent. */
async function begun(files: AsyncIterable<ExportFile>): Promise<AsyncIterable<ExportFile>> {
  const iterator = files[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    try {
      for (let next = first; !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  })();
}

/** A type as pages are told of it. */
function offered(country: string | null): (named: [string, CountryExport]) => ExportType {
  return ([type, { timeless = false }]) => ({ type, country, timeless });
}

function ownValue<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
