import { useState } from 'react';
import type { Failure } from '../../../api/request.ts';
import { useAction } from '../../../api/use-action.ts';
import { DeedButton } from '../../../components/deed-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { TextField } from '../../../components/fields.tsx';
import { focusMistake } from '../../../components/focus.ts';
import { enter } from '../../api/session.ts';
import { GateFrame } from '../../app/gate-frame.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import classes from './gate.module.css';

/** The way in with e-mail address and password. */
export function SignInPage() {
  const { t } = usePortalTexts();
  const { busy, failure, run } = useAction();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);

  const submit = async () => {
    setTried(true);
    if (email.trim() === '' || password === '') return;
    const reply = await run(() => enter('/session', { email: email.trim(), password }));
    if (reply.ok) return;
    setPassword('');
    setTried(false);
  };
  return (
    <GateFrame heading={t('gate.signIn')} intro={t('gate.signInIntro')}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
          focusMistake(event.currentTarget);
        }}
      >
        <TextField
          type="email"
          name="email"
          label={t('people.email')}
          autoComplete="username"
          autoFocus
          error={tried && email.trim() === '' ? t('wrong.required') : null}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <TextField
          type="password"
          name="password"
          label={t('people.password')}
          autoComplete="current-password"
          error={tried && password === '' ? t('wrong.required') : null}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <FailureNote failure={signInFailure(failure, t('gate.wrongPassword'))} />
        <DeedButton type="submit" kind="primary" busy={busy}>
          {t('gate.signInDo')}
        </DeedButton>
        <div className={classes.links}>
          <a className={classes.link} href="#/forgotten">
            {t('gate.forgottenLink')}
          </a>
        </div>
      </form>
    </GateFrame>
  );
}

/** A failed attempt to sign in, in words that do not speak of sessions. */
export function signInFailure(failure: Failure | null, wrong: string): Failure | null {
  return failure?.http === 401 ? { http: 401, message: wrong, details: [] } : failure;
}
