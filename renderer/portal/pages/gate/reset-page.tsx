import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '../../../components/notice.tsx';
import { ask } from '../../api/ask.ts';
import { refreshStanding } from '../../api/session.ts';
import { goTo } from '../../api/use-place.ts';
import { GateFrame } from '../../app/gate-frame.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormFrame } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { NewPassword } from '../../forms/new-password.tsx';

/** Where the link of a mail leads: another password. */
export function ResetPage({ token }: { token: string }) {
  const { t } = usePortalTexts();
  const form = useForm('resetPassword', { password: '' });
  const [isDone, setDone] = useState(false);
  const submit = async () => {
    const reply = await form.submit(() =>
      ask('/session/reset', {
        method: 'POST',
        body: { token, password: form.values['password'] },
        open: true,
      }),
    );
    if (reply?.ok !== true) return;
    setDone(true);
    await refreshStanding();
  };
  return (
    <GateFrame heading={t('gate.reset')}>
      {isDone ? (
        <>
          <Notice tone="good" role="status">
            <p>{t('gate.resetDone')}</p>
          </Notice>
          <Button variant="filled" onClick={() => goTo('#/')}>
            {t('gate.goOn')}
          </Button>
        </>
      ) : (
        <FormFrame form={form} submit={t('gate.resetDo')} onSubmit={() => void submit()}>
          <NewPassword form={form} label={t('people.newPassword')} />
        </FormFrame>
      )}
    </GateFrame>
  );
}
