/** How far setting up a register is: what is configured says it, nothing else is kept (ST1). */
import type { Country } from '../countries/contract/country.ts';
import { COUNTRIES, countryOf } from '../countries/list.ts';
import { configuredTerminal, type Cfg } from '../receipt/cfg.ts';
import { ISO_COUNTRIES } from '../receipt/iso-countries.ts';
import type { Register } from '../register/register.ts';
import type { Registers } from '../register/registers.ts';
import type { Problem } from '../wire.ts';
import type { PlacedCfg, SetupCountry, SetupOverview, SetupState, SetupStep } from './wire.ts';

/** What is asked for how far it is. */
export interface SetupSources {
  registers: Registers;
  /** All problems of a register, as the status page has them. */
  problems: (register: Register) => Problem[];
  /** Folder that backups go to. */
  backupPath: () => string | null;
  hasPassword: () => boolean;
  hasBadge: () => boolean;
  /** The profile names a printer for the register, of whatever kind. */
  hasPrinter: (rn: string) => boolean;
}

/** Problems that are no matter of the law: other steps, other pages. */
const ELSEWHERE =
  /^(NO_CFG|BACKUP|PRINT(ER)?_|RECORDER_|PORTAL_|DISK_|FILES_|JOURNAL_|DATABASE_|MARK_|REBUIL|LAN_|TLS_|PROFILE_|EINVOICE_|CLOCK_|VOID_|TEST_RC|IO_)/;
/** Registers that are listed. */
const MOST_REGISTERS = 500;
/** Location of a register that names none. */
const FIRST = '1';

/** Answer of `GET /control/setup`. @param rn need not be there yet */
export async function setupOverview(sources: SetupSources, rn: string): Promise<SetupOverview> {
  const { registers } = sources;
  const register = await registers.find(rn);
  const { cfg = null, country = null, lastCfg = null, last = null } = register ?? {};
  const problems = register && country ? sources.problems(register) : [];
  const own = problems.filter(({ code }) => !ELSEWHERE.test(code));
  return {
    rn,
    version: lastCfg?.SQ ?? 0,
    cfg,
    steps: stepsOf(sources, { rn, cfg, country, problems: own, isTried: last !== null }),
    needs: needsOf(country),
    problems: own,
    backupPath: sources.backupPath(),
    lastReceipt: last && { sq: last.SQ },
    countries: SETUP_COUNTRIES,
    ...(await places(registers, rn)),
  };
}

interface Known {
  rn: string;
  cfg: Cfg | null;
  country: Country | null;
  problems: readonly Problem[];
  isTried: boolean;
}

function stepsOf(sources: SetupSources, { rn, cfg, country, problems, isTried }: Known): SetupStep[] {
  const needs = needsOf(country);
  const done = (isDone: boolean, otherwise: SetupState = 'missing') => (isDone ? 'done' : otherwise);
  const isPlaced = cfg?.Loc?.TL !== undefined && cfg.Trm?.TT !== undefined;
  const isLawful = problems.every(({ severity }) => severity !== 'stop');
  const asksMore = Object.values(needs).some(Boolean) || !isLawful;
  return [
    { name: 'company', state: done(cfg !== null) },
    { name: 'place', state: done(isPlaced) },
    // Where a country asks for nothing there is nothing to look at.
    ...(asksMore ? [{ name: 'fiscal' as const, state: done(isLawful) }] : []),
    { name: 'printer', state: done(sources.hasPrinter(rn), needs.device ? 'missing' : 'optional') },
    { name: 'backup', state: done(sources.backupPath() !== null) },
    { name: 'password', state: done(sources.hasPassword()) },
    { name: 'portal', state: done(sources.hasBadge(), 'optional') },
    { name: 'receipt', state: done(isTried) },
  ];
}

function needsOf(country: Country | null): SetupOverview['needs'] {
  return {
    key: country?.usesKey === true,
    units: country?.usesUnits === true,
    device: country?.device?.prints === true,
    page: country?.page !== undefined || country?.overview !== undefined,
  };
}

/** All registers that have a company, in the order of their names, and a terminal that none of them has. */
async function places(
  registers: Registers,
  rn: string,
): Promise<Pick<SetupOverview, 'registers' | 'freeTerminal'>> {
  const rows: PlacedCfg[] = [];
  const companies = new Map<string, Cfg>();
  for (const name of registers.names.slice(0, MOST_REGISTERS)) {
    const cfg = (await registers.find(name))?.cfg;
    if (!cfg) continue;
    const { Nam: company = '', TaxId: taxId, Ctry: country } = cfg.Cmp;
    companies.set(`${country} ${taxId}`, cfg);
    rows.push({
      rn: name,
      company,
      taxId,
      country,
      location: cfg.Loc?.Nam ?? '',
      ...configuredTerminal(cfg),
    });
  }
  return { registers: rows, freeTerminal: freeTerminal(registers, rn, rows, [...companies.values()]) };
}

/** The first number that no other register is set up for, and none numbers. */
function freeTerminal(
  registers: Registers,
  rn: string,
  placed: readonly PlacedCfg[],
  companies: readonly Cfg[],
): string {
  const set = new Set(placed.filter((one) => one.rn !== rn && one.TL === FIRST).map(({ TT }) => TT));
  const isNumbered = (TT: string) =>
    companies.some((cfg) => (registers.numbererOf({ cfg, TL: FIRST, TT }) ?? rn) !== rn);
  let number = 1;
  while (set.has(String(number)) || isNumbered(String(number))) number++;
  return String(number);
}

const SETUP_COUNTRIES: SetupCountry[] = countries();

function countries(): SetupCountry[] {
  const built = COUNTRIES.map(({ code }) => code).sort();
  const others = ISO_COUNTRIES.filter((code) => !built.includes(code));
  return [...built, ...others].map((code) => {
    // Asked for all of them, the list would make a module for each.
    const taxId = built.includes(code) ? countryOf(code).companyTaxId : undefined;
    return {
      code,
      kind: built.includes(code) ? 'fiscal' : 'free',
      taxId: taxId ? { name: taxId.name, example: taxId.example } : null,
    };
  });
}
