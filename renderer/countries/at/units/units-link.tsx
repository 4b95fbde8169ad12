import { Button } from '@mantine/core';
import { PAGE_HASH } from '../../../api/page-choice.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

/** The way to the page for signature units. */
export function UnitsLink({ variant = 'default' }: { variant?: 'default' | 'filled' }) {
  const { t } = useTexts();
  return (
    <Button component="a" variant={variant} href={PAGE_HASH.units}>
      {t('page.banner.openPage', { page: t('units.heading') })}
    </Button>
  );
}
