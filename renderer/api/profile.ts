import type { ProfileActions, ProfileOverview } from '../../service/settings/wire.ts';
import { type Reply, request } from './request.ts';

/** Ask for the profile of the installation, or for what a register has of its own. */
export function askProfile(rn: string | null): Promise<Reply<ProfileOverview>> {
  return request(`./control/profile${queryOf(rn)}`);
}

/** Asks for a change of the profile. */
export type ProfileAct = <Action extends keyof ProfileActions>(
  action: Action,
  body: ProfileActions[Action],
) => Promise<Reply<unknown>>;

/** Ask the service to change the profile, or a register's part of it. */
export const changeProfile =
  (rn: string | null): ProfileAct =>
  (action, body) =>
    request(`./control/profile/${action}${queryOf(rn)}`, {
      method: 'POST',
      body: JSON.stringify(body),
      type: 'application/json',
    });

function queryOf(rn: string | null): string {
  return rn === null ? '' : `?RN=${encodeURIComponent(rn)}`;
}

/** Ask the service to restart; it answers before it does. */
export function restartService(): Promise<Reply<unknown>> {
  return request('./service/restart', { method: 'POST' });
}
