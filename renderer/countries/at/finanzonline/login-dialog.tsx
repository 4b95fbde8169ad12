import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FinanzOnlineAccount } from '../../../../service/countries/at/wire.ts';
import type { Failure } from '../../../api/request.ts';
import { Notice } from '../../../components/notice.tsx';
import { PasswordField } from '../../../components/password-field.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import type { Act } from '../actions.ts';
import { PORTAL } from '../portal-words.ts';
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
  const [entry, setEntry] = useState<LoginEntry>({
    participant: login?.participant ?? '',
    user: login?.user ?? '',
    pin: '',
    producer: login?.producer ?? '',
    mode: mode === 'test' ? 'test' : 'production',
  });
  const wrong = wrongFields(entry, login, producer);
  const meaning = notKept && meaningOf('session', notKept.code, language);
  const advised = notKept && meaning !== null ? `${meaning} ${adviceOn(notKept, language)}` : null;
  // What the fields show is not said twice.
  const shown = (failure: Failure | null) =>
    refusedFields(failure).length > 0 ? null : failure && { ...failure, message: advised ?? failure.message };
  const set = (name: keyof LoginEntry, value: string) => setEntry((before) => ({ ...before, [name]: value }));
  const line = (
    field: 'participant' | 'user' | 'producer',
    description: string,
    problem: (field: LoginField) => string | null,
  ) => (
    <TextInput
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
    <FormDialog
      heading={t('austria.access.dialogHeading')}
      submit={t('austria.access.submit')}
      check={() => wrong.length === 0}
      send={() => act('set-login', entry)}
      done={t('austria.access.done')}
      shown={shown}
      onClose={onClose}
    >
      {(sent, failure) => {
        const problem = (field: LoginField) =>
          (sent && wrong.includes(field)) || refusedFields(failure).includes(field)
            ? ruleOf(field, language)
            : null;
        return (
          <>
            <p>
              {t('austria.access.where')} <span lang="de">{PORTAL.user}</span>.
            </p>
            {line('participant', t('austria.access.participant.hint'), problem)}
            {line('user', t('austria.access.user.hint'), problem)}
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
              problem,
            )}
            <NativeSelect
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
          </>
        );
      }}
    </FormDialog>
  );
}
