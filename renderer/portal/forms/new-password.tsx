import { PasswordField } from '../../components/password-field.tsx';
import { usePortalTexts } from '../app/use-portal-texts.ts';
import type { Form } from './use-form.ts';

/** A password of somebody's own choice, which can be looked at; field `password` of a form. */
export function NewPassword({ form, label }: { form: Form; label: string }) {
  const { t } = usePortalTexts();
  return (
    <PasswordField
      label={label}
      description={t('gate.passwordHint')}
      error={form.error('password')}
      value={form.values['password'] ?? ''}
      onChange={(value) => form.set('password', value)}
    />
  );
}
