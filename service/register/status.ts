/** What the control page shows: may selling go on, and if not, why. */
import { isFarBehind, localTime, offsetTime, type Clock } from '../clock.ts';
import type { CountryContext } from '../countries/contract/services.ts';
import type { Journal } from '../journal/journal.ts';
import { configuredTerminal } from '../receipt/cfg.ts';
import { amountText } from '../receipt/money.ts';
import type { ControlStatus, PortalStatus, Problem, RegisterName } from '../wire.ts';
import { keptPaperOf } from './paper/kept-paper.ts';
import type { Register } from './register.ts';
import type { Registers } from './registers.ts';
import { refusedForTest } from './refusals.ts';

/** How long before the end of its time a receipt that was not delivered is pointed out, ms. */
const DEADLINE_NEAR_MS = 12 * 3_600_000;

/** What a status is made from. */
export interface StatusSources {
  registers: Registers;
  journal: Journal;
  /** The journal's plain copy. */
  journalFiles: { problemsOf(rn: string): Problem[] };
  /** Backups, and restores under way. */
  backups: { problemsOf(rn: string): Problem[] };
  /** Signature units; `isServer` where other tills may use them. */
  units: { problems(): Problem[]; isServer(): boolean };
  /** What prints its receipts. */
  printers: {
    problemsOf(rn: string): Problem[];
    /** The one that the profile names; null without. */
    printer(rn: string): { model: { title: string }; address: string } | null;
    /** Whether that one is a fiscal printer. */
    isFiscal(rn: string): boolean;
  };
  /** Address of the printer that only shows what it was sent; null outside of a demo. */
  emulatedPrinter(): string | null;
  /** The way to the portal. */
  recorder: {
    /** @param queued records that wait */
    statusOf(rn: string, queued: number): PortalStatus;
    queued(rn: string, last: number): number;
    problemsOf(rn: string): Problem[];
  };
  /** Problems of the installation: database, disk, file interface. */
  installation(): Problem[];
  clock: Clock;
  version: string;
}

/** All reasons why a register cannot sell, or should be looked after. */
export function allProblems(register: Register, sources: StatusSources): Problem[] {
  return [
    ...sources.installation(),
    ...problemsOf(register, sources),
    ...sources.recorder.problemsOf(register.rn),
    ...sources.printers.problemsOf(register.rn),
  ];
}

/** The reasons that lie in the register itself. */
export function problemsOf(
  register: Register,
  sources: Pick<StatusSources, 'clock' | 'journalFiles' | 'backups' | 'units'>,
): Problem[] {
  const { country, context } = register;
  const backups = sources.backups.problemsOf(register.rn);
  // Nobody sells here, so that nothing else stops a sale.
  if (register.registersNothing)
    return [{ code: 'REGISTER_DISABLED', severity: 'stop' }, ...sources.units.problems()];
  if (!context || !country) {
    const stops = backups.filter((p) => p.severity === 'stop');
    return stops.length > 0 ? stops : [{ code: 'NO_CFG', severity: 'stop' }];
  }
  const problems: Problem[] = [...testProblems(context), ...terminalProblems(register)];
  if (context.attributes().flag('IO_nosync')) problems.push({ code: 'IO_NOSYNC', severity: 'warning' });
  problems.push(...clockProblems(register, sources.clock));
  if (country.usesKey) problems.push(...keyProblems(context));
  if (country.usesUnits || sources.units.isServer()) {
    const units = sources.units.problems();
    // How grave it is that there is none, the country says.
    problems.push(...(country.usesUnits ? units.filter(({ code }) => code !== 'NO_UNIT') : units));
  }
  for (const { receipt, machine } of register.voids.unfinished) {
    problems.push({ code: 'VOID_UNFINISHED', severity: 'warning', params: { receipt, machine } });
  }
  problems.push(...invoiceProblems(register));
  problems.push(...deliveryProblems(context), ...(country.problems?.(register.state, context) ?? []));
  problems.push(...sources.journalFiles.problemsOf(register.rn), ...backups);
  return problems;
}

/** Another register numbers the terminal: whoever looks should know before the first customer does. */
function terminalProblems({ configuration }: Register): Problem[] {
  const taken = configuration.takenTerminal();
  if (!taken) return [];
  const params = { terminal: `${taken.TL}/${taken.TT}`, register: taken.owner };
  return [{ code: 'TERMINAL_TAKEN', severity: taken.sellsElsewhere ? 'warning' : 'stop', params }];
}

/** A till is being tested with answers that the profile asks for. */
function testProblems(context: CountryContext): Problem[] {
  const attributes = context.attributes();
  const system: Problem[] = attributes.flag('Reg_test') ? [{ code: 'REG_TEST', severity: 'warning' }] : [];
  const rc = refusedForTest(attributes);
  if (rc !== null) return [...system, { code: 'TEST_RC', severity: 'stop', params: { rc } }];
  const isSet = attributes.text('TEST_RC') !== undefined;
  return isSet ? [...system, { code: 'TEST_RC_OK', severity: 'info' }] : system;
}

/** The clock is behind the last document: where the law minds, nothing is sold. */
function clockProblems({ country, stoppedBy, last }: Register, clock: Clock): Problem[] {
  const params = (time: string) => ({ params: { last: time.replace('T', ' ') } });
  if (stoppedBy !== null) return [{ code: 'CLOCK_STOPS_SALES', severity: 'stop', ...params(stoppedBy) }];
  const minds = country?.lastTimes !== undefined;
  if (minds || !last || !isFarBehind(clock, last.D)) return [];
  return [{ code: 'CLOCK_BEHIND', severity: 'warning', ...params(last.D) }];
}

/** Receipts that the authority has not been told of: somebody should know while there is time. */
function deliveryProblems({ deliveries, clock }: CountryContext): Problem[] {
  const { waiting = [], failure = null } = deliveries?.() ?? {};
  if (waiting.length === 0) return [];
  const deadline = waiting.map((entry) => entry.deadline).sort()[0]!;
  const refused = waiting.find((entry) => entry.refused !== null)?.refused;
  const problems: Problem[] = [];
  const params = { count: waiting.length, deadline: deadline.replace('T', ' ') };
  if (deadline < localTime(clock.now() + DEADLINE_NEAR_MS))
    problems.push({ code: 'DELIVERY_DEADLINE', severity: 'warning', params });
  else if (failure !== null) problems.push({ code: 'DELIVERY_WAITS', severity: 'warning', params });
  if (refused)
    problems.push({ code: 'DELIVERY_REFUSED', severity: 'warning', params: { text: refused.text } });
  return problems;
}

/** Invoices that were not handed over: those that a person has to see to, and channels that do not answer. */
function invoiceProblems({ invoiceQueue, handOvers }: Register): Problem[] {
  const rejected = invoiceQueue.all.flatMap(({ sq, rejected: why }) => (why ? [{ sq, text: why.text }] : []));
  const problems: Problem[] = [];
  const [first] = rejected;
  if (first) {
    const params = { count: String(rejected.length), sq: String(first.sq), text: first.text };
    problems.push({ code: 'EINVOICE_REJECTED', severity: 'warning', params });
  }
  for (const { text, waiting } of handOvers.failures()) {
    const params = { count: String(waiting), text };
    problems.push({ code: 'EINVOICE_WAITS', severity: 'warning', params });
  }
  return problems;
}

function keyProblems(context: CountryContext): Problem[] {
  const key = context.key();
  const reference = context.attributes().text('Fiscal_ApiKey') ?? '';
  if (!key) return [{ code: 'PARTNER_UNKNOWN', severity: 'stop', params: { reference } }];
  return key.test ? [{ code: 'TEST_KEY', severity: 'warning' }] : [];
}

/** Nothing stops a sale. */
export function isReady(problems: readonly Problem[]): boolean {
  return problems.every((p) => p.severity !== 'stop');
}

/** What is registered now does not count: tests, training. */
export function practises({ country, context, state }: Register): boolean {
  const reason = context && country?.practice?.(state, context);
  return typeof reason === 'string' || context?.attributes().flag('Reg_test') === true;
}

/** What is registered now counts before a fiscal law that knows tests. */
export function doesCount({ country, context, state }: Register): boolean {
  return !!country?.practice && !!context && country.practice(state, context) === null;
}

/** The status of one register; an unknown name is shown as not configured. */
export async function statusOf(rn: string, sources: StatusSources): Promise<ControlStatus | null> {
  const register = await sources.registers.find(rn);
  if (!register) return null;
  const ms = sources.clock.now();
  const { cfg, country, last } = register;
  const problems = allProblems(register, sources);
  const today = localTime(ms).slice(0, 10);
  const day = await sources.journal.turnover(rn, today, today);
  const key = country?.usesKey ? (register.context?.key() ?? null) : null;
  const queued = sources.recorder.queued(rn, register.nextSq - 1);
  return {
    version: sources.version,
    now: offsetTime(ms),
    registers: await registerNames(sources),
    rn,
    ready: isReady(problems),
    practice: practises(register),
    problems,
    country: country?.code ?? null,
    company: cfg ? { name: cfg.Cmp.Nam ?? '', taxId: cfg.Cmp.TaxId } : null,
    location: cfg?.Loc?.TL === undefined ? null : { tl: cfg.Loc.TL, name: cfg.Loc.Nam ?? '' },
    terminal: cfg ? configuredTerminal(cfg).TT : null,
    portal: sources.recorder.statusOf(rn, queued),
    queues: {
      recorder: queued,
      retry: country?.delivery === undefined && register.undelivered === 0 ? null : register.undelivered,
    },
    printer: printerOf(sources, rn),
    describesPage: country?.page !== undefined,
    usesUnits: country?.usesUnits === true || register.registersNothing || sources.units.isServer(),
    usesEInvoices:
      register.invoiceQueue.all.length > 0 ||
      register.context?.attributes().text('EInvoice_Routes') !== undefined,
    eInvoicesNews: register.handOvers.news,
    key: key && { serial: key.serial, version: key.version, test: key.test },
    today: {
      count: day.receipts,
      turnover: amountText(day.total, country?.currency.digits ?? 2),
      currency: country?.currency.code ?? 'EUR',
      closing: register.closing,
    },
    last: last && cfg ? keptPaperOf(last, cfg) : null,
  };
}

const NO_PORTAL: PortalStatus = {
  ...{ state: 'alone', url: null, register: null, company: null, heard: null, secondsLeft: null },
};

/** What the status says while the journal cannot be read. */
export interface ClosedSources {
  problems: Problem[];
  /** Registers that were there before; empty when it is not known. */
  registers: readonly RegisterName[];
  clock: Clock;
  version: string;
}

/** The status of any register while the journal cannot be read. */
export function closedStatus(
  rn: string,
  { problems, registers, clock, version }: ClosedSources,
): ControlStatus {
  const known = registers.map((register) => ({ ...register, ready: false }));
  const own = known.find((register) => register.rn === rn);
  return {
    version,
    now: offsetTime(clock.now()),
    registers: own ? known : [...known, { rn, ready: false, company: null, country: null }],
    rn,
    ready: false,
    practice: false,
    problems,
    country: null,
    company: null,
    location: null,
    terminal: null,
    portal: NO_PORTAL,
    queues: { recorder: 0, retry: null },
    printer: { state: 'none' },
    describesPage: false,
    usesUnits: false,
    usesEInvoices: false,
    eInvoicesNews: '',
    key: null,
    today: null,
    last: null,
  };
}

/** The registers for the picker. */
export async function registerNames(sources: StatusSources): Promise<RegisterName[]> {
  const names: RegisterName[] = [];
  for (const rn of sources.registers.names) {
    const register = await sources.registers.find(rn);
    if (!register) continue;
    names.push({
      rn,
      ready: isReady(allProblems(register, sources)),
      company: register.cfg?.Cmp.Nam ?? null,
      country: register.country?.code ?? null,
    });
  }
  return names;
}

function printerOf(sources: StatusSources, rn: string): ControlStatus['printer'] {
  const printer = sources.printers.printer(rn);
  if (printer === null) return { state: 'none' };
  const { address: port, model } = printer;
  const isEmulated = port === sources.emulatedPrinter();
  return { state: 'set', model: model.title, port, isEmulated, isFiscal: sources.printers.isFiscal(rn) };
}
