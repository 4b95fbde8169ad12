import type { ProfileActions, ProfileOverview } from '../../service/settings/wire.ts';
import { type Reply, request } from './request.ts';

/** Ask for the profile of the installation. */
export function askProfile(): Promise<Reply<ProfileOverview>> {
  return request('./control/profile');
}

/** Asks for a change of the profile. */
export type ProfileAct = <Action extends keyof ProfileActions>(
  action: Action,
  body: ProfileActions[Action],
) => Promise<Reply<unknown>>;

/** Ask the service to change the profile. */
export const changeProfile: ProfileAct = (action, body) =>
  request(`./control/profile/${action}`, {
    method: 'POST',
    body: JSON.stringify(body),
    type: 'application/json',
  });

/** Ask the service to restart; it answers before it does. */
export function restartService(): Promise<Reply<unknown>> {
  return request('./service/restart', { method: 'POST' });
}
