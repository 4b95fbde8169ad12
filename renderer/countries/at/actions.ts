import type { AustriaActions, ShownKey } from '../../../service/countries/at/wire.ts';
import type { ActOf } from '../contract.ts';

/** Asks the register for one of Austria's actions. */
export type Act = ActOf<AustriaActions>;

/** The key in the answer of `show-key`; null when it is none. */
export function shownKey(answer: unknown): ShownKey | null {
  const { key, check } = (answer as { result?: Partial<ShownKey> | null } | null)?.result ?? {};
  return typeof key === 'string' && typeof check === 'string' ? { key, check } : null;
}
