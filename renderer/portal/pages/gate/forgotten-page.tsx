import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '../../../components/notice.tsx';
import { ask } from '../../api/ask.ts';
import { GateFrame } from '../../app/gate-frame.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormFrame, FormText } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';

/** Sends a link by which another password can be set. */
export function ForgottenPage() {
  const { t } = usePortalTexts();
  const form = useForm('forgotPassword', { email: '' });
  const [isSent, setSent] = useState(false);
  const submit = async () => {
    const reply = await form.submit((body) =>
      ask('/session/forgotten', { method: 'POST', body, open: true }),
    );
    setSent(reply?.ok === true);
  };
  return (
    <GateFrame heading={t('gate.forgotten')} intro={t('gate.forgottenIntro')}>
      {isSent ? (
        <Notice tone="good" role="status">
          <p>{t('gate.forgottenSent', { email: form.values['email'] })}</p>
        </Notice>
      ) : (
        <FormFrame form={form} submit={t('gate.forgottenDo')} onSubmit={() => void submit()}>
          <FormText
            form={form}
            field="email"
            type="email"
            label={t('people.email')}
            autoComplete="username"
          />
        </FormFrame>
      )}
      <Anchor fw={600} lh="var(--tm-touch)" href="#/">
        {t('gate.back')}
      </Anchor>
    </GateFrame>
  );
}
