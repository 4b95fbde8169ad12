import type { PlacesOverview } from '../../service/wire.ts';
import { type Reply, request } from './request.ts';

/** Ask who has a place on a cloud register. */
export function askPlaces(): Promise<Reply<PlacesOverview>> {
  return request('./control/places');
}

/** Free the place of a register. */
export function freePlace(rn: string): Promise<Reply<unknown>> {
  return request('./control/places/free', {
    method: 'POST',
    body: JSON.stringify({ rn }),
    type: 'application/json',
  });
}
