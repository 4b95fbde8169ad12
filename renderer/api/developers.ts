import type {
  BothFormats,
  CallDetail,
  CallsOverview,
  ChecklistOverview,
  ChecklistRow,
  TryCase,
  Tried,
  TryOverview,
} from '../../service/integration/wire.ts';
import { controlUrl } from './control.ts';
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

/** Ask for what can be tried with a register. */
export function askTry(rn: string): Promise<Reply<TryOverview>> {
  return request(controlUrl('try', rn));
}

/** Have a record written in both formats. */
export function convert(text: string): Promise<Reply<BothFormats>> {
  return request('./control/try/convert', { method: 'POST', body: text, type: 'text/plain' });
}

/** Have a record checked, or sent. @param lng language of the operators' texts */
export function tryOut(
  rn: string,
  how: 'check' | 'send',
  { route, text, lng }: { route: TryCase['route']; text: string; lng: string },
): Promise<Reply<Tried>> {
  const url = `${controlUrl(`try/${how}`, rn)}&route=${route}&lng=${lng}`;
  return request(url, { method: 'POST', body: text, type: 'text/plain' });
}

/** Ask what the POS of a register has shown. */
export function askChecklist(rn: string): Promise<Reply<ChecklistOverview>> {
  return request(controlUrl('checklist', rn));
}

/** Tick an item by hand, or take the tick back. */
export function tickItem(rn: string, item: ChecklistRow['item'], shown: boolean): Promise<Reply<unknown>> {
  const body = JSON.stringify({ item, shown });
  return request(controlUrl('checklist/tick', rn), { method: 'POST', body, type: 'application/json' });
}

/** Have the checklist of a register begin anew. */
export function resetChecklist(rn: string): Promise<Reply<unknown>> {
  return request(controlUrl('checklist', rn), { method: 'DELETE' });
}
