import { entityHash, type Section, sections } from '../../api/route.ts';
import type { EntityKind, Permission } from '../../api/types.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import classes from '../page.module.css';

/** What a section is of use for only to those who may do something. */
const needs: Partial<Record<Section, Permission>> = {
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
  const shown = (sections[kind] as readonly Section[]).filter((one): one is Shown => {
    const need = needs[one];
    return !one.startsWith('new-') && (need === undefined || may.has(need) || one === section);
  });
  return (
    <nav className={classes.tabs} aria-label={t('section.label')}>
      {shown.map((one) => (
        <a
          key={one}
          className={classes.tab}
          href={entityHash(kind, id, one)}
          aria-current={one === section ? 'page' : undefined}
        >
          {t(`section.${one}`)}
        </a>
      ))}
    </nav>
  );
}
