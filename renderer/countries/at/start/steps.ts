import type { AustriaOverview } from '../../../../service/countries/at/wire.ts';

/** The steps of the start-up, in their order. */
export const stepNames = ['unit', 'access', 'report', 'receipt', 'check'] as const;
/** One of them. */
export type StepName = (typeof stepNames)[number];
/** How a step stands: done, to be done now, or after another one. */
export type StepState = 'done' | 'now' | 'later';

/** True until the start receipt was found good: then the steps are shown. */
export function isStarting({ state, start }: AustriaOverview): boolean {
  return state === 'new' || (state !== 'closed' && start !== null && start.checked === null);
}

/** Somebody reports by hand: said so here, or did it before. */
export function reportsByHand({ finanzOnline }: AustriaOverview, chosen: boolean): boolean {
  return finanzOnline.login === null && (chosen || finanzOnline.reports.some((report) => report.byHand));
}

/**
 * How the steps stand. The start receipt does not wait for reports: FinanzOnline
 * may be away when a shop opens, and the law gives time for them.
 * @param byHand see {@link reportsByHand}
 */
export function stepsOf(overview: AustriaOverview, byHand: boolean): Record<StepName, StepState> {
  const { units, finanzOnline, start } = overview;
  const reports = finanzOnline.reports.filter(({ kind }) => kind === 'unit' || kind === 'register');
  const done: Record<StepName, boolean> = {
    unit: units.some(({ state }) => state === 'ready'),
    access: byHand || (finanzOnline.login !== null && finanzOnline.failure === null),
    report: reports.some(({ kind }) => kind === 'register') && reports.every(({ state }) => state === 'done'),
    receipt: start !== null,
    check: start !== null && start.checked !== null,
  };
  const first = stepNames.find((name) => !done[name]);
  const isOpen = (name: StepName) =>
    name === first || (name === 'receipt' && done.unit && done.access) || (name === 'check' && done.receipt);
  const states = stepNames.map((name) => [name, done[name] ? 'done' : isOpen(name) ? 'now' : 'later']);
  return Object.fromEntries(states) as Record<StepName, StepState>;
}
