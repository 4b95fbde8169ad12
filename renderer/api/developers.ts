import type { CallDetail, CallsOverview } from '../../service/integration/wire.ts';
import { type Reply, request } from './request.ts';

/** Ask for the newest calls of POS programs. */
export function askCalls(): Promise<Reply<CallsOverview>> {
  return request('./control/requests');
}

/** Ask for a call with its bodies. */
export function askCall(id: number): Promise<Reply<CallDetail>> {
  return request(`./control/requests/${id}`);
}

/** Have the calls forgotten. */
export function forgetCalls(): Promise<Reply<unknown>> {
  return request('./control/requests', { method: 'DELETE' });
}
