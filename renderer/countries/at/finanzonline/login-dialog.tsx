import { useState } from 'react';
import type { FinanzOnlineAccount } from '../../../../service/countries/at/wire.ts';
import { useAction } from '../../../api/use-action.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { SelectField, TextField } from '../../../components/fields.tsx';
import { useMistakeFocus } from '../../../components/focus.ts';
import { Notice } from '../../../components/notice.tsx';
import { useNotes } from '../../../components/notes.ts';
import { PasswordField } from '../../../components/password-field.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';
import { portal } from '../portal-words.ts';
import { adviceOn, meaningOf, ruleOf } from './failure-words.ts';
import { type LoginEntry, type LoginField, refusedFields, wrongFields } from './login-rules.ts';

/** Words for what happens by itself once a login for this kind of reports is saved. */
export type Consequence = (mode: LoginEntry['mode']) => string;

/** Enter the web service user of FinanzOnline. The PIN is never shown again. */
export function LoginDialog({
  account: { login, mode, notKept, producer },
  act,
  consequence,
  onClose,
}: {
  account: FinanzOnlineAccount;
  act: Act;
  consequence: Consequence | undefined;
  onClose: () => void;
}) {
  const { t, language } = useTexts();
  const note = useNotes();
  const action = useAction();
  useMistakeFocus(action.failure);
  const [entry, setEntry] = useState<LoginEntry>({
    participant: login?.participant ?? '',
    user: login?.user ?? '',
    pin: '',
    producer: login?.producer ?? '',
    mode: mode === 'test' ? 'test' : 'production',
  });
  const [sent, setSent] = useState(false);
  const wrong = wrongFields(entry, login, producer);
  const refused = refusedFields(action.failure);
  const meaning = notKept && meaningOf('session', notKept.code, language);
  const advised = notKept && meaning !== null ? `${meaning} ${adviceOn(notKept, language)}` : null;
  const inWords = action.failure && { ...action.failure, message: advised ?? action.failure.message };
  const set = (name: keyof LoginEntry, value: string) => setEntry((before) => ({ ...before, [name]: value }));
  const problem = (field: LoginField) =>
    (sent && wrong.includes(field)) || refused.includes(field) ? ruleOf(field, language) : null;
  const submit = async () => {
    setSent(true);
    if (wrong.length > 0) return;
    const reply = await action.run(() => act('set-login', entry));
    if (!reply.ok) return;
    note(t('austria.access.done'));
    onClose();
  };
  const line = (field: 'participant' | 'user' | 'producer', description: string) => (
    <TextField
      label={t(`austria.access.${field}.label`)}
      description={description}
      autoComplete="off"
      spellCheck={false}
      error={problem(field)}
      value={entry[field]}
      onChange={(event) => set(field, event.currentTarget.value.trim())}
    />
  );
  return (
    <Dialog
      heading={t('austria.access.dialogHeading')}
      submit={t('austria.access.submit')}
      busy={action.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>
        {t('austria.access.where')} <span lang="de">{portal.user}</span>.
      </p>
      {line('participant', t('austria.access.participant.hint'))}
      {line('user', t('austria.access.user.hint'))}
      <PasswordField
        label={t('austria.access.pin.label')}
        description={t(login === null ? 'austria.access.pin.hint' : 'austria.access.pin.keep')}
        error={problem('pin')}
        value={entry.pin}
        onChange={(pin) => set('pin', pin)}
      />
      {line(
        'producer',
        producer === null
          ? t('austria.access.producer.needed')
          : t('austria.access.producer.hint', { producer }),
      )}
      <SelectField
        label={t('austria.access.mode.label')}
        data={(['production', 'test'] as const).map((value) => ({
          value,
          label: t(`austria.access.mode.${value}`),
        }))}
        value={entry.mode}
        onChange={(event) => set('mode', event.currentTarget.value)}
      />
      {consequence !== undefined && (
        <Notice tone="look">
          <p>{consequence(entry.mode)}</p>
        </Notice>
      )}
      <FailureNote failure={refused.length > 0 ? null : inWords} />
    </Dialog>
  );
}
