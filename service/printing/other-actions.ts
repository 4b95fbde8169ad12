/** What people do with displays, drawers with a line of their own, scanners, and passwords of devices on the control page. */
import { drawerModel } from '../devices/drawer/models.ts';
import { displayModel } from '../devices/line-display/models.ts';
import { portAddress } from '../devices/ports/address.ts';
import { deviceLogin } from '../devices/ports/device-auth.ts';
import { issue } from '../receipt/issue.ts';
import type { Tree } from '../receipt/tree.ts';
import type { DeviceOutcome, DevicesAdministration } from './actions.ts';
import { AttributeError } from '../settings/attributes.ts';
import { THROUGH_PRINTER } from './other-devices.ts';
import { deviceScope, setAttributes } from './set-attributes.ts';
import type { DeviceFieldProblem } from './wire.ts';

const DONE: DeviceOutcome = { result: {} };

/** Sets a display or drawer, or removes it: an empty model. */
export function equip(kind: 'display' | 'drawer') {
  return async (
    administration: DevicesAdministration,
    rn: string,
    { model, port, scope }: Tree,
  ): Promise<DeviceOutcome> => {
    const whom = deviceScope(scope);
    const isRemoved = model === '';
    const values = isRemoved ? { model: null, port: null } : valuesOf(kind, model, port);
    const fields: Partial<Record<string, DeviceFieldProblem>> = {
      ...(values.model === undefined && { model: 'model' as const }),
      ...(values.port === undefined && { port: 'address' as const }),
      ...(!whom && { scope: 'scope' as const }),
    };
    if (Object.keys(fields).length > 0) return { fields };
    const names = kind === 'display' ? ['Display', 'Display_Port'] : ['Drawer', 'Drawer_Port'];
    const [name, portName] = names as [string, string];
    await setAttributes(administration, rn, whom!, { [name]: values.model!, [portName]: values.port! });
    return DONE;
  };
}

/** Model and port as the profile has them; undefined for what cannot be. */
function valuesOf(kind: 'display' | 'drawer', model: unknown, port: unknown) {
  const text = typeof port === 'string' ? port.trim() : '';
  const name = typeof model === 'string' ? model : '';
  const address = portAddress(text);
  if (kind === 'display') {
    const isThere = address !== null || text.toLowerCase() === THROUGH_PRINTER;
    return { model: displayModel(name)?.name, port: isThere ? text : undefined };
  }
  const known = drawerModel(name);
  return { model: known?.name, port: known && address && known.addressFor(address) ? text : undefined };
}

/** Sets user and password for devices; both empty for none. They are shown to nobody from then on. */
export async function login(
  administration: DevicesAdministration,
  rn: string,
  { user, password, scope }: Tree,
): Promise<DeviceOutcome> {
  const whom = deviceScope(scope);
  if (!whom) return { fields: { scope: 'scope' } };
  const isNone = user === '' && password === '';
  const isText = typeof user === 'string' && typeof password === 'string';
  const value = isText ? `${user}:${password}` : '';
  // The first colon ends the user, whatever was meant.
  const isWrong = !isText || user.includes(':') || !deviceLogin(value);
  if (!isNone && isWrong) return { fields: { user: 'login' } };
  try {
    await setAttributes(administration, rn, whom, { Device_Auth: isNone ? null : value });
    return DONE;
  } catch (error) {
    // A list of attributes has no way to write both kinds of quotation marks.
    if (error instanceof AttributeError) return { fields: { password: 'login' } };
    throw error;
  }
}

/** Asks a drawer with a line of its own whether it is open. */
export async function look({ printing }: DevicesAdministration, rn: string): Promise<DeviceOutcome> {
  const drawer = printing.drawerOf(rn);
  if (!drawer) return { missing: 'this register has no drawer with a line of its own' };
  try {
    return { result: { open: await drawer((one) => one.isOpen()) } };
  } catch (error) {
    return { issue: issue('#DRAWER_TROUBLE', '', `the drawer does not tell: ${(error as Error).message}`) };
  }
}

/** What the scanner at an address has read since it is watched; watches it from now on. */
export async function scans(
  { printing }: DevicesAdministration,
  _rn: string,
  { port }: Tree,
): Promise<DeviceOutcome> {
  const address = typeof port === 'string' ? portAddress(port) : null;
  // Nothing else is opened: what comes from other devices is no code.
  if (address?.kind !== 'hid') return { fields: { port: 'address' } };
  return { result: await printing.scannerTrial.look(address) };
}
