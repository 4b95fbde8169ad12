import type { PortugalActions } from '../../../service/countries/pt/wire.ts';
import type { Reply } from '../../api/request.ts';

/** Asks the register for one of Portugal's actions, with the body that belongs to it. */
export type Act = <Name extends keyof PortugalActions>(
  action: Name,
  body: PortugalActions[Name],
) => Promise<Reply<unknown>>;

/** The series that was opened by `open`: its name may be another than was expected, as names are never used twice. */
export function openedSeries(answer: unknown): string | null {
  const id = (answer as { result?: { id?: unknown } | null } | null)?.result?.id;
  return typeof id === 'string' ? id : null;
}
