import { PasswordInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { EyeIcon, HiddenIcon } from './icons.tsx';

/** A new secret to fill in, which can be looked at while it is typed. */
export function PasswordField({
  label,
  description,
  error,
  value,
  isDigits = false,
  onChange,
}: {
  label: string;
  description: string;
  error: ReactNode;
  value: string;
  /** Keyboards of screens show digits. */
  isDigits?: boolean;
  onChange: (value: string) => void;
}) {
  const { t } = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <PasswordInput
      label={label}
      description={description}
      error={error}
      // Mantine's other fields say so themselves.
      aria-invalid={Boolean(error)}
      // Browsers ignore "off" for passwords, and would offer one of their own.
      autoComplete="new-password"
      spellCheck={false}
      {...(isDigits && { inputMode: 'numeric' as const })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleIcon={VisibilityIcon}
      visibilityToggleButtonProps={{
        'aria-pressed': shown,
        'aria-label': t('fiscal.showPassword'),
        title: t('fiscal.showPassword'),
        tabIndex: 0,
      }}
    />
  );
}

function VisibilityIcon({ reveal }: { reveal: boolean }) {
  return reveal ? <HiddenIcon /> : <EyeIcon />;
}
