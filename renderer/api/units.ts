import type { UnitsOverview } from '../../service/at-signing/wire.ts';
import { type Reply, request } from './request.ts';

/** Ask for the signature units of the installation. */
export function askUnits(): Promise<Reply<UnitsOverview>> {
  return request('./control/units');
}

/** Asks for an action on signature units. */
export type UnitAct = (action: string, body: object) => Promise<Reply<unknown>>;

/** Ask the service to do something with signature units. */
export const actOnUnits: UnitAct = (action, body) =>
  request(`./control/units/${action}`, {
    method: 'POST',
    body: JSON.stringify(body),
    type: 'application/json',
  });
