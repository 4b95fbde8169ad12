import { enter } from '../../api/session.ts';
import { GateFrame } from '../../app/gate-frame.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormFrame, FormText } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { NewPassword } from '../../forms/new-password.tsx';

/** The first start: whoever is first becomes the administrator. */
export function SetupPage({ asksCode }: { asksCode: boolean }) {
  const { t, language } = usePortalTexts();
  const start = { name: '', email: '', password: '', organizationName: '' };
  const form = useForm('setUp', { ...(asksCode && { code: '' }), ...start }, ['code']);
  const submit = () =>
    void form.submit((body) => enter('/setup', { ...body, password: form.values['password'], language }));
  return (
    <GateFrame heading={t('gate.setup')} intro={t('gate.setupIntro')}>
      <FormFrame form={form} submit={t('gate.setupDo')} onSubmit={submit}>
        {asksCode && (
          <FormText form={form} field="code" label={t('gate.code')} description={t('gate.codeHint')} />
        )}
        <FormText
          form={form}
          field="organizationName"
          label={t('gate.organizationName')}
          description={t('gate.organizationHint')}
          autoComplete="organization"
        />
        <FormText form={form} field="name" label={t('people.name')} autoComplete="name" />
        <FormText form={form} field="email" type="email" label={t('people.email')} autoComplete="username" />
        <NewPassword form={form} label={t('people.password')} />
      </FormFrame>
    </GateFrame>
  );
}
