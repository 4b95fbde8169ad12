import { Stack } from '@mantine/core';
import { NavBar, NavBarLink } from '../../../components/nav-bar.tsx';
import { entityHash, type Section, SECTIONS } from '../../api/route.ts';
import type { EntityKind, Permission } from '../../api/types.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';

/** What a section is of use for only to those who may do something. */
const NEEDS: Partial<Record<Section, Permission>> = {
  users: 'ManageUsers',
  keys: 'ManageUsers',
  audit: 'ManageUsers',
  registers: 'ReadRegister',
  receipts: 'ReadRegister',
  prices: 'ManageBill',
};

/** Sections that create something are reached by buttons. */
type Shown = Exclude<Section, `new-${string}`>;

/** Sections that belong together: as many as fit a line. */
const GROUPS = {
  overview: ['overview'],
  registers: ['registers', 'notifications', 'base-data', 'licences'],
  receipts: ['receipts', 'digital-receipts'],
  details: ['details', 'contacts', 'prices'],
  access: ['users', 'keys', 'audit'],
} as const satisfies Record<string, readonly Shown[]>;

/** The organization that runs the portal; it alone sets prices. */
const OPERATOR_ID = 2;

/** The way to the sections of an entity: a line of groups, and beneath it the sections of the one that is open. */
export function Tabs({
  kind,
  id,
  section,
  may,
}: {
  kind: EntityKind;
  id: number;
  section: Section;
  may: ReadonlySet<Permission>;
}) {
  const { t } = usePortalTexts();
  const isShown = (one: Section) => {
    const need = NEEDS[one];
    if (one === 'prices' && id !== OPERATOR_ID) return false;
    return (
      (SECTIONS[kind] as readonly Section[]).includes(one) &&
      (need === undefined || may.has(need) || one === section)
    );
  };
  const groups = Object.entries(GROUPS)
    .map(([name, sections]) => ({
      name: name as keyof typeof GROUPS,
      sections: (sections as readonly Shown[]).filter(isShown),
    }))
    .filter(({ sections }) => sections.length > 0);
  const open = groups.find(({ sections }) => (sections as readonly Section[]).includes(section));
  const groupName = (name: keyof typeof GROUPS) =>
    name === 'details' ? t(`kind.${kind}`) : name === 'access' ? t('section.access') : t(`section.${name}`);
  return (
    <Stack gap="xs">
      <NavBar label={t('section.label')}>
        {groups.map(({ name, sections }) => (
          <NavBarLink key={name} href={entityHash(kind, id, sections[0])} isCurrent={name === open?.name}>
            {groupName(name)}
          </NavBarLink>
        ))}
      </NavBar>
      {open !== undefined && open.sections.length > 1 && (
        <NavBar label={t('section.within', { group: groupName(open.name) })} isSmall>
          {open.sections.map((one) => (
            <NavBarLink key={one} href={entityHash(kind, id, one)} isCurrent={one === section}>
              {t(`section.${one}`)}
            </NavBarLink>
          ))}
        </NavBar>
      )}
    </Stack>
  );
}
