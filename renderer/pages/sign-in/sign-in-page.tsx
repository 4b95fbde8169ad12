import { useState } from 'react';
import { signIn } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { ButtonRow } from '../../components/button-row.tsx';
import { DeedButton } from '../../components/deed-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { TextField } from '../../components/fields.tsx';
import { focusMistake } from '../../components/focus.ts';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './sign-in-page.module.css';

/** Stands in the place of a manager's page until the manager has signed in. */
export function SignInPage() {
  const { t } = useTexts();
  const { busy, failure, run } = useAction();
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const isWrong = failure?.http === 403;
  const mistake = tried && password === '' && t(isWrong ? 'session.wrong' : 'session.missing');

  const submit = async () => {
    setTried(true);
    if (password === '') return;
    const reply = await run(() => signIn(password));
    // The page that was asked for takes the place of this one.
    if (!reply.ok) setPassword('');
  };
  return (
    <main className={classes.main}>
      <Panel heading={t('session.heading')} intro={t('session.intro')}>
        <form
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
            focusMistake(event.currentTarget);
          }}
        >
          {/* Fills in the user of a browser's password store, which wants one. */}
          <input type="text" name="username" autoComplete="username" value="manager" readOnly hidden />
          <TextField
            type="password"
            name="password"
            label={t('session.password')}
            autoComplete="current-password"
            error={mistake}
            value={password}
            onChange={(event) => {
              setTried(false);
              setPassword(event.currentTarget.value);
            }}
          />
          <FailureNote
            failure={
              failure?.http === 429 ? { ...failure, message: t('session.wait') } : isWrong ? null : failure
            }
          />
          <ButtonRow>
            <DeedButton type="submit" kind="primary" busy={busy}>
              {t('session.signIn')}
            </DeedButton>
            <Button onClick={() => (window.location.hash = '#/')}>{t('session.back')}</Button>
          </ButtonRow>
        </form>
      </Panel>
    </main>
  );
}
