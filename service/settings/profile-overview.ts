/** The profile as the control page shows it. */
import { meantBy } from './attribute-check.ts';
import { ATTRIBUTES, attributeRow, isSecret, type AttributeRow } from './attribute-table.ts';
import { Attributes } from './attributes.ts';
import { LEAST_QUOTA, MOST_QUOTA } from './profile-file.ts';
import type { Profile } from './profile.ts';
import type { AttributeEntry, ProfileOverview } from './wire.ts';

/** All attributes with their values, and the disk quota. */
export function profileOverview(profile: Profile): ProfileOverview {
  const text = profile.attributeText;
  const written = Attributes.parse(text);
  const waiting = profile.restartNeeded;
  const entry = (row: AttributeRow, known: boolean): AttributeEntry => {
    const { name, scope, type, standard, restart, used } = row;
    const value = written.text(name) ?? null;
    return {
      ...{ name, known, meant: known ? null : meantBy(name), scope, type, value },
      standard: standard ?? null,
      restart: restart === true,
      used: used === true,
      ignored: value !== null && profile.attributes.text(name) === undefined,
      waits: waiting.includes(name),
    };
  };
  const unknown = new Map(
    written.items.filter(({ name }) => !attributeRow(name)).map(({ name }) => [name.toLowerCase(), name]),
  );
  return {
    attributes: [
      ...ATTRIBUTES.map((row) => entry(row, true)),
      ...[...unknown.values()].map((name) =>
        entry({ name, scope: 'all', type: { kind: isSecret(name) ? 'secret' : 'text' } }, false),
      ),
    ],
    text,
    diskQuota: profile.diskQuota,
    leastQuota: LEAST_QUOTA,
    mostQuota: MOST_QUOTA,
  };
}
