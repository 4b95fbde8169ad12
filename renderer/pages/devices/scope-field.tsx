import { NativeSelect } from '@mantine/core';
import { useTexts } from '../../i18n/use-texts.ts';

/** Whom a device is for. */
export type Scope = 'register' | 'all';

/** Chooses between this register and all of them. */
export function ScopeField({
  rn,
  value,
  onChange,
}: {
  rn: string;
  value: Scope;
  onChange: (scope: Scope) => void;
}) {
  const { t } = useTexts();
  return (
    <NativeSelect
      label={t('devices.use.scope')}
      data={[
        { value: 'register', label: t('devices.use.register', { rn }) },
        { value: 'all', label: t('devices.use.all') },
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Scope)}
    />
  );
}
