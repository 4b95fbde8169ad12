import { Group } from '@mantine/core';
import { FROM_SET_UP, PAGE_HASH } from '../../api/page-choice.ts';
import { usePagePart } from '../../api/use-page-choice.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LinkButton } from './link-button.tsx';

/** The way back to what the law asks for, on pages that the set-up assistant led to; elsewhere nothing. */
export function BackToSetUp() {
  const { t } = useTexts();
  const isFromThere = usePagePart() === FROM_SET_UP;
  if (!isFromThere) return null;
  return (
    <Group>
      <LinkButton isMain href={`${PAGE_HASH.start}/fiscal`}>
        {t('setup.fiscal.back')}
      </LinkButton>
    </Group>
  );
}
