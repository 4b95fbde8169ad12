import { Text } from '@mantine/core';
import { useState } from 'react';
import type { LoginPart as Description } from '../../../service/countries/contract/described-page/page.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { Hint, Part } from '../../components/part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Login } from '../parts/login.tsx';
import { useDescribed } from './context.ts';
import { Fields } from './fields.tsx';
import { useActions } from './use-actions.tsx';
import { useForm } from './use-form.ts';

/** A login for a web service: enter it, try it, forget it. */
export function LoginPart({ part }: { part: Description }) {
  const { t } = useTexts();
  const { say, act } = useDescribed();
  const { button, outcome } = useActions();
  const [asked, setAsked] = useState<'login' | 'forget' | null>(null);
  const { heading, hint, user, failure, forget, test } = part;
  const done = () => setAsked(null);
  return (
    <Part heading={say(heading)}>
      {user === null && <Text c="dimmed">{t('fiscal.login.none')}</Text>}
      <Login
        user={user === null ? null : t('fiscal.login.as', { user })}
        words={{
          enter: t('fiscal.login.enter'),
          change: t('fiscal.login.change'),
          forget: t('fiscal.login.forget'),
        }}
        variant="filled"
        more={test !== undefined && button(test)}
        onEnter={() => setAsked('login')}
        onForget={forget && (() => setAsked('forget'))}
      />
      {failure !== undefined && (
        <Notice tone="bad" title={t('fiscal.login.refused')}>
          <p>{say(failure)}</p>
        </Notice>
      )}
      {hint !== undefined && <Hint>{say(hint)}</Hint>}
      {outcome}
      {asked === 'login' && <LoginDialog part={part} onClose={done} />}
      {asked === 'forget' && forget !== undefined && (
        <ConfirmDialog
          heading={t('fiscal.login.forgetHeading', { user: user ?? '' })}
          submit={t('fiscal.login.forgetSubmit')}
          color="red"
          action={() => act(forget.action, {})}
          done={say(forget.done)}
          onClose={done}
        >
          <p>{say(forget.consequence)}</p>
        </ConfirmDialog>
      )}
    </Part>
  );
}

function LoginDialog({ part: { user, save }, onClose }: { part: Description; onClose: () => void }) {
  const { t } = useTexts();
  const { say, act } = useDescribed();
  const form = useForm([
    { type: 'text', name: 'user', required: true, ...(user !== null && { value: user }), ...save.user },
    { type: 'password', name: 'password', required: true, ...save.password },
    ...(save.fields ?? []),
  ]);
  return (
    <FormDialog
      heading={t('fiscal.login.heading')}
      submit={t('fiscal.login.submit')}
      check={form.check}
      send={() => form.send((body) => act(save.action, body))}
      done={say(save.done)}
      shown={form.rest}
      onClose={onClose}
    >
      {() => (
        <>
          <p>{say(save.where)}</p>
          <Fields form={form} />
        </>
      )}
    </FormDialog>
  );
}
