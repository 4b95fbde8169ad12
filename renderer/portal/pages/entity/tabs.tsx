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
};

/** Sections that create something are reached by buttons. */
type Shown = Exclude<Section, `new-${string}`>;

/** The way to the sections of an entity. */
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
  const shown = (SECTIONS[kind] as readonly Section[]).filter((one): one is Shown => {
    const need = NEEDS[one];
    return !one.startsWith('new-') && (need === undefined || may.has(need) || one === section);
  });
  return (
    <NavBar label={t('section.label')}>
      {shown.map((one) => (
        <NavBarLink key={one} href={entityHash(kind, id, one)} isCurrent={one === section}>
          {t(`section.${one}`)}
        </NavBarLink>
      ))}
    </NavBar>
  );
}
