import type { PortugalActions } from '../../../service/countries/pt/wire.ts';
import type { Reply } from '../../api/request.ts';

/** Asks the register for one of Portugal's actions, with the body that belongs to it. */
export type Act = <Name extends keyof PortugalActions>(
  action: Name,
  body: PortugalActions[Name],
) => Promise<Reply<unknown>>;
