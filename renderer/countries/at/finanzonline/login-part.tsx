import { type ReactNode, useState } from 'react';
import type { FinanzOnlineAccount } from '../../../../service/countries/at/wire.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Mark } from '../../../components/mark.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Login } from '../../parts/login.tsx';
import type { Act } from '../actions.ts';
import { FinanzOnlineFailure } from './failure.tsx';
import { type Consequence, LoginDialog } from './login-dialog.tsx';

/** The login for FinanzOnline: whose it is, and what can be done with it. */
export function LoginPart({
  account,
  act,
  consequence,
  variant = 'default',
  otherwise,
}: {
  account: FinanzOnlineAccount;
  act: Act;
  /** What happens by itself once a login is saved, where that should be known before. */
  consequence?: Consequence;
  /** How much the button for a first login stands out. */
  variant?: 'default' | 'filled';
  /** A further button where there is no login. */
  otherwise?: ReactNode;
}) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<'login' | 'forget' | null>(null);
  const { login, mode, failure } = account;
  const done = () => setAsked(null);
  return (
    <>
      <Login
        user={login && <span data-testid="login">{t('austria.access.as', { ...login })}</span>}
        words={{
          enter: t('fiscal.login.enter'),
          change: t('austria.access.change'),
          forget: t('austria.access.forget'),
        }}
        variant={variant}
        otherwise={otherwise}
        onEnter={() => setAsked('login')}
        onForget={() => setAsked('forget')}
      />
      {mode === 'test' && <Mark tone="look">{t('austria.access.test')}</Mark>}
      {failure !== null && (
        <Notice tone="bad" title={t('austria.access.refused')}>
          <FinanzOnlineFailure failure={failure} by="session" />
        </Notice>
      )}
      {asked === 'login' && (
        <LoginDialog account={account} act={act} consequence={consequence} onClose={done} />
      )}
      {asked === 'forget' && (
        <ConfirmDialog
          heading={t('austria.access.forgetHeading', { user: login?.user ?? '' })}
          submit={t('austria.access.forgetSubmit')}
          color="red"
          action={() => act('forget-login', {})}
          done={t('austria.access.forgotten')}
          onClose={done}
        >
          <p>{t('austria.access.forgetText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
