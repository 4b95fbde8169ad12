import type { PortugalActions } from '../../../service/countries/pt/wire.ts';
import type { ActOf } from '../contract.ts';

/** Asks the register for one of Portugal's actions. */
export type Act = ActOf<PortugalActions>;

/** The series that was opened by `open`: its name may be another than was expected, as names are never used twice. */
export function openedSeries(answer: unknown): string | null {
  const id = (answer as { result?: { id?: unknown } | null } | null)?.result?.id;
  return typeof id === 'string' ? id : null;
}
