import type {
  DeviceActions,
  DeviceResult,
  DevicesOverview,
  SearchOverview,
} from '../../service/printing/wire.ts';
import { type Reply, request } from './request.ts';

/** Ask for the printer of a register, its jobs, and the printers of the others. */
export function askDevices(rn: string): Promise<Reply<DevicesOverview>> {
  return request(`./control/devices?RN=${encodeURIComponent(rn)}`);
}

/** Asks for an action on the devices of a register. */
export type DeviceAct = <Action extends keyof DeviceActions>(
  action: Action,
  body: DeviceActions[Action],
) => Promise<Reply<{ result: DeviceResult }>>;

/** Ask the service to do something with the devices of a register. */
export const actOnDevices =
  (rn: string): DeviceAct =>
  (action, body) =>
    request(`./control/devices/${action}?RN=${encodeURIComponent(rn)}`, {
      method: 'POST',
      body: JSON.stringify(body),
      type: 'application/json',
    });

/** Ask what was found. */
export function askSearch(): Promise<Reply<SearchOverview>> {
  return request('./control/devices/search');
}

/** Ask the service to look for devices. */
export function startSearch(): Promise<Reply<SearchOverview>> {
  return request('./control/devices/search', { method: 'POST' });
}
