import type { StepState } from '../../parts/steps.tsx';
import type {
  AustriaOverview,
  FinanzOnlineAccount,
  ReportRow,
  UnitRow,
} from '../../../../service/countries/at/wire.ts';

/** Provider id of keys of closed systems, which are in earnest. */
const CLOSED_SYSTEM = 'AT0';

/** The steps of the start-up, in their order. */
export const STEP_NAMES = ['unit', 'access', 'report', 'receipt', 'check'] as const;
/** One of them. */
export type StepName = (typeof STEP_NAMES)[number];

/** True until the start receipt was found good: then the steps are shown. */
export function isStarting({ state, start }: AustriaOverview): boolean {
  return state === 'new' || (state !== 'closed' && start !== null && start.checked === null);
}

/** A key that the program made for tests: FinanzOnline takes it in tests alone. */
export function isTestKey({ kind, zda }: Pick<UnitRow, 'kind' | 'zda'>): boolean {
  return kind === 'software' && zda !== null && zda !== CLOSED_SYSTEM;
}

/** Somebody reports by hand: said so here, or did it before. */
export function reportsByHand({ finanzOnline }: AustriaOverview, chosen: boolean): boolean {
  return finanzOnline.login === null && (chosen || finanzOnline.reports.some((report) => report.byHand));
}

/** While a register trains, nothing is reported in earnest, and it does not start by itself. */
export function isHeldBack(training: boolean, mode: FinanzOnlineAccount['mode']): boolean {
  return training && mode === 'production';
}

/** What the report step is about: the reports of units and register. */
export function firstReports({ finanzOnline }: AustriaOverview): ReportRow[] {
  return finanzOnline.reports.filter(({ kind }) => kind === 'unit' || kind === 'register');
}

/** The tax office knows all of these, and a register is among them. */
export function isReported(reports: readonly ReportRow[]): boolean {
  return reports.some(({ kind }) => kind === 'register') && reports.every(({ state }) => state === 'done');
}

/**
 * How the steps stand. The start receipt does not wait for reports: FinanzOnline
 * may be away when a shop opens, and the law gives time for them.
 * @param byHand see {@link reportsByHand}
 */
export function stepsOf(overview: AustriaOverview, byHand: boolean): Record<StepName, StepState> {
  const { units, finanzOnline, start } = overview;
  const done: Record<StepName, boolean> = {
    unit: units.some(({ state }) => state === 'ready'),
    access: byHand || (finanzOnline.login !== null && finanzOnline.failure === null),
    report: isReported(firstReports(overview)),
    receipt: start !== null,
    check: start !== null && start.checked !== null,
  };
  const first = STEP_NAMES.find((name) => !done[name]);
  const isOpen = (name: StepName) =>
    name === first || (name === 'receipt' && done.unit && done.access) || (name === 'check' && done.receipt);
  const states = STEP_NAMES.map((name) => [name, done[name] ? 'done' : isOpen(name) ? 'now' : 'later']);
  return Object.fromEntries(states) as Record<StepName, StepState>;
}
