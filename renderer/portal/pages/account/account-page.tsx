import { useNotes } from '../../../components/notes.ts';
import { Panel } from '../../../components/panel.tsx';
import { ask } from '../../api/ask.ts';
import { sessionChanged, useSession } from '../../api/session.ts';
import type { Session } from '../../api/types.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormFrame, FormSelect, FormText } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { NewPassword } from '../../forms/new-password.tsx';
import { MailPanel } from '../notifications/mail-panel.tsx';
import { PageTitle } from '../page-title.tsx';
import { languageChoice } from './language-choice.ts';

/** What somebody may change about themselves. */
export function AccountPage() {
  const { t } = usePortalTexts();
  return (
    <>
      <PageTitle title={t('account.title')} />
      <Person />
      <MailPanel />
      <Password />
    </>
  );
}

function Person() {
  const { t } = usePortalTexts();
  const note = useNotes();
  const { user } = useSession();
  const form = useForm('changeAccount', { name: user.name, language: user.language }, ['name', 'language']);
  const submit = async () => {
    const reply = await form.submit((body) => ask<Session>('/session', { method: 'PUT', body }));
    if (reply?.ok !== true) return;
    sessionChanged(reply.value);
    form.reset({ name: reply.value.user.name, language: reply.value.user.language });
    note(t('account.saved'));
  };
  return (
    <Panel heading={t('account.person')} intro={t('account.personIntro', { email: user.email })}>
      <FormFrame form={form} submit={t('common.save')} onSubmit={() => void submit()}>
        <FormText form={form} field="name" label={t('people.name')} autoComplete="name" />
        <FormSelect
          form={form}
          field="language"
          label={t('account.language')}
          description={t('account.languageHint')}
          data={languageChoice}
        />
      </FormFrame>
    </Panel>
  );
}

const NO_PASSWORDS = { oldPassword: '', password: '' };

function Password() {
  const { t } = usePortalTexts();
  const note = useNotes();
  const form = useForm('changeAccount', NO_PASSWORDS, Object.keys(NO_PASSWORDS));
  const submit = async () => {
    const { oldPassword, password } = form.values;
    const reply = await form.submit(() =>
      ask<Session>('/session', { method: 'PUT', body: { oldPassword, password } }),
    );
    if (reply?.ok !== true) return;
    sessionChanged(reply.value);
    form.reset(NO_PASSWORDS);
    note(t('account.passwordChanged'));
  };
  return (
    <Panel heading={t('people.password')} intro={t('account.passwordIntro')}>
      <FormFrame form={form} submit={t('account.changePassword')} onSubmit={() => void submit()}>
        <FormText
          form={form}
          field="oldPassword"
          type="password"
          label={t('account.oldPassword')}
          autoComplete="current-password"
        />
        <NewPassword form={form} label={t('people.newPassword')} />
      </FormFrame>
    </Panel>
  );
}
