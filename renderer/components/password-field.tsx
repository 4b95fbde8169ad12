import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from './button.tsx';
import { TextField } from './fields.tsx';
import { EyeIcon, HiddenIcon } from './icons.tsx';
import classes from './password-field.module.css';

/** A new secret to fill in, which can be looked at while it is typed. */
export function PasswordField({
  label,
  description,
  error,
  value,
  onChange,
}: {
  label: string;
  description: string;
  error: ReactNode;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      type={shown ? 'text' : 'password'}
      label={label}
      description={description}
      error={error}
      // Browsers ignore "off" for passwords, and would offer one of their own.
      autoComplete="new-password"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSectionWidth={44}
      rightSectionPointerEvents="all"
      rightSection={
        <Button
          kind="quiet"
          className={classes.look ?? ''}
          aria-pressed={shown}
          aria-label={t('fiscal.showPassword')}
          title={t('fiscal.showPassword')}
          icon={shown ? <HiddenIcon /> : <EyeIcon />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
