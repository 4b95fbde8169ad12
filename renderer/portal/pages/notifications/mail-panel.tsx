import { useNotes } from '../../../components/notes.ts';
import { Panel } from '../../../components/panel.tsx';
import { ask } from '../../api/ask.ts';
import { useSession } from '../../api/session.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormFrame, FormSelect } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Loading } from '../loading.tsx';
import { MAIL_CHOICES, type MailChoice } from './types.ts';

const PATH = '/session/notificationMails';

/** Which mails about notifications somebody gets. */
export function MailPanel() {
  const { t } = usePortalTexts();
  const { user } = useSession();
  const choice = useAsk<MailChoice>(PATH);
  return (
    <Panel heading={t('mails.heading')} intro={t('mails.intro', { email: user.email })}>
      <Loading loaded={choice}>{(kept) => <MailForm key={kept.mails} kept={kept} />}</Loading>
    </Panel>
  );
}

function MailForm({ kept }: { kept: MailChoice }) {
  const { t } = usePortalTexts();
  const note = useNotes();
  const form = useForm('changeNotificationMails', { mails: kept.mails });
  // Mails come in the morning where they are asked for.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const submit = async () => {
    const reply = await form.submit((body) =>
      ask<MailChoice>(PATH, { method: 'PUT', body: { ...body, timeZone } }),
    );
    if (reply?.ok !== true) return;
    form.reset({ mails: reply.value.mails });
    note(t('mails.saved'));
  };
  return (
    <FormFrame form={form} submit={t('common.save')} onSubmit={() => void submit()}>
      <FormSelect
        form={form}
        field="mails"
        label={t('mails.choice')}
        description={t('mails.hint', { zone: timeZone })}
        data={MAIL_CHOICES.map((value) => ({ value, label: t(`mails.choices.${value}`) }))}
      />
    </FormFrame>
  );
}
