import { pageHash } from '../../../api/page-choice.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';

/** The way to the page for signature units. */
export function UnitsLink({ kind = 'plain' }: { kind?: 'plain' | 'primary' }) {
  const { t } = useTexts();
  return (
    <ButtonLink kind={kind} href={pageHash.units}>
      {t('page.banner.openPage', { page: t('units.heading') })}
    </ButtonLink>
  );
}
