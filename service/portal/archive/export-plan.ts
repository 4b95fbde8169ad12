/** What can be exported of a company, and with which registers. */
import type { Country } from '../../countries/contract/country.ts';
import type { CountryExport } from '../../countries/contract/exports.ts';
import { countryOf } from '../../countries/list.ts';
import { readDays } from '../../exports/days.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import { checkText, undisguised } from '../../receipt/tree.ts';
import { type EntityRow, STATE } from '../entities/entity.ts';
import { zonedTimestamp } from '../entities/year-end.ts';
import { invalid } from '../problem.ts';
import type { PortalServices } from '../services.ts';
import { JOURNAL_ARCHIVE } from './journal-files.ts';
import {
  allDays,
  readCfg,
  type ReadCfg,
  type CountedRegister,
  type Period,
  registersWithRecords,
} from './register-source.ts';
import { refuseSealed } from './sealed.ts';

/** An export as it was asked for. */
export interface ExportRequest {
  type: string;
  /** Days, `YYYY-MM-DD`; without both it is about all that was handed in, else as in the export of a register. */
  from?: string | null | undefined;
  till?: string | null | undefined;
  comment?: string | null | undefined;
}

/** An export that can be made. */
export interface ExportPlan {
  companyId: number;
  /** Name of the archive. */
  archive: string;
  period: Period;
  /** Local time of the company. */
  now: string;
  comment: string | undefined;
  /** Everything of the company is for tests; of others nothing in the export is. */
  test: boolean;
  registers: readonly CountedRegister[];
  /** English sentences: registers that went on as other ones, and from which record on. */
  following: readonly string[];
  /** Null for the journal, which is the same in all countries. */
  law: Law | null;
}

/** The country whose export it is. */
export interface Law {
  country: Country;
  kind: CountryExport;
  /** Configurations of the registers, in the same order. */
  cfgs: readonly Cfg[];
  /** English sentences: registers that cannot be in the export, and why. */
  missing: readonly string[];
}

/** The export of all countries. */
const JOURNAL = 'jou';
/** Archives of companies for tests say so. */
const TEST_PREFIX = 'TEST-';

interface Configured extends ReadCfg {
  register: CountedRegister;
}

/**
 * Looks at what is there.
 * @throws Problem 400 that names the types there are; 409 where the law's file would lack sealed records
 */
export async function planExport(
  { db, clock }: Pick<PortalServices, 'db' | 'clock'>,
  company: EntityRow,
  { type, from, till, comment }: ExportRequest,
): Promise<ExportPlan> {
  const now = zonedTimestamp(clock.now(), company.country_code).slice(0, 19);
  const issues: Issue[] = [];
  checkText(comment ?? '', 'comment', issues);
  const today = now.slice(0, 10);
  const asked = { from: from ?? undefined, till: till ?? undefined };
  const isNone = asked.from === undefined && asked.till === undefined;
  const days = isNone ? await allDays(db, company.id, today) : readDays(asked, today);
  if ('issues' in days) issues.push(...days.issues);
  refuse(issues);
  const period = days as Period;
  // Of all days: what is sealed may void, change or configure what is not.
  if (type !== JOURNAL) await refuseSealed(db, { companyId: company.id });
  const registers = await registersWithRecords(db, company.id);
  const law = type === JOURNAL ? null : lawOf(type, company, await configured(db, registers));
  refuse(law?.kind.check?.(period.from, period.till) ?? []);
  const test = company.state === STATE.Test;
  return {
    ...{ companyId: company.id, period, now, comment: comment ?? undefined, test },
    // Also what a register gives as a single file: it may have a note beside it.
    archive: `${test ? TEST_PREFIX : ''}${law?.kind.archive ?? JOURNAL_ARCHIVE}${law?.kind.single ? '.zip' : ''}`,
    registers: law?.registers ?? registers,
    following: (law?.registers ?? registers).flatMap(followed),
    law,
  };
}

async function configured(
  db: Pick<PortalServices, 'db'>['db'],
  registers: readonly CountedRegister[],
): Promise<Configured[]> {
  const all: Configured[] = [];
  for (const register of registers) all.push({ register, ...(await readCfg(db, register)) });
  return all;
}

/** The country among those of the registers that offers a type, with the registers there. */
function lawOf(
  type: string,
  company: EntityRow,
  all: readonly Configured[],
): Law & { registers: CountedRegister[] } {
  const codes = new Set(all.flatMap(({ cfg }) => (cfg ? [cfg.Cmp.Ctry] : [])));
  if (codes.size === 0 && company.country_code) codes.add(company.country_code);
  const countries = [...codes].map(countryOf);
  const country = countries.find(({ exports = {} }) => Object.hasOwn(exports, type));
  if (!country) {
    const types = [JOURNAL, ...countries.flatMap(({ exports = {} }) => Object.keys(exports))];
    const values = [...new Set(types)].join(', ');
    throw invalid([
      { field: 'type', code: 'value', message: `type must be one of ${values}`, params: { values } },
    ]);
  }
  const chosen = all.flatMap(({ register, cfg }) =>
    cfg && isOf(company, country, cfg) ? [{ register, cfg }] : [],
  );
  const missing = all.flatMap((one) => whyMissing(one, company, country));
  return {
    ...{ country, kind: country.exports![type]!, missing },
    registers: chosen.map(({ register }) => register),
    cfgs: chosen.map(({ cfg }) => cfg),
  };
}

function isOf(company: EntityRow, country: Country, { Cmp }: Cfg): boolean {
  return Cmp.Ctry === country.code && bare(Cmp.TaxId) === bare(company.tax_id ?? '');
}

function whyMissing(
  { register: { id, rn }, cfg, flaw }: Configured,
  company: EntityRow,
  country: Country,
): string[] {
  const register = `register ${oneLine(rn)} (${id})`;
  if (flaw !== null) return [`${register}: ${flaw}`];
  if (!cfg) return [`${register} has handed in no configuration`];
  if (cfg.Cmp.Ctry !== country.code) return [`${register} is in ${oneLine(cfg.Cmp.Ctry)}`];
  return isOf(company, country, cfg) ? [] : [`${register} is configured for ${oneLine(cfg.Cmp.TaxId)}`];
}

function followed({ id, rn, follows, firstSq }: CountedRegister): string[] {
  if (follows === null) return [];
  return [
    `register ${oneLine(rn)} (${id}) is register ${follows} after older data were put back: records before ${firstSq} are the ` +
      `same in both and count for register ${follows}; from ${firstSq} on each has records of its own, ` +
      'and numbers of receipts may have been given twice',
  ];
}

/** A text of a register that makes no more lines of a list: versions before took names with line feeds. */
export function oneLine(text: string): string {
  return undisguised(text).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '\uFFFD');
}

/** A tax id without the country in front and without what only makes it easier to read. */
function bare(taxId: string): string {
  return taxId
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^[A-Z]{2}(?=[A-Z0-9]{6,})/, '');
}

function refuse(issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  throw invalid(issues.map(({ path: field, text: message }) => ({ field, code: 'value', message })));
}
