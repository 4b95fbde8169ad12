/** The profile as the control page shows it. */
import { meantBy } from './attribute-check.ts';
import { ATTRIBUTES, attributeRow, isSecret, type AttributeRow } from './attribute-table.ts';
import { Attributes } from './attributes.ts';
import { LEAST_QUOTA, MOST_QUOTA } from './profile-file.ts';
import type { Profile } from './profile.ts';
import type { AttributeEntry, ProfileOverview } from './wire.ts';

/**
 * All attributes with their values, and the disk quota.
 * @param rn a register: those that it may have of its own, and what it has; the service's values are the defaults
 */
export function profileOverview(
  profile: Profile,
  rn?: string,
  portal: Pick<ProfileOverview, 'hasPortalBeside' | 'portalAddress'> = NO_PORTAL,
): ProfileOverview {
  const text = rn === undefined ? profile.attributeText : profile.textOf(rn);
  const inForce = rn === undefined ? profile.attributes : profile.attributesOf(rn);
  const rows = ATTRIBUTES.filter(({ register }) => rn === undefined || register === true);
  const written = Attributes.parse(text);
  const waiting = profile.restartNeeded;
  const entry = (row: AttributeRow, known: boolean): AttributeEntry => {
    const { name, scope, type, standard, restart, danger } = row;
    const value = written.text(name) ?? null;
    return {
      ...{ name, known, meant: known ? null : meantBy(name), scope, type, value },
      standard: (rn === undefined ? undefined : profile.attributes.text(name)) ?? standard ?? null,
      restart: restart === true,
      danger: danger === true,
      ignored: value !== null && inForce.text(name) === undefined,
      waits: waiting.includes(name),
    };
  };
  const unknown = new Map(
    written.items.filter(({ name }) => !attributeRow(name)).map(({ name }) => [name.toLowerCase(), name]),
  );
  return {
    attributes: [
      ...rows.map((row) => entry(row, true)),
      ...[...unknown.values()].map((name) =>
        entry({ name, scope: 'all', type: { kind: isSecret(name) ? 'secret' : 'text' } }, false),
      ),
    ],
    text,
    diskQuota: profile.diskQuota,
    leastQuota: LEAST_QUOTA,
    mostQuota: MOST_QUOTA,
    hasBadge: profile.badge !== null,
    ...portal,
  };
}

const NO_PORTAL = { hasPortalBeside: false, portalAddress: null };
