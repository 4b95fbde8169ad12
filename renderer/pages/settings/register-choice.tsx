import { NativeSelect } from '@mantine/core';
import { useTexts } from '../../i18n/use-texts.ts';

/** Whether attributes are shown as they are for all registers, or those of one alone. */
export function RegisterChoice({
  rn,
  isOwn,
  onChoose,
}: {
  /** The register that the page is about. */
  rn: string;
  isOwn: boolean;
  onChoose: (isOwn: boolean) => void;
}) {
  const { t } = useTexts();
  return (
    <NativeSelect
      label={t('settings.for')}
      data={[
        { value: 'all', label: t('settings.forAll') },
        { value: 'own', label: t('settings.forOne', { rn }) },
      ]}
      value={isOwn ? 'own' : 'all'}
      onChange={(event) => onChoose(event.currentTarget.value === 'own')}
    />
  );
}
