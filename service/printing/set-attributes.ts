/** Attributes of devices, set for one register or for all. */
import { withAttribute, withoutAttribute } from '../settings/attribute-edit.ts';
import type { DevicesAdministration } from './actions.ts';

/** Whom a device is for. */
export type DeviceScope = 'register' | 'all';

/** Reads a scope; null for anything else. */
export function deviceScope(scope: unknown): DeviceScope | null {
  return scope === 'register' || scope === 'all' ? scope : null;
}

/**
 * Sets attributes for a register, or for the service with what single registers have of their own
 * taken away: it would hide the new ones.
 * @param values null removes one
 */
export async function setAttributes(
  { change, registers, attributes }: DevicesAdministration,
  rn: string,
  scope: DeviceScope,
  values: Readonly<Record<string, string | null>>,
): Promise<void> {
  const entries = Object.entries(values);
  const set = (before: string) =>
    entries.reduce(
      (text, [name, value]) =>
        value === null ? withoutAttribute(text, name) : withAttribute(text, name, value),
      before,
    );
  if (scope === 'register') {
    await change({ rn, attributes: set });
    return;
  }
  await change({ attributes: set });
  const drop = (before: string) => entries.reduce((text, [name]) => withoutAttribute(text, name), before);
  for (const other of registers.names) {
    const hidden = entries.some(([name, value]) => (attributes(other).text(name) ?? null) !== value);
    if (hidden) await change({ rn: other, attributes: drop });
  }
}
