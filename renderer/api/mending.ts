import { type Reply, request } from './request.ts';

/** Have the database made anew from the journal files. It goes on after the answer; the status tells how far it is. */
export function rebuildDatabase(): Promise<Reply<unknown>> {
  return request('./control/journal/rebuild', { method: 'POST' });
}

/** Confirm that selling goes on with data that are older than what was registered on the machine. */
export function confirmOlderData(): Promise<Reply<unknown>> {
  return request('./control/journal/confirm', { method: 'POST' });
}

/** Have a register hand in all its records to the portal anew, because both differ. */
export function beginRecorderRow(rn: string): Promise<Reply<unknown>> {
  return request(`./control/recorder/row?RN=${encodeURIComponent(rn)}`, { method: 'POST' });
}
