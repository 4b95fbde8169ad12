/** Displays and drawers as the control page shows them. */
import { drawerModel } from '../devices/drawer/models.ts';
import { portAddress } from '../devices/ports/address.ts';
import type { Attributes } from '../settings/attributes.ts';
import { deviceProblems, isChained } from './other-devices.ts';
import type { Printing } from './printing.ts';
import type { OtherDeviceRow } from './wire.ts';

type Source = Pick<Printing, 'lastSeen'>;

/** The display of a register; null without one. On the printer's line it is as well as the printer. */
export function displayRow(printing: Source, attributes: Attributes): OtherDeviceRow | null {
  const model = attributes.text('Display');
  if (model === undefined) return null;
  const port = attributes.text('Display_Port') ?? '';
  const address = isChained(attributes) ? null : portAddress(port);
  const isWrong = hasProblem(attributes, 'DISPLAY_PROFILE');
  return { model, port, isWrong, seen: (address && printing.lastSeen(address)) ?? 'unasked' };
}

/** The drawer of a register with a line of its own; null without one. */
export function drawerRow(printing: Source, attributes: Attributes): OtherDeviceRow | null {
  const model = attributes.text('Drawer');
  if (model === undefined) return null;
  const port = attributes.text('Drawer_Port') ?? '';
  const named = portAddress(port);
  const address = (named && drawerModel(model)?.addressFor(named)) ?? null;
  const isWrong = hasProblem(attributes, 'DRAWER_PROFILE');
  return { model, port, isWrong, seen: (address && printing.lastSeen(address)) ?? 'unasked' };
}

function hasProblem(attributes: Attributes, code: string): boolean {
  return deviceProblems(attributes).some((problem) => problem.code === code);
}
