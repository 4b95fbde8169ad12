import { Anchor, TextInput } from '@mantine/core';
import type { Failure } from '../../../api/request.ts';
import { FailureNote } from '../../../components/failure-note.tsx';
import { ask } from '../../api/ask.ts';
import { enter } from '../../api/session.ts';
import type { Role } from '../../api/types.ts';
import { useAsking } from '../../api/use-ask.ts';
import { goTo } from '../../api/use-place.ts';
import { useCallback } from 'react';
import { timeText } from '../../time-text.ts';
import { GateFrame } from '../../app/gate-frame.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormFrame, FormText } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { NewPassword } from '../../forms/new-password.tsx';
import { signInFailure } from './sign-in-page.tsx';

interface Invitation {
  email: string;
  entityName: string;
  role: Role;
  invitedBy: string;
  expiresTimestamp: string;
  hasAccount: boolean;
}

/** Where the link of an invitation leads. */
export function InvitationPage({ token }: { token: string }) {
  const { t } = usePortalTexts();
  const path = `/Invitation/${encodeURIComponent(token)}`;
  const [{ value, failure }] = useAsking(useCallback(() => ask<Invitation>(path, { open: true }), [path]));
  if (value !== null) return <Accept path={path} invitation={value} />;
  return (
    <GateFrame heading={t('gate.invitation')}>
      {failure === null ? (
        <p>{t('common.loading')}</p>
      ) : (
        <FailureNote
          failure={isReasonTold(failure) ? failure : { ...failure, message: t('gate.invitationOver') }}
        />
      )}
      <Anchor fw={600} lh="var(--tm-touch)" href="#/">
        {t('gate.back')}
      </Anchor>
    </GateFrame>
  );
}

/** There is no answer, or one that says more than that the link is not good. */
function isReasonTold({ http, fields }: Failure): boolean {
  return http === null || fields?.[''] !== undefined;
}

function Accept({ path, invitation }: { path: string; invitation: Invitation }) {
  const { t, language, locale } = usePortalTexts();
  const { email, entityName, role, invitedBy, expiresTimestamp, hasAccount } = invitation;
  const form = useForm('acceptInvitation', hasAccount ? { password: '' } : { name: '', password: '' }, [
    'name',
  ]);
  const submit = async () => {
    const { password } = form.values;
    const body = hasAccount ? { password } : { name: form.values['name'], password, language };
    const reply = await form.submit(() => enter(`${path}/Accept`, body));
    if (reply?.ok === true) goTo('#/');
  };
  const shown = { ...form, failure: signInFailure(form.failure, t('gate.wrongPassword')) };
  const intro = t('gate.invitationIntro', { who: invitedBy, entity: entityName, role: t(`role.${role}`) });
  return (
    <GateFrame heading={t('gate.invitation')} intro={intro}>
      <FormFrame form={shown} submit={t('gate.invitationDo')} onSubmit={() => void submit()}>
        <TextInput
          type="email"
          label={t('people.email')}
          description={t('gate.invitationEnds', {
            date: timeText(expiresTimestamp, locale),
          })}
          autoComplete="username"
          value={email}
          readOnly
        />
        {!hasAccount && <FormText form={form} field="name" label={t('people.name')} autoComplete="name" />}
        {hasAccount ? (
          <FormText
            form={form}
            field="password"
            type="password"
            label={t('people.password')}
            description={t('gate.hasAccount')}
            autoComplete="current-password"
          />
        ) : (
          <NewPassword form={form} label={t('people.password')} />
        )}
      </FormFrame>
    </GateFrame>
  );
}
